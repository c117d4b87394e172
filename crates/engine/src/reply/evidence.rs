//! Words of the collection, where they stand, and the sentences that are made of them.

use grice_text::CharMap;
use serde::{Deserialize, Serialize};

use crate::retrieve::Candidate;

/// Words of the collection, and where they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

/// A sentence of a reply, or a list or a piece of code that stands by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// As it stands in the text.
    pub text: String,
    /// The numbers of its evidence: of the literal spans, then, counting on, the pragmatic ones.
    pub spans: Vec<usize>,
    /// The words of the collection that it says, whole; none where it says nothing of it.
    #[serde(default)]
    pub source: Vec<Evidence>,
    /// How it is set.
    #[serde(default, skip_serializing_if = "Shape::is_prose")]
    pub shape: Shape,
}

/// How a part of a reply is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Running text.
    #[default]
    Prose,
    /// Lines: a list, steps, rows of a table, a term with its description.
    Lines,
    /// Code, commands or output: monospaced, with its line breaks.
    Code,
}

impl Shape {
    fn is_prose(&self) -> bool {
        *self == Shape::Prose
    }
}

impl Evidence {
    /// These bytes of a passage; none where they are no part of it.
    pub(crate) fn of(candidate: &Candidate, start: usize, end: usize) -> Option<Evidence> {
        let record = &candidate.record;
        let map = CharMap::new(&record.text);
        Some(Evidence {
            text: record.text.get(start..end)?.to_owned(),
            passage: record.passage.clone(),
            document: record.document.clone(),
            title: record.title.clone(),
            section: record.section.clone(),
            start: map.to_char(start)?,
            end: map.to_char(end)?,
        })
    }

    /// Whether it shares words with another.
    pub(crate) fn overlaps(&self, other: &Evidence) -> bool {
        self.passage == other.passage && self.start < other.end && other.start < self.end
    }
}

impl Sentence {
    /// A sentence that says nothing of the collection.
    pub(crate) fn plain(text: &str) -> Sentence {
        Sentence { text: text.to_owned(), ..Sentence::default() }
    }
}
