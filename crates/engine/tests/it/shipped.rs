//! A conversation with the weights that Grice ships, where they are on this machine.

use grice_engine::{Conversation, Engine, Judgements, System};

use crate::collection;

#[test]
fn shipped_weights_hold_a_conversation() {
    let system = System::standard().unwrap();
    let judgements = Judgements::open(&system.models).unwrap();
    if !judgements.missing().is_empty() {
        eprintln!("skipped, models are not here: {:?}", judgements.missing());
        return;
    }
    let (_home, index) = collection::index(collection::PAGES);
    let engine = Engine::new(index, judgements, system).unwrap();
    let mut talk = Conversation::new();
    let reply = engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    assert!(reply.answer.contains("Aldric Fenn"), "{reply:?}");
    let reply = engine.reply(&mut talk, "Where was he born?").unwrap();
    assert!(reply.answer.contains("Tasp"), "{reply:?}");
    let reply = engine.reply(&mut talk, "When was the bridge finished?").unwrap();
    assert!(reply.answer.contains("1294"), "{reply:?}");
    assert!(reply.notes.is_empty(), "{:?}", reply.notes);
}
