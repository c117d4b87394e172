//! Further answers for conversations of the evaluation split (TopiOCQA, section 3.4).

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::action::Do;
use crate::formats::Further;
use crate::pages::Pages;
use crate::project::{AdditionalEvent, Project};
use crate::refusal::{Refusal, Result};

/// Further answers.
#[derive(Clone, Debug, Default)]
pub struct Additional {}

impl Additional {
    /// Folds an event.
    pub fn apply(&mut self, _at: i64, _actor: &str, _event: AdditionalEvent) {}

    /// What somebody earned by them.
    pub fn earned(&self, _project: &Project, _participant: &str) -> i64 {
        0
    }

    /// Answers to a conversation's turns, by the turn's number from 0.
    pub fn answers(&self, _session: &str) -> BTreeMap<usize, Vec<Further>> {
        BTreeMap::new()
    }

    /// Whether somebody has opened a page for their present turn.
    pub fn opened(&self, _participant: &str, _document: &str) -> bool {
        false
    }
}

/// The screen of somebody who answers further.
pub fn screen(_project: &Project, _who: &str) -> Value {
    json!({ "kind": "nothing_left", "done": 0, "earned": 0, "can": [] })
}

/// What is to be written before somebody looks.
pub fn prepare(_project: &Project, _who: &str) -> Vec<AdditionalEvent> {
    Vec::new()
}

/// What an action makes happen, or why it cannot be done.
pub fn decide(
    _project: &Project,
    _who: &str,
    _what: &Do,
    _pages: Option<&(dyn Pages + Send + Sync)>,
) -> Result<Vec<AdditionalEvent>> {
    Err(Refusal::not_now("this cannot be done here").into())
}
