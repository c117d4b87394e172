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
    released: Option<usize>,
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
        Stream { files, part, released: None, read: 0, pieces, skipped: Vec::new(), failed: false }
    }

    /// Says how many the makers released.
    pub(crate) fn of(self, released: Option<usize>) -> Stream<T> {
        Stream { released, ..self }
    }

    /// The files that are read.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// How the files differ from the official ones, where they are another selection or lack something.
    pub fn part(&self) -> Option<&'static str> {
        self.part
    }

    /// What a reader of numbers over these files must know, a sentence each; complete once the stream has ended.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.part.map(str::to_owned).into_iter().collect();
        let there = self.read + self.skipped.len();
        if let Some(released) = self.released.filter(|released| there < *released) {
            notes.push(format!("{there} of the {released} that were released are at hand"));
        }
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
