//! The models Grice knows, where their files come from, and which are on this machine.
//!
//! A [`Registry`] is read from the manifest inside the program and from the user's own
//! `models.toml`. [`Registry::locate`] finds a model without touching the network;
//! [`Registry::pull`] fetches one. A model in the cache is always whole: files are gathered in a
//! staging folder, checked against the manifest, and moved into place together.
//!
//! ```no_run
//! use grice_model::registry::Registry;
//!
//! let registry = Registry::open()?;
//! let folder = registry.locate("all-minilm-l6-v2")?;
//! let weights = folder.file("model.safetensors");
//! # Ok::<(), grice_model::registry::RegistryError>(())
//! ```

mod archive;
mod card;
mod checked;
mod digest;
mod error;
mod hub;
mod label;
mod locate;
mod manifest;
mod npm;
mod pip;
mod places;
mod program;
mod pull;
mod remove;
mod source;
mod staging;
mod verify;

use std::fs;
use std::path::Path;

pub use digest::Sha256;
pub use error::{Failure, RegistryError, Result};
pub use locate::{ModelFolder, Place};
pub use manifest::{Check, Model, ModelFile, Task};
pub use places::{Places, Secret, data_home};
pub use pull::{Progress, PullFrom};
pub use source::{Join, Package, Source};
pub use verify::{Verified, Wrong};

/// The manifest that ships with Grice.
const MANIFEST: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/manifest.toml"));

/// The models that can be had, and the places where they may be.
#[derive(Debug)]
pub struct Registry {
    places: Places,
    models: Vec<Model>,
    /// How many of the models, at the end, are the user's.
    own: usize,
}

impl Registry {
    /// The registry with the places that the environment names.
    pub fn open() -> Result<Registry> {
        Registry::load(Places::from_env()?)
    }

    /// The registry with these places. A model in `models.toml` in the home folder comes before
    /// one of the same name that ships with Grice.
    pub fn load(places: Places) -> Result<Registry> {
        let user = places.home.join("models.toml");
        let mut models = match fs::read_to_string(&user) {
            Ok(text) => manifest::parse(&text, &user)?,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(e) => return Err(RegistryError::io(&user, e)),
        };
        let own = models.len();
        for model in manifest::parse(MANIFEST, Path::new("models/manifest.toml"))? {
            if models[..own].iter().all(|m| m.name != model.name) {
                models.push(model);
            }
        }
        models.rotate_left(own);
        Ok(Registry { places, models, own })
    }

    /// All models: those that ship with Grice in the manifest's order, then the user's.
    pub fn models(&self) -> &[Model] {
        &self.models
    }

    /// The model of that name.
    pub fn model(&self, name: &str) -> Result<&Model> {
        self.models.iter().find(|m| m.name == name).ok_or_else(|| {
            let asked = name.to_lowercase();
            let near = self.models.iter().map(|m| &m.name);
            let near = near
                .filter(|n| !asked.is_empty() && (n.contains(&asked) || asked.contains(n.as_str())))
                .cloned()
                .collect();
            RegistryError::UnknownModel { name: name.to_owned(), near }
        })
    }

    /// Whether a model is from the user's manifest.
    pub(crate) fn is_users(&self, name: &str) -> bool {
        self.models.iter().rev().take(self.own).any(|m| m.name == name)
    }

    /// The places this registry looks in.
    pub fn places(&self) -> &Places {
        &self.places
    }
}
