//! Items: what people write and judge one at a time. Circa's questions, answers and
//! interpretations, and answers of systems that are judged.
//!
//! [`Items`] is the fold of a project's item events; [`prepare`] says what somebody is given,
//! [`screen`] what they see of it, [`decide`] what their doing leads to. An item that was given is
//! held for its person for a while, then it goes back. All three look at the log's state alone, so
//! that a writer who was overtaken by another decides anew.

mod act;
mod assign;
mod fold;
mod outcome;
mod screen;
mod verdict;

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::formats::Item;
use crate::protocol::{Settings, Shown};

pub use act::decide;
pub use assign::{prepare, wake};
pub use outcome::{Counts, Standing};
pub use screen::screen;
pub(crate) use screen::shown;

/// An event of items; the actor is who did it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)] // the fields are what the kind says
pub enum ItemEvent {
    /// The actor was given these: a scenario, questions, or one item.
    Held { items: Vec<String> },
    /// The actor wrote questions for a scenario.
    Questions { scenario: String, questions: Vec<String> },
    /// The actor answered questions.
    Answers { answers: BTreeMap<String, String> },
    /// The actor practised.
    Practised { number: usize, label: String },
    /// The actor judged an item.
    Judged {
        item: String,
        label: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        comment: String,
    },
    /// The actor flagged an item as improper.
    Flagged { item: String, reason: String },
    /// The actor left an item to somebody else.
    Skipped { item: String },
    /// Answers of systems came in.
    Pooled { items: Vec<Pooled> },
    /// Other runs gave the answer of an item that is there.
    GivenToo { item: String, runs: Vec<String>, passages: Vec<Source> },
    /// Items of a file came in.
    Imported { items: Vec<Item> },
    /// An administrator decided what judges disagree on.
    Adjudicated { item: String, label: String },
}

/// Why somebody is suspended whose judgements are too often other than those of gold items.
pub(crate) const UNRELIABLE: &str = "Too many of your judgements differ from those that are known to be right, so no further items are given to you. What you did is paid.";

impl ItemEvent {
    /// Whether others may now be given something that they could not be given before.
    pub fn opens(&self) -> bool {
        !matches!(self, ItemEvent::Held { .. } | ItemEvent::Practised { .. })
            && !matches!(self, ItemEvent::Judged { .. })
    }
}

/// An answer to be judged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pooled {
    /// Its id, which does not tell what it is.
    pub id: String,
    /// What judges see.
    pub shown: Shown,
    /// The question's id.
    pub question: String,
    /// The true answer, which no judge sees.
    pub truth: String,
    /// The runs that gave this answer.
    pub runs: Vec<String>,
    /// Passages that the runs found, by id or as text.
    pub passages: Vec<Source>,
    /// The right label, of an item that checks judges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gold: Option<String>,
}

/// A passage that a run found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Source {
    /// Its id or title.
    pub title: String,
    /// Its words, where they are known.
    pub text: String,
}

/// What became of somebody's questions or answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Nobody has looked at it.
    #[default]
    Submitted,
    /// A reviewer took it.
    Accepted,
    /// It is to be written anew.
    Returned,
    /// It is out.
    Rejected,
}

impl State {
    /// Whether it is part of the data.
    pub fn is_in(self) -> bool {
        matches!(self, State::Submitted | State::Accepted)
    }
}

/// Questions that somebody wrote for a scenario, or answers that somebody gave.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its id.
    pub id: String,
    /// Who wrote it.
    pub by: String,
    /// When it was sent.
    pub at: i64,
    /// How long it took, in milliseconds.
    pub took: i64,
    /// What it is paid.
    pub pay: i64,
    /// The scenario.
    pub scenario: String,
    /// What was written; answers with the question's id.
    pub texts: Vec<(String, String)>,
    /// What became of it.
    pub state: State,
}

/// A question of Circa.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its id.
    pub id: String,
    /// The scenario.
    pub scenario: String,
    /// The words.
    pub text: String,
    /// Who wrote it.
    pub by: String,
    /// With what it was sent.
    pub written: String,
    /// Who answered it, where the answer is part of the data.
    pub answered: Vec<String>,
    /// Who has it before them, and since when.
    pub holds: Vec<(String, i64)>,
}

/// A judgement.
#[derive(Clone, Debug)]
pub struct Vote {
    /// The judge.
    pub by: String,
    /// The label.
    pub label: String,
    /// What the judge added.
    pub comment: String,
    /// When.
    pub at: i64,
    /// How long it took, in milliseconds.
    pub took: i64,
    /// What it is paid.
    pub pay: i64,
    /// Whether a reviewer took it out.
    pub void: bool,
}

/// Improper content, as somebody sees it.
#[derive(Clone, Debug)]
pub struct Flag {
    /// Who flagged it.
    pub by: String,
    /// Why.
    pub reason: String,
    /// When.
    pub at: i64,
    /// What it is paid.
    pub pay: i64,
    /// What a reviewer made of it: it stands, or it does not.
    pub upheld: Option<bool>,
    /// Whether the item is to be judged by the same person instead.
    pub returned: bool,
}

/// An item that is judged.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// What judges see.
    pub shown: Shown,
    /// The question's id: of Circa, of a question here; of a pool, the caller's.
    pub question: String,
    /// The scenario.
    pub scenario: String,
    /// The answers it came with.
    pub written: Option<String>,
    /// Who wrote its question and its answer; they do not judge it.
    pub writers: Vec<String>,
    /// Whether it is an administrator's trial.
    pub trial: bool,
    /// Statement, true answer, runs and passages.
    pub origin: Origin,
    /// The right label, where it checks judges.
    pub gold: Option<String>,
    /// Judgements, in order.
    pub votes: Vec<Vote>,
    /// Flags.
    pub flags: Vec<Flag>,
    /// What the administrator decided.
    pub adjudicated: Option<String>,
    /// Who has it before them, and since when.
    pub holds: Vec<(String, i64)>,
    /// Whether its question or its answer is out.
    pub out: bool,
    /// Whether it came from a file with its judgements and is judged no further.
    pub imported: bool,
    /// Whether its words were deleted on request of who wrote them; judgements of it stay paid.
    pub deleted: bool,
}

/// Where an item comes from.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Circa's statement, of a file.
    pub statement: Option<String>,
    /// The true answer.
    pub truth: String,
    /// The runs that gave the answer.
    pub runs: Vec<String>,
    /// What they found.
    pub passages: Vec<Source>,
}

/// What somebody has done with items.
#[derive(Clone, Debug, Default)]
pub struct Worker {
    /// What is before them, and since when.
    pub hold: Option<(Vec<String>, i64)>,
    /// Practice items done.
    pub practised: usize,
    /// What was chosen on the last of them.
    pub chosen: Option<String>,
    /// Items that were judged or flagged.
    pub judged: HashSet<String>,
    /// Items that are not given again.
    pub skipped: HashSet<String>,
    /// Questions that were answered.
    pub answered: HashSet<String>,
    /// Scenarios that questions were written for.
    pub scenarios: HashSet<String>,
    /// What is to be done anew, the oldest first.
    pub redo: Vec<Vec<String>>,
    /// Submissions.
    pub done: usize,
    /// Submissions that a reviewer took out.
    pub unpaid: usize,
    /// What the others are paid, each as items were paid when it was sent.
    pub earned: i64,
    /// Gold items: right, and all. One that was flagged is not right.
    pub gold: (usize, usize),
    /// The same when an administrator last let them go on.
    pub forgiven: (usize, usize),
}

impl Worker {
    /// Something was sent that is paid so much.
    fn sent(&mut self, pay: i64) {
        self.done += 1;
        self.earned += pay;
    }

    /// A reviewer took out something that is paid so much.
    fn taken_out(&mut self, pay: i64) {
        self.unpaid += 1;
        self.earned -= pay;
    }

    /// A reviewer took it in again.
    fn taken_in(&mut self, pay: i64) {
        self.unpaid = self.unpaid.saturating_sub(1);
        self.earned += pay;
    }

    /// Submissions that are paid.
    pub fn paid(&self) -> usize {
        self.done.saturating_sub(self.unpaid)
    }
}

/// The items of a project.
#[derive(Clone, Debug, Default)]
pub struct Items {
    /// Questions as they were sent.
    pub writings: BTreeMap<String, Written>,
    /// Answers as they were sent.
    pub answerings: BTreeMap<String, Written>,
    /// Questions.
    pub questions: Vec<Question>,
    /// What is judged.
    pub entries: Vec<Entry>,
    /// People.
    pub workers: HashMap<String, Worker>,
    question_places: HashMap<String, usize>,
    entry_places: HashMap<String, usize>,
    /// Whose judgements do not count: they are suspended.
    suspended: HashSet<String>,
    /// Whose work is a trial.
    trials: HashSet<String>,
    /// Names for payments, as they are compared.
    names: HashMap<String, String>,
}

impl Items {
    /// The item of an id.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entry_places.get(id).and_then(|&at| self.entries.get(at))
    }

    /// The question of an id.
    pub fn question(&self, id: &str) -> Option<&Question> {
        self.question_places.get(id).and_then(|&at| self.questions.get(at))
    }

    /// Whether somebody has got too many gold items wrong.
    pub fn is_unreliable(&self, participant: &str, settings: &Settings) -> bool {
        let Some(worker) = self.worker(participant) else { return false };
        let right = worker.gold.0.saturating_sub(worker.forgiven.0);
        let all = worker.gold.1.saturating_sub(worker.forgiven.1);
        all >= (settings.gold_least as usize).max(1)
            && (right as f64) < settings.gold_needed * all as f64
    }

    /// What somebody has done.
    pub fn worker(&self, participant: &str) -> Option<&Worker> {
        self.workers.get(participant)
    }

    /// Whether somebody's work is a trial.
    pub fn is_trial(&self, participant: &str) -> bool {
        self.trials.contains(participant)
    }

    /// Whether two participants are one person: the same, or of the same name for payments.
    pub fn is_same(&self, one: &str, other: &str) -> bool {
        let name = |id: &str| self.names.get(id);
        one == other || (name(one).is_some() && name(one) == name(other))
    }

    /// Whether there is nothing of items in the project.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.writings.is_empty()
    }
}
