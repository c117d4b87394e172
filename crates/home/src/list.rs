//! The collections there are, and what they hold.

use std::io::ErrorKind;
use std::path::Path;

use serde::Serialize;

use crate::error::{Error, Result};
use crate::folder::collections_folder;
use crate::place::Place;
use crate::{demo, name};

/// A collection and what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Collection {
    /// Its name.
    pub name: String,
    /// The folder of its index.
    pub folder: String,
    /// How many documents it has.
    pub documents: u64,
    /// How many passages they were cut into.
    pub passages: u64,
    /// Of all its files, vectors too.
    pub bytes: u64,
    /// Seconds since 1970 of the last ingest.
    pub ingested: Option<u64>,
    /// Whether it has vectors.
    pub vectors: bool,
    /// Why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// The collections there are, and the demo where it has been made, by name.
pub fn all() -> Result<Vec<Place>> {
    let mut all = Vec::new();
    if demo::folder()?.exists() {
        all.push(Place::Demo);
    }
    let folder = collections_folder()?;
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(reason) if reason.kind() == ErrorKind::NotFound => return Ok(all),
        Err(reason) => return Err(Error::Read { folder, reason }),
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    for name in names.filter(|name| name::is_name(name) && folder.join(name).is_dir()) {
        all.push(Place::named(&name)?);
    }
    all.sort_by_key(Place::said);
    Ok(all)
}

/// The same, with what each holds.
pub fn list() -> Result<Vec<Collection>> {
    all()?.iter().map(Collection::at).collect()
}

impl Collection {
    /// What the index at a place holds.
    pub fn at(place: &Place) -> Result<Collection> {
        let folder = place.folder()?;
        let mut collection = Collection {
            name: place.said(),
            folder: folder.display().to_string(),
            documents: 0,
            passages: 0,
            bytes: size(&folder),
            ingested: None,
            vectors: false,
            problem: None,
        };
        if let Err(error) = collection.look(place) {
            collection.problem = Some(error.to_string());
        }
        Ok(collection)
    }

    fn look(&mut self, place: &Place) -> Result<()> {
        let index = place.open()?;
        self.ingested = index.about()?.sources.iter().map(|source| source.at).max();
        let searcher = index.searcher()?;
        let info = searcher.info()?;
        (self.documents, self.passages) = (info.documents, info.passages);
        self.vectors = searcher.vectors()?.is_some();
        Ok(())
    }
}

/// The bytes of all files in a folder.
fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(there) if there.is_dir() => size(&entry.path()),
        Ok(there) => there.len(),
        Err(_) => 0,
    });
    bytes.sum()
}
