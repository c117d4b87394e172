//! What a turn tells of itself while it is taken, and that a reply can be saved.

use grice_engine::{Control, Conversation, Event, Reply, Timings};

use crate::collection::engine;

fn told(utterance: &str) -> (Vec<String>, Reply) {
    let (_home, engine) = engine();
    let mut told = Vec::new();
    let mut tell = |event: Event<'_>| {
        told.push(match event {
            Event::Understood { rewrite, .. } => format!("understood {rewrite}"),
            Event::Found { passages, title } => {
                format!("found {} {}", passages > 0, title.unwrap_or("none"))
            }
            Event::Answer(sentence) => format!("answer {}", sentence.text),
            Event::Addition(sentence) => format!("addition {}", sentence.text),
            Event::FollowUps(offers) => format!("follow-ups {}", offers.join("|")),
        });
    };
    let (mut talk, control) = (Conversation::new(), Control::default());
    let reply = engine.reply_with(&mut talk, utterance, &control, &mut tell).unwrap();
    (told, reply)
}

#[test]
fn steps_are_told_in_order_and_sentences_make_the_reply() {
    let (told, reply) = told("Who built the Orlo Bridge?");
    assert!(told[0].starts_with("found true "), "{told:?}");
    assert_eq!(told[1], "understood Who built the Orlo Bridge?");
    assert!(told[2].starts_with("answer "), "{told:?}");
    assert_eq!(*told.last().unwrap(), format!("follow-ups {}", reply.follow_ups.join("|")));
    let sentences: Vec<&str> = told[2..told.len() - 1]
        .iter()
        .map(|event| event.trim_start_matches("answer ").trim_start_matches("addition "))
        .collect();
    assert!(sentences.len() > 1, "{told:?}");
    assert_eq!(sentences.join(" "), reply.text);
}

#[test]
fn small_talk_is_told_as_one_sentence() {
    let (told, reply) = told("Hello!");
    assert_eq!(told, [format!("answer {}", reply.text)]);
}

#[test]
fn a_reply_is_written_and_read_again() {
    let (_, mut reply) = told("Who built the Orlo Bridge?");
    // What a clock says has more figures than JSON keeps.
    reply.timings = Timings::default();
    let json = serde_json::to_string(&reply).unwrap();
    let again: Reply = serde_json::from_str(&json).unwrap();
    assert_eq!(serde_json::to_string(&again).unwrap(), json);
    assert_eq!((again.literal, again.evidence), (reply.literal, reply.evidence));
    let older: Reply = serde_json::from_str(r#"{"text": "Yes.", "kind": "yes"}"#).unwrap();
    assert_eq!((older.text.as_str(), older.follow_ups.len()), ("Yes.", 0));
}
