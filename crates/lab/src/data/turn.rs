//! What every data set is read into: turns of conversations, and rows with labels.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A question that was asked before, and what was said to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The question, as it was asked.
    pub question: String,
    /// The answer; empty where the file does not tell it.
    pub answer: String,
}

/// A right answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gold {
    /// The answer's words.
    pub text: String,
    /// The evidence, verbatim, where the file has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<String>,
    /// The passage or element the evidence is from, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passage: Option<String>,
}

impl Gold {
    /// An answer without evidence.
    pub fn text(text: impl Into<String>) -> Gold {
        Gold { text: text.into(), ..Gold::default() }
    }
}

/// A passage that comes with a turn: the text to read, or the gold passage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The passage's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The page's title; empty where there is none.
    pub title: String,
    /// The section's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The text; empty where the file names the passage and does not give it.
    pub text: String,
}

/// A question back, and what each reply to it makes of the question that was asked (Abg-CoQA).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clarification {
    /// The question back.
    pub question: String,
    /// Replies to it, each with the answers that are then right.
    pub replies: Vec<Reading>,
}

/// One way to mean an ambiguous question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The reply to the question back.
    pub reply: String,
    /// The answers that are then right.
    pub answers: Vec<Gold>,
}

/// One question of a conversation, with what was said before and what is right to answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The turn's id, the same in every run; as the data set's own evaluation names it.
    pub id: String,
    /// The conversation's id.
    pub conversation: String,
    /// The turn's number in its conversation, from one.
    pub number: u32,
    /// The question, as it was asked.
    pub question: String,
    /// What was said before, oldest first.
    #[serde(default)]
    pub history: Vec<Exchange>,
    /// The question rewritten by a person so that it stands alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rewrite: Option<String>,
    /// Right answers, any of which will do; of PragmatiCQA, the reply in the teacher's own words.
    #[serde(default)]
    pub answers: Vec<Gold>,
    /// Whether the data set says that there is no answer.
    #[serde(default)]
    pub unanswerable: bool,
    /// Spans that answer the question as it was put (PragmatiCQA).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub literal: Vec<Gold>,
    /// Spans that answer what would be asked next (PragmatiCQA).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pragmatic: Vec<Gold>,
    /// Questions back, where the question is ambiguous (Abg-CoQA).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clarifications: Vec<Clarification>,
    /// Passages that come with the turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// The page that has the answer, or the conversation's subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// The section of the topic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// What results can be broken down by: `turn-type`, `question-type`, `source`, `genre`, …
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facets: BTreeMap<String, String>,
}

/// One text, or two, with labels: Circa, PragmEval, BoolQ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The row's id, the same in every run.
    pub id: String,
    /// The first text: Circa's question, BoolQ's question, PragmEval's `sentence1`.
    pub first: String,
    /// The second text: Circa's reply, BoolQ's passage, PragmEval's `sentence2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// The labels by their scheme: `strict` and `relaxed` (Circa), `label` (the others). A row that has none lacks the key.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// What results can be broken down by: `task`, `scenario`, …
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facets: BTreeMap<String, String>,
    /// What each annotator said, where the file tells it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub votes: Vec<String>,
}
