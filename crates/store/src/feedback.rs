//! What users say of turns.

use std::fmt;
use std::str::FromStr;

use grice_engine::{Exchange, Reply};
use serde::{Deserialize, Serialize};

use crate::conversation::json;
use crate::error::{Error, Result};
use crate::sql::{Done, Row, Sql, Value};
use crate::store::Store;

/// The most characters of a note.
const LONGEST_NOTE: usize = 10_000;

/// How many rows are read at once for an export.
const PAGE: u32 = 100;

/// What a user thinks of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It helped.
    Useful,
    /// It is not true.
    Wrong,
    /// It may be true, but the text does not say so.
    NotInSource,
}

/// What a user said of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// The verdict.
    pub verdict: Verdict,
    /// In the user's words; may be empty.
    pub note: String,
    /// Milliseconds since 1970 when it was said.
    pub at: i64,
}

/// A turn with what its user said of it.
#[derive(Clone, Debug)]
pub struct Rated {
    /// Whose conversation it is.
    pub owner: String,
    /// The conversation's key.
    pub key: String,
    /// The collection it is about.
    pub collection: String,
    /// The turn's number, from 0.
    pub number: u32,
    /// The question that was asked.
    pub question: String,
    /// The reply with its evidence; none where this program cannot read it.
    pub reply: Option<Reply>,
    /// What was said of it.
    pub feedback: Feedback,
}

impl Store {
    /// Hands over what all owners have said of turns, for an administrator's export.
    pub fn each_feedback(&mut self, each: impl FnMut(Rated) -> Result<()>) -> Result<()> {
        self::each(self, None, each)
    }
}

impl Verdict {
    /// The verdict as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Useful => "useful",
            Verdict::Wrong => "wrong",
            Verdict::NotInSource => "not-in-source",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

/// The word is no verdict.
#[derive(Debug, thiserror::Error)]
#[error("'{0}' is no verdict; it is useful, wrong or not-in-source")]
pub struct NoVerdict(String);

impl FromStr for Verdict {
    type Err = NoVerdict;

    fn from_str(word: &str) -> std::result::Result<Verdict, NoVerdict> {
        let all = [Verdict::Useful, Verdict::Wrong, Verdict::NotInSource];
        let found = all.into_iter().find(|verdict| verdict.as_str() == word);
        found.ok_or_else(|| NoVerdict(word.chars().take(40).collect()))
    }
}

/// Refuses a note that is too long.
pub(crate) fn checked(note: &str) -> Result<()> {
    match note.chars().nth(LONGEST_NOTE) {
        Some(_) => Err(Error::LongNote(LONGEST_NOTE)),
        None => Ok(()),
    }
}

pub(crate) fn set(
    sql: &mut dyn Sql,
    id: i64,
    number: u32,
    verdict: Verdict,
    note: &str,
    now: i64,
) -> Done<()> {
    let turn = "SELECT number FROM turn WHERE conversation = $1 AND number = $2";
    if sql.query(turn, &[id.into(), number.into()])?.is_empty() {
        return Err(Error::UnknownTurn(number).into());
    }
    let set = "INSERT INTO feedback (conversation, turn, verdict, note, at)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (conversation, turn)
               DO UPDATE SET verdict = excluded.verdict, note = excluded.note, at = excluded.at";
    let note = json(note)?;
    let values = [id.into(), number.into(), verdict.as_str().into(), note.into(), now.into()];
    sql.execute(set, &values).map(drop)
}

pub(crate) fn remove(sql: &mut dyn Sql, id: i64, number: u32) -> Done<()> {
    let remove = "DELETE FROM feedback WHERE conversation = $1 AND turn = $2";
    sql.execute(remove, &[id.into(), number.into()]).map(drop)
}

pub(crate) fn list(sql: &mut dyn Sql, id: i64) -> Done<Vec<(u32, Feedback)>> {
    let list = "SELECT turn, verdict, note, at FROM feedback WHERE conversation = $1 ORDER BY turn";
    let mut listed = Vec::new();
    for row in sql.query(list, &[id.into()])? {
        let number = row.count(0)?;
        listed.extend(feedback(&row, 1)?.map(|feedback| (number, feedback)));
    }
    Ok(listed)
}

/// The feedback in three columns of a row; none where there is none, or a verdict that this
/// program does not know.
pub(crate) fn feedback(row: &Row, first: usize) -> Done<Option<Feedback>> {
    let Some(verdict) = row.maybe_text(first)?.and_then(|verdict| verdict.parse().ok()) else {
        return Ok(None);
    };
    let note = serde_json::from_str(&row.text(first + 1)?).unwrap_or_default();
    Ok(Some(Feedback { verdict, note, at: row.int(first + 2)? }))
}

/// Reads a page at a time, so that nobody waits while all of it is written somewhere.
pub(crate) fn each(
    store: &mut Store,
    owner: Option<&str>,
    mut each: impl FnMut(Rated) -> Result<()>,
) -> Result<()> {
    let mut after = (0, -1);
    loop {
        let rows = store.read(|sql| page(sql, owner, after))?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        after = *last;
        rows.into_iter().filter_map(|(_, rated)| rated).try_for_each(&mut each)?;
    }
}

type Place = (i64, i64);

fn page(sql: &mut dyn Sql, owner: Option<&str>, after: Place) -> Done<Vec<(Place, Option<Rated>)>> {
    let mut values: Vec<Value> = vec![after.0.into(), after.1.into(), PAGE.into()];
    let owned = owner.map_or("", |owner| {
        values.push(owner.into());
        "AND c.owner = $4"
    });
    let page = format!(
        "SELECT f.conversation, f.turn, c.owner, c.key, c.collection, t.words, t.reply,
                f.verdict, f.note, f.at
         FROM feedback f
         JOIN turn t ON t.conversation = f.conversation AND t.number = f.turn
         JOIN conversation c ON c.id = f.conversation
         WHERE (f.conversation > $1 OR f.conversation = $1 AND f.turn > $2) {owned}
         ORDER BY f.conversation, f.turn LIMIT $3"
    );
    let rows = sql.query(&page, &values)?;
    rows.iter().map(|row| Ok(((row.int(0)?, row.int(1)?), rated(row)?))).collect()
}

fn rated(row: &Row) -> Done<Option<Rated>> {
    let words: Option<Exchange> = serde_json::from_str(&row.text(5)?).ok();
    let reply = row.maybe_text(6)?.and_then(|reply| serde_json::from_str(&reply).ok());
    let Some(feedback) = feedback(row, 7)? else { return Ok(None) };
    Ok(Some(Rated {
        owner: row.text(2)?,
        key: row.text(3)?,
        collection: row.text(4)?,
        number: row.count(1)?,
        question: words.map(|words| words.question).unwrap_or_default(),
        reply,
        feedback,
    }))
}
