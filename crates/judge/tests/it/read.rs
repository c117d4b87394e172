//! Passages read by a model, and without one.

use std::fs;

use grice_judge::Turn;
use grice_judge::read::{Asked, Kind, Reader, Reading};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::tiny::{copy, folder, reference};

const PASSAGE: &str = "The queen saw a boat on the river. She asked why it was old.";

fn read(reader: &Reader, question: &str, passage: &str) -> Reading {
    let asked = Asked { history: &[], question, passage };
    reader.read(&[asked]).remove(0).unwrap()
}

/// The tiny model with a calibration, and with other names for its kinds.
fn tuned(calibration: Value, kinds: [&str; 4]) -> (TempDir, Reader) {
    let model = copy("read");
    fs::write(model.path().join("judge.json"), calibration.to_string()).unwrap();
    let path = model.path().join("grice.json");
    let mut own: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    own["heads"][0]["labels"] = json!(kinds);
    fs::write(&path, own.to_string()).unwrap();
    let reader = Reader::load(model.path()).unwrap();
    (model, reader)
}

const KINDS: [&str; 4] = ["span", "yes", "no", "unknown"];

#[test]
fn spans_and_confidences_are_those_of_the_reference() {
    let reader = Reader::load(&folder("read")).unwrap();
    for case in reference("read").as_array().unwrap() {
        let text = |name: &str| case[name].as_str().unwrap();
        let reading = read(&reader, text("question"), text("passage"));
        let unknown = case["kinds"][3].as_f64().unwrap();
        assert!((f64::from(reading.confidence) - (1.0 - unknown)).abs() < 1e-4, "{reading:?}");
        assert_eq!(reading.confidence, reading.relevance);
        assert_eq!((reading.kind, reading.by.as_str()), (Kind::Span, "read"));
        let span = &reading.spans[0];
        assert_eq!(span.chars.start, case["span"][0]);
        // Only a comma at its end may be gone.
        let end = case["span"][1].as_u64().unwrap() as usize;
        assert!([end, end - 1].contains(&span.chars.end), "{span:?}");
        assert_eq!(reading.answer, span.text(text("passage")));
        assert_eq!(reading.guess.as_ref(), Some(span));
    }
}

#[test]
fn the_kinds_decide_what_is_answered() {
    let (_folder, reader) = tuned(json!({}), ["yes", "span", "no", "unknown"]);
    let reading = read(&reader, "Was it old?", PASSAGE);
    assert_eq!((reading.kind, reading.answer.as_str()), (Kind::Yes, "yes"));
    assert_eq!(reading.spans[0].text(PASSAGE), "She asked why it was old.");
    let (_folder, reader) = tuned(json!({}), ["no", "yes", "span", "unknown"]);
    assert_eq!(read(&reader, "Was it old?", PASSAGE).answer, "no");
    // Yes and no are no answers to this.
    let reading = read(&reader, "What did the queen see?", PASSAGE);
    assert_eq!((reading.kind, reading.answer.as_str()), (Kind::Span, "was"));
}

#[test]
fn below_the_threshold_nothing_is_answered_and_a_guess_stays() {
    for (calibration, kinds) in [
        (json!({"threshold": 0.99}), KINDS),
        (json!({}), ["unknown", "yes", "no", "span"]),
        (json!({"confidence": {"bias": -9}}), KINDS),
    ] {
        let (_folder, reader) = tuned(calibration, kinds);
        let reading = read(&reader, "What did the queen see?", PASSAGE);
        assert_eq!((reading.kind, reading.answer.as_str()), (Kind::Unknown, ""));
        assert!(reading.spans.is_empty() && !reading.is_answered());
        assert_eq!(reading.guess.unwrap().text(PASSAGE), "was");
    }
}

#[test]
fn a_fit_gives_the_confidence() {
    let fit = json!({"confidence": {"bias": 0.5, "gap": -0.25, "unknown": 0.0, "margin": 0.0}});
    let (_folder, reader) = tuned(fit, KINDS);
    for case in reference("read").as_array().unwrap() {
        let (question, passage) = (&case["question"], &case["passage"]);
        let reading = read(&reader, question.as_str().unwrap(), passage.as_str().unwrap());
        let expected = 1.0 / (1.0 + (-0.5 + 0.25 * case["gap"].as_f64().unwrap()).exp());
        assert!((f64::from(reading.confidence) - expected).abs() < 1e-4, "{reading:?}");
    }
}

#[test]
fn several_spans_are_given_where_several_are_asked_for() {
    let (_folder, reader) = tuned(json!({"list": {"margin": 50.0, "most": 3}}), KINDS);
    let one = read(&reader, "Who saw the boat?", PASSAGE);
    assert_eq!(one.spans.len(), 1);
    let several = read(&reader, "Who are they?", PASSAGE);
    assert_eq!(several.spans.len(), 3);
    let apart = several.spans.windows(2).all(|pair| pair[0].bytes.end <= pair[1].bytes.start);
    assert!(apart, "{several:?}");
    let texts: Vec<&str> = several.spans.iter().map(|span| span.text(PASSAGE)).collect();
    assert_eq!(several.answer, texts.join(", "));
}

#[test]
fn what_was_said_is_read_with_the_question() {
    let reader = Reader::load(&folder("read")).unwrap();
    let history = [Turn::new("Who built the bridge?", "the king")];
    let asked = |history| Asked { history, question: "When?", passage: PASSAGE };
    let readings = reader.read(&[asked(&history), asked(&[])]);
    let [with, without] = [&readings[0], &readings[1]].map(|r| r.as_ref().unwrap());
    assert!((with.confidence - without.confidence).abs() > 1e-4);
    let composed = read(&reader, "When? | the king | Who built the bridge?", PASSAGE);
    assert_eq!(composed.confidence, with.confidence);
}

#[test]
fn a_long_passage_is_read_to_its_end() {
    let reader = Reader::load(&folder("read")).unwrap();
    let (question, end) = ("What did the queen see?", PASSAGE);
    let long = format!("Ж {}{end}", "no no no no no no. ".repeat(40));
    let reading = read(&reader, question, &long);
    let without = read(&reader, question, &long[..long.len() - end.len()]);
    assert_ne!(without.answer, reading.answer);
    let span = &reading.spans[0];
    assert!(span.bytes.start >= long.len() - end.len(), "{reading:?}");
    assert_eq!(span.bytes.start, span.chars.start + 1);
    assert_eq!(span.text(&long), reading.answer);
}

#[test]
fn a_batch_is_read_as_each_passage_alone() {
    let reader = Reader::load(&folder("read")).unwrap();
    let long = "the river was long. ".repeat(30);
    let passages = [PASSAGE, &long, "yes"];
    let asked = passages.map(|passage| Asked { history: &[], question: "Why?", passage });
    let together = reader.read(&asked);
    for (passage, reading) in passages.iter().zip(&together) {
        let (one, reading) = (read(&reader, "Why?", passage), reading.as_ref().unwrap());
        assert_eq!((&one.answer, &one.spans), (&reading.answer, &reading.spans));
        assert!((one.confidence - reading.confidence).abs() < 1e-5);
    }
    let readings: Vec<&Reading> = together.iter().flatten().collect();
    let best = Reading::best(readings.iter().copied()).unwrap();
    assert!(readings.iter().all(|reading| reading.confidence <= readings[best].confidence));
}

#[test]
fn a_reader_of_squad_without_kinds_is_taken_as_well() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let reader = Reader::load(&root.join("crates/model/tests/tiny/bert-reader")).unwrap();
    let reading = read(&reader, "Was it old?", PASSAGE);
    assert!(matches!(reading.kind, Kind::Span | Kind::Unknown));
    assert!((0.0..=1.0).contains(&reading.confidence));
}

#[test]
fn the_fallback_gives_the_sentence_that_shares_most_and_is_unsure() {
    let reader = Reader::overlap();
    let reading = read(&reader, "What was on the river?", PASSAGE);
    assert_eq!(reading.answer, "The queen saw a boat on the river.");
    assert_eq!((reading.kind, reading.by.as_str()), (Kind::Span, "overlap"));
    assert!(reading.confidence <= 0.3 && reading.relevance > 0.4, "{reading:?}");
    let history = [Turn::new("What did she ask about the boat?", "")];
    let asked = Asked { history: &history, question: "Why?", passage: PASSAGE };
    let reading = reader.read(&[asked]).remove(0).unwrap();
    assert_eq!(reading.spans.len(), 1);
    let nothing = read(&reader, "Кто построил мост?", PASSAGE);
    assert_eq!((nothing.kind, nothing.confidence), (Kind::Unknown, 0.0));
}

#[test]
fn a_reading_is_written_with_offsets_in_characters() {
    let reading = read(&Reader::overlap(), "Where is the café?", "Ä, ö. The café is here. So.");
    let written = serde_json::to_value(&reading).unwrap();
    assert_eq!(written["type"], "span");
    assert_eq!(written["answer"], "The café is here.");
    assert_eq!(written["spans"], json!([{"start": 6, "end": 23}]));
    let fields: Vec<&String> = written.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["answer", "by", "confidence", "relevance", "spans", "type"]);
}
