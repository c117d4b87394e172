//! Files that an older Grice wrote.

use std::path::Path;

use grice_engine::{Conversation, Reply};
use grice_store::{Error, Filter, Store, Verdict};
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

/// The tables of version 2, as they were.
const VERSION_2: &str = "
    CREATE TABLE conversation (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, title TEXT NOT NULL,
        collection TEXT NOT NULL, began INTEGER NOT NULL, changed INTEGER NOT NULL,
        turns INTEGER NOT NULL, words TEXT NOT NULL
    ) STRICT;
    CREATE TABLE turn (
        conversation INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
        number INTEGER NOT NULL, words TEXT NOT NULL, reply TEXT, at INTEGER NOT NULL,
        PRIMARY KEY (conversation, number)
    ) STRICT;
    PRAGMA application_id = 0x67726963;
    PRAGMA user_version = 2;";

/// A file of version 2 with two conversations of three; the last one was deleted.
fn second(path: &Path, talks: &[&Conversation], reply: &Reply) {
    let raw = Connection::open(path).unwrap();
    raw.execute_batch(VERSION_2).unwrap();
    let reply = serde_json::to_string(reply).unwrap();
    for (id, talk) in (1..).zip(talks) {
        let sql = "INSERT INTO conversation VALUES (?1, ?2, 'Who?', 'notes', 5, 6, ?3, ?4)";
        let name = (id == 1).then_some("Old");
        let head = Conversation::new().to_json();
        raw.execute(sql, params![id, name, talk.turns.len() as u32, head]).unwrap();
        for (number, turn) in talk.turns.iter().enumerate() {
            let sql = "INSERT INTO turn VALUES (?1, ?2, ?3, ?4, 7)";
            let turn = serde_json::to_string(turn).unwrap();
            raw.execute(sql, params![id, number as u32, turn, reply]).unwrap();
        }
    }
    raw.execute("DELETE FROM conversation WHERE id = 3", ()).unwrap();
}

#[test]
fn conversations_of_the_second_version_are_read_found_and_gone_on_with() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("conversations.db");
    let (mut one, mut two) = (Conversation::new(), Conversation::new());
    let reply = say(&mut one, "Wer?");
    say(&mut one, "Wann ÜBERALL?");
    say(&mut two, "Who?");
    second(&path, &[&one, &two, &two], &reply);

    let mut store = Store::open(&path).unwrap();
    let saved = store.load(1).unwrap();
    assert_eq!(saved.conversation, one);
    assert_eq!(saved.replies[1].as_ref().unwrap().literal, reply.literal);
    assert_eq!((saved.times, saved.summary.began), (vec![7, 7], 5));
    assert_eq!(store.find("Old").unwrap(), 1);
    assert_eq!(store.load(2).unwrap().conversation, two);

    let listed = store.list().unwrap();
    assert_eq!(listed.iter().map(|summary| summary.id).collect::<Vec<_>>(), [2, 1]);
    assert!(listed[0].key != listed[1].key && listed.iter().all(|one| one.key.len() == 32));
    let filter = Filter { search: "überall old", ..Filter::default() };
    assert_eq!(store.of("").list(&filter).unwrap(), [listed[1].clone()]);

    let reply = say(&mut one, "Und dann?");
    store.append(1, &one, std::slice::from_ref(&reply)).unwrap();
    store.of("").rate(&listed[1].key, 2, Verdict::Useful, "").unwrap();
    assert_eq!(store.begin("", &one, &[reply]).unwrap(), 4, "a number is not used again");
    store.delete(1).unwrap();
    drop(store);
    let raw = Connection::open(&path).unwrap();
    let left =
        raw.query_row("SELECT count(*) FROM turn WHERE conversation = 1", (), |row| row.get(0));
    assert_eq!(left, Ok(0));
    let version = raw.pragma_query_value(None, "user_version", |row| row.get(0));
    assert_eq!(version, Ok(4));
    raw.execute_batch("PRAGMA foreign_key_check; PRAGMA integrity_check").unwrap();
}

#[test]
fn several_who_open_an_older_file_at_once_make_it_new_once() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("conversations.db");
    let mut talk = Conversation::new();
    let reply = say(&mut talk, "Who?");
    second(&path, &[&talk], &reply);
    let keys: Vec<String> = std::thread::scope(|scope| {
        let open = || Store::open(&path).unwrap().list().unwrap()[0].key.clone();
        let opening: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
        opening.into_iter().map(|opened| opened.join().unwrap()).collect()
    });
    assert!(keys.iter().all(|key| key == &keys[0]));
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
    let mut store = Store::open(&path).unwrap();
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
