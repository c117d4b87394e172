//! A model's files, wherever they are: in a folder on the disk, or inside the program.

mod open;
mod own_file;
mod pack;

use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

pub(crate) use open::OpenFile;
pub use pack::{Pack, PackedFile, PackedModel};

use crate::error::{Error, Result};

/// How messages name the place of files that are part of the program.
const INSIDE: &str = "<inside grice>";

/// The files of one model.
///
/// ```
/// use grice_model::ModelFiles;
///
/// let files = ModelFiles::from(std::path::Path::new("my-models/reader"));
/// assert_eq!(files.name(), "reader");
/// assert!(!files.has("model.safetensors"));
/// ```
#[derive(Clone, Debug)]
pub struct ModelFiles(Place);

#[derive(Clone, Debug)]
enum Place {
    Folder(PathBuf),
    Pack { pack: &'static Pack, model: &'static PackedModel },
}

/// A file, and what tells that it was written anew.
#[derive(PartialEq)]
pub(crate) struct Identity {
    path: PathBuf,
    size: u64,
    changed: Option<SystemTime>,
}

impl ModelFiles {
    /// A model that is part of the program; none where the pack has no such folder.
    pub(crate) fn packed(pack: &'static Pack, folder: &str) -> Option<ModelFiles> {
        let model = pack.models.iter().find(|model| model.folder == folder)?;
        Some(ModelFiles(Place::Pack { pack, model }))
    }

    /// The folder on the disk; none for files that are part of the program.
    pub fn folder(&self) -> Option<&Path> {
        match &self.0 {
            Place::Folder(folder) => Some(folder),
            Place::Pack { .. } => None,
        }
    }

    /// The folder for messages.
    pub fn shown(&self) -> PathBuf {
        match &self.0 {
            Place::Folder(folder) => folder.clone(),
            Place::Pack { model, .. } => Path::new(INSIDE).join(model.folder),
        }
    }

    /// The folder's own name.
    pub fn name(&self) -> String {
        let shown = self.shown();
        let name = shown.file_name().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| shown.display().to_string())
    }

    /// A file's path for messages.
    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.shown().join(file)
    }

    /// Whether there is such a file.
    pub fn has(&self, file: &str) -> bool {
        match &self.0 {
            Place::Folder(folder) => folder.join(file).exists(),
            Place::Pack { model, .. } => model.file(file).is_some(),
        }
    }

    /// How many bytes a file has, or why that cannot be said.
    pub(crate) fn size(&self, file: &str) -> std::result::Result<u64, &'static str> {
        match &self.0 {
            Place::Pack { model, .. } => {
                model.file(file).map(|file| file.bytes.len() as u64).ok_or("is missing")
            }
            Place::Folder(folder) => match std::fs::metadata(folder.join(file)) {
                Ok(facts) if facts.is_file() => Ok(facts.len()),
                Ok(_) => Err("is no file"),
                Err(_) => Err("is missing"),
            },
        }
    }

    /// What a file holds; none where there is no such file.
    pub fn read(&self, file: &str) -> Result<Option<Vec<u8>>> {
        match &self.0 {
            Place::Pack { model, .. } => {
                let found = model.file(file);
                let open = found.map(|found| OpenFile::in_program(self.path(file), found.bytes));
                open.map(|open| open.part(0, open.length() as usize)).transpose()
            }
            Place::Folder(folder) => {
                let path = folder.join(file);
                match std::fs::read(&path) {
                    Ok(bytes) => Ok(Some(bytes)),
                    Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
                    Err(e) => Err(Error::io(&path, e)),
                }
            }
        }
    }

    /// A file, to be read in parts.
    pub(crate) fn open(&self, file: &str) -> Result<OpenFile> {
        let path = self.path(file);
        match &self.0 {
            Place::Folder(_) => OpenFile::on_disk(path),
            Place::Pack { model, .. } => match model.file(file) {
                Some(file) => Ok(OpenFile::in_program(path, file.bytes)),
                None => Err(Error::Missing(path)),
            },
        }
    }

    /// A file's path, for what can only be read from the disk.
    pub(crate) fn on_disk(&self, file: &str) -> Result<PathBuf> {
        match &self.0 {
            Place::Folder(folder) => Ok(folder.join(file)),
            Place::Pack { .. } => {
                let path = self.path(file);
                Err(Error::Unsupported(format!("{} from inside the program", path.display())))
            }
        }
    }

    /// Tells a file from others, and from what it was before it was written anew.
    pub(crate) fn identity(&self, file: &str) -> Result<Identity> {
        match &self.0 {
            Place::Folder(folder) => {
                let path = folder.join(file);
                let facts = std::fs::metadata(&path).map_err(|e| Error::io(&path, e))?;
                let real = path.canonicalize().map_err(|e| Error::io(&path, e))?;
                let changed = facts.modified().ok();
                Ok(Identity { path: real, size: facts.len(), changed })
            }
            Place::Pack { model, .. } => match model.file(file) {
                Some(found) => {
                    let size = found.bytes.len() as u64;
                    Ok(Identity { path: self.path(file), size, changed: None })
                }
                None => Err(Error::Missing(self.path(file))),
            },
        }
    }

    /// The folder of that name beside this one, which `grice.json` says the model shares.
    pub(crate) fn beside(&self, name: &str) -> Result<ModelFiles> {
        let mut parts = Path::new(name).components();
        if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
            let why =
                format!("\"words\" is \"{name}\", which is not the name of a folder beside it");
            return Err(Error::config(&self.path("grice.json"), why));
        }
        match &self.0 {
            Place::Pack { pack, .. } => ModelFiles::packed(pack, name)
                .ok_or_else(|| Error::Missing(Path::new(INSIDE).join(name))),
            Place::Folder(folder) => {
                // It may be a bare name or end in dots: what stands beside it is told by the real
                // path.
                let real = folder.canonicalize().map_err(|e| Error::io(folder, e))?;
                Ok(ModelFiles(Place::Folder(real.parent().unwrap_or(&real).join(name))))
            }
        }
    }
}

impl From<&PathBuf> for ModelFiles {
    fn from(folder: &PathBuf) -> ModelFiles {
        ModelFiles(Place::Folder(folder.clone()))
    }
}

impl From<&Path> for ModelFiles {
    fn from(folder: &Path) -> ModelFiles {
        ModelFiles(Place::Folder(folder.to_owned()))
    }
}

impl From<&ModelFiles> for ModelFiles {
    fn from(files: &ModelFiles) -> ModelFiles {
        files.clone()
    }
}
