//! A turn of the conversation so far.

use serde::{Deserialize, Serialize};

/// A question that was asked and the answer it got. A history is a slice of them, oldest first.
///
/// ```
/// use grice_judge::Turn;
///
/// let turn = Turn::new("Who wrote it?", "Mary Shelley");
/// assert_eq!((turn.question.as_str(), turn.answer.as_str()), ("Who wrote it?", "Mary Shelley"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// What was asked.
    pub question: String,
    /// What was answered; empty where nothing was, or where it isn't known.
    #[serde(default)]
    pub answer: String,
}

impl Turn {
    /// A turn of a question and its answer.
    pub fn new(question: impl Into<String>, answer: impl Into<String>) -> Turn {
        Turn { question: question.into(), answer: answer.into() }
    }
}
