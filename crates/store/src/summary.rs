//! Conversations as they are read.

use std::time::{SystemTime, UNIX_EPOCH};

use grice_engine::{Conversation, Exchange, Reply};

use crate::feedback::Feedback;
use crate::sql::{Done, Row};

/// What a list tells of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number.
    pub id: i64,
    /// Its public id, which cannot be guessed.
    pub key: String,
    /// The name it was given.
    pub name: Option<String>,
    /// Its first question; empty where none was asked yet.
    pub title: String,
    /// The collection it is about, as the caller calls it.
    pub collection: String,
    /// Milliseconds since 1970 when it began.
    pub began: i64,
    /// When its last turn was added.
    pub changed: i64,
    /// How many turns it has.
    pub turns: u32,
}

/// A conversation that was saved. What there is one of for each turn is in the turns' order.
#[derive(Clone, Debug)]
pub struct Saved {
    /// What a list tells of it.
    pub summary: Summary,
    /// What was said.
    pub conversation: Conversation,
    /// The reply of each turn with its evidence; none where this program cannot read it.
    pub replies: Vec<Option<Reply>>,
    /// Milliseconds since 1970 when each turn was saved.
    pub times: Vec<i64>,
    /// What the user said of each turn.
    pub feedback: Vec<Option<Feedback>>,
}

/// A turn that was saved.
#[derive(Clone, Debug)]
pub struct SavedTurn {
    /// Its number, from 0.
    pub number: u32,
    /// What was said.
    pub exchange: Exchange,
    /// The reply with its evidence; none where this program cannot read it.
    pub reply: Option<Reply>,
    /// Milliseconds since 1970 when it was saved.
    pub at: i64,
    /// What the user said of it.
    pub feedback: Option<Feedback>,
}

/// The columns of a summary, of the table `c`.
pub(crate) const COLUMNS: &str =
    "c.id, c.key, c.name, c.title, c.collection, c.began, c.changed, c.turns";

/// A summary in a row's first columns.
pub(crate) fn summary(row: &Row) -> Done<Summary> {
    Ok(Summary {
        id: row.int(0)?,
        key: row.text(1)?,
        name: row.maybe_text(2)?,
        title: row.text(3)?,
        collection: row.text(4)?,
        began: row.int(5)?,
        changed: row.int(6)?,
        turns: row.count(7)?,
    })
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
