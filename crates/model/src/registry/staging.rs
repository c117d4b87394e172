//! Where a model is put together before it is moved into the cache as a whole.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::digest::Sha256;
use super::error::{RegistryError, Result};
use super::label::{LABEL, Label};
use super::manifest::{Model, ModelFile};
use super::places::Places;

/// The folder in the cache that staging folders are in. No model's name begins with a dot.
const PULLS: &str = ".pull";

/// The right to change a model in the cache; given back when dropped, or when the process ends.
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock. If another process has it, `wait` is told and then waited for; without
    /// `wait` that is an error.
    pub fn take(places: &Places, name: &str, wait: Option<&mut dyn FnMut()>) -> Result<Lock> {
        let folder = places.cache()?.join(PULLS);
        fs::create_dir_all(&folder).map_err(|e| RegistryError::io(&folder, e))?;
        let path = folder.join(format!("{name}.lock"));
        let fail = |e| RegistryError::io(&path, e);
        let file = File::create(&path).map_err(fail)?;
        match (file.try_lock(), wait) {
            (Ok(()), _) => {}
            (Err(TryLockError::WouldBlock), Some(wait)) => {
                wait();
                file.lock().map_err(fail)?;
            }
            (Err(TryLockError::WouldBlock), None) => {
                return Err(RegistryError::Busy { name: name.to_owned() });
            }
            (Err(TryLockError::Error(e)), _) => return Err(fail(e)),
        }
        Ok(Lock { _file: file })
    }
}

/// The folder a model is put together in. Only the holder of the lock may use it; what is left
/// in it after a failure is what the next attempt goes on with.
pub(crate) struct Staging<'a> {
    model: &'a Model,
    folder: PathBuf,
    target: PathBuf,
}

impl<'a> Staging<'a> {
    pub fn open(places: &Places, model: &'a Model, _lock: &Lock) -> Result<Staging<'a>> {
        let cache = places.cache()?;
        let staging = Staging {
            model,
            folder: cache.join(PULLS).join(&model.name),
            target: cache.join(&model.name),
        };
        for folder in [staging.files(), staging.packages()] {
            fs::create_dir_all(&folder).map_err(|e| RegistryError::io(&folder, e))?;
        }
        Ok(staging)
    }

    /// The files as they will be in the cache.
    pub fn files(&self) -> PathBuf {
        self.folder.join("files")
    }

    /// Packages that were fetched whole.
    pub fn packages(&self) -> PathBuf {
        self.folder.join("packages")
    }

    /// An empty folder for a program's own files.
    pub fn scratch(&self) -> Result<PathBuf> {
        let folder = self.folder.join("scratch");
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).map_err(|e| RegistryError::io(&folder, e))?;
        Ok(folder)
    }

    /// The files that are not there yet; those an earlier attempt left are checked again.
    pub fn missing(&self, tell: &mut dyn FnMut(u64)) -> Vec<&'a ModelFile> {
        let there = |file: &ModelFile, tell: &mut dyn FnMut(u64)| {
            let path = self.files().join(&file.path);
            let sum = Sha256::of_file(&path, tell).ok();
            sum.is_some() && sum == file.check.map(|c| c.sha256)
        };
        self.model.files.iter().filter(|file| !there(file, tell)).collect()
    }

    /// Moves the files into the cache, in the place of what may be there, and removes the rest.
    pub fn land(self, kind: &str, source: &str) -> Result<PathBuf> {
        let files = self.files();
        self.sweep(&files)?;
        let label = files.join(LABEL);
        fs::write(&label, Label::new(self.model, kind, source).to_json())
            .and_then(|()| File::open(&label)?.sync_all())
            .map_err(|e| RegistryError::io(&label, e))?;
        sync_folder(&files);
        let old = self.folder.join("old");
        if self.target.exists() {
            fs::remove_dir_all(&old).ok();
            fs::rename(&self.target, &old).map_err(|e| RegistryError::io(&self.target, e))?;
        }
        fs::rename(&files, &self.target).map_err(|e| RegistryError::io(&self.target, e))?;
        self.target.parent().into_iter().for_each(sync_folder);
        fs::remove_dir_all(&self.folder).ok();
        Ok(self.target)
    }

    /// Removes what an earlier attempt, perhaps with another manifest, left among the files.
    fn sweep(&self, folder: &Path) -> Result<()> {
        let fail = |e| RegistryError::io(folder, e);
        for entry in fs::read_dir(folder).map_err(fail)? {
            let path = entry.map_err(fail)?.path();
            let inside = path.strip_prefix(self.files()).unwrap_or(&path);
            if path.is_dir() {
                self.sweep(&path)?;
                // Only an empty folder goes.
                fs::remove_dir(&path).ok();
            } else if self.model.files.iter().all(|f| Path::new(&f.path) != inside) {
                fs::remove_file(&path).map_err(fail)?;
            }
        }
        Ok(())
    }
}

/// Removes a model from the cache, and what a pull of it has left.
pub(crate) fn remove(places: &Places, name: &str, _lock: &Lock) -> Result<bool> {
    let cache = places.cache()?;
    let staging = cache.join(PULLS).join(name);
    let target = cache.join(name);
    let old = staging.join("old");
    let fail = |e| RegistryError::io(&target, e);
    let left = staging.exists();
    let there = target.exists();
    if there {
        // Out of sight first, so that nobody sees half of it.
        fs::create_dir_all(&staging).map_err(fail)?;
        fs::remove_dir_all(&old).ok();
        fs::rename(&target, &old).map_err(fail)?;
    }
    match fs::remove_dir_all(&staging) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(fail(e)),
        _ => Ok(there || left),
    }
}

/// Makes names durable, where the system lets a folder be synced.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        File::open(folder).and_then(|f| f.sync_all()).ok();
    }
}
