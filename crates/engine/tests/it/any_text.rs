//! Utterances and pages of any text: no turn fails, and what is quoted stands where it is said to.

use grice_engine::{Conversation, Engine, Turn};
use proptest::prelude::*;

use crate::collection;

/// Words that rules look for, names of pages, marks and letters of several bytes, in any order.
fn utterances() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "What about",
        "Who built",
        "the Orlo Bridge",
        "Orlo",
        "Aldric Fenn",
        "aldric fenn",
        "Marrow's",
        "and",
        "it",
        "he",
        "them",
        "the second one",
        "the latter",
        "there",
        "yes",
        "no",
        "I meant",
        "/as",
        "Tell me about",
        "Back to",
        "is",
        "does",
        "how many",
        "salt market",
        "when",
        "ugh",
        "é",
        "İ",
        "🌙",
        "2",
        "1294",
        "How do I",
        "thanks",
        "if it's short",
        "ß",
        "漢字",
    ]);
    let gaps =
        prop::sample::select(vec![" ", " ", " ", "?", ", ", ". ", ": ", "! ", "’s ", "\n", ""]);
    let mixed = prop::collection::vec((words, gaps), 0..9)
        .prop_map(|parts| parts.iter().map(|(word, gap)| format!("{word}{gap}")).collect());
    prop_oneof![6 => mixed, 1 => any::<String>()]
}

/// Takes the turns of a conversation and looks at what each reply quotes.
fn hold(engine: &Engine, talk: &mut Conversation, said: &[String]) {
    let searcher = engine.index().searcher().unwrap();
    for utterance in said {
        let turns = talk.turns.len();
        let reply = engine.reply(talk, utterance).unwrap();
        assert_eq!(talk.turns.len(), turns + 1);
        let sources = reply.evidence.iter().flat_map(|sentence| &sentence.source);
        let spans = reply.literal.iter().chain(&reply.pragmatic).chain(&reply.places);
        for span in spans.chain(sources) {
            let text = searcher.find_passage(&span.passage).unwrap().unwrap().text;
            let chars = text.chars().skip(span.start).take(span.end - span.start);
            assert_eq!(chars.collect::<String>(), span.text, "{utterance:?}");
        }
        let all = reply.literal.len() + reply.pragmatic.len();
        let numbers = reply.evidence.iter().flat_map(|sentence| &sentence.spans);
        assert!(numbers.into_iter().all(|number| *number < all), "{utterance:?}: {reply:?}");
    }
    let saved = Conversation::from_json(&talk.to_json()).unwrap();
    assert_eq!(saved, *talk);
}

#[test]
fn no_utterance_is_too_odd_to_be_replied_to() {
    let (_home, engine) = collection::engine();
    let (_other, strict) = collection::strict_over(collection::PAGES);
    let conversations = (prop::collection::vec(utterances(), 1..5), any::<bool>(), any::<bool>());
    let config = ProptestConfig { cases: 150, ..ProptestConfig::default() };
    proptest!(config, |((said, known, sure) in conversations)| {
        let history = [Turn::new("which towns are on quell", "Marrow, Tasp and Hollin")];
        let mut talk = if known { Conversation::of(&history) } else { Conversation::new() };
        hold(if sure { &engine } else { &strict }, &mut talk, &said);
    });
}

#[test]
fn no_page_is_too_odd_to_be_quoted() {
    let config = ProptestConfig { cases: 12, ..ProptestConfig::default() };
    let pages = prop::collection::vec(prop::collection::vec(utterances(), 1..6), 1..4);
    proptest!(config, |(pages in pages, said in prop::collection::vec(utterances(), 1..4))| {
        let pages: Vec<(String, String)> = pages
            .iter()
            .enumerate()
            .map(|(number, parts)| (format!("Page {number}"), parts.join("\n\n")))
            .collect();
        let odd = pages.iter().map(|(title, text)| (title.as_str(), text.as_str()));
        let pages: Vec<(&str, &str)> = odd.chain([collection::PAGES[0]]).collect();
        let (_home, engine) = collection::over(&pages);
        hold(&engine, &mut Conversation::new(), &said);
    });
}
