//! What can go wrong with a judgement, in the user's words.

use std::fmt;
use std::path::PathBuf;

use grice_model::registry::RegistryError;

/// A judgement that cannot be opened or made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The model is not in the registry or not on this machine.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The model cannot be loaded.
    #[error("cannot load the model in {}: {source}", folder.display())]
    Load {
        /// Its folder.
        folder: PathBuf,
        /// What happened.
        source: grice_model::Error,
    },
    /// The model was made for something else.
    #[error("{model}: not a model for `grice {judgement}` ({why}); name one that is with --model")]
    Unfit {
        /// The model's name or folder.
        model: String,
        /// The judgement that was to use it.
        judgement: &'static str,
        /// What it lacks.
        why: String,
    },
    /// There is nothing to judge.
    #[error("the {0} is empty; give at least one character that can be seen")]
    Empty(Part),
    /// The model failed on this input.
    #[error("the model '{model}' failed on this input: {source}")]
    Failed {
        /// The model's name.
        model: String,
        /// What happened.
        source: grice_model::Error,
    },
    /// The model's values are no numbers, so that they say nothing.
    #[error(
        "the model '{model}' gave no numbers for this input; its weights are damaged: `grice models verify` says where"
    )]
    NoNumbers {
        /// The model's name.
        model: String,
    },
}

/// A part of what is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What was asked.
    Question,
    /// What was said to it.
    Answer,
    /// What is read.
    Passage,
    /// What should support a reply.
    Evidence,
    /// What is to be supported.
    Reply,
    /// A text that is analyzed.
    Text,
    /// The second of two texts.
    Text2,
}

/// The result of a judgement.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Whether the caller asked for something that cannot be, as against something that failed.
    pub fn is_misuse(&self) -> bool {
        match self {
            Error::Registry(error) => error.is_misuse(),
            Error::Unfit { .. } | Error::Empty(_) => true,
            Error::Load { .. } | Error::Failed { .. } | Error::NoNumbers { .. } => false,
        }
    }

    /// Whether the weights are simply not there, so that a fallback may take their place. Weights
    /// that are damaged or of another version are there.
    pub fn is_absence(&self) -> bool {
        match self {
            Error::Registry(RegistryError::Unfit { folder, .. }) => !folder.exists(),
            Error::Registry(
                RegistryError::UnknownModel { .. }
                | RegistryError::NotHere { .. }
                | RegistryError::NoHome,
            ) => true,
            _ => false,
        }
    }
}

impl Part {
    /// Refuses a text in which there is nothing to see.
    pub(crate) fn seen(self, text: &str) -> Result<()> {
        match text.chars().all(|c| c.is_whitespace() || c.is_control()) {
            true => Err(Error::Empty(self)),
            false => Ok(()),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Question => "question",
            Part::Answer => "answer",
            Part::Passage => "passage",
            Part::Evidence => "evidence",
            Part::Reply => "reply",
            Part::Text => "text",
            Part::Text2 => "second text",
        })
    }
}
