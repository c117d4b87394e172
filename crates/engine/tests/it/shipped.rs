//! A conversation with the weights that Grice ships.

use grice_engine::Conversation;

use crate::collection;

#[test]
fn shipped_weights_hold_a_conversation() {
    let (_home, engine) = collection::shipped_over(collection::PAGES);
    let mut talk = Conversation::new();
    let reply = engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    assert!(reply.answer.contains("Aldric Fenn"), "{reply:?}");
    let reply = engine.reply(&mut talk, "Where was he born?").unwrap();
    assert!(reply.answer.contains("Tasp"), "{reply:?}");
    let reply = engine.reply(&mut talk, "When was the bridge finished?").unwrap();
    assert!(reply.answer.contains("1294"), "{reply:?}");
    assert!(reply.notes.is_empty(), "{:?}", reply.notes);
}
