//! What is found about a reply.

use std::fmt;

use serde::Serialize;

/// Whether evidence supports a reply, and where it does not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grounding {
    /// Whether the reply claims something and the evidence supports all of it.
    pub supported: bool,
    /// How well the evidence supports the reply, from 0 to 1: the lowest of what its sentences and
    /// the reply as a whole were given and, where the model asks for it, in part the share of words
    /// that the evidence has. It ranks replies; what is supported is told by the sentences.
    pub score: f32,
    /// The sentences that the evidence does not support.
    pub unsupported: Vec<String>,
    /// Every sentence of the reply.
    pub sentences: Vec<Sentence>,
    /// Who judged: a model's name, or `overlap`.
    pub by: String,
}

/// A sentence of a reply.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sentence {
    /// As written.
    pub text: String,
    /// How well the evidence supports it, from 0 to 1; nothing for a question or small talk, which
    /// claim nothing.
    pub score: Option<f32>,
    /// Why it is not supported; empty where it is, or claims nothing.
    pub reasons: Vec<Reason>,
}

/// Why a sentence is not supported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "text", rename_all = "lowercase")]
pub enum Reason {
    /// A number that the evidence lacks.
    Number(String),
    /// A date that the evidence lacks.
    Date(String),
    /// A name that the evidence lacks.
    Name(String),
    /// It denies what the evidence says, or says what the evidence denies.
    Negation,
    /// A word whose opposite the evidence has.
    Opposite(String),
    /// The score is too low.
    Score,
}

impl Sentence {
    /// Whether it claims something, and the evidence supports it.
    pub fn is_supported(&self) -> bool {
        self.score.is_some() && self.reasons.is_empty()
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Number(text) => write!(f, "the evidence has no {text}"),
            Reason::Date(text) => write!(f, "the evidence has no date {text}"),
            Reason::Name(text) => write!(f, "the evidence does not name {text}"),
            Reason::Negation => f.write_str("the evidence says the contrary"),
            Reason::Opposite(text) => write!(f, "the evidence has the opposite of {text}"),
            Reason::Score => f.write_str("the evidence does not say it"),
        }
    }
}
