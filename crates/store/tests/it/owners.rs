//! Conversations of a server's users.

use std::cell::RefCell;

use grice_engine::{Conversation, Reply};
use grice_store::{Before, Error, Filter, Store, Summary, Verdict};
use proptest::prelude::*;

use crate::place::{Place, on_both};
use crate::talk::say;

/// Saves a conversation of one question after another.
fn begin(store: &mut Store, owner: &str, questions: &[&str]) -> (Summary, Conversation) {
    let mut talk = Conversation::new();
    let replies: Vec<Reply> = questions.iter().map(|question| say(&mut talk, question)).collect();
    (store.of(owner).begin("notes", &talk, &replies).unwrap(), talk)
}

fn keys(store: &mut Store, owner: &str, filter: &Filter) -> Vec<String> {
    store.of(owner).list(filter).unwrap().into_iter().map(|summary| summary.key).collect()
}

#[test]
fn an_empty_conversation_grows_and_takes_its_title_from_the_first_question() {
    on_both(|place| {
        let mut store = place.store();
        let made = store.of("ann").create("notes").unwrap();
        assert_eq!((made.title.as_str(), made.turns, made.key.len()), ("", 0, 32));
        let mut talk = store.of("ann").load(&made.key).unwrap().conversation;
        assert_eq!(talk, Conversation::new());
        let reply = say(&mut talk, "Who built it?");
        let at = store.of("ann").append(&made.key, &talk, std::slice::from_ref(&reply)).unwrap();
        let saved = store.of("ann").load(&made.key).unwrap();
        assert_eq!((saved.summary.title.as_str(), saved.summary.turns), ("Who built it?", 1));
        assert_eq!(saved.conversation, talk);
        assert!(at >= made.began && saved.times == [at]);
        let turn = store.of("ann").turn(&made.key, 0).unwrap();
        assert_eq!((turn.exchange, turn.at), (talk.turns[0].clone(), at));
        assert_eq!(turn.reply.unwrap().literal, reply.literal);
        let none = store.of("ann").turn(&made.key, 1).unwrap_err();
        assert!(matches!(none, Error::UnknownTurn(1)) && none.is_misuse(), "{none}");
    });
}

#[test]
fn nobody_reaches_what_another_owns() {
    on_both(|place| {
        let mut store = place.store();
        let (anns, talk) = begin(&mut store, "ann", &["Who?"]);
        store.of("ann").rate(&anns.key, 0, Verdict::Wrong, "no").unwrap();
        let key = anns.key.as_str();
        for other in ["bob", "", "Ann", "ann "] {
            let unknown = |result: Result<(), Error>| {
                assert!(matches!(result, Err(Error::Unknown(_))), "{other:?}: {result:?}");
            };
            let mut of = store.of(other);
            assert!(of.list(&Filter::default()).unwrap().is_empty());
            unknown(of.summary(key).map(drop));
            unknown(of.load(key).map(drop));
            unknown(of.turn(key, 0).map(drop));
            unknown(of.append(key, &talk, &[]).map(drop));
            unknown(of.replace(key, 0, &talk, &[]).map(drop));
            unknown(of.rename(key, "mine"));
            unknown(of.rate(key, 0, Verdict::Useful, ""));
            unknown(of.unrate(key, 0));
            unknown(of.feedback(key).map(drop));
            unknown(of.delete(key));
            of.each_feedback(|rated| panic!("{rated:?}")).unwrap();
        }
        // Nor does the command line, by their numbers.
        assert!(store.list().unwrap().is_empty());
        assert!(matches!(store.load(anns.id), Err(Error::Unknown(_))));
        assert!(matches!(store.find(&anns.id.to_string()), Err(Error::Unknown(_))));
        assert!(matches!(store.delete(anns.id), Err(Error::Unknown(_))));
        let mine = store.of("ann").load(key).unwrap();
        assert_eq!((mine.conversation, mine.summary), (talk, anns.clone()));
        assert_eq!(mine.feedback[0].as_ref().unwrap().note, "no");
    });
}

#[test]
fn names_are_unique_for_an_owner_only() {
    on_both(|place| {
        let mut store = place.store();
        let [one, two] = ["ann", "bob"].map(|owner| begin(&mut store, owner, &["Who?"]).0);
        let other = begin(&mut store, "ann", &["When?"]).0;
        store.of("ann").rename(&one.key, "bridges").unwrap();
        store.of("bob").rename(&two.key, "bridges").unwrap();
        let taken = store.of("ann").rename(&other.key, " bridges").unwrap_err();
        assert!(matches!(&taken, Error::NameTaken { id, .. } if *id == one.id), "{taken}");
        assert_eq!(store.of("bob").summary(&two.key).unwrap().name.as_deref(), Some("bridges"));
    });
}

#[test]
fn turns_are_added_only_to_those_that_are_known() {
    on_both(|place| {
        let mut store = place.store();
        let (made, talk) = begin(&mut store, "ann", &["Who?", "When?"]);
        let mut ahead = talk.clone();
        let replies = ["Why?", "Where?"].map(|question| say(&mut ahead, question));
        let grown = store.of("ann").append(&made.key, &ahead, &replies[1..]).unwrap_err();
        assert!(matches!(grown, Error::Grown(id) if id == made.id), "{grown}");
        store.of("ann").append(&made.key, &ahead, &replies).unwrap();
        let mut behind = talk.clone();
        let reply = say(&mut behind, "Since when?");
        let grown = store.of("ann").append(&made.key, &behind, &[reply]).unwrap_err();
        assert!(matches!(grown, Error::Grown(_)), "{grown}");
        assert_eq!(store.of("ann").load(&made.key).unwrap().conversation, ahead);
    });
}

#[test]
fn an_edited_turn_takes_the_place_of_it_and_all_behind_it() {
    on_both(|place| {
        let mut store = place.store();
        let (made, mut talk) = begin(&mut store, "ann", &["Who?", "When?", "Why?"]);
        for turn in 0..3 {
            store.of("ann").rate(&made.key, turn, Verdict::Useful, "").unwrap();
        }
        talk.turns.truncate(1);
        let reply = say(&mut talk, "Where?");
        store.of("ann").replace(&made.key, 1, &talk, &[reply]).unwrap();
        let saved = store.of("ann").load(&made.key).unwrap();
        assert_eq!((&saved.conversation, saved.summary.turns), (&talk, 2));
        assert!(saved.feedback[0].is_some() && saved.feedback[1].is_none());

        let mut anew = Conversation::new();
        let reply = say(&mut anew, "Whose?");
        store.of("ann").replace(&made.key, 0, &anew, &[reply]).unwrap();
        let saved = store.of("ann").load(&made.key).unwrap();
        assert_eq!((saved.conversation, saved.summary.title.as_str()), (anew, "Whose?"));
        assert_eq!(
            keys(&mut store, "ann", &Filter { search: "where", ..Filter::default() }).len(),
            0
        );

        // More is to be kept than the store has, and than the caller knows.
        let ahead = store.of("ann").replace(&made.key, 2, &talk, &[]).unwrap_err();
        assert!(matches!(ahead, Error::Grown(_)), "{ahead}");
        let behind = store.of("ann").replace(&made.key, 1, &Conversation::new(), &[]).unwrap_err();
        assert!(matches!(behind, Error::Grown(_)), "{behind}");
        store.of("ann").replace(&made.key, 0, &Conversation::new(), &[]).unwrap();
        assert_eq!(store.of("ann").summary(&made.key).unwrap().turns, 0);
    });
}

#[test]
fn a_search_finds_all_its_words_in_names_and_questions_in_any_case() {
    on_both(|place| {
        let mut store = place.store();
        let one = begin(&mut store, "ann", &["Who built the BRIDGE?", "When did МОСТ open?"]).0.key;
        let two = begin(&mut store, "ann", &["What is 100% of it?", "and a_b\\c?"]).0.key;
        let three = begin(&mut store, "ann", &["Who?"]).0.key;
        store.of("ann").rename(&three, "Über Brücken").unwrap();
        for (search, found) in [
            ("bridge", vec![&one]),
            ("мост who", vec![&one]),
            ("мост brücken", vec![]),
            ("BRÜCK über", vec![&three]),
            ("100%", vec![&two]),
            ("00%o", vec![]),
            ("a_b", vec![&two]),
            ("b\\c", vec![&two]),
            ("%", vec![&two]),
            ("w_o", vec![]),
            (" \0 ", vec![&three, &two, &one]),
            ("who", vec![&three, &one]),
        ] {
            let filter = Filter { search, ..Filter::default() };
            let listed = keys(&mut store, "ann", &filter);
            assert_eq!(listed.iter().collect::<Vec<_>>(), found, "{search:?}");
        }
    });
}

#[test]
fn pages_of_a_list_hold_each_conversation_once() {
    on_both(|place| {
        let mut store = place.store();
        let made: Vec<String> = (0..7).map(|_| begin(&mut store, "ann", &["Who?"]).0.key).collect();
        // Several of the same moment.
        place.raw("UPDATE conversation SET changed = changed / 100000");
        let mut paged: Vec<Summary> = Vec::new();
        loop {
            let last = paged.last().cloned();
            let before = last.as_ref().map(|last| Before { changed: last.changed, key: &last.key });
            let filter = Filter { search: "who", limit: 3, before };
            match store.of("ann").list(&filter).unwrap() {
                page if page.is_empty() => break,
                page => paged.extend(page),
            }
        }
        let mut paged: Vec<String> = paged.into_iter().map(|summary| summary.key).collect();
        paged.reverse();
        assert_eq!(paged, made);
    });
}

#[test]
fn a_deleted_conversation_is_gone_with_all_that_belongs_to_it() {
    on_both(|place| {
        let mut store = place.store();
        let (made, _) = begin(&mut store, "ann", &["Who?"]);
        store.of("ann").rate(&made.key, 0, Verdict::Useful, "").unwrap();
        store.of("ann").delete(&made.key).unwrap();
        assert!(matches!(store.of("ann").load(&made.key), Err(Error::Unknown(_))));
        assert!(matches!(store.of("ann").delete(&made.key), Err(Error::Unknown(_))));
        store.each_feedback(|rated| panic!("{rated:?}")).unwrap();
    });
}

#[test]
fn text_of_any_characters_comes_back() {
    fn check(place: &Place) {
        let store = RefCell::new(place.store());
        let key = store.borrow_mut().of("ann").create("notes").unwrap().key;
        let config = ProptestConfig::with_cases(100);
        proptest!(config, |(question: String, name: String, note: String)| {
            let mut store = store.borrow_mut();
            let mut talk = Conversation::new();
            let reply = say(&mut talk, &question);
            store.of("ann").replace(&key, 0, &talk, &[reply]).unwrap();
            store.of("ann").rate(&key, 0, Verdict::Wrong, &note).unwrap();
            let named = store.of("ann").rename(&key, &name).is_ok();
            let saved = store.of("ann").load(&key).unwrap();
            prop_assert_eq!(&saved.conversation, &talk);
            prop_assert_eq!(saved.summary.title.replace('\0', "\u{fffd}"), question.replace('\0', "\u{fffd}"));
            prop_assert_eq!(&saved.feedback[0].as_ref().unwrap().note, &note);
            if named {
                prop_assert_eq!(saved.summary.name.as_deref(), Some(name.trim()));
            }
            let word = question.split_whitespace().next().unwrap_or_default();
            let found = keys(&mut store, "ann", &Filter { search: word, ..Filter::default() });
            prop_assert_eq!(found, std::slice::from_ref(&key));
            // What no conversation can be called is unknown, and no failure.
            let loaded = store.of("ann").load(&note);
            prop_assert!(matches!(loaded, Err(Error::Unknown(_))), "{:?}", loaded);
            let found = store.find(&note);
            prop_assert!(matches!(found, Err(Error::Unknown(_))), "{:?}", found);
        });
    }
    on_both(check);
}
