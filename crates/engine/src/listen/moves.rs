//! What an utterance asks for, as plain data.

use crate::state::{Pending, Topic};

/// What is to be done.
#[derive(Clone, Debug)]
pub(crate) enum Move {
    /// Nothing is looked for.
    Say {
        text: String,
        /// What is still waited for.
        pending: Option<Pending>,
    },
    /// A question is answered.
    Ask(Ask),
}

/// A question to answer, and how.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ask {
    pub question: String,
    /// The question as it is shown and kept, where it is not that one.
    pub whole: Option<String>,
    /// The one page that is meant.
    pub page: Option<Topic>,
    /// The page is to be told of; no answer is looked for.
    pub tell: bool,
    /// The page is to be told of where it has no answer.
    pub or_tell: bool,
    /// What was said in sentences before the question.
    pub opening: String,
    /// Whether it needs nothing of what was said before.
    pub alone: bool,
    /// Nothing is added to the answer.
    pub brief: bool,
    /// Answers that were turned down.
    pub refused: Vec<String>,
    /// How many of the turns it follows; none for all.
    pub before: Option<usize>,
    /// Whether no question of ours is to come back.
    pub settled: bool,
    /// What is said first.
    pub preface: String,
}

impl Move {
    pub fn say(text: &str) -> Move {
        Move::Say { text: text.to_owned(), pending: None }
    }
}

impl Ask {
    /// The question as it is kept.
    pub fn kept(&self) -> &str {
        self.whole.as_deref().unwrap_or(&self.question)
    }
}
