//! Whether files can be read to their ends, and what is passed over in them.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::collect::splits;
use crate::data::{DataSet, Kind, Result, Skipped, Stream};

/// A split that was read to its end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Through {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Turns or rows that were read.
    pub read: usize,
    /// What was passed over.
    pub skipped: Vec<Skipped>,
    /// How the files differ from the official ones.
    pub part: Option<&'static str>,
    /// What they lack of what was released.
    pub lacking: Vec<String>,
}

/// The splits that have files of their own; what is drawn from these is left out.
pub fn file_splits(set: DataSet) -> Vec<&'static str> {
    match set {
        DataSet::Circa => vec!["all"],
        DataSet::Scai => vec!["train", "test", "toy"],
        _ => {
            let (release, more) = splits(set);
            release.iter().chain(more).copied().collect()
        }
    }
}

/// The splits of [`file_splits`] whose files are there, without reading them.
pub fn at_hand(set: DataSet, dir: &Path) -> Vec<&'static str> {
    let there = |split: &&str| {
        let opened = match set.kind() {
            Kind::Conversations => set.turns(dir, split).map(drop),
            Kind::Rows => set.rows(dir, split).map(drop),
        };
        !opened.is_err_and(|error| error.is_missing())
    };
    file_splits(set).into_iter().filter(there).collect()
}

/// Reads a split to its end.
pub fn read_through(set: DataSet, dir: &Path, split: &str) -> Result<Through> {
    match set.kind() {
        Kind::Conversations => through(set.turns(dir, split)?),
        Kind::Rows => through(set.rows(dir, split)?),
    }
}

fn through<T>(mut stream: Stream<T>) -> Result<Through> {
    let mut read = 0;
    for item in stream.by_ref() {
        item?;
        read += 1;
    }
    Ok(Through {
        files: stream.files().map(Path::to_owned).collect(),
        read,
        skipped: stream.skipped().to_vec(),
        part: stream.part(),
        lacking: stream.lacking(),
    })
}
