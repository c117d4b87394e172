//! SQuAD.

use grice_metrics::forms::Unknown;
use grice_metrics::forms::squad::{Options, score};
use serde_json::{Map, Value, json};

use crate::reference::data;
use crate::written::{Written, left_out, value};

const TRUTH: &str = r#"{"version": "v2.0", "data": [
  {"title": "Rivers", "paragraphs": [{"context": "c", "qas": [
    {"id": "r1", "question": "Where?", "answers": [{"text": "north gate"}, {"text": "The"}, {"text": "gate"}], "is_impossible": false},
    {"id": "r2", "question": "When?", "answers": [], "is_impossible": true}]}]},
  {"title": "Hills", "paragraphs": [{"context": "c", "qas": [
    {"id": "h1", "question": "Who?", "answers": [{"text": "a"}], "is_impossible": false},
    {"id": "h2", "question": "Why?", "answers": [{"text": "wind"}], "is_impossible": false}]}]}
]}"#;

fn with(truth: &str, run: &str) -> Written {
    Written::new(&[("truth.json", truth), ("run.json", run)])
}

fn scored(written: &Written) -> grice_metrics::Result<grice_metrics::Report> {
    score(&written.path("truth.json"), &written.path("run.json"), &Options::default())
}

#[test]
fn the_best_gold_answer_counts_and_empty_ones_are_dropped() {
    let written = with(TRUTH, r#"{"r1": "the gate", "r2": "", "h1": "", "h2": "rain"}"#);
    let report = scored(&written).unwrap();
    assert_eq!(report.measure("EM").unwrap().scores, [1.0, 1.0, 1.0, 0.0].map(Some));
    assert_eq!(value(&report, "F1"), 0.75);
}

#[test]
fn answerable_and_unanswerable_questions_have_measures_of_their_own() {
    let written = with(TRUTH, r#"{"r1": "gate", "r2": "noon", "h1": "", "h2": "wind"}"#);
    let report = scored(&written).unwrap();
    assert_eq!(value(&report, "HasAns_EM"), 1.0);
    assert_eq!(value(&report, "HasAns_F1"), 1.0);
    assert_eq!(value(&report, "NoAns_EM"), 0.0);
    assert_eq!(left_out(&report, "NoAns_F1", "the question has an answer"), 3);
    assert_eq!(left_out(&report, "HasAns_F1", "the question has no answer"), 1);
}

#[test]
fn a_file_of_the_first_version_has_no_measures_of_unanswerable_questions() {
    let truth = r#"{"version": "1.1", "data": [{"title": "T", "paragraphs": [{"context": "", "qas": [
        {"id": "x", "question": "?", "answers": [{"text": "salt"}]}]}]}]}"#;
    let report = scored(&with(truth, r#"{"x": "salt"}"#)).unwrap();
    let names: Vec<&str> = report.measures.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["EM", "F1"]);
}

#[test]
fn a_question_without_a_prediction_counts_as_zero_and_is_reported() {
    let report = scored(&with(TRUTH, r#"{"r1": "gate", "h1": null, "h2": "wind"}"#)).unwrap();
    assert_eq!(value(&report, "EM"), 0.5);
    assert_eq!(report.zeros[0].why, "the run has no answer");
    assert_eq!(report.zeros[0].turns, 2);
    assert_eq!((report.in_truth, report.in_run, report.scored()), (4, 3, 4));
}

#[test]
fn questions_are_grouped_by_article_and_by_whether_they_have_an_answer() {
    let report = scored(&with(TRUTH, r#"{"r1": "gate", "r2": "", "h1": "x", "h2": "x"}"#)).unwrap();
    let by = |kind| {
        let groups = report.by(kind).unwrap().into_iter();
        groups.map(|g| (g.name, g.measures[0].value.unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(by("topic"), [("Hills".to_owned(), 0.0), ("Rivers".to_owned(), 1.0)]);
    let labels = by("label");
    assert_eq!(labels[0], ("answerable".to_owned(), 1.0 / 3.0));
    assert_eq!(labels[1], ("unanswerable".to_owned(), 1.0));
}

#[test]
fn runs_are_read_as_lists_and_lines_too() {
    for run in [
        r#"[{"id": "r1", "prediction_text": "gate"}, {"id": "h2", "prediction_text": "wind"}]"#,
        "{\"id\": \"r1\", \"answer\": \"gate\"}\n{\"id\": \"h2\", \"answer\": \"wind\"}\n",
    ] {
        assert_eq!(value(&scored(&with(TRUTH, run)).unwrap(), "EM"), 0.5);
    }
}

#[test]
fn unknown_questions_are_refused_or_passed_over() {
    let written = with(TRUTH, r#"{"r1": "gate", "zz": "x"}"#);
    let said = written.said(scored(&written));
    assert!(said.contains("run.json: 1 of its turns is not in truth.json: zz"), "{said}");
    let options = Options { unknown: Unknown::PassOver, ..Options::default() };
    let report = score(&written.path("truth.json"), &written.path("run.json"), &options).unwrap();
    assert_eq!(report.ignored[0].turns, 1);
}

#[test]
fn two_predictions_for_a_question_are_refused() {
    let written = with(TRUTH, r#"{"r1": "gate", "r1": "x"}"#);
    let said = written.said(scored(&written));
    assert_eq!(said, "run.json:1: turn r1 stands a second time; keep one of them");
}

#[test]
fn two_questions_with_one_id_are_refused() {
    let written = with(&TRUTH.replace("\"h2\"", "\"r1\""), r#"{"r1": "gate"}"#);
    let said = written.said(scored(&written));
    assert_eq!(said, "truth.json: question r1 stands a second time; keep one");
}

#[test]
fn a_missing_field_is_named_with_its_line_and_path() {
    let written = with(&TRUTH.replace("\"id\": \"h2\", ", ""), r#"{"r1": "gate"}"#);
    let said = written.said(scored(&written));
    let start = "truth.json:7: data[1].paragraphs[0].qas[1]: missing field `id`; a SQuAD file has";
    assert!(said.starts_with(start), "{said}");
}

#[test]
fn broken_json_is_an_error_with_its_line() {
    let written = with(&TRUTH[..TRUTH.len() - 20], r#"{"r1": "gate"}"#);
    let said = written.said(scored(&written));
    assert!(said.starts_with("truth.json:7: ") && said.contains("EOF"), "{said}");
}

#[test]
fn files_of_other_data_sets_are_refused_by_name() {
    for (truth, found) in [
        (
            json!({"data": [{"id": "s", "source": "cnn", "questions": [], "answers": []}]}),
            "this is a CoQA file, not a SQuAD file",
        ),
        (
            json!({"data": [{"paragraphs": [{"id": "C", "qas": [{
                "id": "C_q#0", "answers": [{"text": "x"}], "yesno": "x", "followup": "n"}]}]}]}),
            "this is a QuAC file, not a SQuAD file",
        ),
        (json!({"data": [{"id": "s", "story": "x"}]}), "an object whose data have id, story"),
        (json!([{"Conversation_no": 1}]), "this is a list"),
    ] {
        let written = with(&truth.to_string(), r#"{"r1": "gate"}"#);
        let said = written.said(scored(&written));
        assert!(said.starts_with("truth.json: ") && said.contains(found), "{said}");
    }
    let written = with("{\"passage\": \"p\"}\n{\"passage\": \"q\"}\n", r#"{"r1": "gate"}"#);
    let said = written.said(scored(&written));
    assert!(said.contains("this is an object with passage, not a SQuAD file"), "{said}");
}

#[test]
fn gold_answers_as_the_run_are_all_right_on_the_real_file() {
    let Some(folder) = data("squad") else { return };
    let truth = std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    let file: Value = serde_json::from_slice(&std::fs::read(&truth).unwrap()).unwrap();
    let mut run = Map::new();
    for article in file["data"].as_array().unwrap() {
        for paragraph in article["paragraphs"].as_array().unwrap() {
            for qa in paragraph["qas"].as_array().unwrap() {
                let gold = qa["answers"].get(0).map_or("", |a| a["text"].as_str().unwrap());
                run.insert(qa["id"].as_str().unwrap().to_owned(), gold.into());
            }
        }
    }
    let written = Written::new(&[("run.json", &Value::Object(run).to_string())]);
    let report = score(&truth, &written.path("run.json"), &Options::default()).unwrap();
    assert_eq!(report.in_truth, 6_078);
    for name in ["EM", "F1", "HasAns_EM", "NoAns_F1"] {
        assert_eq!(value(&report, name), 1.0, "{name}");
    }
}
