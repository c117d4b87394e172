//! How an utterance is meant: small talk, impatience, an answer that is turned down.

use grice_engine::{Act, Conversation, Kind};

use crate::collection::{self, engine};

#[test]
fn small_talk_is_no_part_of_what_is_understood_later() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "Who was Aldric Fenn?").unwrap();
    for (said, act) in [
        ("I see", Act::Acknowledgement),
        ("cool!", Act::Acknowledgement),
        ("Thank you", Act::Thanks),
        ("hello", Act::Greeting),
        ("bye", Act::Goodbye),
    ] {
        let reply = engine.reply(&mut talk, said).unwrap();
        assert_eq!((reply.kind, reply.room.act), (Kind::Talk, act), "{said}");
        assert!(reply.passages.is_empty());
    }
    let reply = engine.reply(&mut talk, "Where was he born?").unwrap();
    assert!(reply.rewrite.contains("Aldric Fenn"), "{}", reply.rewrite);
    assert_eq!(talk.history().len(), 2);
}

#[test]
fn an_answer_that_is_turned_down_gives_way_to_another() {
    let (_home, engine) = engine();
    for said in ["That's not what I asked.", "ugh, no", "Who built the Orlo Bridge?"] {
        let mut talk = Conversation::new();
        let first = engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
        let reply = engine.reply(&mut talk, said).unwrap();
        assert!(reply.room.frustrated, "{said}");
        assert_ne!(reply.answer, first.answer, "{said}");
        assert!(!reply.text.contains(&first.answer), "{}", reply.text);
        assert!(reply.pragmatic.len() <= 1 && reply.follow_ups.is_empty(), "{reply:?}");
        assert_eq!(talk.turns[1].asked(), "Who built the Orlo Bridge?");
    }
}

#[test]
fn it_is_said_when_there_is_no_other_answer() {
    let (_home, engine) = collection::over(&collection::PAGES[..1]);
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    let reply = engine.reply(&mut talk, "Wrong!").unwrap();
    assert!(reply.is_unknown());
    assert!(reply.text.starts_with("Sorry, I have found no better answer."), "{}", reply.text);
    let reply = engine.reply(&mut talk, "When was the Orlo Bridge finished?").unwrap();
    assert!(reply.answer.contains("1294"), "{}", reply.text);
}

#[test]
fn what_was_meant_instead_is_looked_for() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    let said = "No, that's not what I asked, I asked how long the salt market lasts";
    let reply = engine.reply(&mut talk, said).unwrap();
    assert!(reply.answer.contains("nine days"), "{}", reply.text);
    assert_eq!(reply.rewrite, "how long the salt market lasts");
}

#[test]
fn impatience_shortens() {
    let (_home, engine) = engine();
    let calm = engine.reply(&mut Conversation::new(), "Who built the Orlo Bridge?").unwrap();
    let reply = engine.reply(&mut Conversation::new(), "Ugh, who built the Orlo Bridge?").unwrap();
    assert_eq!(reply.answer, calm.answer);
    assert!(!calm.pragmatic.is_empty() && reply.pragmatic.is_empty());
    assert!(reply.follow_ups.is_empty());
}

#[test]
fn a_model_tells_small_talk_that_is_on_no_list() {
    let (_home, engine) = collection::shipped_over(collection::PAGES);
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    let reply = engine.reply(&mut talk, "oh nice, that was really useful").unwrap();
    assert_eq!(reply.kind, Kind::Talk, "{reply:?}");
    let signals = reply.room.signals.unwrap();
    assert!(signals.social > 0.6 && signals.sarcasm.is_some(), "{signals:?}");
    let reply = engine.reply(&mut talk, "the salt market").unwrap();
    assert_ne!(reply.kind, Kind::Talk, "{reply:?}");
    let reply = engine.reply(&mut talk, "you are useless").unwrap();
    assert!(reply.room.frustrated, "{:?}", reply.room);
}
