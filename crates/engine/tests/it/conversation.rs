//! Several turns: what is meant by "he", and which page is talked about.

use grice_engine::{Conversation, Switch, Turn};

use crate::collection::engine;

#[test]
fn a_pronoun_is_understood_and_the_topic_follows() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "Who was Aldric Fenn?").unwrap();
    let reply = engine.reply(&mut talk, "Where was he born?").unwrap();
    assert!(reply.rewrite.contains("Aldric Fenn"), "{}", reply.rewrite);
    assert!(reply.answer.contains("Tasp"), "{reply:?}");
    assert_eq!(reply.switched, Switch::NoSwitch);
    let reply = engine.reply(&mut talk, "How long does the salt market last?").unwrap();
    assert!(reply.answer.contains("nine days"), "{}", reply.answer);
    assert_eq!(reply.switched, Switch::SwitchToNew);
    let reply = engine.reply(&mut talk, "Where did Aldric Fenn study masonry?").unwrap();
    assert!(reply.answer.contains("Hollin"), "{}", reply.answer);
    assert_eq!(reply.switched, Switch::SwitchToOld);
    assert_eq!(talk.trail()[0].title, "Aldric Fenn");
}

#[test]
fn the_pages_of_a_history_of_words_are_found() {
    let (_home, engine) = engine();
    let history = [
        Turn::new("who built the orlo bridge", "The monk Aldric Fenn"),
        Turn::new("when did he die", "He died of a fever in 1291."),
        Turn::new("what is the meaning of life", "UNANSWERABLE"),
    ];
    let mut talk = Conversation::of(&history);
    engine.reply(&mut talk, "where is his statue").unwrap();
    let titles: Vec<Option<&str>> =
        talk.turns.iter().map(|t| t.topic.as_ref().map(|topic| topic.title.as_str())).collect();
    assert_eq!(titles[..3], [Some("Orlo Bridge"), Some("Aldric Fenn"), None]);
    assert_eq!(talk.turns[1].switched, Switch::SwitchToNew);
    assert_eq!(titles[3], Some("Aldric Fenn"));
}

#[test]
fn a_conversation_can_be_saved_taken_up_and_replayed() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "Who was Aldric Fenn?").unwrap();
    let mut again = Conversation::from_json(&talk.to_json()).unwrap();
    let one = engine.reply(&mut talk, "Where was he born?").unwrap();
    let other = engine.reply(&mut again, "Where was he born?").unwrap();
    assert_eq!(one.text, other.text);
    let (replayed, replies) = engine.replay(&talk).unwrap();
    assert_eq!(replayed, talk);
    assert_eq!(replies[1].text, one.text);
}
