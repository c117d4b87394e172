//! What can go wrong when a data set is read.

use std::path::{Path, PathBuf};

/// The result of reading a data set.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a data set could not be read. All but [`Error::Read`] are about what was asked for or about the file's contents.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A name that no data set has.
    #[error("there is no data set {name:?}: the names are {known}")]
    UnknownSet {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A split that the data set does not have.
    #[error("{set} has no split {split:?}: its splits are {splits}")]
    UnknownSplit {
        /// The data set.
        set: String,
        /// What was asked for.
        split: String,
        /// The splits there are.
        splits: String,
    },
    /// Turns were asked of a data set of rows, or rows of one of conversations.
    #[error("{set} has {has}, not {asked}")]
    OtherKind {
        /// The data set.
        set: String,
        /// What it has.
        has: &'static str,
        /// What was asked for.
        asked: &'static str,
    },
    /// No file of the split is there.
    #[error("{set} {split} is not in {}: looked for {looked_for} (also with .gz); {origin}", dir.display())]
    Missing {
        /// The data set.
        set: String,
        /// The split.
        split: String,
        /// The folder that was searched.
        dir: PathBuf,
        /// The files that would have done.
        looked_for: String,
        /// Where the files come from.
        origin: &'static str,
    },
    /// The operating system could not read a file.
    #[error("cannot read {}: {reason}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// A file ends before it should.
    #[error("{}:{line}: the file ends in the middle of {what}: it is cut off; get it again", file.display())]
    CutOff {
        /// The file.
        file: PathBuf,
        /// The line it ends in.
        line: usize,
        /// What was being read.
        what: String,
    },
    /// A file, or a line of it, is not what it should be.
    #[error("{}:{line}: {why}", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong, and what was expected.
        why: String,
    },
    /// A file as a whole is not what it should be.
    #[error("{}: {why}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong, and what was expected.
        why: String,
    },
}

impl Error {
    /// Whether the caller asked for what cannot be, or gave a file that is not what it should be; otherwise the system failed.
    pub fn is_misuse(&self) -> bool {
        !matches!(self, Error::Read { .. })
    }

    /// Whether files are not there at all, as opposed to damaged.
    pub fn is_missing(&self) -> bool {
        matches!(self, Error::Missing { .. })
    }

    pub(crate) fn line(file: &Path, line: usize, why: impl Into<String>) -> Error {
        Error::Line { file: file.to_owned(), line, why: why.into() }
    }

    pub(crate) fn file(file: &Path, why: impl Into<String>) -> Error {
        Error::File { file: file.to_owned(), why: why.into() }
    }
}
