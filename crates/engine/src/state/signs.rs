//! What speaks for a passage, and for which reading of the question.

use serde::{Deserialize, Serialize};

/// The kinds of readings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReadingKind {
    /// The words as they were said, as if nothing had been said before.
    #[default]
    AsSaid,
    /// With what the conversation adds.
    StandAlone,
    /// About the page that is talked about.
    AboutPage,
}

/// What speaks for a passage. In a search it is its score as a share of the best one's, so 1 at the
/// top and 0 where it was not found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Features {
    /// By the question as it was asked.
    pub original: f32,
    /// By the question made to stand alone.
    pub rewrite: f32,
    /// By the last two turns and the question.
    pub recent: f32,
    /// By the last page's title, the last answer and the question.
    pub titled: f32,
    /// By the whole history and the question.
    pub all: f32,
    /// Among the passages of its own page.
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
    /// The share of the question's words that it has, headings counted.
    pub covered: f32,
    /// The share of the question's names and identifiers that it has; 1 where there are none.
    pub named: f32,
    /// The share of the question's words that stand anywhere in the collection.
    pub known: f32,
    /// How likely the ranker finds it; 0 where it did not look.
    pub rank: f32,
    /// How likely the ranker finds its page.
    pub about: f32,
    /// How likely the reader finds that it is about the question; 0 where it did not look.
    pub relevance: f32,
    /// How likely the reader finds that it has the answer.
    pub confidence: f32,
}
