//! What an utterance can mean, and what is searched for each.

use grice_judge::Turn;
use grice_judge::find::Sought;
use serde::{Deserialize, Serialize};

use crate::state::{ReadingKind, Topic};

/// One thing an utterance can mean. Each reading finds passages of its own, and these are judged
/// against it; the evidence decides which reading holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    pub kind: ReadingKind,
    /// How probable it is before anything was found.
    pub likely: f32,
    /// The question as the judgements get it, and the turns before it.
    pub question: String,
    pub history: Vec<Turn>,
    /// What is searched.
    pub forms: Forms,
    /// What the finder says to look for, where the system uses it.
    pub sought: Option<Sought>,
    /// The pages it is about; none for any.
    pub pages: Vec<Topic>,
}

/// A question, as it was asked and with what was said before (TopiOCQA, section 4: Original,
/// AllHistory, Rewrite).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Forms {
    /// As it was asked.
    pub original: String,
    /// As it stands alone; as it was asked where it does already.
    pub rewrite: String,
    /// Search text: the rewrite, and words of the history it needs.
    pub sought: String,
    /// The last two turns and the question.
    pub recent: String,
    /// The last page's title, the last answer and the question; empty without a page.
    pub titled: String,
    /// The first turn, as many of the last ones as fit, and the question.
    pub all: String,
}

impl Reading {
    /// The question as it was said.
    pub fn as_said(question: &str) -> Reading {
        Reading {
            likely: 1.0,
            question: question.to_owned(),
            forms: Forms {
                original: question.to_owned(),
                rewrite: question.to_owned(),
                sought: question.to_owned(),
                ..Forms::default()
            },
            ..Reading::default()
        }
    }

    /// As a judgement is asked. Models have learned to read the history; what takes their place
    /// sees only words.
    pub fn asked_of(&self, is_model: bool) -> (&[Turn], &str) {
        match is_model {
            true => (&self.history, &self.question),
            false => (&[], &self.forms.rewrite),
        }
    }
}
