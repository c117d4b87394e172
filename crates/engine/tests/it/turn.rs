//! One turn, from the question to the reply.

use grice_engine::{Conversation, Engine, Judgements, Kind, System};

use crate::collection::{self, engine};

#[test]
fn a_question_is_answered_with_the_words_of_the_page() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    let reply = engine.reply(&mut talk, "When was the Orlo Bridge finished?").unwrap();
    assert!(reply.answer.contains("1294"), "{reply:?}");
    assert_eq!(reply.kind, Kind::Span);
    assert_eq!(reply.topic.as_ref().unwrap().title, "Orlo Bridge");
    assert_eq!(reply.documents()[0], "Orlo Bridge");
    assert!(reply.timings.total > 0.0 && reply.timings.total >= reply.timings.retrieve);
    assert_eq!(talk.turns.len(), 1);
    assert_eq!(talk.turns[0].answer, reply.answer);
}

#[test]
fn every_span_stands_where_it_is_said_to_stand_and_every_sentence_is_traced() {
    let (_home, index) = collection::index(collection::PAGES);
    let searcher = index.searcher().unwrap();
    let engine = Engine::new(index, Judgements::bare(), collection::system()).unwrap();
    for question in ["Who built the Orlo Bridge?", "What is the salt market?", "Where is Marrow?"] {
        let reply = engine.reply(&mut Conversation::new(), question).unwrap();
        let all: Vec<_> = reply.literal.iter().chain(&reply.pragmatic).collect();
        for span in &all {
            let text = searcher.find_passage(&span.passage).unwrap().unwrap().text;
            let chars = text.chars().skip(span.start).take(span.end - span.start);
            assert_eq!(chars.collect::<String>(), span.text);
        }
        assert!(!reply.evidence.is_empty());
        for sentence in &reply.evidence {
            assert!(reply.text.contains(&sentence.text));
            assert!(!sentence.spans.is_empty() && sentence.spans.iter().all(|n| *n < all.len()));
        }
    }
}

#[test]
fn what_is_added_does_not_repeat_the_answer_and_keeps_to_the_length() {
    let (_home, engine) = engine();
    let reply = engine.reply(&mut Conversation::new(), "Who built the Orlo Bridge?").unwrap();
    assert!(!reply.pragmatic.is_empty(), "{reply:?}");
    for span in &reply.pragmatic {
        assert!(!reply.literal.iter().any(|literal| literal.text == span.text));
    }
    assert!(reply.text.split_whitespace().count() <= 60, "{}", reply.text);
    assert!(reply.text.starts_with(&reply.evidence[0].text));
}

#[test]
fn what_the_collection_does_not_say_is_refused_with_the_closest_thing() {
    let (_home, index) = collection::index(collection::PAGES);
    let system = System::parse("strict", "[read]\nleast = 1.0").unwrap();
    let engine = Engine::new(index, Judgements::bare(), system).unwrap();
    let mut talk = Conversation::new();
    let reply = engine.reply(&mut talk, "Who is the mayor of Marrow?").unwrap();
    assert!(reply.is_unknown());
    assert!(reply.answer.is_empty() && reply.literal.is_empty());
    let begins = "I don't know: the text does not say who the mayor of Marrow is.";
    assert!(reply.text.starts_with(begins), "{}", reply.text);
    assert!(reply.text.contains("The closest it comes is in Marrow"), "{}", reply.text);
    assert!(reply.topic.is_none() && !reply.places.is_empty());
    let nothing = engine.reply(&mut talk, "zzyzx qwrtp?").unwrap();
    assert!(nothing.is_unknown() && nothing.places.is_empty());
    assert!(nothing.text.contains("nothing in this collection"), "{}", nothing.text);
}

#[test]
fn small_talk_is_answered_without_a_search() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    let reply = engine.reply(&mut talk, "Thank you very much!").unwrap();
    assert_eq!(reply.kind, Kind::Talk);
    assert!(reply.passages.is_empty() && reply.timings.retrieve == 0.0);
    assert_eq!(talk.turns.len(), 1);
}

#[test]
fn follow_ups_are_questions_that_the_collection_answers_with_something_new() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    let reply = engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    assert!(reply.follow_ups.iter().any(|offer| offer.contains("Aldric Fenn")), "{reply:?}");
    for offer in &reply.follow_ups {
        assert!(offer.ends_with('?'), "{offer}");
        let answer = engine.reply(&mut Conversation::new(), offer).unwrap();
        assert!(!answer.is_unknown(), "{offer}");
    }
    assert!(!reply.follow_ups.contains(&"Who built the Orlo Bridge?".to_owned()));
}

#[test]
fn what_was_asked_is_not_offered_again() {
    let (_home, engine) = engine();
    let mut talk = Conversation::new();
    engine.reply(&mut talk, "Who was Aldric Fenn?").unwrap();
    let reply = engine.reply(&mut talk, "Who built the Orlo Bridge?").unwrap();
    assert!(!reply.follow_ups.contains(&"Who was Aldric Fenn?".to_owned()), "{reply:?}");
}

#[test]
fn pages_that_say_the_same_are_found_once() {
    let text = collection::PAGES[0].1;
    let pages = [("Orlo Bridge", text), ("Bridge of Orlo", text), collection::PAGES[2]];
    let (_home, index) = collection::index(&pages);
    let engine = Engine::new(index, Judgements::bare(), collection::system()).unwrap();
    let reply = engine.reply(&mut Conversation::new(), "Who built the Orlo Bridge?").unwrap();
    let bridges = reply.documents().iter().filter(|title| title.contains("Orlo")).count();
    assert_eq!(bridges, 1, "{:?}", reply.documents());
}
