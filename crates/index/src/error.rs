//! What can go wrong with an index, in the user's words.

use std::io;
use std::path::{Path, PathBuf};

use grice_corpus::{Problem, ReadError};
use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenDirectoryError, OpenReadError, OpenWriteError};

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
    /// The index's format is older than what this program reads.
    #[error("{}: the index was made by an older Grice (format {found}; this one reads {known}); ingest again: delete the folder, or name another", folder.display())]
    Older {
        /// The index's folder.
        folder: PathBuf,
        /// The format found.
        found: u32,
        /// The oldest format this program reads.
        known: u32,
    },
    /// The folder was there when the index was opened, and is no longer.
    #[error("{}: the folder is gone: it was deleted or moved while it was in use; ingest again, or name where it is now", .0.display())]
    Gone(PathBuf),
    /// Its files may not be read.
    #[error("{}: the index may not be read by this user ({reason}); ask its owner to let others read the folder and its files, or ingest into a folder of your own", folder.display())]
    NoReading {
        /// The index's folder.
        folder: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// Its files may not be written.
    #[error("{}: the index may not be written by this user ({reason}); it can still be searched: to change it, run the command as its owner, or ingest into a folder of your own", folder.display())]
    NoWriting {
        /// The index's folder.
        folder: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// The file system is mounted so that nothing can be written.
    #[error("{}: the file system is read-only; the index can be searched there but not changed: mount it for writing, or ingest into another folder", .0.display())]
    ReadOnly(PathBuf),
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
    #[error("{folder}: the index is damaged ({why}); delete the folder and ingest again (`grice index verify --index {folder}` lists all damaged files)", folder = folder.display())]
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
    /// Whether the caller asked for something that cannot be, as against something that failed.
    pub fn is_misuse(&self) -> bool {
        match self {
            Error::NoIndex(_)
            | Error::NotEmpty(_)
            | Error::NotAFolder(_)
            | Error::NoVectors(_)
            | Error::OtherModel { .. }
            | Error::Similarity { .. } => true,
            Error::Source(source) => matches!(
                source,
                ReadError::NotFound(_)
                    | ReadError::Empty(_)
                    | ReadError::Special(_)
                    | ReadError::Glob { .. }
                    | ReadError::NothingReadable { .. }
            ),
            _ => false,
        }
    }

    /// Puts the storage engine's error into the user's words.
    pub(crate) fn engine(folder: &Path, error: TantivyError) -> Error {
        match &error {
            TantivyError::LockFailure(LockError::LockBusy, _) => Error::Busy(folder.to_owned()),
            TantivyError::LockFailure(LockError::IoError(reason), _)
            | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error: reason, .. })
            | TantivyError::IoError(reason) => Error::writing(folder, again(reason)),
            TantivyError::OpenReadError(OpenReadError::IoError { io_error: reason, .. })
            | TantivyError::OpenDirectoryError(OpenDirectoryError::IoError {
                io_error: reason,
                ..
            }) => Error::reading(folder, again(reason)),
            TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(file)) => {
                Error::missing(folder, file)
            }
            TantivyError::OpenDirectoryError(OpenDirectoryError::DoesNotExist(_)) => {
                Error::Gone(folder.to_owned())
            }
            _ => {
                let why = error.to_string();
                match kind_in(&why) {
                    Some(kind) => Error::writing(folder, io::Error::new(kind, why)),
                    None => Error::Damaged { folder: folder.to_owned(), why },
                }
            }
        }
    }

    /// A failure to read an index's files.
    pub(crate) fn reading(folder: &Path, reason: io::Error) -> Error {
        match reason.kind() {
            io::ErrorKind::PermissionDenied => {
                Error::NoReading { folder: folder.to_owned(), reason }
            }
            _ => Error::writing(folder, reason),
        }
    }

    /// A failure to write an index's files, or one that has nothing to do with who may do what.
    pub(crate) fn writing(folder: &Path, reason: io::Error) -> Error {
        let gone = || matches!(folder.try_exists(), Ok(false));
        let folder = folder.to_owned();
        match reason.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::FileTooLarge
            | io::ErrorKind::QuotaExceeded => Error::Full(folder),
            io::ErrorKind::ReadOnlyFilesystem => Error::ReadOnly(folder),
            io::ErrorKind::PermissionDenied => Error::NoWriting { folder, reason },
            io::ErrorKind::NotFound if gone() => Error::Gone(folder),
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                Error::Damaged { folder, why: reason.to_string() }
            }
            _ => Error::Io { folder, reason },
        }
    }

    fn missing(folder: &Path, file: &Path) -> Error {
        let folder = folder.to_owned();
        match folder.try_exists() {
            Ok(false) => Error::Gone(folder),
            _ => Error::Damaged { folder, why: format!("{} is missing", file.display()) },
        }
    }
}

/// The engine's threads hand on no more than an error's text.
fn kind_in(text: &str) -> Option<io::ErrorKind> {
    let known = [
        ("No space left", io::ErrorKind::StorageFull),
        ("StorageFull", io::ErrorKind::StorageFull),
        ("File too large", io::ErrorKind::FileTooLarge),
        ("Disk quota exceeded", io::ErrorKind::QuotaExceeded),
        ("Permission denied", io::ErrorKind::PermissionDenied),
        ("Read-only file system", io::ErrorKind::ReadOnlyFilesystem),
        ("No such file", io::ErrorKind::NotFound),
    ];
    known.iter().find(|(words, _)| text.contains(words)).map(|(_, kind)| *kind)
}

/// The engine shares its errors; ours are owned.
fn again(error: &io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(error.kind(), error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_lock_that_may_not_be_taken_is_not_another_process() {
        let folder = tempfile::tempdir().unwrap();
        let told = |kind: io::ErrorKind| {
            let lock = LockError::IoError(Arc::new(kind.into()));
            Error::engine(folder.path(), TantivyError::LockFailure(lock, None))
        };
        assert!(matches!(told(io::ErrorKind::PermissionDenied), Error::NoWriting { .. }));
        assert!(matches!(told(io::ErrorKind::ReadOnlyFilesystem), Error::ReadOnly(_)));
        assert!(matches!(told(io::ErrorKind::StorageFull), Error::Full(_)));
        assert!(matches!(told(io::ErrorKind::NotFound), Error::Io { .. }));
        let busy = TantivyError::LockFailure(LockError::LockBusy, None);
        assert!(matches!(Error::engine(folder.path(), busy), Error::Busy(_)));
    }

    #[test]
    fn what_ended_a_thread_is_told_by_its_text() {
        let folder = tempfile::tempdir().unwrap();
        let told =
            |text: &str| Error::engine(folder.path(), TantivyError::ErrorInThread(text.to_owned()));
        assert!(matches!(told("No space left on device (os error 28)"), Error::Full(_)));
        assert!(matches!(told("Permission denied (os error 13)"), Error::NoWriting { .. }));
        assert!(matches!(told("Read-only file system (os error 30)"), Error::ReadOnly(_)));
        assert!(matches!(told("it ended"), Error::Damaged { .. }));
    }

    #[test]
    fn a_file_that_may_not_be_read_a_missing_one_and_a_folder_that_is_gone_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let denied = OpenReadError::wrap_io_error(
            io::ErrorKind::PermissionDenied.into(),
            PathBuf::from("a.store"),
        );
        let missing = || OpenReadError::FileDoesNotExist(PathBuf::from("a.store"));
        let told = |path: &Path, error: OpenReadError| Error::engine(path, error.into());
        assert!(matches!(told(folder.path(), denied), Error::NoReading { .. }));
        let error = told(folder.path(), missing());
        assert!(error.to_string().contains("a.store is missing"), "{error}");
        assert!(matches!(told(&folder.path().join("none"), missing()), Error::Gone(_)));
    }
}
