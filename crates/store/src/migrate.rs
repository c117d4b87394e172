//! Files of older versions, made into today's. All of it is in one transaction.

use serde_json::Value as Json;

use crate::random;
use crate::schema::{TABLES, Tables};
use crate::sql::Done;

/// The turns of version 2.
const TURNS_2: &str = "
    CREATE TABLE turn (
        conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        words TEXT NOT NULL,
        reply TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (conversation, number)
    ) STRICT;
";

/// Version 1 wrote a conversation's turns as one text, which a turn was added to by writing all of
/// it again. Each gets a row. What cannot be read stays as it is, and is told of when it is loaded.
pub(crate) fn from_1(tables: &mut impl Tables) -> Done<()> {
    tables.define("ALTER TABLE turn RENAME TO turn_1")?;
    tables.define(TURNS_2)?;
    // A reply is kept also where its turn cannot be read.
    tables.define(
        "INSERT INTO turn SELECT conversation, number, 'null', reply, at FROM turn_1;
         DROP TABLE turn_1;",
    )?;
    for row in tables.query("SELECT id FROM conversation", &[])? {
        let id = row.int(0)?;
        let words = "SELECT words, changed FROM conversation WHERE id = $1";
        let Some(row) = tables.query(words, &[id.into()])?.pop() else { continue };
        let (words, changed) = (row.text(0)?, row.int(1)?);
        let Ok(mut conversation) = serde_json::from_str::<Json>(&words) else { continue };
        let Some(turns) = conversation.get_mut("turns").and_then(Json::as_array_mut) else {
            continue;
        };
        let turns = std::mem::take(turns);
        let add = "INSERT INTO turn VALUES ($1, $2, $3, NULL, $4)
                   ON CONFLICT (conversation, number) DO UPDATE SET words = excluded.words";
        for (number, turn) in (0_u32..).zip(turns) {
            let turn = turn.to_string();
            tables.execute(add, &[id.into(), number.into(), turn.into(), changed.into()])?;
        }
        let sql = "UPDATE conversation SET words = $1 WHERE id = $2";
        tables.execute(sql, &[conversation.to_string().into(), id.into()])?;
    }
    Ok(())
}

/// Version 2 knew no owners, keys and searches. Numbers that were used are not used again.
pub(crate) fn from_2(tables: &mut impl Tables) -> Done<()> {
    tables.define(
        "ALTER TABLE conversation RENAME TO conversation_2;
         ALTER TABLE turn RENAME TO turn_2;",
    )?;
    tables.define(TABLES)?;
    for row in tables.query("SELECT id, name FROM conversation_2", &[])? {
        let (id, name) = (row.int(0)?, row.maybe_text(1)?.unwrap_or_default());
        let add = "INSERT INTO conversation
                       (id, key, name, name_sought, title, collection, began, changed, turns, words)
                   SELECT id, $2, name, $3, title, collection, began, changed, turns, words
                   FROM conversation_2 WHERE id = $1";
        let name = name.to_lowercase();
        tables.execute(add, &[id.into(), random::key()?.into(), name.into()])?;
        let turns = "SELECT number, words FROM turn_2 WHERE conversation = $1";
        for row in tables.query(turns, &[id.into()])? {
            let words = serde_json::from_str::<Json>(&row.text(1)?).unwrap_or_default();
            let question = words.get("question").and_then(Json::as_str).unwrap_or_default();
            let add = "INSERT INTO turn SELECT conversation, number, words, reply, at, $3
                       FROM turn_2 WHERE conversation = $1 AND number = $2";
            let sought = question.to_lowercase();
            tables.execute(add, &[id.into(), row.int(0)?.into(), sought.into()])?;
        }
    }
    tables.define(
        "DELETE FROM sqlite_sequence WHERE name = 'conversation';
         INSERT INTO sqlite_sequence
             SELECT 'conversation', seq FROM sqlite_sequence WHERE name = 'conversation_2';
         DROP TABLE turn_2;
         DROP TABLE conversation_2;",
    )
}
