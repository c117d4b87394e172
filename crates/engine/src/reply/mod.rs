//! What comes back from a turn.

mod evidence;
mod injection;
mod kind;
mod pronouns;
mod quote;
mod room;
mod timings;
mod why;

use serde::{Deserialize, Serialize};

use crate::retrieve::Candidate;
use crate::state::{Interpreted, Switch, Topic};

pub use evidence::{Evidence, Sentence, Shape};
pub(crate) use injection::{asks_for_orders, harmless, instructs, without_orders};
pub use kind::Kind;
pub(crate) use quote::{Quote, around, following, quote};
pub use room::{Act, Reference, Room, Signals};
pub(crate) use timings::Clock;
pub use timings::Timings;
pub use why::{Cut, Offered, Read, Wanted, Weighed, Why};

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
    /// The question as it stands alone.
    pub rewrite: String,
    /// How the question was understood, as a person would say it: a question, or "about X". Empty
    /// where it was taken as it was said.
    pub understood: String,
    /// Where to look, where the collection does not say: pages and sections, the best first.
    pub places: Vec<Evidence>,
    /// Words of the question that pointed at something said before, and what that was.
    pub reference: Option<Reference>,
    /// How probable it is that the answer is right, 0 to 1.
    pub confidence: f32,
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

impl Reply {
    /// Puts the text together from its sentences: prose goes on, lists and code stand on lines of
    /// their own.
    pub(crate) fn join(&mut self) {
        let mut text = String::new();
        let mut last = Shape::Prose;
        for sentence in &self.evidence {
            let apart = match (last, sentence.shape) {
                _ if text.is_empty() => "",
                (Shape::Prose, Shape::Prose) => " ",
                _ => "\n\n",
            };
            text.push_str(apart);
            text.push_str(&sentence.text);
            last = sentence.shape;
        }
        self.text = text;
    }

    /// Whether a sentence was added to the literal answer.
    pub(crate) fn is_added(&self, sentence: &Sentence) -> bool {
        let literal = self.literal.len();
        let added = sentence.spans.iter().all(|number| *number >= literal);
        added && !sentence.spans.is_empty() && !self.is_unknown()
    }

    /// Says a sentence first that is not of the collection.
    pub(crate) fn open_with(&mut self, text: &str) {
        self.evidence.insert(0, Sentence::plain(text));
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
