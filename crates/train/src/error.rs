//! What can go wrong in training.

use std::io;
use std::path::{Path, PathBuf};

/// The result of anything that trains.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why nothing was trained or predicted.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {reason}; make room or choose another place", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file has a line that is no labelled row.
    #[error("{}:{line}: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong, and what was expected.
        why: String,
    },
    /// A file as a whole is not what it should be.
    #[error("{}: {why}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong, and what to do.
        why: String,
    },
    /// Rows from which nothing can be learned.
    #[error("nothing can be learned from these rows: {0}")]
    Rows(String),
    /// The training was stopped before it was done.
    #[error("stopped; nothing was written")]
    Stopped,
    /// A model that is built on cannot be used.
    #[error(transparent)]
    Model(#[from] grice_model::Error),
    /// A model that is built on is not here.
    #[error(transparent)]
    Registry(#[from] grice_model::registry::RegistryError),
    /// A fault of ours.
    #[error("a fault of Grice's, please report it: {0}")]
    Fault(String),
}

impl Error {
    pub(crate) fn read(path: &Path, reason: io::Error) -> Error {
        Error::Read { path: path.to_owned(), reason }
    }

    pub(crate) fn write(path: &Path, reason: io::Error) -> Error {
        Error::Write { path: path.to_owned(), reason }
    }

    pub(crate) fn line(path: &Path, line: usize, why: impl Into<String>) -> Error {
        Error::Line { path: path.to_owned(), line, why: why.into() }
    }

    pub(crate) fn file(path: &Path, why: impl Into<String>) -> Error {
        Error::File { path: path.to_owned(), why: why.into() }
    }

    /// Whether what was asked for or given is wrong, and not Grice.
    pub fn is_callers(&self) -> bool {
        !matches!(self, Error::Fault(_) | Error::Write { .. })
    }
}
