//! Collections: indexes that are known by name, each in a folder of that name in Grice's home.

mod list;
mod name;
mod remove;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use grice_index::{Error, Index};
use serde_json::Value;

pub use list::list;
pub use name::expanded;
pub use remove::{RemoveArgs, remove};

use crate::demo;
use crate::output::Misuse;

/// The folder of collections in Grice's home.
const FOLDER: &str = "collections";

/// The name of the demo.
const DEMO: &str = "demo";

/// Which index a command is about.
#[derive(Debug, Args)]
pub struct IndexArg {
    /// A collection's name, or the path of an index [default: $GRICE_INDEX, or else the demo]
    #[arg(long = "index", value_name = "NAME|PATH")]
    index: Option<OsString>,
}

/// The same, with the name also as an argument of its own.
#[derive(Debug, Args)]
pub struct CollectionArg {
    /// A collection's name, or the path of an index [default: $GRICE_INDEX, or else the demo]
    #[arg(value_name = "COLLECTION", conflicts_with = "index")]
    collection: Option<OsString>,
    /// The same as COLLECTION
    #[arg(long = "index", value_name = "NAME|PATH")]
    index: Option<OsString>,
}

/// Which index documents go into.
#[derive(Debug, Args)]
pub struct TargetArg {
    /// The collection to add to, by its name or a path; made if it does not exist [default:
    /// $GRICE_INDEX, or else the source's name]
    #[arg(long = "index", value_name = "NAME|PATH")]
    index: Option<OsString>,
}

/// Where an index is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The demo, which is made when it is needed.
    Demo,
    /// A collection.
    Named { name: String, folder: PathBuf },
    /// A folder that the user has chosen.
    Path(PathBuf),
}

impl IndexArg {
    /// Opens the index that was named, or else the demo's.
    pub fn open(&self) -> Result<Index> {
        given(self.index.as_deref())?.unwrap_or(Place::Demo).open()
    }
}

impl TargetArg {
    /// What was named, or else `$GRICE_INDEX`.
    pub fn given(&self) -> Result<Option<Place>> {
        match given(self.index.as_deref())? {
            Some(Place::Demo) => Err(Misuse(
                "the collection 'demo' is Grice's own and cannot be added to; choose another name"
                    .to_owned(),
            )
            .into()),
            other => Ok(other),
        }
    }
}

impl CollectionArg {
    /// What was named, or else `$GRICE_INDEX`.
    pub fn given(&self) -> Result<Option<Place>> {
        given(self.collection.as_deref().or(self.index.as_deref()))
    }

    /// Opens the index that was named, or else the demo's.
    pub fn open(&self) -> Result<Index> {
        self.given()?.unwrap_or(Place::Demo).open()
    }
}

fn given(value: Option<&OsStr>) -> Result<Option<Place>> {
    let set = std::env::var_os("GRICE_INDEX").filter(|value| !value.is_empty());
    value.or(set.as_deref()).map(Place::parse).transpose()
}

impl Place {
    /// The place that a name or a path says.
    pub fn parse(value: &OsStr) -> Result<Place> {
        if name::is_path(value) {
            return Ok(Place::Path(name::expanded(value)));
        }
        match value.to_str() {
            Some(DEMO) => Ok(Place::Demo),
            Some(text) if name::is_name(text) => Place::named(text),
            _ => {
                let text = value.to_string_lossy();
                Err(Misuse(format!(
                    "'{text}' cannot be a collection's name: names are of letters, digits, '-', '_' and '.', and begin \
                     with none of '-' and '.'; for a folder, write {}",
                    name::as_path(&text)
                ))
                .into())
            }
        }
    }

    /// The place of the collection that a source makes, by the source's own name.
    pub fn of_source(source: &Path) -> Result<Place> {
        match name::of_source(source) {
            Some(name) if name == DEMO => Err(Misuse(format!(
                "{}: the name 'demo' is that of Grice's own demo; name the collection with --index NAME",
                source.display()
            ))
            .into()),
            Some(name) => Place::named(&name),
            None => Err(Misuse(format!(
                "{}: it has no name that a collection could have; name the collection with --index NAME",
                source.display()
            ))
            .into()),
        }
    }

    fn named(name: &str) -> Result<Place> {
        Ok(Place::Named { name: name.to_owned(), folder: home()?.join(name) })
    }

    /// The place of a folder: a collection, where it is one of them.
    pub fn of_folder(folder: &Path) -> Result<Place> {
        let full = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = folder.file_name().and_then(OsStr::to_str).filter(|name| name::is_name(name));
        match (folder.parent(), name) {
            (Some(parent), Some(name)) if full(parent) == full(&home()?) => Place::named(name),
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

    /// Opens the index there.
    pub fn open(&self) -> Result<Index> {
        match self {
            Place::Demo => demo::open(),
            Place::Path(folder) => Ok(Index::open(folder)?),
            Place::Named { name, folder } => match Index::open(folder) {
                Err(Error::NoIndex(_)) if !folder.exists() => Err(unknown(name)?.into()),
                opened => Ok(opened?),
            },
        }
    }
}

/// Where collections are kept.
fn home() -> Result<PathBuf> {
    Ok(demo::data_home()?.join(FOLDER))
}

/// The collections there are, and the demo where it has been made, by name.
fn all() -> Result<Vec<Place>> {
    let mut all = Vec::new();
    if demo::folder()?.exists() {
        all.push(Place::Demo);
    }
    let home = home()?;
    let entries = match std::fs::read_dir(&home) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(all),
        Err(error) => anyhow::bail!("cannot read {}: {error}", home.display()),
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> =
        names.filter(|name| name::is_name(name) && home.join(name).is_dir()).collect();
    names.sort_unstable();
    for name in names {
        all.push(Place::named(&name)?);
    }
    all.sort_by_key(Place::said);
    Ok(all)
}

/// What is said of a name that no collection has.
fn unknown(name: &str) -> Result<Misuse> {
    let mut text = format!("there is no collection '{name}'");
    if has_index(Path::new(name)) {
        let path = name::as_path(name);
        text.push_str(&format!("; for the index in the folder of that name here, write {path}"));
        return Ok(Misuse(text));
    }
    let names: Vec<String> = all()?.iter().map(Place::said).collect();
    let near = names.iter().filter(|other| is_near(other, name));
    let near: Vec<String> = near.map(|other| format!("'{other}'")).collect();
    text.push_str(&match (near.is_empty(), names.is_empty()) {
        (false, _) => format!("; did you mean {}?", near.join(" or ")),
        (true, true) => format!("; make it with `grice ingest SOURCE --index {name}`"),
        (true, false) => format!(
            "; known are: {}; `grice ingest SOURCE --index {name}` makes it",
            names.join(", ")
        ),
    });
    Ok(Misuse(text))
}

/// Whether a folder has an index's label, be the rest damaged or of a newer version.
fn has_index(folder: &Path) -> bool {
    let label = std::fs::read(folder.join("grice.json")).ok();
    let label: Option<Value> = label.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    label.is_some_and(|label| label["format"].is_u64() && label["made_by"].is_string())
}

/// Whether two names differ by two letters at most, or one begins the other.
fn is_near(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let short = one.len().min(other.len());
    (short >= 3 && (one.starts_with(&other) || other.starts_with(&one)))
        || distance(&one, &other) <= (short / 3).min(2)
}

/// Levenshtein's distance: letters to add, to take away and to change.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_were_mistyped_are_near() {
        assert_eq!(
            (distance("notes", "nots"), distance("", "ab"), distance("ab", "ba")),
            (1, 2, 2)
        );
        assert!(is_near("notes", "nots") && is_near("notes", "Note") && is_near("wiki", "wiki-en"));
        assert!(!is_near("notes", "wiki") && !is_near("a", "b") && !is_near("demo", "notes"));
    }
}
