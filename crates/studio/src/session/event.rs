//! What happens in a conversation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::checks::Note;
use crate::interests::Inclination;
use crate::pagerank::Topic;
use crate::pages::{PageRef, Span};
use crate::protocol::{Family, Settings};

/// Who is in a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The participant's id; [`GRICE`] for Grice.
    pub participant: String,
    /// The role, where it was given from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
}

/// The id under which Grice takes part.
pub const GRICE: &str = "grice";

/// Who asks and who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Answers: the teacher, the answerer.
    Teacher,
    /// Asks: the student, the questioner.
    Student,
}

impl Role {
    /// The partner's role.
    pub fn other(self) -> Role {
        match self {
            Role::Teacher => Role::Student,
            Role::Student => Role::Teacher,
        }
    }

    /// What a protocol calls it.
    pub fn name(self, family: Family) -> &'static str {
        match (family, self) {
            (Family::Topiocqa, Role::Teacher) => "answerer",
            (Family::Topiocqa, Role::Student) => "questioner",
            (_, Role::Teacher) => "teacher",
            (_, Role::Student) => "student",
        }
    }

    /// The role of a protocol's name.
    pub fn named(name: &str) -> Option<Role> {
        match name {
            "teacher" | "answerer" => Some(Role::Teacher),
            "student" | "questioner" => Some(Role::Student),
            _ => None,
        }
    }
}

/// The page a TopiOCQA conversation begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seed {
    /// The page.
    pub document: String,
    /// Its title.
    pub title: String,
    /// Its sections.
    pub sections: Vec<String>,
    /// The first question; none where it is to be written.
    pub question: Option<String>,
}

/// A page as a questioner may see it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// The page.
    pub document: String,
    /// Its title.
    pub title: String,
    /// Its section titles.
    pub sections: Vec<String>,
}

/// How a page was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// By a link, or from the list of visited pages.
    Link,
    /// The page before.
    Back,
    /// The page after.
    Forward,
}

/// A literal answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Literal {
    /// yes, no or unknown.
    pub word: Option<String>,
    /// Where it stands.
    pub spans: Vec<Span>,
}

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Both finished it.
    Complete,
    /// Somebody left before its minimum.
    Quit,
    /// Somebody did not act in time.
    Late,
    /// The teacher did not pass the background test.
    Unqualified,
    /// An administrator ended it before its minimum.
    Stopped,
    /// Somebody's data was deleted, and the conversation with it.
    Deleted,
}

/// A step of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// Literal spans.
    Literal,
    /// Pragmatic spans.
    Pragmatic,
}

impl SessionEvent {
    /// The end of a conversation without words to it.
    pub fn ended(outcome: Outcome, by: Option<&str>) -> SessionEvent {
        SessionEvent::Ended { outcome, by: by.map(str::to_owned), reason: String::new() }
    }
}

fn yes() -> bool {
    true
}

fn is_true(truth: &bool) -> bool {
    *truth
}

/// An event of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)] // the fields are what the kind says
pub enum SessionEvent {
    /// Two people, or one and Grice, were paired.
    Began {
        family: Family,
        seats: Vec<Seat>,
        conditions: BTreeMap<String, bool>,
        rules: Settings,
        #[serde(default)]
        topics: Vec<Topic>,
        #[serde(default)]
        seed: Option<Seed>,
        #[serde(default)]
        trial: bool,
    },
    /// Inclinations to teach and learn.
    Interests { answers: Vec<Inclination> },
    /// Topic and roles are settled.
    Settled {
        topic: Topic,
        teacher: String,
        student: String,
        test: Vec<(String, bool)>,
        start: PageRef,
        /// Whether a background test could be held at all: there are titles enough, and the teacher
        /// is a person.
        #[serde(default = "yes", skip_serializing_if = "is_true")]
        testable: bool,
    },
    /// A background test was taken.
    Background { related: Vec<bool>, right: u32 },
    /// A question.
    Asked {
        question: String,
        #[serde(default)]
        given: bool,
        #[serde(default)]
        notes: Vec<Note>,
    },
    /// A page was opened.
    Browsed { page: Outline, how: How },
    /// Literal spans were chosen.
    LiteralChosen { literal: Literal },
    /// Pragmatic spans were chosen.
    PragmaticChosen { spans: Vec<Span> },
    /// A step is done anew.
    BackTo { phase: Step },
    /// A reply.
    Replied {
        text: String,
        /// Grice's own state after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        engine: Option<Value>,
    },
    /// An answer with its rationale.
    Answered {
        rationale: Option<Span>,
        answer: String,
        unanswerable: bool,
        page: Option<PageRef>,
        section: String,
        /// Pages that the rationale links to.
        linked: Vec<Outline>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        engine: Option<Value>,
    },
    /// A reply was rated.
    Rated { turn: usize, answers: BTreeMap<String, u8> },
    /// Somebody wants to end it after the minimum.
    Left,
    /// The closing survey.
    Closed { answers: BTreeMap<String, Value> },
    /// It is over.
    Ended {
        outcome: Outcome,
        by: Option<String>,
        /// What whoever ended it said.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// A reviewer wants it mended.
    Returned { note: String },
    /// Words of a turn were changed.
    Amended { turn: usize, text: String },
    /// The actor sends it back to the reviewer.
    Resubmitted,
    /// A conversation of a file.
    Imported {
        turns: Vec<super::Turn>,
        topic: Topic,
        /// Further answers to its turns, by the turn's number from 0.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        further: Vec<(usize, Vec<crate::formats::Further>)>,
    },
}
