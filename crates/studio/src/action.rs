//! What participants can do, as the API takes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::interests::Inclination;
use crate::pages::Span;
use crate::session::{How, Step};

/// An action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)] // the fields are what the API describes
pub enum Do {
    /// Take away a notice.
    Dismiss { notice: String },
    /// Take the qualification.
    Qualify { answers: BTreeMap<String, usize> },
    /// Go to the waiting room.
    Wait,
    /// Leave the waiting room.
    StopWaiting,
    /// End a conversation after its minimum.
    Leave,
    /// End a conversation at once.
    Quit {
        #[serde(default)]
        reason: String,
    },
    /// End a conversation whose partner is late.
    EndLate,
    /// Say what interests one.
    Interests { answers: Vec<Inclination> },
    /// Take the background test.
    Background { related: Vec<bool> },
    /// Ask.
    Ask { question: String },
    /// Open a page.
    Browse {
        #[serde(default)]
        document: String,
        how: How,
    },
    /// Choose literal spans.
    Literal {
        #[serde(default)]
        word: Option<String>,
        #[serde(default)]
        spans: Vec<Span>,
    },
    /// Choose pragmatic spans.
    Pragmatic { spans: Vec<Span> },
    /// Choose again.
    BackTo { phase: Step },
    /// Reply.
    Reply { text: String },
    /// Answer with a rationale.
    Answer {
        rationale: Span,
        answer: String,
        #[serde(default)]
        item: Option<String>,
    },
    /// Say that no page answers the question.
    Unanswerable {
        #[serde(default)]
        item: Option<String>,
    },
    /// Rate a reply.
    Rate { turn: usize, answers: BTreeMap<String, u8> },
    /// Fill in the closing survey.
    Close { answers: BTreeMap<String, Value> },
    /// Mend one's words.
    Amend { turn: usize, text: String },
    /// Send mended work back.
    Resubmit,
    /// Write questions for a scenario.
    Questions { item: String, questions: Vec<String> },
    /// Answer questions indirectly.
    Answers { item: String, answers: BTreeMap<String, String> },
    /// Practise.
    Practise { number: usize, label: String },
    /// Judge an item.
    Judge {
        item: String,
        label: String,
        #[serde(default)]
        comment: String,
    },
    /// Flag improper content.
    Flag {
        item: String,
        #[serde(default)]
        reason: String,
    },
    /// Leave an item to somebody else.
    Skip { item: String },
}

/// The most characters of a text.
pub const LONGEST: usize = 4_000;

impl Do {
    /// Whether it is done in a conversation, as against in the project.
    pub fn is_of_session(&self) -> bool {
        match self {
            Do::Answer { item, .. } | Do::Unanswerable { item } => item.is_none(),
            Do::Dismiss { .. }
            | Do::Qualify { .. }
            | Do::Wait
            | Do::StopWaiting
            | Do::Questions { .. }
            | Do::Answers { .. }
            | Do::Practise { .. }
            | Do::Judge { .. }
            | Do::Flag { .. }
            | Do::Skip { .. } => false,
            _ => true,
        }
    }

    /// The longest text in it, in characters.
    pub fn longest_text(&self) -> usize {
        let count = |text: &String| text.chars().count();
        match self {
            Do::Ask { question: text }
            | Do::Reply { text }
            | Do::Answer { answer: text, .. }
            | Do::Amend { text, .. }
            | Do::Quit { reason: text }
            | Do::Judge { comment: text, .. }
            | Do::Flag { reason: text, .. } => count(text),
            Do::Questions { questions, .. } => questions.iter().map(count).max().unwrap_or(0),
            Do::Answers { answers, .. } => answers.values().map(count).max().unwrap_or(0),
            Do::Close { answers } => answers
                .values()
                .filter_map(Value::as_str)
                .map(|text| text.chars().count())
                .max()
                .unwrap_or(0),
            _ => 0,
        }
    }
}
