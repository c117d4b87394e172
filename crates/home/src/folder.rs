//! Grice's folder.

use std::path::PathBuf;

use crate::error::{Error, Result};

/// Grice's data folder on this machine: `$GRICE_HOME`, or else the user's.
pub fn data_home() -> Result<PathBuf> {
    grice_model::registry::data_home().ok_or(Error::NoHome)
}

/// Where collections are kept.
pub fn collections_folder() -> Result<PathBuf> {
    Ok(data_home()?.join("collections"))
}
