//! What a generator gives back.

use std::time::Duration;

/// Why the text ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The model ended its answer, or a stop word came.
    Stop,
    /// The token budget or the context was used up.
    Length,
    /// The caller cancelled.
    Cancelled,
    /// The server held text back by its own rules.
    Filtered,
}

/// A generated text and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The text, without the stop word.
    pub text: String,
    /// Why it ended.
    pub finish: Finish,
    /// The prompt's length in tokens, where it is known.
    pub prompt_tokens: Option<usize>,
    /// How many of the prompt's tokens were still there from the call before.
    pub reused_tokens: usize,
    /// The answer's length in tokens, where it is known.
    pub tokens: Option<usize>,
    /// From the call to the first token.
    pub until_first: Duration,
    /// From the call to the end.
    pub elapsed: Duration,
}
