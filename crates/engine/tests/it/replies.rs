//! Replies to what Grice offers, direct and indirect.

use grice_engine::{Conversation, Engine, Kind, Lead, Pending, Reply, Topic};

use crate::collection::{self, engine};

/// An offer to tell more of a page.
fn lead(talk: &Conversation, title: &str) -> Lead {
    let question = format!("Tell me more about {title}.");
    let page = talk.turns[0].topic.clone().map(|topic| Topic {
        document: topic.document.replace("Orlo Bridge", title),
        title: title.to_owned(),
    });
    Lead { question, page }
}

/// A conversation in which Aldric Fenn was offered, and the reply to what is said then.
fn offered(engine: &Engine, said: &str) -> (Conversation, Reply) {
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    talk.pending = Some(Pending::Offer {
        asked: "Would you like to hear more about Aldric Fenn?".to_owned(),
        leads: vec![lead(&talk, "Aldric Fenn"), lead(&talk, "Marrow")],
    });
    let reply = engine.reply(&mut talk, said).unwrap();
    (talk, reply)
}

#[test]
fn yes_does_what_was_offered() {
    let (_home, engine) = engine();
    for said in ["Yes, please.", "sure", "Tell me more!", "go on"] {
        let (talk, reply) = offered(&engine, said);
        assert_eq!(reply.topic.as_ref().unwrap().title, "Aldric Fenn", "{said}: {}", reply.text);
        assert!(reply.text.contains("master builder"), "{}", reply.text);
        assert_eq!(talk.history()[1].question, "Tell me more about Aldric Fenn.");
        assert_eq!(talk.turns[1].question, said);
    }
}

#[test]
fn no_is_acknowledged_without_a_search() {
    let (_home, engine) = engine();
    for said in ["No thanks.", "nope, not interested"] {
        let (talk, reply) = offered(&engine, said);
        assert_eq!(reply.kind, Kind::Talk);
        assert!(reply.passages.is_empty() && talk.pending.is_none());
        assert!(reply.text.split_whitespace().count() < 12, "{}", reply.text);
    }
}

#[test]
fn a_condition_shortens_and_is_kept() {
    let (_home, engine) = engine();
    let (whole, long) = offered(&engine, "yes");
    let (talk, reply) = offered(&engine, "Sure, but only if it's short.");
    assert_eq!(reply.topic, long.topic);
    assert!(reply.pragmatic.is_empty() && reply.follow_ups.is_empty());
    assert!(reply.text.len() < long.text.len() || long.pragmatic.is_empty());
    let kept = talk.turns[1].interpreted.as_ref().unwrap();
    assert_eq!(kept.condition.as_deref(), Some("only if it's short"));
    assert_eq!(Conversation::from_json(&talk.to_json()).unwrap(), talk);
    assert_eq!(whole.turns[1].interpreted.as_ref().unwrap().condition, None);
}

#[test]
fn neither_yes_nor_no_leaves_the_offer_and_says_so() {
    let (_home, engine) = engine();
    let (mut talk, reply) = offered(&engine, "I'm not sure");
    assert_eq!(reply.kind, Kind::Talk);
    assert!(reply.text.contains("neither yes nor no"), "{}", reply.text);
    let reply = engine.reply(&mut talk, "yes").unwrap();
    assert_eq!(reply.topic.unwrap().title, "Aldric Fenn");
}

#[test]
fn a_question_is_answered_and_the_offer_is_forgotten() {
    let (_home, engine) = engine();
    let (_, reply) = offered(&engine, "How long does the salt market last?");
    assert!(reply.answer.contains("nine days"), "{}", reply.text);
    assert_eq!(reply.interpreted, None);
    let (_, reply) = offered(&engine, "Salt market");
    assert_eq!(reply.interpreted, None, "a name is no reply");
}

#[test]
fn what_is_listed_is_only_taken_up_where_it_is_wanted() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    let Some(Pending::Offer { leads, .. }) = talk.pending.clone() else { panic!("{talk:?}") };
    let reply = engine.reply(&mut talk.clone(), "ok").unwrap();
    assert_eq!(reply.kind, Kind::Talk);
    let reply = engine.reply(&mut talk, "Yes, tell me more").unwrap();
    assert_eq!(reply.rewrite, leads[0].question);
    assert_eq!(reply.kind, Kind::Span);
}

#[test]
fn anything_else_is_not_asked_for_ever() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    let reply = engine.reply(&mut talk, "Thanks!").unwrap();
    assert!(reply.text.contains("anything else"), "{}", reply.text);
    let reply = engine.reply(&mut talk, "No, thank you").unwrap();
    assert!(reply.text.starts_with("All right"), "{}", reply.text);
    let reply = engine.reply(&mut talk, "Where was Aldric Fenn born?").unwrap();
    assert!(reply.answer.contains("Tasp"), "{}", reply.text);
}

#[test]
fn indirect_replies_are_understood_with_the_weights_that_ship() {
    let (_home, engine) = collection::shipped_over(collection::PAGES);
    for said in ["I had a big lunch.", "It's getting late", "I have read enough about it"] {
        let (_, reply) = offered(&engine, said);
        assert_eq!(reply.kind, Kind::Talk, "{said}: {}", reply.text);
        assert!(reply.text.starts_with("All right"), "{said}: {}", reply.text);
        assert_eq!(reply.interpreted.unwrap().by, "grice-interpret");
    }
    for said in ["Sure, if it's quick", "I could listen to that all day", "That would be lovely"] {
        let (_, reply) = offered(&engine, said);
        assert_eq!(collection::title(&reply), "Aldric Fenn", "{said}: {}", reply.text);
    }
    let (talk, _) = offered(&engine, "Sure, if it's quick");
    let kept = talk.turns[1].interpreted.as_ref().unwrap();
    assert_eq!(kept.condition.as_deref(), Some("if it's quick"));
}

#[test]
fn the_other_one_is_the_other_one() {
    let (_home, engine) = engine();
    let (_, reply) = offered(&engine, "I'd rather hear about the other one");
    assert_eq!(reply.topic.unwrap().title, "Marrow", "{}", reply.text);
}
