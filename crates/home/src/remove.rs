//! A collection taken away; the documents it was made of stay.

use std::path::Path;

use serde_json::Value;

use crate::error::{Error, Result};
use crate::place::Place;
use crate::unknown;

impl Place {
    /// Refuses what is no index, so that nothing else is removed.
    pub fn expect_index(&self) -> Result<()> {
        let folder = self.folder()?;
        match self {
            _ if has_index(&folder) => Ok(()),
            Place::Named { name, .. } if !folder.exists() => Err(unknown::error(name)?),
            _ => Err(Error::NothingToRemove(folder)),
        }
    }

    /// Removes the index.
    pub fn remove(&self) -> Result<()> {
        self.expect_index()?;
        let folder = self.folder()?;
        std::fs::remove_dir_all(&folder).map_err(|reason| Error::Remove { folder, reason })
    }
}

/// Whether a folder has an index's label, be the rest damaged or of a newer version.
pub fn has_index(folder: &Path) -> bool {
    let label = std::fs::read(folder.join("grice.json")).ok();
    let label: Option<Value> = label.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    label.is_some_and(|label| label["format"].is_u64() && label["made_by"].is_string())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use grice_index::Index;

    use super::*;

    #[test]
    fn only_an_index_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let (notes, index) = (folder.path().join("notes"), folder.path().join("index"));
        fs::create_dir(&notes).unwrap();
        fs::write(notes.join("lease.md"), "It ends in May.").unwrap();
        let refused = Place::Path(notes.clone()).remove();
        assert!(matches!(refused, Err(Error::NothingToRemove(path)) if path == notes));
        assert!(notes.join("lease.md").exists());
        Index::open_or_create(&index).unwrap();
        Place::Path(index.clone()).remove().unwrap();
        assert!(!index.exists());
    }
}
