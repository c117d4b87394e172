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

/// An iterator over a split that keeps what it skips.
pub struct Stream<T> {
    files: Vec<PathBuf>,
    part: Option<&'static str>,
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
        Stream { files, part, pieces: Box::new(pieces), skipped: Vec::new(), failed: false }
    }

    /// The files that are read.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// How the files differ from the official ones, where they are another selection or lack something.
    pub fn part(&self) -> Option<&'static str> {
        self.part
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
                Ok(Piece::Read(item)) => return Some(Ok(item)),
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
