//! The vectors of an index as one label names them, mapped into memory.

use std::fs;
use std::io;
use std::path::Path;

use tantivy::Directory;
use tantivy::directory::MmapDirectory;
use tantivy::directory::error::OpenReadError;

use crate::error::{Error, Result};
use crate::vectors::file::Segment;
use crate::vectors::label::{FOLDER, LABEL, Label, Listed, damaged, folder};

/// How often the label is read again when a file on it has gone.
const TRIES: usize = 5;

/// A label and its files.
pub(crate) struct Store {
    pub label: Label,
    /// In the label's order: oldest first.
    pub segments: Vec<Segment>,
}

impl Store {
    /// Opens an index's vectors; `None` where it has none.
    pub(crate) fn open(index: &Path) -> Result<Option<Store>> {
        let mut label = Label::read(index)?;
        for _ in 0..TRIES {
            let Some(read) = label else { return Ok(None) };
            match Store::of(index, read.clone()) {
                // A writer may merge files between our reading the label and opening them.
                Err(error) => {
                    label = Label::read(index)?;
                    if label.as_ref() == Some(&read) {
                        return Err(error);
                    }
                }
                opened => return opened.map(Some),
            }
        }
        Err(Error::Busy(index.to_owned()))
    }

    /// Opens the files that a label names.
    pub(crate) fn of(index: &Path, label: Label) -> Result<Store> {
        let segments = label.segments.iter().map(|listed| open_segment(index, &label, listed));
        Ok(Store { segments: segments.collect::<Result<_>>()?, label })
    }

    pub(crate) fn rows(&self) -> usize {
        self.segments.iter().map(Segment::rows).sum()
    }

    /// The hash of the text that a passage's newest vector was made from.
    pub(crate) fn hash_of(&self, key: u64) -> Option<u64> {
        self.segments.iter().rev().find_map(|s| s.find(key).map(|row| s.hash(row)))
    }
}

fn open_segment(index: &Path, label: &Label, listed: &Listed) -> Result<Segment> {
    let folder = folder(index);
    let wrong = |why: String| damaged(index, format!("{} {why}", listed.file));
    let size = match fs::metadata(folder.join(&listed.file)) {
        Ok(metadata) => metadata.len(),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            return Err(wrong("is missing".to_owned()));
        }
        Err(e) => return Err(Error::reading(index, e)),
    };
    if size != listed.bytes {
        return Err(wrong(format!("has {size} bytes instead of {}", listed.bytes)));
    }
    let directory = MmapDirectory::open(&folder).map_err(|e| Error::engine(index, e.into()))?;
    let file = directory.open_read(Path::new(&listed.file)).map_err(|e| match e {
        OpenReadError::FileDoesNotExist(_) => wrong("is missing".to_owned()),
        other => Error::engine(index, other.into()),
    })?;
    let bytes = file.read_bytes().map_err(|e| Error::reading(index, e))?;
    let checksum = u64::from_str_radix(&listed.checksum, 16)
        .map_err(|_| wrong("has no checksum on the label".to_owned()))?;
    Segment::open(&listed.file, bytes, checksum, label.dimensions)
        .map_err(|why| damaged(index, why))
}

/// The files on the label that are not what was written.
pub(crate) fn damaged_files(index: &Path) -> Result<Vec<String>> {
    let label = match Label::read(index) {
        Ok(Some(label)) => label,
        Ok(None) => return Ok(Vec::new()),
        Err(Error::VectorsDamaged { .. }) => return Ok(vec![format!("{FOLDER}/{LABEL}")]),
        Err(error) => return Err(error),
    };
    let mut wrong = Vec::new();
    for listed in &label.segments {
        match open_segment(index, &label, listed) {
            Ok(segment) if segment.check_all().is_ok() => {}
            Ok(_) | Err(Error::VectorsDamaged { .. }) => {
                wrong.push(format!("{FOLDER}/{}", listed.file));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(wrong)
}
