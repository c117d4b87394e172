//! Grice as a partner: its turns are made off the path of requests.

use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::Studio;
use super::log::Inner;
use crate::pages::{PageRef, Span};
use crate::protocol::Family;
use crate::refusal::Result;
use crate::session::{Outline, Turn};

/// A question for Grice, the teacher or answerer.
#[derive(Clone, Debug)]
pub struct Answering {
    /// Whose the collection is.
    pub owner: String,
    /// The collection.
    pub collection: String,
    /// Which protocol's answers are wanted.
    pub family: Family,
    /// The page the conversation began with.
    pub start: Option<PageRef>,
    /// What was asked and answered before.
    pub history: Vec<Turn>,
    /// The question.
    pub question: String,
    /// What Grice gave as `engine` with its last turn.
    pub engine: Option<Value>,
}

/// Grice's answer.
#[derive(Clone, Debug, Default)]
pub struct TeachersTurn {
    /// yes, no or unknown; for TopiOCQA unknown means unanswerable.
    pub word: Option<String>,
    /// Literal spans; for TopiOCQA the first is the rationale.
    pub literal: Vec<Span>,
    /// Pragmatic spans.
    pub pragmatic: Vec<Span>,
    /// The reply, or the free-form answer.
    pub text: String,
    /// Grice's own state, handed back with the next question.
    pub engine: Option<Value>,
}

/// A request for a question of Grice, the student or questioner.
#[derive(Clone, Debug)]
pub struct Asking {
    /// Whose the collection is.
    pub owner: String,
    /// The collection.
    pub collection: String,
    /// Which protocol's questions are wanted.
    pub family: Family,
    /// The title of the topic or of the first page.
    pub topic: String,
    /// Titles and sections that a questioner sees; never text.
    pub outlines: Vec<Outline>,
    /// What was asked and answered before; without spans and rationales.
    pub history: Vec<(String, String)>,
    /// Whether the conversation may be left now.
    pub may_leave: bool,
}

/// Grice as somebody's partner. It may take its time; it is never called while a request waits.
pub trait Partner: Send + Sync {
    /// Answers a question.
    fn answer(&self, asked: &Answering) -> Result<TeachersTurn>;

    /// Asks the next question; none to leave, where that may be.
    fn ask(&self, asked: &Asking) -> Result<Option<String>>;
}

/// What waits for Grice.
#[derive(Default)]
pub(crate) struct Desk {
    _waiting: Mutex<()>,
}

pub(crate) fn start(_inner: &Arc<Inner>) {}

impl Studio {
    /// Has Grice act where it is its turn.
    pub(crate) fn nudge(&self, _project: i64, _session: &str) {}
}
