//! A name that two pages share: one question back, and what the reply to it leads to.

use grice_engine::{Conversation, Engine, Judgements, Kind, Pending, System};
use tempfile::TempDir;

use crate::collection;

fn engine() -> (TempDir, Engine) {
    collection::over(collection::SENSES)
}

#[test]
fn a_name_of_two_pages_is_asked_back_once() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    let reply = engine.reply(&mut talk, "When was Vesper discovered?").unwrap();
    assert_eq!(reply.kind, Kind::Clarify, "{}", reply.text);
    assert!(reply.text.starts_with("Do you mean Vesper ("), "{}", reply.text);
    assert!(reply.text.contains("Vesper (moon)") && reply.text.contains("Vesper (ship)"));
    assert!(reply.answer.is_empty() && !reply.is_unknown());
    assert!(matches!(&talk.pending, Some(Pending::Clarify { choices, .. }) if choices.len() == 2));
    assert!(talk.history().is_empty());
    let reply = engine.reply(&mut talk, "What is Vesper?").unwrap();
    assert_ne!(reply.kind, Kind::Clarify, "never twice in a row");
}

#[test]
fn the_reply_picks_a_page_and_the_question_is_answered_from_it() {
    for (said, year, title) in [
        ("the moon", "1877", "Vesper (moon)"),
        ("The ship, please.", "1931", "Vesper (ship)"),
        ("ship?", "1931", "Vesper (ship)"),
        ("I mean the one with the sails", "1931", "Vesper (ship)"),
    ] {
        let (_home, engine) = engine();
        let mut talk = Conversation::new();
        engine.reply(&mut talk, "When was Vesper discovered?").unwrap();
        let reply = engine.reply(&mut talk, said).unwrap();
        assert!(reply.answer.contains(year), "{said}: {}", reply.text);
        assert_eq!(reply.topic.as_ref().unwrap().title, title);
        let understood = reply.interpreted.as_ref().unwrap();
        assert_eq!((understood.label.as_str(), understood.by.as_str()), (title, "choice"));
        assert_eq!(talk.pending.is_some(), !reply.follow_ups.is_empty());
        let history = talk.history();
        assert_eq!(history[0].question, format!("When was {title} discovered?"));
        assert_eq!(history.len(), 1);
    }
}

#[test]
fn a_place_picks_in_the_order_of_the_question() {
    for said in ["the second one", "2", "the latter"] {
        let (_home, engine) = engine();
        let mut talk = Conversation::new();
        engine.reply(&mut talk, "When was Vesper discovered?").unwrap();
        let Some(Pending::Clarify { choices, .. }) = talk.pending.clone() else { panic!("{said}") };
        let reply = engine.reply(&mut talk, said).unwrap();
        assert_eq!(reply.topic, Some(choices[1].page.clone()), "{said}");
    }
}

#[test]
fn neither_and_a_new_question_go_on() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "When was Vesper discovered?").unwrap();
    let reply = engine.reply(&mut talk, "neither").unwrap();
    assert_eq!(reply.kind, Kind::Talk);
    assert!(reply.passages.is_empty() && talk.pending.is_none());
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "When was Vesper discovered?").unwrap();
    let reply = engine.reply(&mut talk, "Where was Ilse Brandt born?").unwrap();
    assert!(reply.answer.contains("Marrow"), "{}", reply.text);
    assert_eq!(reply.interpreted, None);
}

#[test]
fn nothing_is_asked_back_where_the_question_or_the_conversation_decides() {
    let (_home, engine) = engine();
    for question in
        ["When was Vesper (ship) discovered?", "When was Tarn formed?", "Who was Ilse Brandt?"]
    {
        let reply = engine.reply(&mut Conversation::new(), question).unwrap();
        assert_ne!(reply.kind, Kind::Clarify, "{question}: {}", reply.text);
    }
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "What is the outermost planet?").unwrap();
    assert_eq!(talk.topic().unwrap().title, "Tarn");
    let reply = engine.reply(&mut talk, "When was Vesper discovered?").unwrap();
    assert_ne!(reply.kind, Kind::Clarify, "{}", reply.text);
}

#[test]
fn a_system_can_do_without() {
    let (_home, index) = collection::index(collection::SENSES);
    let text = "[clarify]\nask = false\n[read]\nleast = 0.0";
    let system = System::parse("test", text).unwrap();
    let engine = Engine::new(index, Judgements::bare(), system).unwrap();
    let reply = engine.reply(&mut Conversation::new(), "When was Vesper discovered?").unwrap();
    assert_eq!(reply.kind, Kind::Span);
}

#[test]
fn a_pending_question_is_saved_with_the_conversation() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "When was Vesper discovered?").unwrap();
    let mut again = Conversation::from_json(&talk.to_json()).unwrap();
    assert_eq!(again, talk);
    let reply = engine.reply(&mut again, "the moon").unwrap();
    assert!(reply.answer.contains("1877"), "{}", reply.text);
    let (replayed, _) = engine.replay(&again).unwrap();
    assert_eq!(replayed, again);
}
