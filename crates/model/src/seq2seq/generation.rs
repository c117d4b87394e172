//! What may be asked of a model that writes, and what it gives.

use super::rules::{Rules, Special};
use crate::error::{Error, Result};

/// How a text is searched for. [`Seq2Seq::defaults`](super::Seq2Seq::defaults) has what a model's
/// own files recommend.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// The longest text, in tokens.
    pub max_new_tokens: usize,
    /// The text may not end before this many tokens.
    pub min_new_tokens: usize,
    /// How many beginnings are followed at a time; one is greedy search.
    pub beams: usize,
    /// How many texts are wanted, at most as many as beams.
    pub returned: usize,
    /// A text's score is its log-probability divided by its length to this power: above zero
    /// favours long texts.
    pub length_penalty: f32,
    /// When beam search ends.
    pub stopping: Stopping,
    /// No sequence of this many tokens comes twice; zero allows all.
    pub no_repeat_ngram: usize,
}

impl Default for Generation {
    /// Greedy search for at most twenty tokens, as in Transformers.
    fn default() -> Generation {
        Generation {
            max_new_tokens: 20,
            min_new_tokens: 0,
            beams: 1,
            returned: 1,
            length_penalty: 1.0,
            stopping: Stopping::Likely,
            no_repeat_ngram: 0,
        }
    }
}

/// When beam search ends: Transformers' `early_stopping`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stopping {
    /// As soon as there are as many texts as beams (`true`).
    Full,
    /// When the best beginning, if it ended now, would be no better than the worst text (`false`).
    #[default]
    Likely,
    /// When no beginning can become better than the worst text at any length (`"never"`).
    Certain,
}

/// A text a model wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The text, without special tokens.
    pub text: String,
    /// Its tokens. The last is the end token unless the text was cut at its longest.
    pub ids: Vec<u32>,
    /// Its log-probability divided by its length to the power of the length penalty.
    pub score: f32,
}

impl Generation {
    /// Says so when no text can come of these options.
    pub(crate) fn check(&self) -> Result<()> {
        let why = if self.beams == 0 {
            "zero beams; take one for greedy search".to_owned()
        } else if self.returned == 0 || self.returned > self.beams {
            format!("{} texts from {} beams; ask for no more than beams", self.returned, self.beams)
        } else if self.max_new_tokens == 0 {
            "a text of at most zero tokens; allow at least one".to_owned()
        } else if !self.length_penalty.is_finite() {
            "the length penalty is not a number".to_owned()
        } else {
            return Ok(());
        };
        Err(Error::Generation(why))
    }

    /// The rules for a model with these special tokens and this many positions.
    pub(crate) fn rules(&self, special: &Special, positions: usize) -> Rules {
        Rules {
            special: special.clone(),
            most: self.max_new_tokens.min(positions),
            least: self.min_new_tokens,
            ngram: self.no_repeat_ngram,
        }
    }
}
