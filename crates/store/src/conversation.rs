//! A conversation's rows, read and written inside a transaction.

use grice_engine::{Conversation, Exchange, Reply};
use serde::Serialize;

use crate::error::Error;
use crate::feedback::feedback;
use crate::name;
use crate::sql::{Done, Fault, Row, Sql, Value};
use crate::summary::{COLUMNS, Saved, SavedTurn, Summary, summary};

/// How a conversation is called.
#[derive(Clone, Copy)]
pub(crate) enum Which<'a> {
    Number(i64),
    Key(&'a str),
}

impl Which<'_> {
    pub fn unknown(self) -> Error {
        Error::Unknown(match self {
            Which::Number(id) => id.to_string(),
            Which::Key(key) => key.to_owned(),
        })
    }
}

/// An owner's conversation. Every other function takes the number that this one gives.
pub(crate) fn of_owner(sql: &mut dyn Sql, owner: &str, which: Which<'_>) -> Done<Summary> {
    let (column, value): (&str, Value) = match which {
        Which::Number(id) => ("id", id.into()),
        Which::Key(key) => ("key", key.into()),
    };
    let query =
        format!("SELECT {COLUMNS} FROM conversation c WHERE c.owner = $1 AND c.{column} = $2");
    let found = sql.query(&query, &[owner.into(), value])?.pop();
    found.as_ref().map_or_else(|| Err(which.unknown().into()), summary)
}

/// The conversation without an owner that has this name, or else this number.
pub(crate) fn find(sql: &mut dyn Sql, wanted: &str) -> Done<Option<i64>> {
    let number: Option<i64> = wanted.trim_start_matches('#').parse().ok();
    let query = "SELECT id FROM conversation WHERE owner = '' AND (name = $1 OR id = $2)
                 ORDER BY CASE WHEN name = $1 THEN 0 ELSE 1 END LIMIT 1";
    let found = sql.query(query, &[wanted.into(), number.into()])?.pop();
    found.map(|row| row.int(0)).transpose()
}

/// Reads a conversation with its turns.
pub(crate) fn load(sql: &mut dyn Sql, summary: Summary) -> Done<Saved> {
    let id = summary.id;
    let words = "SELECT words FROM conversation WHERE id = $1";
    let words = sql.query(words, &[id.into()])?.pop().map(|row| row.text(0)).transpose()?;
    let turns = sql.query(&turns("ORDER BY t.number"), &[id.into()])?;
    let place = sql.place();
    let mut conversation = Conversation::from_json(&words.unwrap_or_default())
        .map_err(|why| unreadable(place, id, why))?;
    let mut saved = Vec::with_capacity(turns.len());
    for row in &turns {
        saved.push(turn(place, id, row)?);
    }
    if saved.len() != summary.turns as usize {
        let why = format!("{} of {} turns are there", saved.len(), summary.turns);
        return Err(unreadable(place, id, grice_engine::Error::Conversation(why)).into());
    }
    let (mut replies, mut times, mut feedback) = (Vec::new(), Vec::new(), Vec::new());
    for turn in saved {
        conversation.turns.push(turn.exchange);
        replies.push(turn.reply);
        times.push(turn.at);
        feedback.push(turn.feedback);
    }
    Ok(Saved { summary, conversation, replies, times, feedback })
}

/// Reads one turn.
pub(crate) fn load_turn(sql: &mut dyn Sql, id: i64, number: u32) -> Done<SavedTurn> {
    let row = sql.query(&turns("AND t.number = $2"), &[id.into(), number.into()])?.pop();
    let row = row.ok_or(Error::UnknownTurn(number))?;
    turn(sql.place(), id, &row)
}

fn turns(which: &str) -> String {
    format!(
        "SELECT t.number, t.words, t.reply, t.at, f.verdict, f.note, f.at FROM turn t
         LEFT JOIN feedback f ON f.conversation = t.conversation AND f.turn = t.number
         WHERE t.conversation = $1 {which}"
    )
}

fn turn(place: &str, id: i64, row: &Row) -> Done<SavedTurn> {
    let number = row.count(0)?;
    let exchange: Exchange = serde_json::from_str(&row.text(1)?).map_err(|error| {
        let why = format!("turn {}: {error}", number + 1);
        unreadable(place, id, grice_engine::Error::Conversation(why))
    })?;
    let reply = row.maybe_text(2)?.and_then(|reply| serde_json::from_str(&reply).ok());
    Ok(SavedTurn { number, exchange, reply, at: row.int(3)?, feedback: feedback(row, 4)? })
}

fn unreadable(place: &str, id: i64, why: grice_engine::Error) -> Error {
    Error::Unreadable { place: place.to_owned(), id, why: Box::new(why) }
}

/// Makes an empty conversation with this key; does nothing where it is there already.
pub(crate) fn create(
    sql: &mut dyn Sql,
    owner: &str,
    key: &str,
    collection: &str,
    now: i64,
) -> Done<()> {
    let words = Conversation::new().to_json();
    let add = "INSERT INTO conversation
                   (key, owner, title, collection, began, changed, turns, words)
               VALUES ($1, $2, '', $3, $4, $4, 0, $5) ON CONFLICT (key) DO NOTHING";
    let values = [key.into(), owner.into(), collection.into(), now.into(), words.into()];
    sql.execute(add, &values).map(drop)
}

/// Turns to be written.
#[derive(Clone, Copy)]
pub(crate) struct Turns<'a> {
    /// All of the conversation.
    pub conversation: &'a Conversation,
    /// The replies of its last turns.
    pub replies: &'a [Reply],
    /// The first turn that is written.
    pub first: usize,
    pub now: i64,
}

/// What must be there before turns are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    /// Exactly the turns before the first that is written.
    Append,
    /// At least those; the others are deleted.
    Replace,
}

/// Writes turns where what is there is as the guard wants it, else that is the error. Where just
/// these turns are there already, nothing is to be done.
pub(crate) fn extend(sql: &mut dyn Sql, id: i64, new: Turns<'_>, guard: Guard) -> Done<()> {
    if new.first > new.conversation.turns.len() {
        return Err(Error::Grown(id).into());
    }
    let mut head = Conversation::new();
    head.pending.clone_from(&new.conversation.pending);
    let title = new.conversation.questions().next().unwrap_or_default();
    let guarded = match guard {
        Guard::Append => "turns = $6",
        Guard::Replace => "turns >= $6",
    };
    // The row is held from here on, so that others wait and then see what was written.
    let update = format!(
        "UPDATE conversation SET turns = $1, changed = $2, words = $3, title = $4
         WHERE id = $5 AND {guarded}"
    );
    let (count, first) = (count(new.conversation.turns.len()), count(new.first));
    let values = [
        count.into(),
        new.now.into(),
        head.to_json().into(),
        title.into(),
        id.into(),
        first.into(),
    ];
    if sql.execute(&update, &values)? == 0 {
        return if is_there(sql, id, new)? { Ok(()) } else { Err(Error::Grown(id).into()) };
    }
    if guard == Guard::Replace {
        let drop = "DELETE FROM turn WHERE conversation = $1 AND number >= $2";
        sql.execute(drop, &[id.into(), first.into()])?;
    }
    insert(sql, id, new)
}

fn insert(sql: &mut dyn Sql, id: i64, new: Turns<'_>) -> Done<()> {
    let add = "INSERT INTO turn (conversation, number, words, reply, at, sought)
               VALUES ($1, $2, $3, $4, $5, $6)";
    let turns = &new.conversation.turns;
    let known = turns.len().saturating_sub(new.replies.len());
    for (number, turn) in turns.iter().enumerate().skip(new.first) {
        let reply = number.checked_sub(known).and_then(|at| new.replies.get(at));
        let values = [
            id.into(),
            count(number).into(),
            json(turn)?.into(),
            reply.map(json).transpose()?.into(),
            new.now.into(),
            turn.question.to_lowercase().into(),
        ];
        sql.execute(add, &values)?;
    }
    Ok(())
}

/// Whether the last of these turns is the conversation's last, written at the same moment: then the
/// connection broke after it was committed.
fn is_there(sql: &mut dyn Sql, id: i64, new: Turns<'_>) -> Done<bool> {
    let Some(last) = new.conversation.turns.iter().skip(new.first).last() else {
        return Ok(false);
    };
    let turn = "SELECT t.words FROM turn t JOIN conversation c ON c.id = t.conversation
                WHERE c.id = $1 AND c.turns = $2 AND t.number = $3 AND t.at = $4";
    let total = count(new.conversation.turns.len());
    let values = [id.into(), total.into(), (total - 1).into(), new.now.into()];
    match sql.query(turn, &values)?.pop() {
        Some(row) => Ok(row.text(0)? == json(last)?),
        None => Ok(false),
    }
}

/// Gives a conversation a name that no other of its owner has.
pub(crate) fn rename(sql: &mut dyn Sql, owner: &str, id: i64, name: &str) -> Done<()> {
    let name = name::checked(name)?;
    let other = "SELECT id FROM conversation WHERE owner = $1 AND name = $2 AND id <> $3";
    let other = sql.query(other, &[owner.into(), name.into(), id.into()])?.pop();
    if let Some(other) = other {
        return Err(Error::NameTaken { name: name.to_owned(), id: other.int(0)? }.into());
    }
    let sought = name.to_lowercase();
    let update = "UPDATE conversation SET name = $1, name_sought = $2 WHERE id = $3";
    sql.execute(update, &[name.into(), sought.into(), id.into()]).map(drop)
}

/// Deletes a conversation with all that belongs to it.
pub(crate) fn delete(sql: &mut dyn Sql, id: i64) -> Done<()> {
    sql.execute("DELETE FROM conversation WHERE id = $1", &[id.into()]).map(drop)
}

pub(crate) fn json(value: &(impl Serialize + ?Sized)) -> Done<String> {
    serde_json::to_string(value).map_err(|error| Fault::Strange(error.to_string()))
}

pub(crate) fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
