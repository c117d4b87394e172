//! Why a turn went as it did: what a trace tells beside passages and timings.

use serde::{Deserialize, Serialize};

use super::evidence::Evidence;
use super::kind::Kind;
use crate::retrieve::Forms;
use crate::state::ReadingKind;

/// Why a reply is what it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Why {
    /// Who made the question stand alone; empty where nobody did.
    pub rewritten_by: String,
    /// How likely it is that the question stands alone.
    pub alone: f32,
    /// What the question can mean, as it was searched.
    pub readings: Vec<Read>,
    /// The number of the reading that the evidence speaks for.
    pub reading: usize,
    /// What the reader found in each passage it read, the one that is worth most first.
    pub read: Vec<Weighed>,
    /// The confidence below which there is no answer.
    pub least: f32,
    /// The rules that changed this turn.
    pub rules: Vec<String>,
    /// Sentences that could be added to the answer, the most wanted first.
    pub added: Vec<Wanted>,
    /// Where the follow-ups come from.
    pub follow_ups: Vec<Offered>,
    /// Who wrote the reply; empty for the composer.
    pub written_by: String,
    /// What a generator wrote and the evidence does not support.
    pub cut: Vec<Cut>,
}

/// One thing the question can mean.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Read {
    /// What kind of reading it is.
    pub kind: ReadingKind,
    /// How likely it was before anything was found.
    pub likely: f32,
    /// What was searched.
    pub forms: Forms,
}

/// A passage that was read, and what was found in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weighed {
    /// The passage's id.
    pub passage: String,
    /// Its page's title.
    pub title: String,
    /// What kind of answer it gives.
    pub kind: Kind,
    /// Its words; a guess where the reader found no answer.
    pub text: String,
    /// How likely the reader finds that they answer the question.
    pub confidence: f32,
    /// How likely it finds that the passage is about the question.
    pub relevance: f32,
    /// How far the passage's score is behind the best.
    pub behind: f32,
    /// Whether this is the answer that was given.
    pub chosen: bool,
}

/// A sentence that could be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wanted {
    /// Where it stands.
    pub evidence: Evidence,
    /// How likely it is asked for next.
    pub score: f32,
    /// Whether the reply has it.
    pub said: bool,
}

/// A follow-up, and what speaks for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offered {
    /// What is offered.
    pub text: String,
    /// The passage it comes from: one with more to say, or the answer's, which names a page.
    pub from: String,
    /// How likely what stands there is asked for next; nothing for a page that is named.
    pub score: Option<f32>,
    /// The passage that a search for it finds.
    pub found: String,
    /// That passage's place in the search, from 1.
    pub rank: usize,
    /// And its score there.
    pub bm25: f32,
}

/// A sentence that was left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cut {
    /// What was written.
    pub text: String,
    /// Why it is not said.
    pub why: String,
}
