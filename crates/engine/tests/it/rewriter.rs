//! Who makes a question stand alone, and what happens where that fails.

use grice_engine::{Conversation, Engine, Judgements, Reply, System, Turn};

use crate::collection;
use crate::server::{Act, Server};

fn engine(text: &str) -> (tempfile::TempDir, Engine) {
    let easy = "[read]\nleast = 0.0\n";
    let system = System::parse("test", &format!("{easy}{text}")).unwrap();
    let (home, index) = collection::index(collection::PAGES);
    (home, Engine::new(index, Judgements::bare(), system).unwrap())
}

fn ask(system: &str, question: &str) -> Reply {
    let (_home, engine) = engine(system);
    let history = [Turn::new("Who was Aldric Fenn?", "A monk and a master builder.")];
    engine.reply(&mut Conversation::of(&history), question).unwrap()
}

fn by(server: &Server) -> String {
    format!("[contextualise]\nrewriter = \"generator\"\n{}", server.settings())
}

#[test]
fn a_generator_rewrites_with_words_that_were_said() {
    let server = Server::start(Act::Say("Question: In which village was Aldric Fenn born?"));
    let reply = ask(&by(&server), "Where was he born?");
    assert_eq!(reply.rewrite, "In which village was Aldric Fenn born?");
    assert_eq!(reply.why.rewritten_by, "test-model");
    assert!(reply.answer.contains("Tasp"), "{}", reply.answer);
    assert!(reply.notes.is_empty(), "{:?}", reply.notes);
    let asked = &server.asked()[0];
    assert!(asked.contains("Q: Who was Aldric Fenn?") && asked.contains("Where was he born?"));
}

#[test]
fn a_question_that_stands_on_its_own_is_not_sent() {
    let server = Server::start(Act::Say("Who built Aldric Fenn?"));
    let alone = "Who built the Orlo Bridge?";
    let reply = ask(&by(&server), alone);
    assert_eq!((reply.rewrite.as_str(), server.asked().len()), (alone, 0));
    let (_home, engine) = engine(&by(&server));
    engine.reply(&mut Conversation::new(), "Where was he born?").unwrap();
    assert_eq!(server.asked().len(), 0, "there is no history");
}

#[test]
fn a_generator_that_is_slower_than_the_turn_may_be_is_stopped() {
    let server = Server::start(Act::Hang);
    let patient = by(&server).replace("timeout_seconds = 0.5", "timeout_seconds = 60.0");
    let (_home, engine) = engine(&patient);
    let history = [Turn::new("Who was Aldric Fenn?", "A monk and a master builder.")];
    let mut talk = Conversation::of(&history);
    let control = grice_engine::Control::within(std::time::Duration::from_secs(10));
    let reply = engine.reply_with(&mut talk, "Where was he born?", &control, &mut |_| {}).unwrap();
    assert_eq!(reply.rewrite, "Where was Aldric Fenn born?");
    assert!(reply.timings.total < 10_000.0);
}

#[test]
fn where_the_generator_fails_or_invents_the_rules_take_over() {
    for (act, why) in [
        (Act::Fail, "status 500"),
        (Act::Hang, "0.5 s"),
        (Act::Say("Where was Bertram Fenn born?"), "'Bertram', which nobody said"),
        (Act::Say("He was born in Tasp."), "'Tasp', which nobody said"),
        (Act::Say("I cannot help with that."), "something else than the question"),
    ] {
        let reply = ask(&by(&Server::start(act)), "Where was he born?");
        assert_eq!(reply.rewrite, "Where was Aldric Fenn born?", "{why}");
        assert_eq!(reply.why.rewritten_by, "rules");
        assert_eq!(reply.notes.len(), 1, "{:?}", reply.notes);
        let note = &reply.notes[0];
        assert!(note.starts_with("rules rewrote the question in place of test-model: "), "{note}");
        assert!(note.contains(why), "{note}");
    }
}

#[test]
fn nobody_rules_or_a_folder_can_rewrite() {
    let rewriter = |name: &str| format!("[contextualise]\nrewriter = \"{name}\"\n");
    let reply = ask(&rewriter("none"), "Where was he born?");
    assert_eq!(
        (reply.rewrite.as_str(), reply.why.rewritten_by.as_str()),
        ("Where was he born?", "")
    );
    let reply = ask(&rewriter("rules"), "Where was he born?");
    assert_eq!(reply.rewrite, "Where was Aldric Fenn born?");
    let tiny = concat!(env!("CARGO_MANIFEST_DIR"), "/../model/tests/tiny/t5");
    let reply = ask(&rewriter(tiny), "Where was he born?");
    // Its weights are random, so what it writes is not used.
    assert_eq!(reply.rewrite, "Where was Aldric Fenn born?");
    assert!(reply.notes[0].contains("in place of"), "{:?}", reply.notes);
}

#[test]
fn a_rewriter_that_is_not_on_this_machine_is_told() {
    let (_home, engine) = engine("[contextualise]\nrewriter = \"no-such-rewriter\"\n");
    assert_eq!(engine.missing().len(), 1);
    assert!(engine.missing()[0].model.contains("no-such-rewriter"), "{:?}", engine.missing());
    let mut talk = Conversation::of(&[Turn::new("Who was Aldric Fenn?", "A monk.")]);
    let reply = engine.reply(&mut talk, "Where was he born?").unwrap();
    assert_eq!(reply.rewrite, "Where was Aldric Fenn born?");
}
