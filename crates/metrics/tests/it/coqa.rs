//! CoQA.

use grice_metrics::forms::Unknown;
use grice_metrics::forms::coqa::{Options, score};

use crate::reference::data;
use crate::written::{Written, value};

const TRUTH: &str = r#"{"version": "1.0", "data": [
  {"id": "s1", "source": "cnn", "story": "…", "filename": "f",
   "questions": [{"input_text": "Who?", "turn_id": 1}, {"input_text": "Where?", "turn_id": 2}],
   "answers": [{"input_text": "red fox", "turn_id": 1}, {"input_text": "north", "turn_id": 2}],
   "additional_answers": {
     "0": [{"input_text": "a fox", "turn_id": 1}, {"input_text": "north", "turn_id": 2}],
     "1": [{"input_text": "hen", "turn_id": 1}, {"input_text": "south", "turn_id": 2}]}},
  {"id": "s2", "source": "race", "story": "…",
   "questions": [{"input_text": "Why?", "turn_id": 1}],
   "answers": [{"input_text": "rain", "turn_id": 1}]}
]}"#;

fn with(truth: &str, run: &str) -> Written {
    Written::new(&[("truth.json", truth), ("run.json", run)])
}

fn scored(written: &Written, options: &Options) -> grice_metrics::Result<grice_metrics::Report> {
    score(&written.path("truth.json"), &written.path("run.json"), options)
}

const RUN: &str = r#"[{"id": "s1", "turn_id": 1, "answer": "Fox."},
  {"id": "s1", "turn_id": 2, "answer": "south"}, {"id": "s2", "turn_id": 1, "answer": "the rain"}]"#;

#[test]
fn each_gold_answer_is_left_out_in_turn() {
    let report = scored(&with(TRUTH, RUN), &Options::default()).unwrap();
    // "fox" equals the second answer, so it is right unless that is left out.
    let em: Vec<f64> = report.measure("EM").unwrap().scores.iter().flatten().copied().collect();
    assert_eq!(em, [2.0 / 3.0, 2.0 / 3.0, 1.0]);
    let f1 = report.measure("F1").unwrap().scores[0].unwrap();
    assert!((f1 - (1.0 + 2.0 / 3.0 + 1.0) / 3.0).abs() < 1e-12);
}

#[test]
fn a_turn_without_a_prediction_counts_as_zero() {
    let run = r#"[{"id": "s2", "turn_id": 1, "answer": "rain"}]"#;
    let report = scored(&with(TRUTH, run), &Options::default()).unwrap();
    assert_eq!(value(&report, "F1"), 1.0 / 3.0);
    assert_eq!(report.zeros[0].turns, 2);
}

#[test]
fn turns_are_grouped_by_domain() {
    let report = scored(&with(TRUTH, RUN), &Options::default()).unwrap();
    let groups = report.by("topic").unwrap();
    assert_eq!((groups[0].name.as_str(), groups[0].turns), ("cnn", 2));
    assert_eq!((groups[1].name.as_str(), groups[1].measures[0].value), ("race", Some(1.0)));
}

#[test]
fn gold_answers_are_scored_against_each_other_when_asked() {
    let options = Options { human: true, ..Options::default() };
    let report = scored(&with(TRUTH, RUN), &options).unwrap();
    assert_eq!(value(&report, "human EM"), (0.0 + 2.0 / 3.0) / 2.0);
    assert_eq!(
        report.measure("human F1").unwrap().left_out[0].why,
        "the truth has one answer only"
    );
}

#[test]
fn answers_numbered_otherwise_are_taken_by_place_and_reported() {
    let truth = TRUTH.replace(
        r#"{"input_text": "south", "turn_id": 2}"#,
        r#"{"input_text": "south", "turn_id": 9}"#,
    );
    let report = scored(&with(&truth, RUN), &Options::default()).unwrap();
    assert!(report.notes[0].starts_with("Gold answers with another turn_id"), "{:?}", report.notes);
    assert_eq!(report.measure("EM").unwrap().scores[1], Some(2.0 / 3.0));
}

#[test]
fn a_story_with_too_few_answers_is_refused() {
    let truth = TRUTH.replace(r#", {"input_text": "south", "turn_id": 2}"#, "");
    let written = with(&truth, RUN);
    let said = written.said(scored(&written, &Options::default()));
    assert!(
        said.starts_with("truth.json: story s1 has 2 questions and, in one list, 1 answers"),
        "{said}"
    );
}

#[test]
fn unknown_double_and_nameless_turns_are_refused() {
    for (run, expected) in [
        (RUN.replace("\"s2\"", "\"s3\""), "1 of its turns is not in truth.json: s3_1"),
        (
            RUN.replace("\"turn_id\": 2", "\"turn_id\": 1"),
            "run.json:2: turn s1_1 stands a second time",
        ),
        (
            RUN.replace("\"id\": \"s2\", \"turn_id\"", "\"x\""),
            "run.json:2: no field names the turn",
        ),
        (
            RUN.replace("\"answer\": \"the", "\"said\": \"the"),
            "turn s2_1: no field holds what it says",
        ),
    ] {
        let written = with(TRUTH, &run);
        let said = written.said(scored(&written, &Options::default()));
        assert!(said.contains(expected), "{said}");
    }
    let options = Options { unknown: Unknown::PassOver, ..Options::default() };
    let report = scored(&with(TRUTH, &RUN.replace("\"s2\"", "\"s3\"")), &options).unwrap();
    assert_eq!(report.ignored[0].turns, 1);
}

#[test]
fn a_squad_file_is_refused_by_name() {
    let truth =
        r#"{"data": [{"title": "T", "paragraphs": [{"qas": [{"id": "x", "answers": []}]}]}]}"#;
    let written = with(truth, RUN);
    let said = written.said(scored(&written, &Options::default()));
    assert!(said.starts_with("truth.json: this is a SQuAD file, not a CoQA file"), "{said}");
}

#[test]
fn a_file_of_ambiguous_coqa_is_refused() {
    let Some(truth) = data("abg-coqa/coqa_abg_val.json") else { return };
    let written = with(TRUTH, RUN);
    let said = written.said(score(&truth, &written.path("run.json"), &Options::default()));
    assert!(said.contains("not a CoQA file") && said.contains("target_turn"), "{said}");
}
