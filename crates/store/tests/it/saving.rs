//! Saving, listing, naming, deleting.

use grice_engine::{Conversation, Reply};
use grice_store::{Error, Store};
use rusqlite::Connection;

use crate::place::on_both;
use crate::talk::{say, store};

#[test]
fn a_conversation_is_read_as_it_was_written_with_its_evidence() {
    on_both(|place| {
        let mut store = place.store();
        let mut talk = Conversation::new();
        let first = say(&mut talk, "Who built it?");
        let id = store.begin("notes", &talk, std::slice::from_ref(&first)).unwrap();
        let second = say(&mut talk, "When?");
        store.append(id, &talk, std::slice::from_ref(&second)).unwrap();
        drop(store);
        let mut store = place.store();
        let saved = store.load(id).unwrap();
        assert_eq!(saved.conversation, talk);
        let evidence: Vec<_> = saved.replies.iter().map(|r| &r.as_ref().unwrap().literal).collect();
        assert_eq!(evidence, [&first.literal, &second.literal]);
        let summary = &saved.summary;
        assert_eq!((summary.title.as_str(), summary.turns), ("Who built it?", 2));
        assert_eq!((summary.collection.as_str(), &summary.name), ("notes", &None));
        assert!(summary.began > 0 && summary.changed >= summary.began);
        assert_eq!(store.list().unwrap(), [saved.summary]);
    });
}

#[test]
fn several_turns_are_added_at_once_and_replies_keep_their_turns() {
    on_both(|place| {
        let mut store = place.store();
        let mut talk = Conversation::new();
        say(&mut talk, "Whose reply is not known?");
        let known = say(&mut talk, "Whose is?");
        let id = store.begin("", &talk, &[known]).unwrap();
        let more: Vec<Reply> = ["And?", "Then?"].iter().map(|q| say(&mut talk, q)).collect();
        store.append(id, &talk, &more).unwrap();
        let replies = store.load(id).unwrap().replies;
        let words =
            |reply: &Option<Reply>| reply.as_ref().map(|reply| reply.literal[0].text.clone());
        let words: Vec<Option<String>> = replies.iter().map(words).collect();
        let known = ["Whose is?", "And?", "Then?"].map(|q| Some(format!("a monk ({q})")));
        assert_eq!(words, [&[None][..], &known].concat());
    });
}

#[test]
fn the_last_that_changed_is_listed_first() {
    on_both(|place| {
        let mut store = place.store();
        let mut talks = [Conversation::new(), Conversation::new()];
        let ids = talks.each_mut().map(|talk| {
            let reply = say(talk, "Who?");
            store.begin("", talk, &[reply]).unwrap()
        });
        let listed =
            |store: &mut Store| store.list().unwrap().iter().map(|s| s.id).collect::<Vec<i64>>();
        assert_eq!(listed(&mut store), [ids[1], ids[0]]);
        place.raw("UPDATE conversation SET changed = changed - 60000");
        let reply = say(&mut talks[0], "When?");
        store.append(ids[0], &talks[0], &[reply]).unwrap();
        assert_eq!(listed(&mut store), ids);
    });
}

#[test]
fn a_conversation_is_found_by_its_name_or_its_number() {
    on_both(|place| {
        let mut store = place.store();
        let mut talk = Conversation::new();
        let reply = say(&mut talk, "Who?");
        let one = store.begin("", &talk, std::slice::from_ref(&reply)).unwrap();
        let two = store.begin("", &talk, &[reply]).unwrap();
        store.rename(one, " bridges ").unwrap();
        store.rename(one, "bridges").unwrap();
        assert_eq!(store.find("bridges").unwrap(), one);
        assert_eq!(store.find(&two.to_string()).unwrap(), two);
        assert_eq!(store.find(&format!("#{two}")).unwrap(), two);
        let taken = store.rename(two, "bridges").unwrap_err();
        assert!(matches!(&taken, Error::NameTaken { id, .. } if *id == one), "{taken}");
        assert!(matches!(store.rename(two, "17"), Err(Error::BadName { .. })));
        for unknown in ["rivers", "99", ""] {
            assert!(matches!(store.find(unknown), Err(Error::Unknown(_))), "{unknown}");
        }
    });
}

#[test]
fn a_deleted_conversation_is_gone_and_its_number_is_not_used_again() {
    on_both(|place| {
        let mut store = place.store();
        let mut talk = Conversation::new();
        let reply = say(&mut talk, "Who?");
        let one = store.begin("", &talk, std::slice::from_ref(&reply)).unwrap();
        store.delete(one).unwrap();
        assert!(store.list().unwrap().is_empty());
        assert!(matches!(store.load(one), Err(Error::Unknown(_))));
        assert!(matches!(store.delete(one), Err(Error::Unknown(_))));
        assert!(matches!(store.rename(one, "gone"), Err(Error::Unknown(_))));
        assert!(matches!(store.append(one, &talk, &[]), Err(Error::Unknown(_))));
        assert!(store.begin("", &talk, &[reply]).unwrap() > one);
    });
}

#[test]
fn the_thousandth_turn_is_written_as_cheaply_as_the_second() {
    let (home, mut store) = store();
    let path = home.path().join("new/conversations.db");
    let raw = Connection::open(&path).unwrap();
    let mut talk = Conversation::new();
    let reply = say(&mut talk, "Who built it?");
    let id = store.begin("", &talk, &[reply]).unwrap();
    let mut add = |measured: bool| {
        // What a turn writes is what the log then holds.
        if measured {
            let done = raw.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get(0));
            assert_eq!(done, Ok(0));
        }
        let reply = say(&mut talk, "And how long did that take?");
        store.append(id, &talk, &[reply]).unwrap();
        std::fs::metadata(path.with_extension("db-wal")).unwrap().len()
    };
    let second = add(true);
    for _ in 3..1000 {
        add(false);
    }
    let thousandth = add(true);
    assert!(second > 0 && thousandth <= second + 3 * 4_120, "{second} and {thousandth} bytes");
    assert_eq!(store.load(id).unwrap().conversation, talk);
}
