//! A passage that may have the answer, and what speaks for it.

use grice_index::PassageRecord;
use serde::{Deserialize, Serialize};

use crate::state::{Features, Topic};

/// A passage that was found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Candidate {
    /// The passage's id.
    pub id: String,
    /// The title of its document.
    pub title: String,
    /// What it is ranked by.
    pub score: f32,
    /// The number of the reading it was found for, and is judged against.
    #[serde(default)]
    pub reading: usize,
    /// What speaks for it.
    pub features: Features,
    /// The passage. Empty in a reply that was saved and read again.
    #[serde(skip)]
    pub record: PassageRecord,
}

impl Candidate {
    pub(crate) fn new(record: PassageRecord) -> Candidate {
        let (id, title) = (record.passage.clone(), record.title.clone());
        Candidate { id, title, record, ..Candidate::default() }
    }

    /// The page it stands on.
    pub(crate) fn topic(&self) -> Topic {
        let (document, title) = (self.record.document.clone(), self.record.title.clone());
        Topic { document, title }
    }

    /// The heading right above it.
    pub(crate) fn heading(&self) -> &str {
        self.record.section.rsplit(" › ").next().unwrap_or_default()
    }

    /// Its headings as a first line and its text below, as ranker and reader see it.
    pub(crate) fn headed(&self) -> String {
        format!("{}\n{}", self.head(), self.record.text)
    }

    /// The page's title and the headings above the passage.
    pub(crate) fn head(&self) -> String {
        match self.record.section.as_str() {
            "" => self.record.title.clone(),
            section => format!("{} › {section}", self.record.title),
        }
    }
}

/// Best first; of equals the one that was first.
pub(crate) fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
}

/// The number of a passage among candidates, to which it is added where it is not among them.
pub(crate) fn place(candidates: &mut Vec<Candidate>, passage: Candidate) -> usize {
    let known = candidates.iter().position(|candidate| candidate.id == passage.id);
    known.unwrap_or_else(|| {
        candidates.push(passage);
        candidates.len() - 1
    })
}
