//! What can go wrong at home, in the user's words.

use std::io;
use std::path::PathBuf;

use grice_model::registry::{RegistryError, Task};

use crate::name;

/// A collection, a model or an engine that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing says where Grice's folder is.
    #[error("no folder for collections and conversations: set GRICE_HOME")]
    NoHome,
    /// What is neither a name nor a path.
    #[error(
        "'{0}' cannot be a collection's name: names are of letters, digits, '-', '_' and '.', and begin \
         with none of '-' and '.'; for a folder, write {path}", path = name::as_path(.0)
    )]
    Name(String),
    /// A source whose name is the demo's.
    #[error("{}: the name 'demo' is that of Grice's own demo; name the collection with --index NAME", .0.display())]
    SourceLikeDemo(PathBuf),
    /// A source whose name can be no collection's.
    #[error("{}: it has no name that a collection could have; name the collection with --index NAME", .0.display())]
    SourceWithoutName(PathBuf),
    /// Something is to be added to the demo.
    #[error("the collection 'demo' is Grice's own and cannot be added to; choose another name")]
    Demo,
    /// No collection has that name.
    #[error("there is no collection '{name}'; {hint}")]
    Unknown {
        /// The name.
        name: String,
        /// What may have been meant, or how to make it.
        hint: String,
    },
    /// What is to be removed is no index.
    #[error("{}: no index is there, so nothing is removed; delete it yourself if you mean to", .0.display())]
    NothingToRemove(PathBuf),
    /// A folder cannot be removed.
    #[error("cannot remove {}: {reason}", folder.display())]
    Remove {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// The folder of collections cannot be read.
    #[error("cannot read {}: {reason}", folder.display())]
    Read {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// The demo's pages cannot be written.
    #[error("cannot write the demo's pages to {}: {reason}", folder.display())]
    DemoPages {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// A model that makes no vectors is to make them.
    #[error("{model} is a {task}, which makes no vectors; `grice models list` shows the encoders")]
    NoEncoder {
        /// Its name.
        model: String,
        /// What it does.
        task: Task,
    },
    /// A system that searches vectors, over an index without them.
    #[error(
        "the system {system} searches vectors alone, and this index has none; make them with `grice index embed`, \
         or use another system"
    )]
    NeedsVectors {
        /// The system's name.
        system: String,
    },
    /// A conversation that cannot be written as text.
    #[error("the conversation cannot be written: {0}")]
    Export(serde_json::Error),
    /// The index fails.
    #[error(transparent)]
    Index(#[from] grice_index::Error),
    /// A model is not in the registry, not on this machine, or damaged.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// A model cannot be loaded.
    #[error(transparent)]
    Model(#[from] grice_model::Error),
    /// A judgement cannot be opened.
    #[error(transparent)]
    Judge(#[from] grice_judge::Error),
    /// An engine cannot be opened.
    #[error(transparent)]
    Engine(#[from] grice_engine::Error),
}

/// The result of what is done at home.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Whether the caller asked for something that cannot be, as against something that failed.
    pub fn is_misuse(&self) -> bool {
        match self {
            Error::NoHome
            | Error::Name(_)
            | Error::SourceLikeDemo(_)
            | Error::SourceWithoutName(_)
            | Error::Demo
            | Error::Unknown { .. }
            | Error::NothingToRemove(_)
            | Error::NoEncoder { .. }
            | Error::NeedsVectors { .. } => true,
            Error::Remove { .. }
            | Error::Read { .. }
            | Error::DemoPages { .. }
            | Error::Export(_)
            | Error::Model(_) => false,
            Error::Index(error) => error.is_misuse(),
            Error::Registry(error) => error.is_misuse(),
            Error::Judge(error) => error.is_misuse(),
            Error::Engine(error) => error.is_misuse(),
        }
    }
}
