//! Several processes at one place.

use grice_engine::Conversation;
use grice_store::{Error, Store};

use crate::place::on_both;
use crate::talk::say;

#[test]
fn many_may_open_a_new_file_and_add_at_once_and_nothing_is_lost() {
    on_both(|place| {
        let talkers = 6;
        let turns = 10;
        let talkers: Vec<_> = (0..talkers)
            .map(|talker| {
                let url = place.url.clone();
                std::thread::spawn(move || {
                    let mut store = Store::connect(&url).unwrap();
                    let mut talk = Conversation::new();
                    let reply = say(&mut talk, &format!("talker {talker}, turn 0"));
                    let id = store.begin("", &talk, &[reply]).unwrap();
                    for turn in 1..turns {
                        let reply = say(&mut talk, &format!("talker {talker}, turn {turn}"));
                        store.append(id, &talk, &[reply]).unwrap();
                    }
                    (id, talk)
                })
            })
            .collect();
        let done: Vec<_> = talkers.into_iter().map(|talker| talker.join().unwrap()).collect();
        let mut store = place.store();
        assert_eq!(store.list().unwrap().len(), done.len());
        for (id, talk) in done {
            let saved = store.load(id).unwrap();
            assert_eq!(saved.conversation, talk);
            assert!(saved.replies.iter().all(Option::is_some));
        }
    });
}

#[test]
fn a_turn_of_another_process_is_never_overwritten() {
    on_both(|place| {
        let mut one = place.store();
        let mut talk = Conversation::new();
        let reply = say(&mut talk, "Who built it?");
        let id = one.begin("", &talk, &[reply]).unwrap();
        let mut two = place.store();
        let mut other = two.load(id).unwrap().conversation;
        let reply = say(&mut other, "the other's turn");
        two.append(id, &other, &[reply]).unwrap();
        let reply = say(&mut talk, "my turn");
        assert!(
            matches!(one.append(id, &talk, std::slice::from_ref(&reply)), Err(Error::Grown(grown)) if grown == id)
        );
        assert_eq!(one.load(id).unwrap().conversation, other);
        let mine = one.begin("", &talk, &[reply]).unwrap();
        assert_eq!(two.load(mine).unwrap().conversation, talk);
    });
}
