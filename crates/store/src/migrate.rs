//! Files of older versions, made into today's. All of it is in one transaction.

use rusqlite::{Transaction, params};
use serde_json::Value;

use crate::schema::TURNS;

/// Version 1 wrote a conversation's turns as one text, which a turn was added to by writing all of
/// it again. Each gets a row. What cannot be read stays as it is, and is told of when it is loaded.
pub(crate) fn from_1(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch("ALTER TABLE turn RENAME TO turn_1")?;
    transaction.execute_batch(TURNS)?;
    // A reply is kept also where its turn cannot be read.
    transaction.execute_batch(
        "INSERT INTO turn SELECT conversation, number, 'null', reply, at FROM turn_1;
         DROP TABLE turn_1;",
    )?;
    let ids: Vec<i64> = {
        let mut query = transaction.prepare("SELECT id FROM conversation")?;
        query.query_map((), |row| row.get(0))?.collect::<rusqlite::Result<_>>()?
    };
    for id in ids {
        let words = "SELECT words, changed FROM conversation WHERE id = ?1";
        let (words, changed): (String, i64) =
            transaction.query_row(words, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let Ok(mut conversation) = serde_json::from_str::<Value>(&words) else { continue };
        let Some(turns) = conversation.get_mut("turns").and_then(Value::as_array_mut) else {
            continue;
        };
        let turns = std::mem::take(turns);
        let mut add = transaction.prepare(
            "INSERT INTO turn VALUES (?1, ?2, ?3, NULL, ?4)
             ON CONFLICT (conversation, number) DO UPDATE SET words = excluded.words",
        )?;
        for (number, turn) in (0_u32..).zip(turns) {
            add.execute(params![id, number, turn.to_string(), changed])?;
        }
        let sql = "UPDATE conversation SET words = ?1 WHERE id = ?2";
        transaction.execute(sql, params![conversation.to_string(), id])?;
    }
    Ok(())
}
