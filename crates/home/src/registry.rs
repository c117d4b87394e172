//! The models this program knows, with those that are inside it.

use std::sync::OnceLock;

use grice_model::registry::{Places, Registry, Result};

/// The registry, the same one for the whole run: what it has checked need not be checked again.
pub fn open() -> Result<Registry> {
    static OPENED: OnceLock<Registry> = OnceLock::new();
    match OPENED.get() {
        Some(registry) => Ok(registry.clone()),
        None => {
            let registry = Registry::load(places())?;
            Ok(OPENED.get_or_init(|| registry).clone())
        }
    }
}

#[cfg(not(test))]
fn places() -> Places {
    Places::from_env_with(&grice_pack::PACK)
}

/// Tests of modules need no models, and their program is smaller without them.
#[cfg(test)]
fn places() -> Places {
    Places::from_env()
}
