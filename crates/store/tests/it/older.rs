//! Files that an older Grice wrote.

use std::path::Path;

use grice_engine::{Conversation, Reply};
use grice_store::{Error, Store};
use rusqlite::{Connection, params};

use crate::talk::say;

/// The tables of version 1, as they were.
const VERSION_1: &str = "
    CREATE TABLE conversation (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, title TEXT NOT NULL,
        collection TEXT NOT NULL, began INTEGER NOT NULL, changed INTEGER NOT NULL,
        turns INTEGER NOT NULL, words TEXT NOT NULL
    ) STRICT;
    CREATE TABLE turn (
        conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
        number INTEGER NOT NULL, reply TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (conversation, number)
    ) STRICT, WITHOUT ROWID;
    PRAGMA application_id = 0x67726963;
    PRAGMA user_version = 1;";

/// A file of version 1 with one conversation, of whose turns the last ones' replies are known.
fn older(path: &Path, words: &str, turns: u32, replies: &[Reply]) {
    let raw = Connection::open(path).unwrap();
    raw.execute_batch(VERSION_1).unwrap();
    let sql = "INSERT INTO conversation VALUES (1, 'old', 'Who?', 'notes', 5, 6, ?1, ?2)";
    raw.execute(sql, params![turns, words]).unwrap();
    for (number, reply) in (turns - replies.len() as u32..).zip(replies) {
        let reply = serde_json::to_string(reply).unwrap();
        raw.execute("INSERT INTO turn VALUES (1, ?1, ?2, 6)", params![number, reply]).unwrap();
    }
}

#[test]
fn conversations_of_the_first_version_are_read_and_gone_on_with() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("conversations.db");
    let mut talk = Conversation::new();
    say(&mut talk, "Who?");
    let known = say(&mut talk, "When?");
    older(&path, &talk.to_json(), 2, std::slice::from_ref(&known));

    let mut store = Store::open(&path).unwrap();
    let saved = store.load(1).unwrap();
    assert_eq!(saved.conversation, talk);
    assert!(saved.replies[0].is_none());
    assert_eq!(saved.replies[1].as_ref().unwrap().literal, known.literal);
    assert_eq!(saved.summary.name.as_deref(), Some("old"));

    let reply = say(&mut talk, "And then?");
    store.append(1, &talk, &[reply]).unwrap();
    drop(store);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.load(1).unwrap().conversation, talk);
    assert_eq!(store.find("old").unwrap(), 1);
}

#[test]
fn words_that_cannot_be_read_are_told_of_and_keep_nothing_else_closed() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("conversations.db");
    let mut talk = Conversation::new();
    let reply = say(&mut talk, "Who?");
    older(&path, "no JSON", 1, std::slice::from_ref(&reply));
    let mut store = Store::open(&path).unwrap();
    assert!(matches!(store.load(1), Err(Error::Unreadable { .. })));
    let two = store.begin("", &talk, &[reply]).unwrap();
    assert_eq!(store.load(two).unwrap().conversation, talk);
}
