//! QuAC.

use grice_metrics::Report;
use grice_metrics::forms::Unknown;
use grice_metrics::forms::quac::{Options, score};
use serde_json::{Value, json};

use crate::reference::data;
use crate::written::{Written, left_out, value};

fn question(id: &str, answers: &[&str]) -> Value {
    let answers: Vec<Value> = answers.iter().map(|text| json!({"text": text})).collect();
    json!({"id": id, "question": "?", "answers": answers, "yesno": "y", "followup": "m"})
}

fn truth() -> Value {
    json!({"data": [
        {"title": "Birds", "paragraphs": [{"id": "C_1", "context": "", "qas": [
            question("C_1_q#0", &["red fox", "red fox"]),
            question("C_1_q#1", &["CANNOTANSWER", "hen"]),
            question("C_1_q#2", &["oak", "elm"]),
        ]}]},
        {"title": "Trees", "paragraphs": [{"id": "C_2", "context": "", "qas": [
            question("C_2_q#0", &["ash", "pine", "CANNOTANSWER"]),
        ]}]},
    ]})
}

fn line(ids: &[&str], answers: &[&str], yesno: &[&str], followup: &[&str]) -> String {
    json!({"qid": ids, "best_span_str": answers, "yesno": yesno, "followup": followup}).to_string()
}

fn with(run: &str) -> Written {
    Written::new(&[("truth.json", &truth().to_string()), ("run.json", run)])
}

fn scored(written: &Written) -> grice_metrics::Result<Report> {
    score(&written.path("truth.json"), &written.path("run.json"), &Options::default())
}

fn full() -> String {
    let first = line(
        &["C_1_q#0", "C_1_q#1", "C_1_q#2"],
        &["red fox", "CANNOTANSWER", "oak"],
        &["y", "n", "y"],
        &["m", "m", "y"],
    );
    let second = line(&["C_2_q#0"], &["birch"], &["y"], &["m"]);
    format!("{first}\n{second}\n")
}

#[test]
fn questions_on_which_humans_disagree_are_left_out_of_all_but_unfiltered_f1() {
    let report = scored(&with(&full())).unwrap();
    let measure = report.measure("F1").unwrap();
    assert_eq!(measure.scores, [Some(1.0), Some(1.0), None, None]);
    assert_eq!(left_out(&report, "HEQ-Q", "the gold answers agree too little"), 2);
    assert_eq!(value(&report, "unfiltered F1"), (1.0 + 1.0 + 0.5 + 0.0) / 4.0);
    assert_eq!(value(&report, "yes/no accuracy"), 0.5);
    assert_eq!(value(&report, "follow-up accuracy"), 1.0);
    assert_eq!(value(&report, "human F1"), 1.0);
}

#[test]
fn half_of_the_answers_being_cannotanswer_makes_a_question_unanswerable() {
    let report = scored(&with(&full())).unwrap();
    let measure = report.measure("unanswerable accuracy").unwrap();
    assert_eq!(measure.scores, [None, Some(1.0), None, None]);
    let run = full().replace("CANNOTANSWER", "cannotanswer");
    assert_eq!(value(&scored(&with(&run)).unwrap(), "unanswerable accuracy"), 0.0);
}

#[test]
fn a_dialogue_without_a_question_that_counts_is_a_success() {
    let report = scored(&with(&full())).unwrap();
    assert_eq!(value(&report, "HEQ-D"), 1.0);
    assert_eq!(report.measure("HEQ-D").unwrap().scored, 2);
    let run = full().replace("\"red fox\"", "\"hen\"");
    assert_eq!(value(&scored(&with(&run)).unwrap(), "HEQ-D"), 0.5);
}

#[test]
fn a_missing_prediction_counts_as_zero_before_the_filter() {
    let run = line(&["C_1_q#0", "C_1_q#1"], &["red fox", "CANNOTANSWER"], &["y", "y"], &["m", "m"]);
    let report = scored(&with(&run)).unwrap();
    // Both missing questions are ones that would have been left out.
    for name in ["F1", "HEQ-Q", "unfiltered F1", "yes/no accuracy", "follow-up accuracy"] {
        assert_eq!(value(&report, name), 0.5, "{name}");
    }
    assert_eq!(value(&report, "HEQ-D"), 0.0);
    assert_eq!(value(&report, "human F1"), 1.0);
    assert_eq!(report.zeros[0].turns, 2);
}

#[test]
fn an_empty_answer_is_wrong_even_against_an_empty_gold_answer() {
    let truth = json!({"data": [{"paragraphs": [{"id": "C", "qas": [question("q", &["the"])]}]}]});
    let run = line(&["q"], &[""], &["y"], &["m"]);
    let written = Written::new(&[("truth.json", &truth.to_string()), ("run.json", &run)]);
    assert_eq!(value(&scored(&written).unwrap(), "F1"), 0.0);
}

#[test]
fn runs_with_answers_only_are_scored_without_yes_no_and_follow_up() {
    let run = r#"{"C_1_q#0": "red fox", "C_1_q#1": "CANNOTANSWER", "C_1_q#2": "", "C_2_q#0": ""}"#;
    let report = scored(&with(run)).unwrap();
    assert_eq!(value(&report, "F1"), 1.0);
    assert_eq!(report.measure("yes/no accuracy").unwrap().value, None);
    assert_eq!(left_out(&report, "follow-up accuracy", "the run gives no follow-up"), 4);
}

#[test]
fn what_the_scorer_would_silently_change_is_refused() {
    let ids = ["C_1_q#0", "C_1_q#0"];
    let two = ["x", "y"];
    for (run, expected) in [
        (line(&ids, &two, &two, &two), "run.json:1: turn C_1_q#0 stands a second time"),
        (line(&ids, &["x"], &two, &two), "run.json:1: qid has 2 questions, best_span_str 1 values"),
        (
            format!("{}\n{}", full(), line(&["C_1_q#0", "C_2_q#0"], &two, &two, &two)),
            "run.json:4: question C_2_q#0 is of another dialogue than C_1_q#0",
        ),
        (
            format!("{}{{\"qid\": [], \"best_span_str\": []}}", full()),
            "run.json:3: this line and the first differ in whether they have yesno",
        ),
        (format!("{}{{\"qid\": []}}", full()), "run.json:3: missing field `best_span_str`"),
        (format!("{}{}", full(), line(&["zz"], &["x"], &["y"], &["m"])), "not in truth.json: zz"),
        ("\n".to_owned(), "run.json: there is no prediction in it"),
    ] {
        let written = with(&run);
        let said = written.said(scored(&written));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn unknown_questions_are_passed_over_when_asked() {
    let written = with(&format!("{}{}", full(), line(&["zz"], &["x"], &["y"], &["m"])));
    let options = Options { unknown: Unknown::PassOver, ..Options::default() };
    let report = score(&written.path("truth.json"), &written.path("run.json"), &options).unwrap();
    assert_eq!(report.ignored[0].turns, 1);
    assert_eq!(value(&report, "HEQ-D"), 1.0);
}

#[test]
fn a_squad_file_is_refused_by_name() {
    let truth = r#"{"data": [{"paragraphs": [{"qas": [{"id": "x", "answers": []}]}]}]}"#;
    let written = Written::new(&[("truth.json", truth), ("run.json", &full())]);
    let said = written.said(scored(&written));
    assert!(said.starts_with("truth.json: this is a SQuAD file, not a QuAC file"), "{said}");
}

#[test]
fn passages_with_run_together_answers_are_refused() {
    let Some(truth) = data("quac/quac-1000.jsonl") else { return };
    let written = with(&full());
    let said = written.said(score(&truth, &written.path("run.json"), &Options::default()));
    assert!(said.contains("an object with answer, passage, question, not a QuAC file"), "{said}");
}
