//! What happens in a project.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::items::ItemEvent;
use crate::pagerank::Topic;
use crate::protocol::{Protocol, Settings};
use crate::session::{Outcome, Seat, Seed};

/// What a reviewer looks at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// session, questions, answers or judgement.
    pub kind: SubjectKind,
    /// Its id.
    pub id: String,
}

/// A kind of work that is reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubjectKind {
    /// A conversation.
    Session,
    /// Circa's questions of one person for one scenario.
    Questions,
    /// Circa's answers of one person.
    Answers,
    /// One judgement.
    Judgement,
}

/// What a reviewer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is good.
    Accept,
    /// It is to be mended.
    Return,
    /// It is left out of the data.
    Reject,
}

/// An event of a project's log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)] // the fields are what the kind says
pub enum ProjectEvent {
    /// It was made; `secret` is the key of its pseudonyms.
    Made {
        name: String,
        protocol: Box<Protocol>,
        collection: String,
        secret: String,
        topics: Vec<Topic>,
        seeds: Vec<Seed>,
    },
    /// An administrator changed it.
    Changed {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        closed: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        consent: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        settings: Option<Box<Settings>>,
    },
    /// An invitation was made.
    Invited {
        id: String,
        label: Option<String>,
        step: String,
        uses: Option<u32>,
        expires: Option<i64>,
    },
    /// An invitation was revoked.
    Revoked { id: String },
    /// Somebody agreed and came in; the actor is the participant. `counted` says that a `Used`
    /// stands beside it.
    Joined {
        invitation: Option<String>,
        step: String,
        name: Option<String>,
        trial: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        counted: bool,
    },
    /// An invitation was used. It tells nothing of whom, and stays when their data is deleted.
    Used { invitation: String },
    /// A qualification was taken; the actor is the participant.
    Qualified { answers: BTreeMap<String, usize>, right: u32, passed: bool },
    /// An administrator suspended or qualified somebody.
    Decided {
        participant: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        suspended: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        qualified: Option<bool>,
        why: String,
    },
    /// The actor went to the waiting room.
    Waited,
    /// The actor left the waiting room.
    Stopped,
    /// A conversation began.
    Paired { session: String, seats: Vec<Seat>, conditions: BTreeMap<String, bool>, trial: bool },
    /// A conversation came from a file; `content` is a hash of what was said in it.
    Imported {
        session: String,
        turns: usize,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        content: String,
    },
    /// A conversation is over.
    Over {
        session: String,
        outcome: Outcome,
        turns: usize,
        earned: BTreeMap<String, i64>,
        /// The techniques that it really had.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        conditions: BTreeMap<String, bool>,
    },
    /// A reviewer's verdict, for the people whose work it is.
    Reviewed { subject: Subject, verdict: Verdict, note: String, whom: Vec<String> },
    /// Returned work came back, from one of those whose it is or from all.
    Resubmitted {
        subject: Subject,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// The actor has read a notice.
    Dismissed { notice: String },
    /// Further answers for the evaluation split.
    Additional { event: AdditionalEvent },
    /// Items and judgements.
    Item { event: ItemEvent },
}

/// An event of a further annotator; the actor is the participant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)] // the fields are what the kind says
pub enum AdditionalEvent {
    /// A turn was shown to the actor.
    Given { item: String, pages: Vec<crate::pages::PageRef> },
    /// A page was opened.
    Browsed { page: crate::session::Outline, how: crate::session::How },
    /// The turn was answered.
    Answered {
        item: String,
        rationale: Option<crate::pages::Span>,
        answer: String,
        unanswerable: bool,
        page: Option<crate::pages::PageRef>,
        section: String,
    },
    /// The turn was left to somebody else.
    Skipped { item: String },
}
