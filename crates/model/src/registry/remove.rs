//! Removing a model from the cache.

use super::Registry;
use super::error::{RegistryError, Result};
use super::staging::{self, Lock};

impl Registry {
    /// Removes a model from the cache, and what an interrupted pull has left of it. Folders of the
    /// user's and models that ship with Grice are left alone.
    pub fn remove(&self, name: &str) -> Result<()> {
        let model = self.model(name)?;
        let lock = Lock::take(&self.places, name, None)?;
        if staging::remove(&self.places, name, &lock)? {
            return Ok(());
        }
        match self.locate_in_place(model)? {
            Some(found) => Err(match found.path() {
                Some(path) => RegistryError::NotOurs(path.to_owned()),
                None => RegistryError::Inside { name: name.to_owned() },
            }),
            None => Err(self.nowhere(model)),
        }
    }
}
