//! TopiOCQA's files.

use grice_metrics::answer::Policy;
use grice_metrics::forms::topiocqa::{Options, score};
use grice_metrics::{Error, Report};

use crate::written::Written;

const TRUTH: &str = r#"[
 {"Conversation_no": 1, "Turn_no": 1, "Question": "q", "Answer": "red fox", "Topic": "Fox", "Additional_answers": [{"Answer": "a fox"}, {"Answer": "dog"}], "Gold_passage": {"title": "Fox", "text": "The red fox runs."}},
 {"Conversation_no": 1, "Turn_no": 2, "Question": "q", "Answer": "UNANSWERABLE", "Topic": "Dog", "Additional_answers": []},
 {"Conversation_no": 1, "Turn_no": 3, "Question": "q", "Answer": "den", "Topic": "Fox", "Additional_answers": []},
 {"Conversation_no": 1, "Turn_no": 4, "Question": "q", "Answer": "den", "Topic": "Fox", "Additional_answers": []}
]"#;

fn scored(truth: &str, run: &str, options: &Options) -> Result<Report, Error> {
    let files = Written::new(&[("truth.json", truth), ("run.json", run)]);
    score(&files.path("truth.json"), &files.path("run.json"), options)
}

fn value(report: &Report, measure: &str) -> f64 {
    report.measure(measure).unwrap().value.unwrap()
}

const RUN: &str = r#"[
 {"conv_id": "1", "turn_id": "1", "predictions": ["fox"]},
 {"conv_id": "1", "turn_id": "2", "predictions": ["UNANSWERABLE"]},
 {"conv_id": "1", "turn_id": "3", "predictions": ["a den"]}
]"#;

#[test]
fn several_references_are_scored_by_leaving_one_out() {
    let report = scored(TRUTH, RUN, &Options::default()).unwrap();
    // "fox" against red fox 2/3, fox 1, dog 0: left out in turn, the best are 1, 2/3 and 1.
    assert!((value(&report, "F1") - (8.0 / 9.0 + 1.0 + 1.0 + 0.0) / 4.0).abs() < 1e-12);
    let best = Options { policy: Policy::Best, ..Options::default() };
    let report = scored(TRUTH, RUN, &best).unwrap();
    assert_eq!(value(&report, "F1"), 3.0 / 4.0);
}

#[test]
fn a_turn_without_a_prediction_is_zero_in_the_denominator() {
    let report = scored(TRUTH, RUN, &Options::default()).unwrap();
    assert_eq!(report.measure("F1").unwrap().scored, 4);
    assert_eq!(report.zeros[0].turns, 1);
}

#[test]
fn turn_types_follow_the_topics_before() {
    let report = scored(TRUTH, RUN, &Options::default()).unwrap();
    let types: Vec<&str> =
        report.turns.iter().map(|turn| turn.groups["turn-type"].as_str()).collect();
    assert_eq!(types, ["first", "switch-to-new", "switch-to-old", "no-switch"]);
    let groups = report.by("turn-type").unwrap();
    assert_eq!(groups.len(), 4);
    let error = report.by("weather").unwrap_err().to_string();
    assert_eq!(error, "topiocqa breaks down by label or topic or turn-type, not by weather");
}

#[test]
fn humans_and_the_extractive_bound_are_scored_where_asked() {
    let options = Options { human: true, bound: true, ..Options::default() };
    let report = scored(TRUTH, RUN, &options).unwrap();
    // red fox and fox reach 2/3 with each other, dog nothing.
    assert!((value(&report, "human F1") - (2.0 / 3.0 + 2.0 / 3.0) / 3.0).abs() < 1e-12);
    assert_eq!(report.measure("human F1").unwrap().scored, 1);
    assert_eq!(value(&report, "bound F1"), 1.0);
}

#[test]
fn the_gold_passage_must_match_in_title_and_text() {
    let run = r#"[{"conv_id": 1, "turn_id": 1, "ctxs": [
        {"title": "Dog", "text": "The red fox runs."},
        {"title": "Fox", "text": "The red fox runs."}]}]"#;
    let report = scored(TRUTH, run, &Options::default()).unwrap();
    assert_eq!((value(&report, "Hits@1"), value(&report, "Hits@3")), (0.0, 1.0));
    assert_eq!(value(&report, "MRR@3"), 0.5);
    assert!((value(&report, "nDCG@3") - 1.0 / 3f64.log2()).abs() < 1e-12);
    let hits = report.measure("Hits@1").unwrap();
    assert_eq!((hits.scored, hits.left_out[0].turns), (1, 3));
    assert!(report.measure("EM").is_none());
}

#[test]
fn a_dpr_readers_predictions_are_chosen_by_their_number_of_passages() {
    let run = r#"[{"conv_id": 1, "turn_id": 1, "predictions": [
        {"top_k": 5, "prediction": {"text": "cat"}}, {"top_k": 10, "prediction": {"text": "fox"}}]}]"#;
    let options = Options { top_k: Some(10), ..Options::default() };
    let report = scored(TRUTH, run, &options).unwrap();
    assert!(value(&report, "F1") > 0.2);
    let options = Options { top_k: Some(7), ..Options::default() };
    let error = scored(TRUTH, run, &options).unwrap_err().to_string();
    assert!(error.ends_with("run.json:1: turn 1_1: no prediction has top_k 7"), "{error}");
}

#[test]
fn what_is_no_topiocqa_file_is_refused_with_its_line() {
    let error = scored(RUN, RUN, &Options::default()).unwrap_err().to_string();
    assert!(error.contains("truth.json:2: turn 1_1 has no Answer"), "{error}");
    let error = scored(TRUTH, r#"[{"answer": "x"}]"#, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("run.json:1: no field names the turn"), "{error}");
}
