//! What a score was computed with.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A metric with its model and every setting that changes a number, such as
/// `BERTScore (all-minilm-l6-v2, layer 5, idf)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Identity(String);

/// Two scores that were computed differently.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "scores of {left} and of {right} cannot be compared; compute both with the same model and settings"
)]
pub struct Incomparable {
    /// What one was computed with.
    pub left: Identity,
    /// What the other was computed with.
    pub right: Identity,
}

impl Identity {
    pub(super) fn new(metric: &str, settings: &[String]) -> Identity {
        Identity(format!("{metric} ({})", settings.join(", ")))
    }

    /// The identity as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether scores of both may be compared; the error names both.
    pub fn same_as(&self, other: &Identity) -> Result<(), Incomparable> {
        match self == other {
            true => Ok(()),
            false => Err(Incomparable { left: self.clone(), right: other.clone() }),
        }
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
