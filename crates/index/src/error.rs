//! What can go wrong with an index, in the user's words.

use std::io;
use std::path::PathBuf;

use grice_corpus::{Problem, ReadError};
use tantivy::TantivyError;

/// An index that cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing is at that path, or no index is.
    #[error("{path}: no index is there; make one with `grice ingest SOURCE --index {path}`", path = .0.display())]
    NoIndex(PathBuf),
    /// A folder with other things in it.
    #[error("{}: the folder holds other files and no index; name an empty or new folder", .0.display())]
    NotEmpty(PathBuf),
    /// The path is a file's.
    #[error("{}: this is a file; name a folder for the index", .0.display())]
    NotAFolder(PathBuf),
    /// The index's format is newer than this program.
    #[error("{}: the index was made by a newer Grice (format {found}; this one reads up to {known}); upgrade Grice, or ingest into another folder", folder.display())]
    Newer {
        /// The index's folder.
        folder: PathBuf,
        /// The format found.
        found: u32,
        /// The newest format this program reads.
        known: u32,
    },
    /// Another process writes.
    #[error("{}: another process is writing to this index; wait until it has ended", .0.display())]
    Busy(PathBuf),
    /// The disk is full.
    #[error("{}: no space is left on the disk; the index is as it was at its last commit: free some space and run the command again", .0.display())]
    Full(PathBuf),
    /// Reading or writing failed.
    #[error("{}: cannot be read or written ({reason})", folder.display())]
    Io {
        /// The index's folder.
        folder: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// Files are damaged.
    #[error("{}: the index is damaged ({why}); delete the folder and ingest again", folder.display())]
    Damaged {
        /// The index's folder.
        folder: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Vectors are asked for where none are.
    #[error("{folder}: this index has no vectors; make them with `grice index embed --model NAME --index {folder}`", folder = .0.display())]
    NoVectors(PathBuf),
    /// The vectors are another model's.
    #[error("{folder}: the vectors are of the model {stored}, not of {asked}; use {stored}, or make them anew with `grice index embed --model {asked} --replace --index {folder}`", folder = folder.display())]
    OtherModel {
        /// The index's folder.
        folder: PathBuf,
        /// The model that made the vectors.
        stored: String,
        /// The model that was to be used.
        asked: String,
    },
    /// The files of the vectors are damaged; those of the text need not be.
    #[error("{folder}: the vectors are damaged ({why}); make them anew with `grice index embed --model NAME --replace --index {folder}`, or search with --mode bm25, which does not need them", folder = folder.display())]
    VectorsDamaged {
        /// The index's folder.
        folder: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// An encoder failed, or gave something other than vectors.
    #[error("the model {model} could not embed {what}: {reason}")]
    Encoder {
        /// The encoder's name.
        model: String,
        /// What it was given.
        what: String,
        /// Why it failed.
        reason: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A query's vector does not fit the index's.
    #[error(
        "the query's vector must be {expected} finite numbers, as the index's vectors are (it has {found}); embed the query with the model that made them"
    )]
    QueryVector {
        /// How many numbers it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// k1 or b out of range.
    #[error("k1 must be at least 0 and b between 0 and 1 (got k1 {k1}, b {b})")]
    Similarity {
        /// The k1 given.
        k1: f32,
        /// The b given.
        b: f32,
    },
    /// A source could not be read at all.
    #[error(transparent)]
    Source(#[from] ReadError),
    /// `--strict` met a problem.
    #[error(
        "stopped at the first problem, as --strict asks; nothing after the last commit was kept: {0}"
    )]
    Strict(Problem),
}

/// The result of anything done with an index.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Puts the storage engine's error into the user's words.
    pub(crate) fn engine(folder: &std::path::Path, error: TantivyError) -> Error {
        let folder = folder.to_owned();
        let text = error.to_string();
        let full = text.contains("No space left")
            || text.contains("StorageFull")
            || text.contains("File too large");
        match error {
            _ if full => Error::Full(folder),
            TantivyError::LockFailure(..) => Error::Busy(folder),
            TantivyError::IoError(source) => {
                Error::Io { folder, reason: io::Error::new(source.kind(), source.to_string()) }
            }
            _ => Error::Damaged { folder, why: text },
        }
    }

    pub(crate) fn io(folder: &std::path::Path, source: io::Error) -> Error {
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge => {
                Error::Full(folder.to_owned())
            }
            _ => Error::Io { folder: folder.to_owned(), reason: source },
        }
    }
}
