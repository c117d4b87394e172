//! Conversations to save.

use grice_engine::{Conversation, Evidence, Exchange, Reply, Topic};
use grice_store::Store;
use tempfile::TempDir;

/// A folder, and a store in it.
pub fn store() -> (TempDir, Store) {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(home.path().join("new/conversations.db")).unwrap();
    (home, store)
}

/// Says something and gives the reply.
pub fn say(talk: &mut Conversation, question: &str) -> Reply {
    let topic = Topic { document: "d/bridge".into(), title: "Bridge".into() };
    talk.turns.push(Exchange {
        question: question.to_owned(),
        answer: "a monk".into(),
        reply: "A monk.".into(),
        topic: Some(topic.clone()),
        ..Exchange::default()
    });
    let literal = Evidence {
        text: format!("a monk ({question})"),
        passage: "d/bridge#0".into(),
        document: "d/bridge".into(),
        title: "Bridge".into(),
        section: String::new(),
        start: 3,
        end: 9,
    };
    Reply { text: "A monk.".into(), literal: vec![literal], topic: Some(topic), ..Reply::default() }
}
