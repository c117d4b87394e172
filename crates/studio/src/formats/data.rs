//! What is collected, as plain data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::interests::Inclination;
use crate::pages::{PageRef, Span};
use crate::protocol::{Family, Shown};
use crate::session::{How, Turn};

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data {
    /// Conversations.
    pub conversations: Vec<Conversation>,
    /// Judged items.
    pub items: Vec<Item>,
    /// The names of the ratings, in the order in which PragmatiCQA's files list them.
    pub ratings: Vec<String>,
    /// Judgements that must be the same for a gold label.
    pub majority: usize,
}

impl Data {
    /// The same names and numbers, without conversations and items.
    pub fn empty(&self) -> Data {
        let ratings = self.ratings.clone();
        Data { ratings, majority: self.majority, ..Data::default() }
    }
}

/// A conversation. Participants are pseudonyms.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Conversation {
    /// Its id.
    pub id: String,
    /// Which core it was held under.
    pub family: Option<Family>,
    /// Who took part.
    pub participants: Vec<Seated>,
    /// What it is about, or begins with.
    pub topic: TopicName,
    /// Which techniques were enabled.
    pub conditions: BTreeMap<String, bool>,
    /// When it began.
    pub began: i64,
    /// When it ended.
    pub ended: i64,
    /// How it ended.
    pub outcome: String,
    /// Who made it end.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ended_by: String,
    /// What they said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// What the reviewer said: accepted, or nothing.
    pub review: String,
    /// Its turns.
    pub turns: Vec<Turned>,
    /// Closing surveys, by role.
    pub closing: BTreeMap<String, BTreeMap<String, Value>>,
    /// What each participant would have liked to teach and learn about.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub interests: BTreeMap<String, Vec<Inclination>>,
    /// The background test: titles, and whether each belongs to the topic.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub test: Vec<(String, bool)>,
    /// How many of them each participant placed rightly.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub background: BTreeMap<String, u32>,
    /// The pages that were opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub browsing: Vec<Browsed>,
}

/// A page that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Browsed {
    /// When.
    pub at: i64,
    /// The page.
    pub document: String,
    /// How.
    pub how: How,
}

/// A participant of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// The pseudonym.
    pub id: String,
    /// The role, as the protocol calls it.
    pub role: String,
}

/// What a conversation is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TopicName {
    /// The page's title.
    pub title: String,
    /// The page.
    pub document: String,
    /// What topics of its kind have in common.
    pub genre: String,
    /// The community or source.
    pub community: String,
}

/// A turn and the further answers that others gave to its question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Turned {
    /// The turn.
    #[serde(flatten)]
    pub turn: Turn,
    /// Further answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<Further>,
}

/// A further answer to a question of an evaluation split (TopiOCQA, section 3.3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Further {
    /// Whose it is.
    pub participant: String,
    /// The answer.
    pub answer: String,
    /// Whether no page answers the question.
    pub unanswerable: bool,
    /// What justifies it.
    pub rationale: Option<Span>,
    /// The page.
    pub page: Option<PageRef>,
    /// The section.
    pub section: String,
}

/// An item and its judgements.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Item {
    /// Its id.
    pub id: String,
    /// circa, plausibility or faithfulness.
    pub kind: String,
    /// The question's own id, such as `CONVERSATION_TURN`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// The scenario.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub scenario: String,
    /// What judges see.
    pub shown: Shown,
    /// The statement that Circa's question asks about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// Who wrote the question, and who the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub writers: Vec<String>,
    /// The runs that gave the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<String>,
    /// What judges said.
    pub judgements: Vec<Judgement>,
    /// What the administrator decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjudicated: Option<String>,
    /// The label that this item was there to check judges with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gold: Option<String>,
}

/// A judgement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Judgement {
    /// The judge's pseudonym; empty where a file does not tell it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub participant: String,
    /// The label.
    pub label: String,
    /// What the judge added.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// When it was given.
    pub at: i64,
    /// How long the item was shown, in milliseconds.
    pub took: i64,
}

impl Item {
    /// The labels that judges gave.
    pub fn votes(&self) -> Vec<&str> {
        self.judgements.iter().map(|judgement| judgement.label.as_str()).collect()
    }
}

/// A part of a file that was passed over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// The line; in a list of JSON, the place in the list, from 1.
    pub line: usize,
    /// Why.
    pub why: String,
}

impl Passed {
    /// A line that was passed over.
    pub fn new(line: usize, why: impl Into<String>) -> Passed {
        Passed { line, why: why.into() }
    }
}
