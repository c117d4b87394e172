//! A model's files, once it is known that they are those of the manifest: a flipped bit is an
//! error when the model is loaded, never another answer.

use super::digest::{Sha256, Xxh3};
use super::error::{RegistryError, Result};
use super::manifest::{Check, Model};
use super::{ModelFolder, Place, Registry};
use crate::files::{ModelFiles, OpenFile};
use crate::network::config::OwnConfig;

impl Registry {
    /// Finds a model and compares its files, and the words it shares with others, with the
    /// manifest's checksums, each once a registry. What the manifest has no checksum of is taken
    /// as it is.
    pub fn files(&self, name: &str) -> Result<ModelFiles> {
        let model = self.model(name)?;
        let found = self.locate(name)?;
        self.compare(model, &found)?;
        // What stands beside a model of the user's is the user's.
        if !self.is_users(name)
            && let Ok(OwnConfig { words: Some(words), .. }) = OwnConfig::read(&found.files)
            && let Ok(words_model) = self.model(&words)
            && let Ok(files) = found.files.beside(&words)
        {
            self.compare(words_model, &ModelFolder { files, place: found.place.clone() })?;
        }
        Ok(found.files)
    }

    fn compare(&self, model: &Model, found: &ModelFolder) -> Result<()> {
        let mut sound = self.sound.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let folder = found.files.shown();
        if sound.contains(&folder) {
            return Ok(());
        }
        let made = matches!(found.place, Place::Cache { .. });
        for file in &model.files {
            let Some(check) = file.check.filter(|_| made || file.content.is_none()) else {
                continue;
            };
            let compared = found.files.open(&file.path).and_then(|open| difference(&open, check));
            let why = match compared {
                Ok(None) => continue,
                Ok(Some(why)) => why,
                Err(error) => error.reason(),
            };
            let (file, fix) = (found.files.path(&file.path), fix(&model.name, &found.place));
            return Err(RegistryError::Damaged { file, why, fix });
        }
        sound.insert(folder);
        Ok(())
    }
}

/// What a file is that it should not be.
fn difference(file: &OpenFile, check: Check) -> crate::Result<Option<String>> {
    let size = file.length();
    if size != check.size {
        return Ok(Some(format!("{size} bytes, should be {}", check.size)));
    }
    Ok(match check.xxh3 {
        Some(expected) => {
            let found = Xxh3::of_open(file)?;
            (found != expected).then(|| format!("xxh3 {found}, should be {expected}"))
        }
        None => {
            let (found, expected) = (Sha256::of_open(file, &mut |_| {})?, check.sha256);
            (found != expected).then(|| format!("sha256 {found}, should be {expected}"))
        }
    })
}

/// What the user can do about wrong files.
pub(super) fn fix(name: &str, place: &Place) -> String {
    match place {
        Place::Program => "the program is damaged: install it again".to_owned(),
        Place::Cache { .. } => format!("fetch it again with `grice models pull {name}`"),
        Place::Shipped | Place::Folder => {
            "Grice did not make this folder: put the right files there, or take it out of the way"
                .to_owned()
        }
    }
}
