//! What can go wrong when rows are labelled.

use crate::{data, eval};

/// The result of labelling rows.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why rows were not labelled. [`Error::is_misuse`] tells what was asked wrongly from what failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A name that no system of the data set has.
    #[error("there is no system '{name}' for {data}; they are {known}")]
    UnknownSystem {
        /// What was asked for.
        name: String,
        /// The data set.
        data: String,
        /// The names there are.
        known: String,
    },
    /// A split on which nothing can be tested.
    #[error("{data} {split}: no system can be tested on it; {hint}")]
    Split {
        /// The data set.
        data: String,
        /// The split.
        split: String,
        /// The splits that will do.
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
    /// A system's file that is not understood.
    #[error("{file}: not the file of a system that labels rows: {why}")]
    File {
        /// The file.
        file: String,
        /// What is wrong.
        why: String,
    },
    /// The caller stopped it.
    #[error("stopped; runs that are finished are kept, the same command goes on with the others")]
    Stopped,
    /// The data cannot be read.
    #[error(transparent)]
    Data(#[from] data::Error),
    /// The results cannot be read or written.
    #[error(transparent)]
    Results(#[from] eval::Error),
    /// Nothing can be trained.
    #[error(transparent)]
    Train(grice_train::Error),
    /// A judgement's model cannot be used.
    #[error(transparent)]
    Judge(#[from] grice_judge::Error),
    /// A model cannot be used.
    #[error(transparent)]
    Model(#[from] grice_model::Error),
    /// A model is not here.
    #[error(transparent)]
    Registry(#[from] grice_model::registry::RegistryError),
    /// The labels cannot be scored.
    #[error("the labels cannot be scored: {0}")]
    Score(#[from] grice_metrics::labels::Error),
}

impl From<grice_train::Error> for Error {
    fn from(error: grice_train::Error) -> Error {
        match error {
            grice_train::Error::Stopped => Error::Stopped,
            other => Error::Train(other),
        }
    }
}

impl Error {
    /// Whether the caller asked for what there is not.
    pub fn is_misuse(&self) -> bool {
        use data::Error::{Missing, OtherKind, UnknownSet, UnknownSplit};
        match self {
            Error::UnknownSystem { .. } | Error::Split { .. } | Error::Needs { .. } => true,
            Error::Data(error) => {
                matches!(
                    error,
                    Missing { .. } | OtherKind { .. } | UnknownSet { .. } | UnknownSplit { .. }
                )
            }
            Error::Results(error) => error.is_misuse(),
            Error::Train(error) => error.is_callers(),
            _ => false,
        }
    }
}
