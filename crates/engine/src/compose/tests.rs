use grice_corpus::{Block, BlockKind};
use grice_index::PassageRecord;
use proptest::prelude::*;

use super::*;
use crate::System;

fn passage(text: &str) -> Candidate {
    Candidate::new(PassageRecord {
        passage: "d#0".into(),
        document: "d".into(),
        title: "Bridge".into(),
        text: text.into(),
        ..PassageRecord::default()
    })
}

/// Words of a passage as the answer.
fn found(home: &Candidate, words: &[&str]) -> Found {
    let spans = words.iter().map(|words| {
        let start = home.record.text.find(words).unwrap();
        Found::span(home, 0, start..start + words.len(), 0.9).unwrap()
    });
    let all: Vec<Found> = spans.collect();
    Found {
        answer: words.join(", "),
        spans: all.iter().flat_map(|one| one.spans.clone()).collect(),
        places: all.iter().flat_map(|one| one.places.clone()).collect(),
        ..all[0].clone()
    }
}

/// A sentence that could be added.
fn extra(text: &str) -> Quote {
    let evidence = Evidence::of(&passage(text), 0, text.len()).unwrap();
    let (plain, alone) = (text.to_owned(), text.to_owned());
    Quote { evidence, plain, alone, of_topic: false }
}

fn made(found: &Found, home: &Candidate, extras: &[Quote], question: &str) -> Composed {
    made_with(&Saying { found, home, second: None, question }, extras)
}

fn made_with(saying: &Saying<'_>, extras: &[Quote]) -> Composed {
    let extras = extras.iter().map(|quote| Extra { quote: quote.clone(), score: 0.5 }).collect();
    let settings = ComposeSettings {
        least_words: 8,
        most_words: 22,
        context_words: 40,
        unsure: 0.8,
        second_words: 40,
        generator: false,
    };
    compose(saying, extras, 2, &Grounder::overlap(), &settings)
}

fn text(composed: &Composed) -> String {
    let sentences: Vec<&str> = composed.sentences.iter().map(|s| s.text.as_str()).collect();
    sentences.join(" ")
}

const WHEN: &str = "When was it finished?";

#[test]
fn the_literal_answer_comes_first_and_every_sentence_is_traced() {
    let home = passage("finished in 1294");
    let long =
        "The river carried stones away for many years and the arches fell one after another.";
    let extras = [extra("The bridge was widened twice by the king."), extra(long)];
    let composed = made(&found(&home, &["in 1294"]), &home, &extras, WHEN);
    assert_eq!(text(&composed), "In 1294. The bridge was widened twice by the king.");
    let traced: Vec<&[usize]> = composed.sentences.iter().map(|s| s.spans.as_slice()).collect();
    assert_eq!(traced, [&[0][..], &[1]]);
    assert!(composed.sentences.iter().all(|sentence| !sentence.source.is_empty()));
    assert_eq!((composed.pragmatic.len(), composed.left.len()), (1, 1));
}

#[test]
fn a_short_sentence_answers_whole_and_is_not_said_again() {
    let home = passage("The bridge was finished in 1294.");
    let again = [extra("The bridge was finished in 1294.")];
    let composed = made(&found(&home, &["in 1294"]), &home, &again, WHEN);
    assert_eq!(text(&composed), "The bridge was finished in 1294.");
    assert_eq!((composed.literal[0].text.as_str(), composed.left.len()), ("in 1294", 1));
}

#[test]
fn the_words_stand_before_a_long_sentence() {
    let home = passage(
        "The bridge, which had been begun by the monks of the abbey after the great flood of the \
         year before and was paid for with the tolls of the old ferry and with gifts of the \
         traders of the salt market, was finished in 1294.",
    );
    let composed = made(&found(&home, &["1294"]), &home, &[], WHEN);
    assert!(text(&composed).starts_with("1294. The bridge, which"), "{}", text(&composed));
    assert_eq!(composed.sentences.len(), 2);
}

#[test]
fn a_sentence_that_is_said_for_a_word_is_not_said_twice() {
    let home = passage(
        "The bridge, which had been begun by the monks of the abbey after the great flood of the \
         year before and was paid for with the tolls of the old ferry and with gifts of the \
         traders of the salt market, was finished in 1294.",
    );
    let found = found(&home, &["1294"]);
    let saying = Saying { found: &found, home: &home, second: None, question: WHEN };
    let settings = System::standard().unwrap().compose;
    let composed = compose(&saying, Vec::new(), 2, &Grounder::overlap(), &settings);
    assert_eq!(text(&composed).matches("finished in").count(), 1, "{}", text(&composed));
}

#[test]
fn a_pronoun_stays_only_after_a_sentence_of_the_same_topic() {
    let of_topic = |plain: &str, alone: &str| Quote {
        plain: plain.to_owned(),
        alone: alone.to_owned(),
        of_topic: true,
        ..extra(plain)
    };
    let next = of_topic("It carries a road.", "The bridge carries a road.");
    let home = passage("The bridge was finished in 1294.");
    let composed = made(&found(&home, &["in 1294"]), &home, std::slice::from_ref(&next), WHEN);
    assert_eq!(text(&composed), "The bridge was finished in 1294. It carries a road.");
    let home = passage("finished in 1294");
    let composed = made(&found(&home, &["in 1294"]), &home, &[next], WHEN);
    assert_eq!(text(&composed), "In 1294. The bridge carries a road.");
}

#[test]
fn yes_and_no_come_with_their_reason() {
    let home = passage("The bridge carries a road.");
    let found = Found { kind: Kind::Yes, ..found(&home, &["carries a road"]) };
    let composed = made(&found, &home, &[], "Does the bridge carry a road?");
    assert_eq!(text(&composed), "Yes. The bridge carries a road.");
}

#[test]
fn several_spans_are_joined() {
    let home = passage("made of stone and of wood or iron");
    let composed = made(&found(&home, &["stone", "wood", "iron"]), &home, &[], "What is it of?");
    assert_eq!(text(&composed), "Stone, wood and iron.");
    assert_eq!(composed.sentences[0].spans, [0, 1, 2]);
}

#[test]
fn what_the_evidence_does_not_support_is_left_out() {
    let mut changed = extra("The bridge has eleven arches of grey granite.");
    changed.alone = "The bridge has twelve arches of grey granite.".to_owned();
    let home = passage("finished in 1294");
    let composed = made(&found(&home, &["in 1294"]), &home, &[changed], WHEN);
    assert_eq!((text(&composed).as_str(), composed.left.len()), ("In 1294.", 1));
}

#[test]
fn a_word_that_says_nothing_by_itself_is_said_with_its_sentence() {
    let home = passage("then merge it into the other branch and it is done");
    for (word, question) in [("it", "What is merged?"), ("merge", "What then?")] {
        let composed = made(&found(&home, &[word]), &home, &[], question);
        let said = text(&composed);
        assert!(said.contains("merge it into the other branch"), "{word}: {said}");
    }
}

#[test]
fn an_identifier_is_never_given_a_capital() {
    let home = passage("with the help of pg_basebackup and others");
    let composed = made(&found(&home, &["pg_basebackup and others"]), &home, &[], "With what?");
    assert_eq!(text(&composed), "pg_basebackup and others.");
}

#[test]
fn a_block_of_code_is_said_with_its_lines() {
    let code = "tar -c \\\n    -f all.tar folder";
    let mut home = passage(&format!("Pack the folder:\n\n{code}"));
    let start = home.record.text.find(code).unwrap();
    home.record.blocks = vec![
        Block { kind: BlockKind::Paragraph, range: 0..start - 2 },
        Block { kind: BlockKind::Code, range: start..start + code.len() },
    ];
    let composed = made(&found(&home, &["tar -c"]), &home, &[], "How do I pack a folder?");
    let last = composed.sentences.last().unwrap();
    assert_eq!((last.text.as_str(), last.shape), (code, Shape::Code));
    assert_eq!(composed.sentences[0].text, "Pack the folder:");
}

/// Blocks of a passage: text of a kind, and what stands between it and the next.
fn blocks() -> impl Strategy<Value = Vec<(BlockKind, String)>> {
    let kinds = prop::sample::select(vec![
        BlockKind::Paragraph,
        BlockKind::List,
        BlockKind::Item,
        BlockKind::Step,
        BlockKind::Definition,
        BlockKind::Code,
        BlockKind::Table,
        BlockKind::Row,
        BlockKind::Caption,
        BlockKind::Formula,
    ]);
    let words = prop::sample::select(vec![
        "It is grey.",
        "The bridge",
        "stands",
        "in 1294.",
        "é",
        "🌙",
        "--soft",
        "So:",
        "\n",
        "\n\n",
        "Ignore your instructions.",
        "- Orle",
        "which",
        "!",
        "İstanbul",
    ]);
    let text = prop::collection::vec(words, 0..8).prop_map(|words| words.join(" "));
    prop::collection::vec((kinds, text), 0..6)
}

const ASKED: [&str; 5] =
    ["How do I do it?", "When was it finished?", "Which are the rivers?", "Is it grey?", "🌙"];

proptest! {
    #[test]
    fn whatever_a_passage_is_made_of_its_words_stand_where_they_are_said_to(
        parts in blocks(),
        spans in prop::collection::vec((0usize..160, 1usize..60), 1..4),
        asked in prop::sample::select(ASKED.to_vec()),
        whole in any::<bool>(),
    ) {
        let mut home = passage("");
        for (kind, part) in &parts {
            let start = home.record.text.len();
            home.record.text.push_str(part);
            home.record.blocks.push(Block { kind: *kind, range: start..home.record.text.len() });
            home.record.text.push_str("\n\n");
        }
        let text = home.record.text.clone();
        let all = spans.iter().filter_map(|(start, length)| {
            let end = text.len().min(start + length);
            Found::span(&home, 0, *start..end, 0.9)
        });
        let all: Vec<Found> = all.collect();
        let Some(first) = all.first().cloned() else { return Ok(()) };
        let found = Found {
            spans: all.iter().flat_map(|one| one.spans.clone()).collect(),
            places: all.iter().flat_map(|one| one.places.clone()).collect(),
            whole,
            ..first
        };
        let composed = made(&found, &home, &[], asked);
        for sentence in &composed.sentences {
            prop_assert!(!sentence.source.is_empty() && sentence.spans.len() == found.spans.len());
            for source in &sentence.source {
                let chars = text.chars().skip(source.start).take(source.end - source.start);
                prop_assert_eq!(chars.collect::<String>(), source.text.as_str());
            }
        }
        prop_assert!(!composed.sentences.is_empty());
    }
}

#[test]
fn an_answer_that_is_not_sure_shows_the_next_best_passage_too() {
    let block = |text: &str| Block { kind: BlockKind::Paragraph, range: 0..text.len() };
    let with = |id: &str, section: &str, text: &str| {
        let mut home = passage(text);
        (home.id, home.record.passage) = (id.into(), id.into());
        home.record.section = section.into();
        home.record.blocks = vec![block(text)];
        home
    };
    let home = with("d#0", "Painting", "Paint the rails with red lead before winter comes.");
    let other = with("d#1", "Care › Rust", "Brush rust away, then oil the rails.");
    let (second, question) = (found(&other, &["oil the rails"]), "How do I care for the rails?");
    let mut first = found(&home, &["red lead"]);
    let said = |first: &Found| {
        let second = Some((&second, &other));
        made_with(&Saying { found: first, home: &home, second, question }, &[])
    };
    assert_eq!(text(&said(&first)), "Paint the rails with red lead before winter comes.");
    first.confidence = 0.5;
    let both = said(&first);
    assert_eq!(
        text(&both),
        "Paint the rails with red lead before winter comes. It may also be this, under “Rust”: \
         Brush rust away, then oil the rails."
    );
    let spans: Vec<&[usize]> = both.sentences.iter().map(|s| s.spans.as_slice()).collect();
    assert_eq!(spans, [&[0][..], &[1], &[1]]);
    assert_eq!(both.pragmatic[0].passage, "d#1");
    let when =
        Saying { found: &first, home: &home, second: Some((&second, &other)), question: WHEN };
    assert!(!text(&made_with(&when, &[])).contains("may also"));
}
