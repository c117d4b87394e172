//! What can go wrong with a turn, in the user's words.

use std::path::PathBuf;

/// A turn that cannot be taken, or a system or conversation that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The collection cannot be searched. The conversation is as it was before the turn.
    #[error(transparent)]
    Index(#[from] grice_index::Error),
    /// The turn was stopped. The conversation is as it was before it.
    #[error("the turn was stopped")]
    Cancelled,
    /// The turn took longer than it might. The conversation is as it was before it.
    #[error("the turn took longer than its deadline; ask again, or give it more time")]
    Late,
    /// A judgement cannot be opened.
    #[error(transparent)]
    Judge(#[from] grice_judge::Error),
    /// The file of a system cannot be read.
    #[error("{}: the system cannot be read ({reason}); name a file such as systems/default.toml", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The machine's reason.
        reason: std::io::Error,
    },
    /// A system says something that cannot be.
    #[error("{path}: {why}; systems/default.toml shows every part and its numbers")]
    System {
        /// The file, or the name of the system.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// A system that Grice does not carry inside, and no file either.
    #[error("there is no system '{name}' and no such file; there are {}", known.join(", "))]
    NoSystem {
        /// What was asked for.
        name: String,
        /// The systems that Grice carries inside.
        known: Vec<&'static str>,
    },
    /// A generator cannot be set up.
    #[error(transparent)]
    Generator(#[from] grice_model::generate::GenerateError),
    /// The key of an endpoint is not there.
    #[error(
        "the environment variable {variable} is to hold the generator's key and is not set; set it, or leave out key_env where no key is needed"
    )]
    NoKey {
        /// The variable.
        variable: String,
    },
    /// A model that writes cannot be loaded.
    #[error("cannot load the model in {}: {source}", folder.display())]
    Load {
        /// Its folder.
        folder: PathBuf,
        /// What happened.
        source: grice_model::Error,
    },
    /// A model that was made for something else.
    #[error("{model}: not a model that writes or rewrites ({why}); name another in the system")]
    Unfit {
        /// Its name or folder.
        model: String,
        /// What it lacks.
        why: String,
    },
    /// A rule that Grice does not have.
    #[error("{path}: there is no rule '{rule}'; there are {}", known.join(", "))]
    NoRule {
        /// The file, or the name of the system.
        path: String,
        /// What was named.
        rule: String,
        /// The rules there are.
        known: Vec<&'static str>,
    },
    /// A conversation that was saved cannot be read.
    #[error("the conversation cannot be read: {0}; begin a new one, or mend the file")]
    Conversation(String),
    /// A conversation of a newer Grice.
    #[error(
        "the conversation was saved by a newer Grice (version {found}; this one reads up to {known}); upgrade Grice, or begin a new one"
    )]
    Newer {
        /// The version found.
        found: u32,
        /// The newest version this program reads.
        known: u32,
    },
}

/// The result of a turn.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Whether the caller asked for something that cannot be, as against something that failed.
    pub fn is_misuse(&self) -> bool {
        match self {
            Error::Index(error) => error.is_misuse(),
            Error::Judge(error) => error.is_misuse(),
            Error::Generator(error) => {
                use grice_model::generate::GenerateError;
                matches!(error, GenerateError::Address { .. } | GenerateError::Key { .. })
            }
            Error::Load { .. } | Error::Cancelled | Error::Late => false,
            Error::Unreadable { .. }
            | Error::System { .. }
            | Error::NoSystem { .. }
            | Error::NoKey { .. }
            | Error::NoRule { .. }
            | Error::Unfit { .. }
            | Error::Conversation(_)
            | Error::Newer { .. } => true,
        }
    }
}
