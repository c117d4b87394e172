//! Which collection a command is about, and the commands on collections themselves.

mod list;
mod remove;

use std::ffi::{OsStr, OsString};

use anyhow::Result;
use clap::Args;
use grice_home::{Making, Place};
use grice_index::Index;

pub use list::list;
pub use remove::{RemoveArgs, remove};

use crate::output::{DIM, counted, tell};

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

impl IndexArg {
    /// Opens the index that was named, or else the demo's.
    pub fn open(&self) -> Result<Index> {
        open(&given(self.index.as_deref())?.unwrap_or(Place::Demo))
    }
}

impl TargetArg {
    /// What was named, or else `$GRICE_INDEX`.
    pub fn given(&self) -> Result<Option<Place>> {
        given(self.index.as_deref())
    }
}

impl CollectionArg {
    /// What was named, or else `$GRICE_INDEX`.
    pub fn given(&self) -> Result<Option<Place>> {
        given(self.collection.as_deref().or(self.index.as_deref()))
    }

    /// Opens the index that was named, or else the demo's.
    pub fn open(&self) -> Result<Index> {
        open(&self.given()?.unwrap_or(Place::Demo))
    }
}

fn given(value: Option<&OsStr>) -> Result<Option<Place>> {
    let set = std::env::var_os("GRICE_INDEX").filter(|value| !value.is_empty());
    Ok(value.or(set.as_deref()).map(Place::parse).transpose()?)
}

/// Opens an index. Where the demo is made for that, it is told.
pub fn open(place: &Place) -> Result<Index> {
    Ok(place.open_telling(&mut |making| match making {
        Making::Begun => tell(format_args!(
            "{DIM}No index yet: making the demo's, an encyclopedia of the Solar System…{DIM:#}"
        )),
        Making::Read { articles, words, folder } => tell(format_args!(
            "{DIM}{}, {} in {}{DIM:#}\n",
            counted(articles, "article"),
            counted(words, "word"),
            folder.display()
        )),
    })?)
}
