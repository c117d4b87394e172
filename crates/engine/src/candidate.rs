//! A passage that may have the answer, and what speaks for it.

use grice_index::PassageRecord;
use serde::{Deserialize, Serialize};

/// A passage that was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// The passage's id.
    pub id: String,
    /// The title of its document.
    pub title: String,
    /// What it is ranked by.
    pub score: f32,
    /// What speaks for it.
    pub features: Features,
    /// The passage. Empty in a reply that was saved and read again.
    #[serde(skip)]
    pub record: PassageRecord,
}

/// The number of a passage among candidates, to which it is added where it is not among them.
pub(crate) fn place(candidates: &mut Vec<Candidate>, passage: Candidate) -> usize {
    let known = candidates.iter().position(|candidate| candidate.id == passage.id);
    known.unwrap_or_else(|| {
        candidates.push(passage);
        candidates.len() - 1
    })
}

/// What speaks for a passage. A rank counts as 1 / (1 + rank / k), so 1 at the top and 0 where the
/// passage was not found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Features {
    /// Its rank by the question as it was asked.
    pub original: f32,
    /// By the rewritten question.
    pub rewrite: f32,
    /// By the last two turns and the question.
    pub recent: f32,
    /// By the last page's title, the last answer and the question.
    pub titled: f32,
    /// By the whole history and the question.
    pub all: f32,
    /// In a search of its page alone, among pages that were talked about or named.
    pub page: f32,
    /// By its vector.
    pub vector: f32,
    /// By the words of question and history that the finder expects.
    pub terms: f32,
    /// How likely its page is the one talked about.
    pub same: f32,
    /// Its page was talked about earlier; less the longer ago.
    pub earlier: f32,
    /// The question names its page.
    pub asked: f32,
    /// The last answer names its page.
    pub answered: f32,
    /// The page talked about links to its page.
    pub linked: f32,
    /// How likely the ranker finds it; 0 where it did not look.
    pub rank: f32,
    /// How likely the ranker finds its page.
    pub about: f32,
    /// How likely the reader finds that it is about the question; 0 where it did not look.
    pub relevance: f32,
    /// How likely the reader finds that it has the answer.
    pub confidence: f32,
}

impl Candidate {
    pub(crate) fn new(record: PassageRecord) -> Candidate {
        let (id, title) = (record.passage.clone(), record.title.clone());
        Candidate { id, title, score: 0.0, features: Features::default(), record }
    }

    /// The passage with its title as a first line, as ranker and reader were trained.
    pub(crate) fn titled(&self) -> String {
        format!("{}\n{}", self.record.title, self.record.text)
    }
}

/// What a rank, counted from 0, is worth.
pub(crate) fn worth(rank: usize, k: f32) -> f32 {
    1.0 / (1.0 + rank as f32 / k)
}
