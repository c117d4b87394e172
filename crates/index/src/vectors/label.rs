//! The label of the vectors: which model made them, and which files they are in.
//!
//! A file counts once the label names it, and the label is replaced whole, so that a process that
//! is killed leaves either what was or what is to be; files without a name on the label are
//! removed by the next writer.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::checksum::{label_from_json, label_to_json};
use crate::error::{Error, Result};
use crate::folder::{Unusable, check_format};

/// The format this program reads and writes.
const FORMAT: u32 = 2;
pub(crate) const FOLDER: &str = "vectors";
pub(crate) const LABEL: &str = "label.json";
const LOCK: &str = "lock";
const EXTENSION: &str = "vectors";

/// What stands on the label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Label {
    pub format: u32,
    /// The encoder's name.
    pub model: String,
    pub dimensions: usize,
    /// The number of the next file.
    pub next: u64,
    /// Oldest first: of two vectors of a passage the later counts.
    pub segments: Vec<Listed>,
}

/// A file on the label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Listed {
    pub file: String,
    pub rows: u64,
    pub bytes: u64,
    /// The sum of the file's checksums, in hexadecimal: JSON's numbers are too small for it.
    pub checksum: String,
}

impl Label {
    pub(crate) fn new(model: &str, dimensions: usize) -> Label {
        let model = model.to_owned();
        Label { format: FORMAT, model, dimensions, next: 1, segments: Vec::new() }
    }

    /// The label of an index's vectors; `None` where it has none.
    pub(crate) fn read(index: &Path) -> Result<Option<Label>> {
        let json = match fs::read(folder(index).join(LABEL)) {
            Ok(json) => json,
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                let gone = matches!(index.try_exists(), Ok(false));
                return if gone { Err(Error::Gone(index.to_owned())) } else { Ok(None) };
            }
            Err(e) => return Err(Error::reading(index, e)),
        };
        check_format(&folder(index), &json, FORMAT)
            .and_then(|()| label_from_json(&json).map_err(Unusable::Damaged))
            .map(Some)
            .map_err(|unusable| match unusable {
                Unusable::Error(error) => error,
                Unusable::Damaged(why) => damaged(index, format!("{LABEL} {why}")),
            })
    }

    /// Puts the label in the place of the old one.
    pub(crate) fn save(&self, index: &Path) -> Result<()> {
        let folder = folder(index);
        let unfinished = folder.join(format!("{LABEL}.new"));
        let save = || {
            let mut file = File::create(&unfinished)?;
            io::Write::write_all(&mut file, &label_to_json(self)?)?;
            file.sync_all()?;
            fs::rename(&unfinished, folder.join(LABEL))?;
            // Not every system lets a folder be synced.
            File::open(&folder).and_then(|f| f.sync_all()).ok();
            Ok(())
        };
        save().map_err(|e| Error::writing(index, e))
    }

    /// Removes what is in the folder and not on the label: a killed process's unfinished files,
    /// and files whose vectors stand elsewhere now.
    pub(crate) fn sweep(&self, index: &Path) {
        for (name, path) in files(index) {
            if !self.segments.iter().any(|s| s.file == name) {
                fs::remove_file(path).ok();
            }
        }
    }
}

/// The folder of an index's vectors.
pub(crate) fn folder(index: &Path) -> PathBuf {
    index.join(FOLDER)
}

/// The name of a numbered file.
pub(crate) fn file_name(number: u64) -> String {
    format!("{number:08}.{EXTENSION}")
}

/// A number that no file has, whether it is on a label or not.
pub(crate) fn free_number(index: &Path) -> u64 {
    let number = |(name, _): (String, PathBuf)| name.split('.').next()?.parse::<u64>().ok();
    files(index).filter_map(number).max().map_or(1, |n| n + 1)
}

/// The files of vectors in the folder, named on the label or not.
fn files(index: &Path) -> impl Iterator<Item = (String, PathBuf)> {
    let entries = fs::read_dir(folder(index)).into_iter().flatten().flatten();
    entries
        .map(|e| (e.file_name().to_string_lossy().into_owned(), e.path()))
        .filter(|(name, _)| name.ends_with(&format!(".{EXTENSION}")))
}

/// Holds off other writers as long as it lives; the system lets go of it when a process dies.
pub(crate) fn lock(index: &Path) -> Result<File> {
    let folder = folder(index);
    // Not the folders above it: an index that was deleted does not come back.
    match fs::create_dir(&folder) {
        Err(e) if e.kind() != io::ErrorKind::AlreadyExists => return Err(Error::writing(index, e)),
        _ => {}
    }
    let file = File::create(folder.join(LOCK)).map_err(|e| Error::writing(index, e))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Busy(index.to_owned())),
        Err(TryLockError::Error(e)) => Err(Error::writing(index, e)),
    }
}

/// A checksum as the label writes it.
pub(crate) fn written_checksum(checksum: u64) -> String {
    format!("{checksum:016x}")
}

pub(crate) fn damaged(index: &Path, why: String) -> Error {
    Error::VectorsDamaged { folder: index.to_owned(), why }
}
