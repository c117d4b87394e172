//! Utterances, documents and machines that are not as one would wish.

use grice_engine::{Conversation, Engine, Error, Judgements, Kind};

use crate::collection::{self, engine};

#[test]
fn nothing_to_look_for_is_said_plainly_and_the_conversation_goes_on() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    for utterance in ["", "  \n\t", "🎉🎉🎉", "\u{0}\u{7}", "???"] {
        let reply = engine.reply(&mut talk, utterance).unwrap();
        assert_eq!(reply.kind, Kind::Talk, "{utterance:?}");
        assert!(reply.text.contains("a few words"), "{}", reply.text);
    }
    let reply = engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    assert!(reply.answer.contains("Aldric Fenn"), "{}", reply.answer);
}

#[test]
fn a_hundred_kilobytes_are_cut_and_that_is_told() {
    let (_home, engine) = engine();
    for pasted in ["The Orlo Bridge? ".repeat(6_000), "x".repeat(100_000), "é".repeat(60_000)] {
        let mut talk = Conversation::new();
        let reply = engine.reply(&mut talk, &pasted).unwrap();
        assert!(reply.notes[0].contains("only the first 200 words"), "{:?}", reply.notes);
        assert!(talk.turns[0].question.len() < 6_000);
    }
}

#[test]
fn another_language_and_odd_letters_are_only_words() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    for utterance in
        ["Где находится мост?", "橋はどこですか", "\u{202e}egdirB olrO", "a\u{301}\u{301}"]
    {
        engine.reply(&mut talk, utterance).unwrap();
    }
    assert_eq!(talk.turns.len(), 4);
}

#[test]
fn instructions_in_a_document_are_text() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    let reply = engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    assert!(!reply.text.contains("cheese"));
    let reply = engine.reply(&mut talk, "Is the password of the lighthouse keeper known?").unwrap();
    assert!(reply.documents().contains(&"Notes of a trickster"));
    let reply = engine.reply(&mut talk, "When was the Orlo Bridge finished?").unwrap();
    assert!(reply.answer.contains("1294"), "{}", reply.answer);
}

#[test]
fn an_index_that_disappears_is_an_error_and_the_history_is_kept() {
    let (home, index) = collection::index(collection::PAGES);
    let engine = Engine::new(index, Judgements::bare(), collection::system()).unwrap();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    let before = talk.clone();
    std::fs::remove_dir_all(home.path().join("index")).unwrap();
    let error = engine.reply(&mut talk, "When was it finished?").unwrap_err();
    assert!(matches!(error, Error::Index(_)), "{error}");
    assert_eq!(talk, before);
    let reply = engine.reply(&mut talk, "Thanks!").unwrap();
    assert_eq!(reply.kind, Kind::Talk);
}

#[test]
fn an_empty_collection_has_no_answers() {
    let (_home, index) = collection::index(&[]);
    let engine = Engine::new(index, Judgements::bare(), collection::system()).unwrap();
    let reply = engine.reply(&mut Conversation::new(), "Who built the Orlo Bridge?").unwrap();
    assert!(reply.is_unknown() && reply.passages.is_empty());
}
