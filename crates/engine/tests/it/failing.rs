//! Models that are missing, or there and failing.

use std::fs;
use std::path::Path;

use grice_engine::{Conversation, Engine, Judgements, Kind, Pending, System};
use tempfile::TempDir;

use crate::collection;

const JUDGEMENTS: [&str; 7] =
    ["rewrite", "rank", "read", "anticipate", "ground", "interpret", "analyze"];

/// Tiny models in which every weight is no number, so that all of them fail when they are asked.
fn broken() -> (TempDir, System) {
    let home = tempfile::tempdir().unwrap();
    let tiny = Path::new(env!("CARGO_MANIFEST_DIR")).join("../judge/tests/tiny");
    let mut text = "[read]\nleast = 0.0\n[models]\n".to_owned();
    for name in JUDGEMENTS {
        let folder = home.path().join(name);
        fs::create_dir(&folder).unwrap();
        for file in fs::read_dir(tiny.join(name)).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), folder.join(file.file_name())).unwrap();
        }
        let weights = folder.join("model.safetensors");
        let mut bytes = fs::read(&weights).unwrap();
        let header = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
        for value in bytes[8 + header..].chunks_exact_mut(4) {
            value.copy_from_slice(&f32::NAN.to_le_bytes());
        }
        fs::write(&weights, bytes).unwrap();
        text.push_str(&format!("{name} = {:?}\n", folder.display().to_string()));
    }
    (home, System::parse("broken", &text).unwrap())
}

#[test]
fn models_that_fail_are_told_of_and_the_conversation_goes_on() {
    let (_models, system) = broken();
    let judgements = Judgements::open(&system.models).unwrap();
    assert!(judgements.missing().is_empty());
    let (_home, index) = collection::index(collection::PAGES);
    let engine = Engine::new(index, judgements, system).unwrap();
    let mut talk = Conversation::new();
    let reply = engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    let notes = reply.notes.join("\n");
    assert!(notes.contains("were not ranked") && notes.contains("was not read"), "{notes}");
    assert!(reply.is_unknown() && !reply.passages.is_empty());
    assert_eq!(reply.documents()[0], "Orlo Bridge");
    talk.pending = Some(Pending::Offer {
        asked: "Would you like to hear about Marrow?".to_owned(),
        leads: vec![grice_engine::Lead { question: "Where is Marrow?".to_owned(), page: None }],
    });
    let reply = engine.reply(&mut talk, "no, not interested").unwrap();
    assert_eq!(reply.kind, Kind::Talk, "rules read what a model could not");
    assert_eq!(reply.interpreted.unwrap().by, "rules");
    assert!(reply.notes.join("\n").contains("read by rules"), "{:?}", reply.notes);
    assert_eq!(talk.turns.len(), 2);
}

#[test]
fn models_that_are_missing_are_named_and_rules_take_their_place() {
    let mut text = "[read]\nleast = 0.0\n[models]\n".to_owned();
    for name in JUDGEMENTS {
        text.push_str(&format!("{name} = \"no-such-{name}\"\n"));
    }
    let system = System::parse("missing", &text).unwrap();
    let judgements = Judgements::open(&system.models).unwrap();
    assert_eq!(judgements.missing().len(), JUDGEMENTS.len(), "{:?}", judgements.missing());
    assert!(judgements.missing().iter().any(|missing| missing.model == "no-such-interpret"));
    let (_home, index) = collection::index(collection::PAGES);
    let engine = Engine::new(index, judgements, system).unwrap();
    let mut talk = Conversation::new();
    let reply = engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    assert!(reply.answer.contains("Aldric Fenn"), "{}", reply.text);
}
