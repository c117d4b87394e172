//! Files that are not as they should be.

use std::fs;

use grice_engine::Conversation;
use grice_store::{Error, Store};
use rusqlite::Connection;

use crate::talk::{say, store};

#[test]
fn a_file_that_is_no_database_is_damaged_and_named() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("conversations.db");
    fs::write(&path, "dear diary, ".repeat(500)).unwrap();
    let error = Store::open(&path).map(drop).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("conversations.db"), "{error}");
}

#[test]
fn pages_that_were_overwritten_are_damage_and_no_panic() {
    let (home, mut store) = store();
    let mut talk = Conversation::new();
    let reply = say(&mut talk, "Who built it?");
    let id = store.begin("", &talk, &[reply]).unwrap();
    for number in 0..200 {
        let reply = say(&mut talk, &format!("{number}?"));
        store.append(id, &talk, &[reply]).unwrap();
    }
    drop(store);
    let path = home.path().join("new/conversations.db");
    let mut bytes = fs::read(&path).unwrap();
    assert!(bytes.len() > 20_000, "everything is in the file itself once it is closed");
    bytes[4_096..].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    let error = Store::open(&path).and_then(|mut store| store.load(id).map(drop)).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
}

#[test]
fn a_newer_file_and_another_programs_are_told_apart() {
    let (home, store) = store();
    drop(store);
    let path = home.path().join("new/conversations.db");
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 7).unwrap();
    let error = Store::open(&path).map(drop).unwrap_err();
    assert!(matches!(error, Error::Newer { found: 7, known: 4, .. }), "{error}");
    let foreign = home.path().join("photos.db");
    Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE photo (id)").unwrap();
    let error = Store::open(&foreign).map(drop).unwrap_err();
    assert!(matches!(error, Error::Foreign(_)) && error.is_misuse(), "{error}");
}

#[test]
fn a_place_where_nothing_can_be_is_told() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("file"), "").unwrap();
    for path in [home.path().join("file/conversations.db"), home.path().to_owned()] {
        let error = Store::open(&path).map(drop).unwrap_err();
        assert!(matches!(error, Error::Unreachable { .. }), "{error}");
    }
}

#[test]
fn words_of_a_newer_grice_are_told_and_replies_that_cannot_be_read_are_left_out() {
    let (home, mut store) = store();
    let mut talk = Conversation::new();
    let reply = say(&mut talk, "Who?");
    let id = store.begin("", &talk, &[reply]).unwrap();
    let raw = Connection::open(home.path().join("new/conversations.db")).unwrap();
    raw.execute("UPDATE turn SET reply = '{\"kind\": \"song\"}'", ()).unwrap();
    let saved = store.load(id).unwrap();
    assert_eq!(saved.conversation, talk);
    assert!(saved.replies[0].is_none());
    raw.execute(
        "UPDATE conversation SET words = replace(words, '\"version\":1', '\"version\":9')",
        (),
    )
    .unwrap();
    let error = store.load(id).unwrap_err();
    assert!(matches!(error, Error::Unreadable { .. }), "{error}");
    assert!(error.to_string().contains("newer Grice"), "{error}");
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_what_was_said() {
    use std::os::unix::fs::PermissionsExt;
    let (home, _store) = store();
    let mode = fs::metadata(home.path().join("new/conversations.db")).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0);
}
