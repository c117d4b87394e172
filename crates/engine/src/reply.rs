//! What comes back from a turn.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::candidate::Candidate;
use crate::conversation::{Switch, Topic};
use crate::pending::Interpreted;
use crate::refer::Reference;
use crate::room::Room;
use crate::why::Why;

/// The reply to an utterance.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Reply {
    /// What is said: the literal answer first, then what would be asked next.
    pub text: String,
    /// What kind of reply it is.
    pub kind: Kind,
    /// The literal answer alone; empty where there is none.
    pub answer: String,
    /// Where the literal answer stands.
    pub literal: Vec<Evidence>,
    /// Where what was added stands.
    pub pragmatic: Vec<Evidence>,
    /// The sentences of the text, each with the evidence it was made of.
    pub evidence: Vec<Sentence>,
    /// The page the answer came from.
    pub topic: Option<Topic>,
    /// How the topic changed.
    pub switched: Switch,
    /// The question as it was understood.
    pub rewrite: String,
    /// Words of the question that pointed at something said before, and what that was.
    pub reference: Option<Reference>,
    /// How probable it is that the answer is right, 0 to 1.
    pub confidence: f32,
    /// The page that the reply offers to go on with.
    pub lead: Option<Topic>,
    /// What could be asked next; each was found in the collection.
    pub follow_ups: Vec<String>,
    /// The passages that were found, best first.
    pub passages: Vec<Candidate>,
    /// What was understood, where the utterance was a reply to a question of ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interpreted: Option<Interpreted>,
    /// How the utterance was meant.
    pub room: Room,
    /// What could not be done, in plain words.
    pub notes: Vec<String>,
    /// How long each step took.
    pub timings: Timings,
    /// Why it is what it is.
    pub why: Why,
}

/// The kind of a reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Words of the collection.
    Span,
    /// Yes, with the sentence that says so.
    Yes,
    /// No, with the sentence that says so.
    No,
    /// The collection does not say.
    #[default]
    Unknown,
    /// Small talk, or nothing that could be looked for.
    Talk,
    /// A question of ours: several pages can be meant.
    Clarify,
}

/// Words of the collection, and where they stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The words.
    pub text: String,
    /// The passage's id.
    pub passage: String,
    /// The document's id.
    pub document: String,
    /// The document's title.
    pub title: String,
    /// The headings above the passage.
    pub section: String,
    /// Where the words begin in the passage, in characters.
    pub start: usize,
    /// Where they end.
    pub end: usize,
}

/// A sentence of a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// As it stands in the text.
    pub text: String,
    /// The numbers of its evidence: of the literal spans, then, counting on, the pragmatic ones.
    pub spans: Vec<usize>,
    /// The words of the collection that it says, whole; none where it says nothing of it.
    #[serde(default)]
    pub source: Vec<Evidence>,
}

/// Milliseconds of each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Timings {
    /// Hearing what was meant.
    pub listen: f64,
    /// Finding the pages of a history of which only the words were known.
    pub trail: f64,
    /// Making the question stand alone.
    pub contextualise: f64,
    /// Finding passages.
    pub retrieve: f64,
    /// Ranking them.
    pub rerank: f64,
    /// Reading them.
    pub read: f64,
    /// What would be asked next.
    pub anticipate: f64,
    /// Putting the reply together.
    pub compose: f64,
    /// Having a generator write it.
    pub generate: f64,
    /// Looking for follow-ups.
    pub follow: f64,
    /// All of it.
    pub total: f64,
}

impl Reply {
    /// Puts the text together from its sentences.
    pub(crate) fn join(&mut self) {
        let text: Vec<&str> = self.evidence.iter().map(|sentence| sentence.text.as_str()).collect();
        self.text = text.join(" ");
    }

    /// Whether a sentence was added to the literal answer.
    pub(crate) fn is_added(&self, sentence: &Sentence) -> bool {
        let literal = self.literal.len();
        let added = sentence.spans.iter().all(|number| *number >= literal);
        added && !sentence.spans.is_empty() && !self.is_unknown()
    }

    /// Says a sentence first that is not of the collection.
    pub(crate) fn open_with(&mut self, text: &str) {
        let sentence = Sentence { text: text.to_owned(), spans: Vec::new(), source: Vec::new() };
        self.evidence.insert(0, sentence);
        self.join();
    }

    /// Whether the collection did not have the answer.
    pub fn is_unknown(&self) -> bool {
        self.kind == Kind::Unknown
    }

    /// The titles of the pages that were found, best first, each once.
    pub fn documents(&self) -> Vec<&str> {
        let mut titles: Vec<&str> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for candidate in &self.passages {
            if seen.insert(candidate.title.as_str()) {
                titles.push(&candidate.title);
            }
        }
        titles
    }
}

/// Measures the steps one after the other.
pub(crate) struct Clock {
    began: Instant,
    last: Instant,
}

impl Clock {
    pub fn start() -> Clock {
        let now = Instant::now();
        Clock { began: now, last: now }
    }

    /// Milliseconds since the last step.
    pub fn step(&mut self) -> f64 {
        let now = Instant::now();
        let took = now.duration_since(self.last);
        self.last = now;
        took.as_secs_f64() * 1e3
    }

    /// Milliseconds since the start.
    pub fn total(&self) -> f64 {
        self.began.elapsed().as_secs_f64() * 1e3
    }
}
