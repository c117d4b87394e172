//! The systems that Grice carries inside, at work.

use grice_engine::{
    AnswerBy, Conversation, Engine, GeneratorKind, Judgements, ReadingKind, SureSettings, System,
    Turn,
};

use crate::collection;

fn asked(name: &str, history: &[Turn], question: &str) -> grice_engine::Reply {
    let (_home, index) = collection::index(collection::PAGES);
    let system = System::find(name.as_ref()).unwrap();
    let engine = Engine::new(index, Judgements::bare(), system).unwrap();
    engine.reply(&mut Conversation::of(history), question).unwrap()
}

#[test]
fn plain_systems_search_one_form() {
    let history = [Turn::new("What is the Orlo Bridge?", "A bridge of stone.")];
    for (name, first) in
        [("original", "Marrow"), ("all-history", "Orlo Bridge"), ("rewrite", "Orlo Bridge")]
    {
        let reply = asked(name, &history, "Do people like it?");
        let best = &reply.passages[0];
        let f = best.features;
        assert_eq!(best.score, f.original + f.all + f.rewrite, "{name}: {f:?}");
        assert_eq!([f.recent, f.titled, f.page, f.vector, f.rank], [0.0; 5], "{name}");
        assert_eq!(best.title, first, "{name}: {:?}", reply.documents());
    }
}

#[test]
fn the_first_question_is_searched_whatever_the_form() {
    for name in ["original", "all-history", "rewrite"] {
        let reply = asked(name, &[], "Who built the Orlo Bridge?");
        assert_eq!(reply.documents()[0], "Orlo Bridge", "{name}");
        assert!(reply.passages[0].score > 0.0, "{name}");
    }
}

#[test]
fn the_system_without_weights_answers() {
    let system = System::find("bare".as_ref()).unwrap();
    assert!(Judgements::open(&system.models).unwrap().missing().is_empty());
    let reply = asked("bare", &[], "When was the Orlo Bridge finished?");
    assert!(reply.answer.contains("1294"), "{}", reply.answer);
}

#[test]
fn published_systems_run_without_their_weights_and_say_what_is_missing() {
    for (name, _) in System::embedded().filter(|(name, _)| name.starts_with("published/")) {
        let (_home, index) = collection::index(collection::PAGES);
        let system = System::find(name.as_ref()).unwrap();
        assert!(system.reason.rules.is_empty(), "{name}");
        let published = system.published.clone().unwrap();
        assert!(published.cites.contains("section ") && !published.title.is_empty(), "{name}");
        let local = [GeneratorKind::Local, GeneratorKind::Fusion].contains(&system.generator.kind);
        let rewrites = published.weights.contains_key("rewriter");
        let r = &system.retrieve;
        let found_nothing = r.original + r.rewrite + r.all <= 0.0;
        let engine = Engine::new(index, Judgements::bare(), system).unwrap();
        assert_eq!(!engine.missing().is_empty(), local || rewrites, "{name}");
        let reply = engine.reply(&mut Conversation::new(), "Who built the Orlo Bridge?").unwrap();
        assert_eq!(reply.passages.is_empty(), found_nothing, "{name}");
    }
}

#[test]
fn baselines_inherit_nothing_that_the_default_fitted() {
    let grices = ["default", "fast", "generator"];
    for (name, _) in System::embedded().filter(|(name, _)| !grices.contains(name)) {
        let system = System::find(name.as_ref()).unwrap();
        assert_eq!(system.read.sure, SureSettings::default(), "{name} believes the reader alone");
        assert_eq!(system.compose.unsure, 0.0, "{name} shows one passage");
    }
}

#[test]
fn baselines_that_take_the_best_span_read_all_their_passages() {
    let mut some = 0;
    for (name, _) in System::embedded().filter(|(name, _)| name.starts_with("published/")) {
        let system = System::find(name.as_ref()).unwrap();
        let read = system.read;
        let ranks = read.by == AnswerBy::Reader && read.relevance + read.confidence > 1.0;
        if ranks && !system.generator.closed_book {
            some += 1;
            assert!(read.passages == 1 || read.enough > 1.0, "{name} stops at a sure answer");
        }
    }
    assert!(some >= 14, "{some}");
}

#[test]
fn a_baseline_is_as_sure_as_its_reader_and_says_nothing_where_that_is_too_little() {
    let question = "When was the Orlo Bridge finished?";
    let reply = asked("bare", &[], question);
    assert_eq!(reply.confidence, reply.passages[0].features.confidence);
    // Without weights a reader is never as sure as this.
    let (_home, index) = collection::index(collection::PAGES);
    let mut system = System::find("original".as_ref()).unwrap();
    system.read.least = 0.4;
    let engine = Engine::new(index, Judgements::bare(), system).unwrap();
    let reply = engine.reply(&mut Conversation::new(), question).unwrap();
    assert!(reply.is_unknown(), "{}", reply.answer);
}

#[test]
fn a_history_is_read_by_the_rewriter_alone_or_by_nobody() {
    let history = [Turn::new("What is the Orlo Bridge?", "A bridge of stone.")];
    let reply = asked("published/bm25-dpr-reader-rewrite", &history, "When was it finished?");
    assert_eq!(reply.rewrite, "When was Orlo Bridge finished?");
    assert_eq!(reply.why.readings.len(), 1);
    assert_eq!(reply.why.readings[0].forms.sought, reply.rewrite);
    assert_eq!(reply.documents()[0], "Orlo Bridge");
    let reply = asked("published/bm25-dpr-reader-original", &history, "When was it finished?");
    assert_eq!(reply.rewrite, "When was it finished?");
    assert_eq!(reply.why.readings[0].forms.all, "");
}

#[test]
fn the_shared_tasks_baselines_answer_with_the_question_and_with_a_sentence() {
    let question = "Who built the Orlo Bridge?";
    let reply = asked("published/basic", &[], question);
    assert_eq!((reply.answer.as_str(), reply.text.as_str()), (question, question));
    assert!(reply.passages.is_empty() && !reply.is_unknown());
    let reply = asked("published/simple", &[], "Who was the master builder?");
    assert_eq!(reply.answer, "Aldric Fenn was a monk and a master builder.");
    assert_eq!(reply.literal[0].title, "Aldric Fenn");
}

#[test]
fn a_turn_tells_why() {
    let (_home, engine) = collection::engine();
    let reply = engine.reply(&mut Conversation::new(), "Who built the Orlo Bridge?").unwrap();
    let why = &reply.why;
    let chosen: Vec<_> = why.read.iter().filter(|one| one.chosen).collect();
    assert_eq!(chosen.len(), 1);
    assert_eq!(chosen[0].text, reply.answer);
    assert!(why.read.len() > 1 && why.read.windows(2).all(|two| two[0].behind <= two[1].behind));
    assert!(why.added.iter().any(|one| one.said && reply.pragmatic.contains(&one.evidence)));
    let offers: Vec<&String> = why.follow_ups.iter().map(|offer| &offer.text).collect();
    assert_eq!(offers, reply.follow_ups.iter().collect::<Vec<_>>());
    for offer in &why.follow_ups {
        assert!(offer.rank >= 1 && offer.bm25 > 0.0 && !offer.found.is_empty());
    }
    assert_eq!(why.readings.len(), 1);
    assert_eq!(why.readings[0].kind, ReadingKind::AsSaid);
    assert_eq!(why.readings[0].forms.original, "Who built the Orlo Bridge?");
    let (reply, _) = collection::held(&engine, &["Who was Aldric Fenn?", "Where was he born?"]);
    let chosen = &reply.why.readings[reply.why.reading];
    assert_ne!(chosen.kind, ReadingKind::AsSaid);
    assert_eq!(chosen.forms.rewrite, "Where was Aldric Fenn born?");
    assert_eq!(reply.why.rewritten_by, "rules");
}
