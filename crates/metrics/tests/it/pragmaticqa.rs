//! PragmatiCQA's files and measures.

use grice_metrics::forms::pragmaticqa::{Options, score};
use grice_metrics::pragmatic::{beyond, f1_literal, f1_pragmatic};
use grice_metrics::{Error, Report};

use crate::written::Written;

fn scored(truth: &str, run: &str) -> Result<Report, Error> {
    let files = Written::new(&[("truth.jsonl", truth), ("run.jsonl", run)]);
    score(&files.path("truth.jsonl"), &files.path("run.jsonl"), &Options::default())
}

fn value(report: &Report, measure: &str) -> f64 {
    report.measure(measure).unwrap().value.unwrap()
}

const TRUTH: &str = r#"{"topic": "Io", "qas": [{"q": "how big", "a": "3,643 km, a bit larger than the Moon", "passages": ["p1", "p2"], "a_meta": {"literal_obj": [{"text": "3,643 km"}], "pragmatic_obj": [{"text": "larger than the Moon"}]}}, {"q": "why", "a": "tides", "a_meta": {"literal_obj": [{"text": "tides of Jupiter"}], "pragmatic_obj": [{"text": "tides of Jupiter"}]}}]}"#;

#[test]
fn repeating_the_literal_answer_earns_nothing() {
    assert_eq!(f1_pragmatic(&["3,643 km"], &["3,643 km", "larger"], &["3,643 km"]), 0.0);
    assert_eq!(f1_pragmatic(&[], &["x"], &["x"]), 0.0);
    assert_eq!(f1_pragmatic(&["it is 3,643 km wide"], &["wide"], &["3,643 km"]), 0.5);
}

#[test]
fn spans_are_taken_out_where_all_their_words_stand_in_a_row() {
    assert_eq!(beyond(&["the red fox runs", "fox red"], &["red fox"]), ["runs", "fox", "red"]);
    assert_eq!(beyond(&["red fox runs"], &["fox", "red fox"]), ["runs"]);
    assert_eq!(beyond(&["red"], &[]), ["red"]);
}

#[test]
fn literal_spans_are_scored_together() {
    assert_eq!(f1_literal(&["red fox"], &["red", "fox"]), 1.0);
    assert_eq!(f1_literal(&[], &["fox"]), 0.0);
}

#[test]
fn turns_whose_gold_adds_nothing_are_told_apart() {
    let report = scored(TRUTH, TRUTH).unwrap();
    assert_eq!(value(&report, "F1_lit"), 1.0);
    assert_eq!(value(&report, "F1_prag"), 0.5);
    let adding = report.measure("F1_prag where gold adds").unwrap();
    assert_eq!((adding.value, adding.scored, adding.left_out[0].turns), (Some(1.0), 1, 1));
}

#[test]
fn one_turn_a_line_is_a_run_too() {
    let run = r#"{"Conversation_no": 1, "Turn_no": 1, "literal": "3,643 km", "pragmatic": ["the Moon"], "passages": {"p9": 3, "p2": 2, "p1": 1}}"#;
    let report = scored(TRUTH, run).unwrap();
    assert_eq!(value(&report, "F1_lit"), 0.5);
    assert_eq!(
        (value(&report, "R@1"), value(&report, "R@5"), value(&report, "RAll@5")),
        (0.0, 1.0, 1.0)
    );
    assert_eq!(report.measure("R@5").unwrap().scored, 1);
    assert_eq!(report.zeros[0].turns, 1);
}

#[test]
fn what_is_no_conversation_is_refused_with_its_line() {
    let error = scored(TRUTH, "{\"x\": 1}").unwrap_err().to_string();
    assert!(error.contains("run.jsonl:1: neither a conversation"), "{error}");
    let error = scored(r#"{"qas": [{"q": "x"}]}"#, TRUTH).unwrap_err().to_string();
    assert!(error.contains("turn 1_1 has no literal spans") || error.contains("not in"), "{error}");
}

#[test]
fn the_data_sets_own_files_are_read() {
    let Some(data) = crate::reference::data("pragmaticqa/val.jsonl") else { return };
    let report = score(&data, &data, &Options::default()).unwrap();
    assert_eq!((report.turns.len(), value(&report, "F1_lit")), (1526, 1.0));
    assert_eq!(value(&report, "F1_prag where gold adds"), 1.0);
}
