//! What can be wrong with what was given to be scored.

use std::path::{Path, PathBuf};

use crate::{labels, neural, retrieval, statistics};

/// What a function of this crate gives, or why it cannot.
pub type Result<T> = std::result::Result<T, Error>;

/// Why something cannot be scored.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read.
    #[error("cannot read {}: {reason}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system said.
        reason: std::io::Error,
    },
    /// A file holds what it must not, or lacks what it must hold.
    #[error("{}{}: {why}", file.display(), line.map(|l| format!(":{l}")).unwrap_or_default())]
    Input {
        /// The file.
        file: PathBuf,
        /// The line, counted from one.
        line: Option<usize>,
        /// What is wrong there, and what to do.
        why: String,
    },
    /// Qrels or a run cannot be used.
    #[error(transparent)]
    Retrieval(Box<retrieval::DataError>),
    /// A measure's name cannot be understood.
    #[error(transparent)]
    Measure(#[from] retrieval::MeasureError),
    /// A run cannot be scored against qrels.
    #[error(transparent)]
    Ranked(#[from] retrieval::ScoreError),
    /// Labels cannot be scored.
    #[error(transparent)]
    Labels(#[from] labels::Error),
    /// A test or an interval cannot be given.
    #[error(transparent)]
    Statistics(#[from] statistics::Error),
    /// A measure that needs a model cannot be computed.
    #[error(transparent)]
    Neural(Box<neural::NeuralError>),
    /// What was asked for does not fit what was given.
    #[error("{0}")]
    Asked(String),
    /// Two scores that models made, and not the same ones.
    #[error(transparent)]
    OtherModel(Box<OtherModel>),
}

/// Two scores that models made, and not the same ones.
#[derive(Debug, thiserror::Error)]
#[error(
    "{measure} of {first} was made by {first_model}, {measure} of {second} by {second_model}; \
     scores of different models cannot be compared: score one of them again with the other's model"
)]
pub struct OtherModel {
    /// The measure.
    pub measure: String,
    /// A run.
    pub first: String,
    /// What scored it.
    pub first_model: String,
    /// Another run.
    pub second: String,
    /// What scored that.
    pub second_model: String,
}

impl From<retrieval::DataError> for Error {
    fn from(error: retrieval::DataError) -> Error {
        Error::Retrieval(Box::new(error))
    }
}

impl From<neural::NeuralError> for Error {
    fn from(error: neural::NeuralError) -> Error {
        Error::Neural(Box::new(error))
    }
}

impl Error {
    /// Something wrong in a line of a file.
    pub(crate) fn line(file: &Path, line: usize, why: impl Into<String>) -> Error {
        Error::Input { file: file.to_owned(), line: Some(line), why: why.into() }
    }

    /// Something wrong with a file as a whole.
    pub(crate) fn whole(file: &Path, why: impl Into<String>) -> Error {
        Error::Input { file: file.to_owned(), line: None, why: why.into() }
    }
}
