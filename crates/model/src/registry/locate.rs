//! Finding a model on this machine, without the network and without reading its weights.

use std::path::{Path, PathBuf};

use super::error::{RegistryError, Result};
use super::label::{LABEL, Label};
use super::manifest::Model;
use super::places::Shipped;
use super::{Registry, Source};
use crate::files::ModelFiles;

/// All files of a model, and where they were found.
#[derive(Clone, Debug)]
pub struct ModelFolder {
    /// The files.
    pub files: ModelFiles,
    /// What kind of place it is.
    pub place: Place,
}

/// What kind of place a model was found in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is part of the program.
    Program,
    /// It ships with Grice, in a folder.
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
    /// The folder on the disk; none for a model that is part of the program.
    pub fn path(&self) -> Option<&Path> {
        self.files.folder()
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
            (Some(Source::File { folder }), Some(Shipped::Folder(shipped))) => {
                let fix = "put it there, or unset GRICE_MODELS to use the models inside Grice";
                (shipped.join(folder), fix)
            }
            _ => ("models".into(), "set GRICE_MODELS to the models folder that ships with Grice"),
        };
        let why = "the folder is not there".to_owned();
        RegistryError::Unfit { name, folder, why, fix: fix.to_owned() }
    }

    /// The model in a folder of the user's or where it ships with Grice.
    pub(crate) fn locate_in_place(&self, model: &Model) -> Result<Option<ModelFolder>> {
        let folder = |path: PathBuf, place| path.is_dir().then(|| (ModelFiles::from(&path), place));
        let named = self.places.folders.iter();
        let named = named.filter_map(|f| folder(f.join(&model.name), Place::Folder));
        let sources = model.sources.iter().filter_map(|source| match source {
            Source::File { folder: name } => match self.places.shipped.as_ref()? {
                Shipped::Folder(shipped) => folder(shipped.join(name), Place::Shipped),
                Shipped::Pack(pack) => Some((ModelFiles::packed(pack, name)?, Place::Program)),
            },
            Source::Folder { path } => folder(path.clone(), Place::Folder),
            _ => None,
        });
        let Some((files, place)) = named.chain(sources).next() else { return Ok(None) };
        if let Err(why) = fits(model, &files, false) {
            let fix = "complete the folder, or take it out of the way".to_owned();
            let (name, folder) = (model.name.clone(), files.shown());
            return Err(RegistryError::Unfit { name, folder, why, fix });
        }
        Ok(Some(ModelFolder { files, place }))
    }

    /// The model in the cache.
    pub(crate) fn locate_in_cache(&self, model: &Model) -> Result<Option<ModelFolder>> {
        let cache = self.places.cache().ok();
        let path = cache.map(|cache| cache.join(&model.name)).filter(|path| path.is_dir());
        let Some(path) = path else { return Ok(None) };
        let files = ModelFiles::from(&path);
        let label = Label::read(&path).ok_or_else(|| format!("{LABEL} is missing or damaged"));
        let label = label.and_then(|label| {
            let new = Label::new(model, &label.kind, &label.source);
            if label.files != new.files {
                return Err("the files are of another version".to_owned());
            }
            fits(model, &files, true).map(|()| label)
        });
        match label {
            Ok(Label { kind, source, .. }) => {
                Ok(Some(ModelFolder { files, place: Place::Cache { kind, source } }))
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
fn fits(model: &Model, files: &ModelFiles, made: bool) -> std::result::Result<(), String> {
    for file in &model.files {
        let path = &file.path;
        let found = files.size(path).map_err(|why| format!("{path} {why}"))?;
        let exact = made || file.content.is_none();
        if let Some(size) = file.check.map(|check| check.size)
            && exact
            && size != found
        {
            return Err(format!("{path} has {found} bytes and should have {size}"));
        }
    }
    Ok(())
}
