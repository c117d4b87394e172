//! What can go wrong with a model, in the user's words.

use std::io;
use std::path::{Path, PathBuf};

/// A model that cannot be loaded or run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file of the model is not there.
    #[error("{}: this file of the model is missing; `grice models verify` says what is wrong and `grice models pull` fetches it again", .0.display())]
    Missing(PathBuf),
    /// A file cannot be read.
    #[error("{}: cannot be read ({reason})", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// A weight file is truncated or is not what its name says.
    #[error("{}: damaged or not a weight file ({why}); fetch the model again with `grice models pull`", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The configuration does not say what is needed, or says it wrongly.
    #[error("{}: {why}", path.display())]
    Config {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The tokenizer makes numbers the model has no vector for, or lacks a token it needs.
    #[error("{}: the tokenizer does not fit the model ({why}); take both from the same place", path.display())]
    Tokenizer {
        /// The tokenizer's file.
        path: PathBuf,
        /// What does not fit.
        why: String,
    },
    /// The weights and the configuration disagree.
    #[error("the weights do not fit the model's configuration: {0}")]
    Shape(String),
    /// An architecture or option this version does not run.
    #[error("this version of Grice cannot run {0}")]
    Unsupported(String),
    /// The input is longer than the model can take and may not be cut.
    #[error("the input is {tokens} tokens long and the model takes {most}; shorten it")]
    TooLong {
        /// Its length.
        tokens: usize,
        /// The longest the model takes.
        most: usize,
    },
    /// What is asked of a model that writes cannot be had.
    #[error("nothing can be written: {0}")]
    Generation(String),
    /// The ONNX runtime failed.
    #[error("{}: the graph failed to run ({why})", path.display())]
    Graph {
        /// The ONNX file.
        path: PathBuf,
        /// The runtime's words.
        why: String,
    },
}

/// The result of anything done with a model.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn io(path: &Path, reason: io::Error) -> Error {
        match reason.kind() {
            io::ErrorKind::NotFound => Error::Missing(path.to_owned()),
            _ => Error::Io { path: path.to_owned(), reason },
        }
    }

    /// What is wrong with a file, where a message has named it already.
    pub(crate) fn reason(&self) -> String {
        match self {
            Error::Missing(_) => "missing".to_owned(),
            Error::Io { reason, .. } => format!("cannot be read ({reason})"),
            other => other.to_string(),
        }
    }

    pub(crate) fn damaged(path: &Path, why: impl ToString) -> Error {
        Error::Damaged { path: path.to_owned(), why: why.to_string() }
    }

    pub(crate) fn config(path: &Path, why: impl ToString) -> Error {
        Error::Config { path: path.to_owned(), why: why.to_string() }
    }
}

impl From<rten_gemm::GemmError> for Error {
    fn from(error: rten_gemm::GemmError) -> Error {
        Error::Shape(error.to_string())
    }
}
