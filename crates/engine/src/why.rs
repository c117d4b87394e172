//! Why a turn went as it did: what a trace tells beside passages and timings.

use serde::{Deserialize, Serialize};

use crate::contextualise::Forms;
use crate::reply::{Evidence, Kind};

/// Why a reply is what it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Why {
    /// Who made the question stand alone; empty where nobody did.
    pub rewritten_by: String,
    /// The forms of the question that were searched.
    pub forms: Forms,
    /// What the reader found in each passage it read, the one that is worth most first.
    pub read: Vec<Weighed>,
    /// The confidence below which there is no answer.
    pub least: f32,
    /// What made more of what was read: the text's own list, its number, a comparison of two pages, a superlative
    /// of the right kind, a cause, yes or no, the page itself;
    /// empty where the answer is the reader's.
    pub completed_by: String,
    /// Sentences that could be added to the answer, the most wanted first.
    pub added: Vec<Wanted>,
    /// Where the follow-ups come from.
    pub follow_ups: Vec<Offered>,
    /// Who wrote the reply; empty for the composer.
    pub written_by: String,
    /// What a generator wrote and the evidence does not support.
    pub cut: Vec<Cut>,
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
    /// What counts when the answer is chosen: the confidence, less for a passage that is behind.
    pub worth: f32,
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
