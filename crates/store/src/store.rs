//! Conversations in a file.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use grice_engine::{Conversation, Reply};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params};
use serde::Serialize;

use crate::error::{Error, Result};
use crate::{name, schema};

/// A file of saved conversations. Several processes may use one file.
pub struct Store {
    path: PathBuf,
    connection: Connection,
}

/// What a list tells of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number.
    pub id: i64,
    /// The name it was given.
    pub name: Option<String>,
    /// Its first question.
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

/// A conversation that was saved.
#[derive(Clone, Debug)]
pub struct Saved {
    /// What a list tells of it.
    pub summary: Summary,
    /// What was said.
    pub conversation: Conversation,
    /// The reply of each turn with its evidence; none where this program cannot read it.
    pub replies: Vec<Option<Reply>>,
}

const SUMMARY: &str = "SELECT id, name, title, collection, began, changed, turns FROM conversation";

impl Store {
    /// Opens the file, or makes an empty one where none is.
    pub fn open(path: impl Into<PathBuf>) -> Result<Store> {
        let path = path.into();
        let connection = schema::open(&path)?;
        Ok(Store { path, connection })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All conversations, the one that changed last first.
    pub fn list(&self) -> Result<Vec<Summary>> {
        let listed = || -> rusqlite::Result<Vec<Summary>> {
            let sql = format!("{SUMMARY} ORDER BY changed DESC, id DESC");
            let mut query = self.connection.prepare(&sql)?;
            query.query_map((), summary)?.collect()
        };
        listed().map_err(|error| self.fail(&error))
    }

    /// The conversation of that name, or else of that number.
    pub fn find(&self, wanted: &str) -> Result<i64> {
        let wanted = wanted.trim();
        let sql = "SELECT id FROM conversation WHERE name = ?1 OR id = ?2 ORDER BY name = ?1 DESC";
        let number: Option<i64> = wanted.trim_start_matches('#').parse().ok();
        let found = self.connection.query_row(sql, params![wanted, number], |row| row.get(0));
        let found = found.optional().map_err(|error| self.fail(&error))?;
        found.ok_or_else(|| Error::Unknown(wanted.to_owned()))
    }

    /// Reads a conversation with its replies.
    pub fn load(&self, id: i64) -> Result<Saved> {
        // One transaction, so that all of it is of one moment.
        let read = || -> rusqlite::Result<_> {
            let moment = self.connection.unchecked_transaction()?;
            let of_id = format!("{SUMMARY} WHERE id = ?1");
            let Some(summary) = moment.query_row(&of_id, [id], summary).optional()? else {
                return Ok(None);
            };
            let words = "SELECT words FROM conversation WHERE id = ?1";
            let words: String = moment.query_row(words, [id], |row| row.get(0))?;
            let turns = "SELECT words, reply FROM turn WHERE conversation = ?1 ORDER BY number";
            let mut turns = moment.prepare(turns)?;
            let turns = turns.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let turns = turns.collect::<rusqlite::Result<Vec<(String, Option<String>)>>>()?;
            Ok(Some((summary, words, turns)))
        };
        let read = read().map_err(|error| self.fail(&error))?;
        let Some((summary, words, turns)) = read else {
            return Err(Error::Unknown(id.to_string()));
        };
        let unreadable =
            |why| Error::Unreadable { path: self.path.clone(), id, why: Box::new(why) };
        let mut conversation = Conversation::from_json(&words).map_err(unreadable)?;
        let mut replies = Vec::with_capacity(turns.len());
        for (number, (words, reply)) in turns.iter().enumerate() {
            let turn = serde_json::from_str(words).map_err(|error| {
                let why = format!("turn {}: {error}", number + 1);
                unreadable(grice_engine::Error::Conversation(why))
            })?;
            conversation.turns.push(turn);
            replies.push(reply.as_ref().and_then(|reply| serde_json::from_str(reply).ok()));
        }
        if conversation.turns.len() != summary.turns as usize {
            let why = format!("{} of {} turns are there", turns.len(), summary.turns);
            return Err(unreadable(grice_engine::Error::Conversation(why)));
        }
        Ok(Saved { summary, conversation, replies })
    }

    /// Saves a conversation as a new one; `replies` are those of its last turns.
    pub fn begin(
        &mut self,
        collection: &str,
        conversation: &Conversation,
        replies: &[Reply],
    ) -> Result<i64> {
        let now = now();
        let title = conversation.questions().next().unwrap_or_default();
        self.write(|transaction| {
            let sql = "INSERT INTO conversation (title, collection, began, changed, turns, words)
                       VALUES (?1, ?2, ?3, ?3, 0, '')";
            transaction.execute(sql, params![title, collection, now])?;
            let id = transaction.last_insert_rowid();
            extend(transaction, id, conversation, 0, replies, now)?;
            Ok(id)
        })
    }

    /// Adds turns to a saved conversation, all or none of them; `conversation` is all of it, and
    /// `replies` are those of the turns that are new. Only these are written: the turns before them
    /// stay as they were saved. Where another process has added a turn of its
    /// own, nothing is changed, and that is the error.
    pub fn append(
        &mut self,
        id: i64,
        conversation: &Conversation,
        replies: &[Reply],
    ) -> Result<()> {
        let now = now();
        let before = conversation.turns.len().saturating_sub(replies.len());
        let there = self.write(|transaction| {
            let turns = "SELECT turns FROM conversation WHERE id = ?1";
            let turns = transaction.query_row(turns, [id], |row| row.get::<_, u32>(0));
            let turns = turns.optional()?.map(|turns| turns as usize);
            if turns == Some(before) {
                extend(transaction, id, conversation, before, replies, now)?;
            }
            Ok(turns)
        })?;
        match there {
            None => Err(Error::Unknown(id.to_string())),
            Some(turns) if turns != before => Err(Error::Grown(id)),
            Some(_) => Ok(()),
        }
    }

    /// Gives a conversation a name.
    pub fn rename(&mut self, id: i64, name: &str) -> Result<()> {
        let name = name::checked(name)?;
        let (changed, other) = self.write(|transaction| {
            let other = "SELECT id FROM conversation WHERE name = ?1 AND id <> ?2";
            let other: Option<i64> =
                transaction.query_row(other, params![name, id], |row| row.get(0)).optional()?;
            if other.is_some() {
                return Ok((0, other));
            }
            let sql = "UPDATE conversation SET name = ?1 WHERE id = ?2";
            Ok((transaction.execute(sql, params![name, id])?, None))
        })?;
        match other {
            Some(id) => Err(Error::NameTaken { name: name.to_owned(), id }),
            None if changed == 0 => Err(Error::Unknown(id.to_string())),
            None => Ok(()),
        }
    }

    /// Deletes a conversation and all of its turns.
    pub fn delete(&mut self, id: i64) -> Result<()> {
        let sql = "DELETE FROM conversation WHERE id = ?1";
        match self.write(|transaction| transaction.execute(sql, [id]))? {
            0 => Err(Error::Unknown(id.to_string())),
            _ => Ok(()),
        }
    }

    /// Runs a transaction that holds the file from its start, so that it cannot fail halfway
    /// because another process was quicker.
    fn write<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T> {
        let path = &self.path;
        let fail = |error: rusqlite::Error| Error::of(path, &error);
        let begun = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(begun).map_err(fail)?;
        let result = change(&transaction).map_err(fail)?;
        transaction.commit().map_err(fail)?;
        Ok(result)
    }

    fn fail(&self, error: &rusqlite::Error) -> Error {
        Error::of(&self.path, error)
    }
}

/// Writes the turns from `first` on; `replies` are those of the last turns.
fn extend(
    transaction: &Transaction<'_>,
    id: i64,
    conversation: &Conversation,
    first: usize,
    replies: &[Reply],
    now: i64,
) -> rusqlite::Result<()> {
    let mut head = Conversation::new();
    head.pending.clone_from(&conversation.pending);
    let sql = "UPDATE conversation SET turns = ?1, changed = ?2, words = ?3 WHERE id = ?4";
    transaction.execute(sql, params![count(conversation), now, head.to_json(), id])?;
    let mut add = transaction.prepare("INSERT INTO turn VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let known = conversation.turns.len().saturating_sub(replies.len());
    for (number, turn) in conversation.turns.iter().enumerate().skip(first) {
        let reply = number.checked_sub(known).and_then(|at| replies.get(at));
        let reply = reply.map(json).transpose()?;
        add.execute(params![id, number as u32, json(turn)?, reply, now])?;
    }
    Ok(())
}

fn json(value: &impl Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

fn count(conversation: &Conversation) -> u32 {
    u32::try_from(conversation.turns.len()).unwrap_or(u32::MAX)
}

fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    Ok(Summary {
        id: row.get(0)?,
        name: row.get(1)?,
        title: row.get(2)?,
        collection: row.get(3)?,
        began: row.get(4)?,
        changed: row.get(5)?,
        turns: row.get(6)?,
    })
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
