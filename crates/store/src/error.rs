//! What can go wrong with saved conversations, in the user's words.

use std::path::PathBuf;

/// Conversations that cannot be saved or read. No message holds a password or a key.
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
    /// The PostgreSQL server cannot be reached, or does not let us in.
    #[error(
        "{server}: PostgreSQL cannot be used ({why}); check that it runs, and the URL's user, password, database and sslmode"
    )]
    NoServer {
        /// The server's URL without its password.
        server: String,
        /// The reason.
        why: String,
    },
    /// The connection broke while a change was committed.
    #[error(
        "{0}: the connection broke while a change was saved; look whether it is there before you repeat it"
    )]
    Unsure(String),
    /// The place for conversations cannot be understood.
    #[error("the URL of the conversations cannot be understood: {0}")]
    BadUrl(String),
    /// The file is no database, or its pages are not as they were written.
    #[error(
        "{place}: the file of saved conversations is damaged ({why}); move it out of the way, and a new one is made"
    )]
    Damaged {
        /// The file or the server.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// A database that another program made.
    #[error("{0}: this is another program's database; move it out of the way, or name another")]
    Foreign(String),
    /// Tables of a newer Grice.
    #[error(
        "{place}: conversations were saved by a newer Grice (version {found}; this one reads up to {known}); upgrade Grice"
    )]
    Newer {
        /// The file or the server.
        place: String,
        /// The version found.
        found: u32,
        /// The newest version this program reads.
        known: u32,
    },
    /// Others kept the conversations to themselves for too long.
    #[error("{0}: another process keeps the saved conversations busy; try again")]
    Busy(String),
    /// There is no room for a turn.
    #[error("{0}: no space is left on the disk; free some")]
    Full(String),
    /// Reading or writing failed in another way.
    #[error("{place}: saved conversations cannot be read or written ({why})")]
    Failed {
        /// The file or the server.
        place: String,
        /// The database's reason.
        why: String,
    },
    /// The system gives no random bytes, without which no id or key can be made.
    #[error("the operating system gives no random bytes ({0}); try again")]
    NoRandom(String),
    /// The last conversation is asked for where there is none.
    #[error("no conversation is saved yet; `grice chat` begins one")]
    Nothing,
    /// No conversation has that name, number or key.
    #[error("no saved conversation is called '{0}'; `/resume` in `grice chat` lists them")]
    Unknown(String),
    /// The conversation has no such turn.
    #[error("the conversation has no turn {0}; turns are counted from 0")]
    UnknownTurn(u32),
    /// There is no such key.
    #[error("no key in use has the number {0}; list the keys to see their numbers")]
    UnknownKey(i64),
    /// The words of a conversation cannot be read.
    #[error("conversation {id} in {place}: {why}")]
    Unreadable {
        /// The file or the server.
        place: String,
        /// The conversation's number.
        id: i64,
        /// What is wrong.
        why: Box<grice_engine::Error>,
    },
    /// Another process has added a turn that this one does not know, or taken one away.
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
    /// A note that is too long to keep.
    #[error("a note has at most {0} characters; shorten it")]
    LongNote(usize),
}

/// The result of saving or reading.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Whether the caller asked for something that cannot be, as against something that failed.
    pub fn is_misuse(&self) -> bool {
        matches!(
            self,
            Error::Nothing
                | Error::BadUrl(_)
                | Error::Unknown(_)
                | Error::UnknownTurn(_)
                | Error::UnknownKey(_)
                | Error::NameTaken { .. }
                | Error::BadName { .. }
                | Error::LongNote(_)
                | Error::Foreign(_)
                | Error::Newer { .. }
        )
    }
}
