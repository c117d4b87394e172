//! A file that is summed while it is written, and gets its name only if the sum is right.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::digest::{BLOCK, Running};
use super::error::{RegistryError, Result};
use super::manifest::{Check, ModelFile};

/// A file of a model on its way into the staging folder.
pub(crate) struct CheckedFile {
    file: File,
    path: PathBuf,
    unfinished: PathBuf,
    name: String,
    check: Option<Check>,
    sum: Running,
}

impl CheckedFile {
    /// Begins a file anew.
    pub fn create(folder: &Path, model_file: &ModelFile) -> Result<CheckedFile> {
        let mut file = Self::resume(folder, model_file)?;
        file.restart()?;
        Ok(file)
    }

    /// Goes on with what an earlier attempt left.
    pub fn resume(folder: &Path, model_file: &ModelFile) -> Result<CheckedFile> {
        let path = folder.join(&model_file.path);
        let unfinished = unfinished(&path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|e| RegistryError::io(parent, e))?;
        let fail = |e| RegistryError::io(&unfinished, e);
        let mut options = File::options();
        let mut file =
            options.read(true).append(true).create(true).open(&unfinished).map_err(fail)?;
        let mut sum = Running::default();
        sum.add_file(&mut file, &mut |_| {}).map_err(fail)?;
        let check = model_file.check;
        let mut file =
            CheckedFile { file, path, unfinished, name: model_file.path.clone(), check, sum };
        if check.is_some_and(|c| file.bytes() > c.size) {
            file.restart()?;
        }
        Ok(file)
    }

    /// Throws away what is there.
    pub fn restart(&mut self) -> Result<()> {
        self.sum = Running::default();
        self.file.set_len(0).map_err(|e| RegistryError::io(&self.unfinished, e))
    }

    /// How many bytes are there.
    pub fn bytes(&self) -> u64 {
        self.sum.bytes()
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let found = self.bytes() + bytes.len() as u64;
        if let Some(check) = self.check.filter(|c| found > c.size) {
            fs::remove_file(&self.unfinished).ok();
            let (file, expected) = (self.name.clone(), check.size);
            return Err(RegistryError::Size { file, expected, found });
        }
        self.file.write_all(bytes).map_err(|e| RegistryError::io(&self.unfinished, e))?;
        self.sum.add(bytes);
        Ok(())
    }

    /// Takes in all that a reader gives; after a failure nothing of it is left. `unreadable` tells
    /// what a failure of the reader means.
    pub fn take(
        &mut self,
        reader: &mut dyn Read,
        unreadable: &dyn Fn(io::Error) -> RegistryError,
        tell: &mut dyn FnMut(u64),
    ) -> Result<()> {
        let taken = self.take_all(reader, unreadable, tell);
        if taken.is_err() {
            fs::remove_file(&self.unfinished).ok();
        }
        taken
    }

    fn take_all(
        &mut self,
        reader: &mut dyn Read,
        unreadable: &dyn Fn(io::Error) -> RegistryError,
        tell: &mut dyn FnMut(u64),
    ) -> Result<()> {
        let mut block = vec![0; BLOCK];
        loop {
            let n = match reader.read(&mut block) {
                Ok(0) => return Ok(()),
                Ok(n) => n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(unreadable(e)),
            };
            self.write(&block[..n])?;
            tell(n as u64);
        }
    }

    /// Checks what was written and gives the file its name; what is wrong is removed.
    pub fn finish(self) -> Result<()> {
        let fail = |e| RegistryError::io(&self.unfinished, e);
        self.file.sync_all().map_err(fail)?;
        let (found, sum) = (self.sum.bytes(), self.sum.finish());
        match self.check {
            Some(Check { size: expected, .. }) if expected != found => {
                fs::remove_file(&self.unfinished).ok();
                Err(RegistryError::Size { file: self.name, expected, found })
            }
            Some(Check { sha256: expected, .. }) if expected != sum => {
                fs::remove_file(&self.unfinished).ok();
                Err(RegistryError::Checksum { file: self.name, expected, found: sum })
            }
            _ => fs::rename(&self.unfinished, &self.path).map_err(fail),
        }
    }
}

/// Where a file is while it is being written.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}
