//! What can go wrong with saved conversations, in the user's words.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Conversations that cannot be saved or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be opened or made.
    #[error("{}: saved conversations cannot be opened ({why}); check the folder and its permissions", path.display())]
    Unreachable {
        /// The file.
        path: PathBuf,
        /// The machine's reason.
        why: String,
    },
    /// The file is no database, or its pages are not as they were written.
    #[error("{}: the file of saved conversations is damaged ({why}); move it out of the way, and a new one is made", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A database that another program made.
    #[error("{}: this is another program's database; move it out of the way", .0.display())]
    Foreign(PathBuf),
    /// A file of a newer Grice.
    #[error("{}: conversations were saved by a newer Grice (version {found}; this one reads up to {known}); upgrade Grice", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version found.
        found: u32,
        /// The newest version this program reads.
        known: u32,
    },
    /// Another process kept the file to itself for too long.
    #[error("{}: another process keeps the saved conversations busy; try again", .0.display())]
    Busy(PathBuf),
    /// There is no room for a turn.
    #[error("{}: no space is left on the disk; free some", .0.display())]
    Full(PathBuf),
    /// Reading or writing failed in another way.
    #[error("{}: saved conversations cannot be read or written ({why})", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// The database's reason.
        why: String,
    },
    /// The last conversation is asked for where there is none.
    #[error("no conversation is saved yet; `grice chat` begins one")]
    Nothing,
    /// No conversation has that name or number.
    #[error("no saved conversation is called '{0}'; `/resume` in `grice chat` lists them")]
    Unknown(String),
    /// The words of a conversation cannot be read.
    #[error("conversation {id} in {}: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The conversation's number.
        id: i64,
        /// What is wrong.
        why: Box<grice_engine::Error>,
    },
    /// Another process has added a turn that this one does not know.
    #[error("another process has added to conversation {0} meanwhile; save this one as a new one")]
    Grown(i64),
    /// Another conversation has that name.
    #[error("conversation {id} is called '{name}' already; take another name")]
    NameTaken {
        /// The name.
        name: String,
        /// The conversation that has it.
        id: i64,
    },
    /// A name that could be mistaken.
    #[error("'{name}' can be no name: {why}")]
    BadName {
        /// The name.
        name: String,
        /// What is wrong.
        why: &'static str,
    },
}

/// The result of saving or reading.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Whether the caller asked for something that cannot be, as against something that failed.
    pub fn is_misuse(&self) -> bool {
        matches!(
            self,
            Error::Nothing
                | Error::Unknown(_)
                | Error::NameTaken { .. }
                | Error::BadName { .. }
                | Error::Foreign(_)
                | Error::Newer { .. }
        )
    }

    /// What the database says, with its file.
    pub(crate) fn of(path: &Path, error: &rusqlite::Error) -> Error {
        let (path, why) = (path.to_owned(), error.to_string());
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Busy(path),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Error::Damaged { path, why }
            }
            Some(ErrorCode::DiskFull) => Error::Full(path),
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
                Error::Unreachable { path, why }
            }
            _ => Error::Failed { path, why },
        }
    }
}
