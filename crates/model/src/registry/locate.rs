//! Finding a model on this machine, without the network and without reading its weights.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::{RegistryError, Result};
use super::label::{LABEL, Label};
use super::manifest::Model;
use super::{Registry, Source};

/// A folder that has all files of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelFolder {
    /// The folder.
    pub path: PathBuf,
    /// What kind of place it is.
    pub place: Place,
}

/// What kind of place a model was found in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// It ships with Grice.
    Shipped,
    /// A folder of the user's.
    Folder,
    /// It was fetched.
    Cache {
        /// The kind of source it was fetched from.
        kind: String,
        /// The source.
        source: String,
    },
}

impl ModelFolder {
    /// The path of one of its files.
    pub fn file(&self, path: &str) -> PathBuf {
        self.path.join(path)
    }
}

impl Registry {
    /// Finds a model: in the folders the user named, where it ships with Grice, or in the cache.
    ///
    /// Files are looked for and their sizes compared; [`Registry::verify`] reads them.
    pub fn locate(&self, name: &str) -> Result<ModelFolder> {
        let model = self.model(name)?;
        if let Some(found) = self.locate_in_place(model)? {
            return Ok(found);
        }
        self.locate_in_cache(model)?.ok_or_else(|| self.nowhere(model))
    }

    /// Why a model is not here. One that cannot be fetched has a folder that should be there.
    pub(crate) fn nowhere(&self, model: &Model) -> RegistryError {
        let name = model.name.clone();
        if !model.sources.iter().all(Source::is_in_place) {
            return RegistryError::NotHere { name };
        }
        let (folder, fix) = match (model.sources.first(), &self.places.shipped) {
            (Some(Source::Folder { path }), _) => {
                (path.clone(), "put the files there, or correct the path in models.toml")
            }
            (Some(Source::File { folder }), Some(shipped)) => {
                (shipped.join(folder), "install Grice with its models folder")
            }
            _ => ("models".into(), "set GRICE_MODELS to the models folder that ships with Grice"),
        };
        let why = "the folder is not there".to_owned();
        RegistryError::Unfit { name, folder, why, fix: fix.to_owned() }
    }

    /// The model in a folder of the user's or where it ships with Grice.
    pub(crate) fn locate_in_place(&self, model: &Model) -> Result<Option<ModelFolder>> {
        let named = self.places.folders.iter().map(|f| (f.join(&model.name), Place::Folder));
        let sources = model.sources.iter().filter_map(|source| match source {
            Source::File { folder } => {
                Some((self.places.shipped.as_ref()?.join(folder), Place::Shipped))
            }
            Source::Folder { path } => Some((path.clone(), Place::Folder)),
            _ => None,
        });
        let Some((path, place)) = named.chain(sources).find(|(path, _)| path.is_dir()) else {
            return Ok(None);
        };
        if let Err(why) = fits(model, &path, false) {
            let fix = "complete the folder, or take it out of the way".to_owned();
            return Err(RegistryError::Unfit { name: model.name.clone(), folder: path, why, fix });
        }
        Ok(Some(ModelFolder { path, place }))
    }

    /// The model in the cache.
    pub(crate) fn locate_in_cache(&self, model: &Model) -> Result<Option<ModelFolder>> {
        let path = self.places.cache().join(&model.name);
        if !path.is_dir() {
            return Ok(None);
        }
        let label = Label::read(&path).ok_or_else(|| format!("{LABEL} is missing or damaged"));
        let label = label.and_then(|label| {
            let new = Label::new(model, &label.kind, &label.source);
            if label.files != new.files {
                return Err("the files are of another version".to_owned());
            }
            fits(model, &path, true).map(|()| label)
        });
        match label {
            Ok(Label { kind, source, .. }) => {
                Ok(Some(ModelFolder { path, place: Place::Cache { kind, source } }))
            }
            Err(why) => Err(RegistryError::Unfit {
                name: model.name.clone(),
                folder: path,
                why,
                fix: format!("fetch it again with `grice models pull {}`", model.name),
            }),
        }
    }
}

/// Whether a folder has all files, of the right sizes. In a folder that Grice did not make, the
/// small files that the manifest has may be others.
fn fits(model: &Model, folder: &Path, made: bool) -> std::result::Result<(), String> {
    for file in &model.files {
        let Ok(found) = fs::metadata(folder.join(&file.path)) else {
            return Err(format!("{} is missing", file.path));
        };
        let exact = made || file.content.is_none();
        match file.check {
            _ if !found.is_file() => return Err(format!("{} is no file", file.path)),
            Some(check) if exact && check.size != found.len() => {
                return Err(format!(
                    "{} has {} bytes and should have {}",
                    file.path,
                    found.len(),
                    check.size
                ));
            }
            _ => {}
        }
    }
    Ok(())
}
