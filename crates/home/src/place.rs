//! Where an index is: collections are known by name, each in a folder of that name in Grice's home.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use grice_index::Index;

use crate::demo::{self, Making};
use crate::error::{Error, Result};
use crate::folder::collections_folder;
use crate::{name, unknown};

/// The name of the demo.
const DEMO: &str = "demo";

/// Where an index is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The demo, which is made when it is needed.
    Demo,
    /// A collection.
    Named {
        /// Its name.
        name: String,
        /// The folder of its index.
        folder: PathBuf,
    },
    /// A folder that the user has chosen.
    Path(PathBuf),
}

impl Place {
    /// The place that a name or a path says. A path holds a slash, or begins with a dot or a tilde.
    pub fn parse(value: &OsStr) -> Result<Place> {
        if name::is_path(value) {
            return Ok(Place::Path(name::expanded(value)));
        }
        match value.to_str() {
            Some(DEMO) => Ok(Place::Demo),
            Some(text) if name::is_name(text) => Place::named(text),
            _ => Err(Error::Name(value.to_string_lossy().into_owned())),
        }
    }

    /// The place of the collection that a source makes, by the source's own name.
    pub fn of_source(source: &Path) -> Result<Place> {
        match name::of_source(source) {
            Some(name) if name == DEMO => Err(Error::SourceLikeDemo(source.to_owned())),
            Some(name) => Place::named(&name),
            None => Err(Error::SourceWithoutName(source.to_owned())),
        }
    }

    pub(crate) fn named(name: &str) -> Result<Place> {
        Ok(Place::Named { name: name.to_owned(), folder: collections_folder()?.join(name) })
    }

    /// The place of a folder: a collection, where it is one of them.
    pub fn of_folder(folder: &Path) -> Result<Place> {
        let full = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = folder.file_name().and_then(OsStr::to_str).filter(|name| name::is_name(name));
        match (folder.parent(), name) {
            (Some(parent), Some(name)) if full(parent) == full(&collections_folder()?) => {
                Place::named(name)
            }
            _ => Ok(Place::Path(folder.to_owned())),
        }
    }

    /// The folder of the index.
    pub fn folder(&self) -> Result<PathBuf> {
        match self {
            Place::Demo => demo::folder(),
            Place::Named { folder, .. } | Place::Path(folder) => Ok(folder.clone()),
        }
    }

    /// How a command line says it.
    pub fn said(&self) -> String {
        match self {
            Place::Demo => DEMO.to_owned(),
            Place::Named { name, .. } => name.clone(),
            Place::Path(folder) => folder.display().to_string(),
        }
    }

    /// How a saved conversation names it: the demo and collections by their names, others by their
    /// whole path.
    pub fn kept_as(&self) -> Result<String> {
        let Place::Path(folder) = self else { return Ok(self.said()) };
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        Ok(Place::of_folder(&folder)?.said())
    }

    /// The place that a saved conversation names. Earlier versions named the demo by nothing, and
    /// collections by their folders.
    pub fn of_kept(kept: &str) -> Result<Place> {
        match kept {
            "" | DEMO => Ok(Place::Demo),
            name if name::is_name(name) => Place::named(name),
            folder => Place::of_folder(Path::new(folder)),
        }
    }

    /// Opens the index there; the demo is made if need be.
    pub fn open(&self) -> Result<Index> {
        self.open_telling(&mut |_| {})
    }

    /// Opens the index there, and tells how far the demo is while it is made.
    pub fn open_telling(&self, tell: &mut dyn FnMut(Making<'_>)) -> Result<Index> {
        match self {
            Place::Demo => demo::open(tell),
            Place::Path(folder) => Ok(Index::open(folder)?),
            Place::Named { name, folder } => match Index::open(folder) {
                Err(grice_index::Error::NoIndex(_)) if !folder.exists() => {
                    Err(unknown::error(name)?)
                }
                opened => Ok(opened?),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_the_demo_a_path_or_a_mistake() {
        let parse = |value: &str| Place::parse(OsStr::new(value));
        assert_eq!(parse("demo").unwrap(), Place::Demo);
        assert_eq!(parse("./demo").unwrap(), Place::Path("./demo".into()));
        let error = parse("my notes").unwrap_err();
        assert!(error.is_misuse() && error.to_string().ends_with("write ./my notes"), "{error}");
        let source = Path::new("/nowhere/demo.tar.gz");
        assert!(matches!(Place::of_source(source), Err(Error::SourceLikeDemo(_))));
        assert!(matches!(Place::of_source(Path::new("/")), Err(Error::SourceWithoutName(_))));
    }

    #[test]
    fn a_saved_conversation_finds_its_collection_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap().join("index");
        std::fs::create_dir(&path).unwrap();
        let notes = Place::parse("notes".as_ref()).unwrap();
        for place in [Place::Demo, Place::Path(path), notes.clone()] {
            assert_eq!(Place::of_kept(&place.kept_as().unwrap()).unwrap(), place);
        }
        assert_eq!(notes.kept_as().unwrap(), "notes");
        let folder = Place::Path(notes.folder().unwrap());
        assert_eq!(folder.kept_as().unwrap(), "notes");
        // As earlier versions kept them.
        assert_eq!(Place::of_kept("").unwrap(), Place::Demo);
        let folder = notes.folder().unwrap().display().to_string();
        assert_eq!(Place::of_kept(&folder).unwrap(), notes);
    }
}
