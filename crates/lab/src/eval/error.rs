//! What can go wrong in a run.

use std::io;
use std::path::{Path, PathBuf};

use crate::data;

/// What can go wrong in a run. [`Error::is_misuse`] tells what was asked wrongly from what failed.
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
        "{}: cannot be written: {reason}; make room or choose another folder with --results, then run the same command to go on",
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
    /// A name that nothing has.
    #[error("there is no {what} '{name}'{}; {hint}", near(near_names))]
    Unknown {
        /// What was asked for: a system, a data set, a split.
        what: &'static str,
        /// Its name.
        name: String,
        /// Names that are near it.
        near_names: Vec<String>,
        /// Where the names are told.
        hint: String,
    },
    /// A system that needs what is not here.
    #[error("{system} cannot be run on {data}: {why}")]
    Needs {
        /// The system.
        system: String,
        /// The data set.
        data: String,
        /// What it needs, and what the user can do.
        why: String,
    },
    /// Nothing of the data can be asked.
    #[error("{data} {split}: no turn can be run: {why}")]
    NoTurns {
        /// The data set.
        data: String,
        /// The split.
        split: String,
        /// Why.
        why: String,
    },
    /// The caller stopped it.
    #[error("stopped: {done} of {of} turns are kept; the same command goes on with the others")]
    Stopped {
        /// Turns that are done.
        done: usize,
        /// Turns of the run.
        of: usize,
    },
    /// The caller stopped it while the data and the passages were read.
    #[error(
        "stopped before the first turn; what was read of corpora is kept, and the same command goes on"
    )]
    StoppedReading,
    /// Turns failed.
    #[error(
        "{failed} of {of} turns failed ({why}); the others are kept and the same command tries these again, or finishes without them with --keep-failed"
    )]
    Failed {
        /// Turns that failed.
        failed: usize,
        /// Turns of the run.
        of: usize,
        /// Why the first did.
        why: String,
    },
    /// Another process is at the same run.
    #[error("{}: another process runs this at the moment; wait for it, or choose another folder with --results", .0.display())]
    Busy(PathBuf),
    /// What was run cannot be scored.
    #[error("{}: what was run cannot be scored: {why}; the turns are kept", folder.display())]
    Score {
        /// The run's folder.
        folder: PathBuf,
        /// What the scorer says.
        why: String,
    },
    /// The data cannot be read.
    #[error(transparent)]
    Data(#[from] data::Error),
    /// The system cannot be opened.
    #[error(transparent)]
    Engine(#[from] grice_engine::Error),
    /// The collection or the models cannot be opened.
    #[error(transparent)]
    Home(#[from] grice_home::Error),
    /// The collection cannot be read.
    #[error(transparent)]
    Index(#[from] grice_index::Error),
    /// The models cannot be looked up.
    #[error(transparent)]
    Registry(#[from] grice_model::registry::RegistryError),
}

/// A result of this module.
pub type Result<T, E = Error> = std::result::Result<T, E>;

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

    /// Whether the caller stopped it.
    pub fn is_stopped(&self) -> bool {
        matches!(self, Error::Stopped { .. } | Error::StoppedReading)
    }

    /// Whether the caller asked for what there is not.
    pub fn is_misuse(&self) -> bool {
        let of_data = |error: &data::Error| {
            use data::Error::{Missing, OtherKind, UnknownSet, UnknownSplit};
            matches!(
                error,
                Missing { .. } | OtherKind { .. } | UnknownSet { .. } | UnknownSplit { .. }
            )
        };
        match self {
            Error::Unknown { .. } | Error::Needs { .. } | Error::NoTurns { .. } => true,
            Error::Data(error) => of_data(error),
            Error::Engine(error) => error.is_misuse(),
            Error::Home(error) => error.is_misuse(),
            Error::Index(error) => error.is_misuse(),
            Error::Registry(error) => error.is_misuse(),
            _ => false,
        }
    }
}

fn near(names: &[String]) -> String {
    match names {
        [] => String::new(),
        names => format!(", did you mean {}?", names.join(" or ")),
    }
}
