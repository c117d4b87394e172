//! The studio's streams.

use grice_store::{Append, Change, ERASED, Erasure, NewEvent, NewStream, Store, Token};

use crate::place::on_both;

fn event(actor: &str, kind: &str, body: &str) -> NewEvent {
    NewEvent {
        at: 7,
        actor: actor.into(),
        action: Some(format!("{actor}-{kind}")),
        kind: kind.into(),
        body: body.into(),
    }
}

fn new(key: &str, parent: Option<i64>, events: Vec<NewEvent>) -> NewStream {
    NewStream { key: key.into(), kind: "project".into(), parent, owner: "ann".into(), events }
}

fn project(store: &mut Store) -> i64 {
    let streams = vec![new("p", None, vec![event("admin", "made", "{\"a\":\"\\u0000\"}")])];
    assert!(store.studio().write(&Change { streams, ..Change::default() }).unwrap());
    store.studio().find("p").unwrap().unwrap().id
}

fn append(stream: i64, after: i64, events: Vec<NewEvent>) -> Change {
    Change { appends: vec![Append { stream, after, events }], ..Change::default() }
}

#[test]
fn events_are_added_after_those_that_the_writer_knows_or_not_at_all() {
    on_both(|place| {
        let mut store = place.store();
        let id = project(&mut store);
        let said = append(id, 1, vec![event("x", "said", "{}"), event("x", "left", "{}")]);
        assert!(store.studio().write(&said).unwrap());
        // The same again, and a writer who knows less, change nothing: nor does what comes with it.
        let token = Token { hash: [1; 32], project: id, kind: "k".into(), subject: "x".into() };
        let again = Change { tokens: vec![token], ..said.clone() };
        assert!(!store.studio().write(&again).unwrap());
        assert_eq!(store.studio().token(&[1; 32]).unwrap(), None);
        let (stream, events) = place.store().studio().events(id, 0).unwrap().unwrap();
        assert_eq!((stream.head, events.len()), (3, 3));
        assert_eq!(events[2].seq, 3);
        assert_eq!(events[2].action.as_deref(), Some("x-left"));
        assert_eq!(events[0].body, "{\"a\":\"\\u0000\"}");
        let (_, rest) = store.studio().events(id, 2).unwrap().unwrap();
        assert_eq!(rest, events[2..]);
    });
}

#[test]
fn writers_at_the_same_time_do_not_overwrite_each_other() {
    on_both(|place| {
        let id = project(&mut place.store());
        let write = |actor: &str| {
            let mut store = place.store();
            for _ in 0..20 {
                loop {
                    let head = store.studio().stream(id).unwrap().unwrap().head;
                    let more = append(id, head, vec![event(actor, "said", "{}")]);
                    match store.studio().write(&more) {
                        Ok(true) => break,
                        Ok(false) | Err(grice_store::Error::Busy(_)) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for actor in ["a", "b", "c"] {
                scope.spawn(move || write(actor));
            }
        });
        let (stream, events) = place.store().studio().events(id, 0).unwrap().unwrap();
        assert_eq!((stream.head, events.len()), (61, 61));
        for actor in ["a", "b", "c"] {
            assert_eq!(events.iter().filter(|event| event.actor == actor).count(), 20);
        }
    });
}

#[test]
fn a_token_is_found_by_its_hash_until_it_is_revoked() {
    on_both(|place| {
        let mut store = place.store();
        let id = project(&mut store);
        let token = Token { hash: [7; 32], project: id, kind: "k".into(), subject: "x".into() };
        let keep = Change { tokens: vec![token.clone()], ..Change::default() };
        assert!(store.studio().write(&keep).unwrap());
        assert_eq!(store.studio().token(&[7; 32]).unwrap(), Some(token));
        assert_eq!(store.studio().token(&[8; 32]).unwrap(), None);
        let revoke = Change { revoked: vec![(id, "x".into())], ..Change::default() };
        assert!(store.studio().write(&revoke).unwrap());
        assert_eq!(store.studio().token(&[7; 32]).unwrap(), None);
    });
}

#[test]
fn what_a_person_wrote_can_be_erased_and_nothing_else_is() {
    on_both(|place| {
        let mut store = place.store();
        let id = project(&mut store);
        let more = vec![event("x", "said", "{\"t\":\"mine\"}"), event("y", "said", "{\"t\":1}")];
        store.studio().write(&append(id, 1, more)).unwrap();
        let sessions = vec![
            new("s1", Some(id), vec![event("x", "said", "{}")]),
            new("s2", Some(id), vec![event("y", "said", "{}")]),
        ];
        store.studio().write(&Change { streams: sessions, ..Change::default() }).unwrap();
        let listed = store.studio().sessions(id).unwrap();
        let erasure = Erasure {
            project: id,
            actor: "x".into(),
            sessions: vec![listed[0].id],
            rewritten: vec![(1, "{\"b\":2}".into())],
        };
        assert_eq!(store.studio().erase(&erasure).unwrap(), 2);
        let (stream, events) = store.studio().events(id, 0).unwrap().unwrap();
        assert_eq!((stream.head, stream.epoch), (3, 1));
        assert_eq!((events[1].kind.as_str(), events[1].body.as_str()), (ERASED, "{}"));
        assert_eq!((events[0].body.as_str(), events[2].actor.as_str()), ("{\"b\":2}", "y"));
        let left: Vec<String> =
            store.studio().sessions(id).unwrap().into_iter().map(|s| s.key).collect();
        assert_eq!(left, ["s2"]);
        store.studio().delete(id).unwrap();
        assert!(store.studio().find("s2").unwrap().is_none());
    });
}
