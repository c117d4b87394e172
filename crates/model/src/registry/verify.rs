//! Reading every file of a model again.

use std::path::PathBuf;

use super::digest::Sha256;
use super::error::{RegistryError, Result};
use super::label::Label;
use super::manifest::{Check, Model};
use super::sound::fix;
use super::{Place, Registry};
use crate::files::ModelFiles;

/// What reading a model's files again has shown.
#[derive(Debug)]
pub struct Verified {
    /// The model.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// How many bytes were read.
    pub bytes: u64,
    /// Files that are wrong.
    pub wrong: Vec<Wrong>,
    /// Files that the manifest has no checksum of.
    pub unchecked: Vec<String>,
    /// Whether `grice models pull` puts it right; otherwise the folder is not Grice's to mend.
    pub ours: bool,
    /// What the user can do where files are wrong.
    pub fix: String,
}

/// A file that is not what it should be.
#[derive(Debug)]
pub struct Wrong {
    /// Its path inside the model's folder.
    pub file: String,
    /// What is wrong.
    pub why: String,
}

impl Verified {
    /// Whether every file is as it should be.
    pub fn is_sound(&self) -> bool {
        self.wrong.is_empty()
    }
}

impl Registry {
    /// Whether anything of a model is on this machine, sound or not.
    pub fn is_here(&self, model: &Model) -> bool {
        let in_place = self.locate_in_place(model);
        let cached = |cache: PathBuf| cache.join(&model.name).exists();
        !matches!(in_place, Ok(None)) || self.places.cache().is_ok_and(cached)
    }

    /// Reads a model's files again and compares them with the manifest. `tell` hears how many
    /// bytes of how many have been read.
    pub fn verify(&self, name: &str, tell: &mut dyn FnMut(u64, u64)) -> Result<Verified> {
        let model = self.model(name)?;
        let (files, place) = match self.locate(name) {
            Ok(found) => (found.files, found.place),
            // What is wrong with it is what this function is to tell.
            Err(RegistryError::Unfit { folder, .. }) => {
                let cached = self.places.cache().is_ok_and(|cache| folder == cache.join(name));
                let (kind, source) = (String::new(), String::new());
                let place = if cached { Place::Cache { kind, source } } else { Place::Folder };
                (ModelFiles::from(&folder), place)
            }
            Err(e) => return Err(e),
        };
        let (folder, ours) = (files.shown(), matches!(place, Place::Cache { .. }));
        let (mut bytes, total) = (0, model.bytes());
        let mut wrong = Vec::new();
        let mut unchecked = Vec::new();
        if ours && Label::read(&folder).is_none() {
            let (file, why) = (super::label::LABEL.to_owned(), "missing or damaged".to_owned());
            wrong.push(Wrong { file, why });
        }
        for file in &model.files {
            let before = bytes;
            let sum = files.open(&file.path).and_then(|open| {
                Sha256::of_open(&open, &mut |read| {
                    bytes += read;
                    tell(bytes, total);
                })
            });
            let known = file.check.filter(|_| ours || file.content.is_none());
            if known.is_none() {
                unchecked.push(file.path.clone());
            }
            if let Some(why) = difference(known, bytes - before, sum) {
                wrong.push(Wrong { file: file.path.clone(), why });
            }
        }
        let (name, fix) = (name.to_owned(), fix(name, &place));
        Ok(Verified { name, folder, bytes, wrong, unchecked, ours, fix })
    }

    /// Whether the model's folder in the cache is there and every file of it as it should be.
    pub(crate) fn is_sound_in_cache(&self, model: &Model, tell: &mut dyn FnMut(u64)) -> bool {
        let Ok(Some(folder)) = self.locate_in_cache(model) else { return false };
        model.files.iter().all(|file| {
            let sum = folder.files.open(&file.path).and_then(|open| Sha256::of_open(&open, tell));
            sum.is_ok_and(|sum| file.check.is_none_or(|check| check.sha256 == sum))
        })
    }
}

fn difference(check: Option<Check>, size: u64, sum: crate::Result<Sha256>) -> Option<String> {
    match (sum, check) {
        (Err(e), _) => Some(e.reason()),
        (Ok(_), Some(check)) if check.size != size => {
            Some(format!("{size} bytes, should be {}", check.size))
        }
        (Ok(sum), Some(check)) if check.sha256 != sum => {
            Some(format!("sha256 {sum}, should be {}", check.sha256))
        }
        _ => None,
    }
}
