//! The models that ship with Grice, as a part of the program.
//!
//! Only `grice-home` depends on this crate, so that nothing else carries their 150 MB. The files are
//! those of `models/`, listed by `build.rs`; what each must be is in `models/manifest.toml`. Their
//! licences are not the code's: see `models/LICENCES.md`.

#![forbid(unsafe_code)]

use grice_model::{Pack, PackedFile, PackedModel};

/// The models.
pub static PACK: Pack = Pack { models: MODELS };

include!(concat!(env!("OUT_DIR"), "/models.rs"));
