//! Why a report cannot be made.

use std::io;
use std::path::{Path, PathBuf};

use crate::eval;

/// Why a report cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was named is no folder of results.
    #[error(
        "{}: not a results folder: {why}; name a folder that `grice eval` has written, or one of those in it",
        path.display()
    )]
    NoResults {
        /// The path.
        path: PathBuf,
        /// What was found instead.
        why: &'static str,
    },
    /// Every run that was found is unfinished.
    #[error(
        "no run is finished ({}); finish them with the same `grice eval` commands, which go on where they stopped",
        unfinished.join(", ")
    )]
    NothingFinished {
        /// The runs.
        unfinished: Vec<String>,
    },
    /// Runs of different splits are to be compared.
    #[error("only runs of one split can be compared; these are of {}", splits.join("; "))]
    SeveralSplits {
        /// The splits.
        splits: Vec<String>,
    },
    /// A results file is damaged.
    #[error(transparent)]
    Results(#[from] eval::Error),
    /// The report cannot be written.
    #[error("{}: cannot be written: {reason}; make room or choose another folder with --out", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

/// A result of this module.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Whether the caller named what cannot be reported on.
    pub fn is_misuse(&self) -> bool {
        match self {
            Error::NoResults { .. }
            | Error::NothingFinished { .. }
            | Error::SeveralSplits { .. } => true,
            Error::Results(error) => error.is_misuse(),
            Error::Write { .. } => false,
        }
    }

    pub(super) fn write(path: &Path, reason: io::Error) -> Error {
        Error::Write { path: path.to_owned(), reason }
    }
}
