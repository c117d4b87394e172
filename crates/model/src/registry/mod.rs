//! The models Grice knows, where their files come from, and which are on this machine.
//!
//! A [`Registry`] is read from the manifest inside the program and from the user's own
//! `models.toml`. [`Registry::locate`] finds a model without touching the network,
//! [`Registry::files`] gives its files once they have been compared with the manifest, and
//! [`Registry::pull`] fetches one. A model in the cache is always whole: files are gathered in a
//! staging folder, checked against the manifest, and moved into place together.
//!
//! ```no_run
//! use grice_model::registry::Registry;
//!
//! let registry = Registry::open()?;
//! let encoder = grice_model::StaticEncoder::load(registry.files("potion-base-8m")?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
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
mod sound;
mod source;
mod staging;
mod verify;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

pub use digest::{Sha256, Xxh3};
pub use error::{Failure, RegistryError, Result};
pub use locate::{ModelFolder, Place};
pub use manifest::{Check, Model, ModelFile, Task};
pub use places::{Places, Secret, Shipped, data_home};
pub use pull::{Progress, PullFrom};
pub use source::{Join, Package, Source};
pub use verify::{Verified, Wrong};

/// The manifest that ships with Grice.
const MANIFEST: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/manifest.toml"));

/// The models that can be had, and the places where they may be.
#[derive(Clone, Debug)]
pub struct Registry {
    places: Places,
    models: Vec<Model>,
    /// How many of the models, at the end, are the user's.
    own: usize,
    /// Folders whose files have been compared with the manifest.
    sound: Arc<Mutex<HashSet<PathBuf>>>,
}

impl Registry {
    /// The registry with the places that the environment names.
    pub fn open() -> Result<Registry> {
        Registry::load(Places::from_env())
    }

    /// The registry with these places. A model in `models.toml` in the home folder comes before
    /// one of the same name that ships with Grice.
    pub fn load(places: Places) -> Result<Registry> {
        let user = places.home.as_ref().map(|home| home.join("models.toml"));
        let mut models = user.as_deref().map_or_else(|| Ok(Vec::new()), users)?;
        let own = models.len();
        for model in manifest::parse(MANIFEST, Path::new("models/manifest.toml"))? {
            if models[..own].iter().all(|m| m.name != model.name) {
                models.push(model);
            }
        }
        models.rotate_left(own);
        Ok(Registry { places, models, own, sound: Arc::default() })
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

    /// Whether a model ships with Grice, so that nobody has to fetch it.
    pub fn ships(&self, name: &str) -> bool {
        let shipped = |m: &Model| {
            m.name == name && m.sources.iter().any(|s| matches!(s, Source::File { .. }))
        };
        !self.is_users(name) && self.models.iter().any(shipped)
    }

    /// The places this registry looks in.
    pub fn places(&self) -> &Places {
        &self.places
    }
}

/// The models of the user's manifest, where there is one.
fn users(path: &Path) -> Result<Vec<Model>> {
    match fs::read_to_string(path) {
        Ok(text) => manifest::parse(&text, path),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(e) => Err(RegistryError::io(path, e)),
    }
}
