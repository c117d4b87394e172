//! Turns or rows, one after another, and what was skipped on the way.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::error::Result;
use super::turn::{Row, Turn};

/// The turns of a split.
pub type Turns = Stream<Turn>;

/// The rows of a split.
pub type Rows = Stream<Row>;

/// A line that a loader passed over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// The file.
    pub file: PathBuf,
    /// The line it starts in.
    pub line: usize,
    /// Why it was passed over.
    pub why: String,
}

/// What a loader makes of a piece of a file.
#[derive(Clone, Debug)]
pub(crate) enum Piece<T> {
    /// A turn or row.
    Read(T),
    /// Nothing, and why.
    Skipped(Skipped),
}

/// What each item should have, and how many do not.
struct Wanted<T> {
    what: &'static str,
    has: fn(&T) -> bool,
    lacking: usize,
}

/// An iterator over a split that keeps what it skips.
pub struct Stream<T> {
    files: Vec<PathBuf>,
    part: Option<&'static str>,
    released: Option<usize>,
    wanted: Option<Wanted<T>>,
    read: usize,
    pieces: Box<dyn Iterator<Item = Result<Piece<T>>> + Send>,
    skipped: Vec<Skipped>,
    failed: bool,
}

impl<T> Stream<T> {
    pub(crate) fn new(
        files: Vec<PathBuf>,
        part: Option<&'static str>,
        pieces: impl Iterator<Item = Result<Piece<T>>> + Send + 'static,
    ) -> Stream<T> {
        let pieces = Box::new(pieces);
        Stream {
            files,
            part,
            released: None,
            wanted: None,
            read: 0,
            pieces,
            skipped: Vec::new(),
            failed: false,
        }
    }

    /// Says how many the makers released.
    pub(crate) fn of(self, released: Option<usize>) -> Stream<T> {
        Stream { released, ..self }
    }

    /// Counts those that lack what the files should give each, so that it is told.
    pub(crate) fn each_with(self, what: &'static str, has: fn(&T) -> bool) -> Stream<T> {
        Stream { wanted: Some(Wanted { what, has, lacking: 0 }), ..self }
    }

    /// The files that are read.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// How the files differ from the official ones, where they are another selection or lack something.
    pub fn part(&self) -> Option<&'static str> {
        self.part
    }

    /// What the files lack of what was released, a sentence each; complete once the stream has ended.
    pub fn lacking(&self) -> Vec<String> {
        let mut lacking = Vec::new();
        let there = self.read + self.skipped.len();
        if let Some(released) = self.released.filter(|released| there < *released) {
            lacking.push(format!("{there} of the {released} that were released are at hand"));
        }
        if let Some(wanted) = self.wanted.as_ref().filter(|wanted| wanted.lacking > 0) {
            let Wanted { what, lacking: without, .. } = wanted;
            lacking.push(format!("{without} of {} have no {what} in the files", self.read));
        }
        lacking
    }

    /// What a reader of numbers over these files must know, a sentence each; complete once the stream has ended.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.part.map(str::to_owned).into_iter().collect();
        notes.extend(self.lacking());
        match self.skipped.len() {
            0 => {}
            1 => notes.push("1 line of the data was skipped".to_owned()),
            many => notes.push(format!("{many} lines of the data were skipped")),
        }
        notes
    }

    /// What was skipped so far; complete once the stream has ended.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }
}

impl<T> Iterator for Stream<T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        while !self.failed {
            match self.pieces.next()? {
                Ok(Piece::Read(item)) => {
                    self.read += 1;
                    if let Some(wanted) = self.wanted.as_mut().filter(|w| !(w.has)(&item)) {
                        wanted.lacking += 1;
                    }
                    return Some(Ok(item));
                }
                Ok(Piece::Skipped(skipped)) => self.skipped.push(skipped),
                Err(error) => {
                    self.failed = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

impl<T> fmt::Debug for Stream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("files", &self.files)
            .field("skipped", &self.skipped)
            .finish_non_exhaustive()
    }
}
