//! What only published systems say: where they come from, what becomes of the history, who answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Where a published system comes from. The engine does not look at it; tables do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// What the paper's table calls it.
    pub title: String,
    /// The paper and the section that describes it.
    pub cites: String,
    /// Whether it is asked the questions that people have rewritten, where the data has them.
    #[serde(default)]
    pub human_rewrites: bool,
    /// What the paper used, by part: `rewriter`, `vectors`, `ranker`, `reader`, `generator`.
    #[serde(default)]
    pub weights: BTreeMap<String, String>,
}

/// What becomes of what was said before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HistoryUse {
    /// Every judgement reads it.
    #[default]
    Read,
    /// The rewriter alone reads it; the rest get its question (TopiOCQA, section 5.1.2: Rewrites).
    Rewritten,
    /// Nobody reads it (TopiOCQA, section 5.1.2: Original).
    Ignored,
}

/// Who finds the answer in the passages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerBy {
    /// The reader.
    #[default]
    Reader,
    /// Nobody: the question is given as the answer (SCAI-QReCC, section 2.2: Basic).
    Question,
    /// The sentence with the most noun phrases of the question (SCAI-QReCC, section 2.2: Simple).
    NounPhrases,
}
