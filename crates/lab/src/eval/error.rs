//! What can go wrong in a run.

use std::io;
use std::path::{Path, PathBuf};

/// What can go wrong in a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    #[error("{}: cannot be read: {reason}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file cannot be written: the disk is full, or the folder is another's.
    #[error(
        "{}: cannot be written: {reason}; make room or choose another folder with --out, and run the same command to go on",
        path.display()
    )]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A results file does not hold what it should.
    #[error("{}{}: not a results file that this version reads: {why}; delete its folder and run again", path.display(), line.map(|n| format!(", line {n}")).unwrap_or_default())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line.
        line: Option<usize>,
        /// What is wrong.
        why: String,
    },
}

/// A result of this module.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn read(path: &Path, reason: io::Error) -> Error {
        Error::Read { path: path.to_owned(), reason }
    }

    pub(crate) fn write(path: &Path, reason: io::Error) -> Error {
        Error::Write { path: path.to_owned(), reason }
    }

    pub(crate) fn damaged(path: &Path, line: Option<usize>, why: &impl ToString) -> Error {
        Error::Damaged { path: path.to_owned(), line, why: why.to_string() }
    }
}
