//! The shared task's ground truths and runs.

use grice_metrics::forms::{Unknown, scai};
use grice_metrics::{Error, Report, render};

use crate::written::Written;

const TRUTH: &str = r#"[
 {"Conversation_no": 1, "Turn_no": 1, "Truth_rewrite": "Who found Titan?", "Truth_passages": ["a"], "Truth_answer": "Huygens"},
 {"Conversation_no": 1, "Turn_no": 2, "Truth_rewrite": "When did Huygens find Titan?", "Truth_passages": ["b", "b"], "Truth_answer": "in 1655"},
 {"Conversation_no": 1, "Turn_no": 3, "Truth_rewrite": "", "Truth_passages": [], "Truth_answer": ""},
 {"Conversation_no": 2, "Turn_no": 1, "Truth_rewrite": "How big is Io?", "Truth_passages": ["c"], "Truth_answer": "3,643 km"}
]"#;

const RUN: &str = r#"[
 {"Conversation_no": 1, "Turn_no": 1, "Model_rewrite": "who", "Model_passages": {"x": 2.0, "a": 1.0}, "Model_answer": "the Huygens"},
 {"Conversation_no": 1, "Turn_no": 2, "Model_rewrite": "when was titan found", "Model_passages": {"b": 1.0, "z": 1.0}, "Model_answer": "1655"},
 {"Conversation_no": 1, "Turn_no": 3, "Model_answer": "nobody knows"}
]"#;

fn score(run: &str, options: &scai::Options) -> Result<Report, Error> {
    let files = Written::new(&[("truth.json", TRUTH), ("run.json", run)]);
    scai::score(&files.path("truth.json"), &files.path("run.json"), options)
}

fn value(report: &Report, measure: &str) -> f64 {
    report.measure(measure).unwrap().value.unwrap()
}

fn said(run: &str) -> String {
    let error = score(run, &scai::Options::default()).unwrap_err().to_string();
    error[error.find("run.json").unwrap()..].to_owned()
}

#[test]
fn each_step_is_scored_over_its_own_turns() {
    let report = score(RUN, &scai::Options::default()).unwrap();
    // Only 1_2 is a later turn with a rewrite: when, titan of "when did huygens find titan".
    assert_eq!(value(&report, "QR"), 2.0 / 5.0);
    // Ties go to the id that is last: z before b.
    assert_eq!(value(&report, "MRR"), (0.5 + 0.5) / 2.0);
    assert_eq!(value(&report, "EM"), 1.0 / 3.0);
    assert_eq!(value(&report, "F1"), (1.0 + 2.0 / 3.0 + 0.0) / 3.0);
    assert_eq!(value(&report, "ROUGE1-R"), (1.0 + 0.5 + 0.0) / 3.0);
    let mrr = report.measure("MRR").unwrap();
    assert_eq!((mrr.scored, mrr.left_out.len()), (2, 2));
}

#[test]
fn omitted_turns_can_count_as_zero() {
    let options = scai::Options { omitted: scai::Omitted::Zero, ..scai::Options::default() };
    let report = score(RUN, &options).unwrap();
    assert_eq!(value(&report, "MRR"), (0.5 + 0.5 + 0.0) / 3.0);
    let said = render::sentences(&report).join("\n");
    assert!(said.contains("omitted ones counting as 0"), "{said}");
}

#[test]
fn the_papers_mode_scores_turns_without_truth() {
    let options =
        scai::Options { missing_truth: true, first_turns: true, ..scai::Options::default() };
    let report = score(RUN, &options).unwrap();
    assert_eq!(report.measure("EM").unwrap().scored, 4);
    assert_eq!(report.measure("QR").unwrap().scored, 4);
}

#[test]
fn a_step_without_anything_in_the_run_is_skipped_and_said_so() {
    let run = r#"[{"Conversation_no": 1, "Turn_no": 1, "Model_answer": "Huygens"}]"#;
    let report = score(run, &scai::Options::default()).unwrap();
    assert!(report.measure("QR").is_none() && report.measure("MRR").is_none());
    let said = render::sentences(&report).join("\n");
    assert!(said.contains("QR is skipped") && said.contains("MRR is skipped"), "{said}");
    assert!(said.contains("2 (the run has no answer)"), "{said}");
}

#[test]
fn prototext_is_the_shared_tasks() {
    let report = score(RUN, &scai::Options::default()).unwrap();
    let text = render::prototext(&report, 3);
    assert!(text.contains("measure{\n  key: \"EM\"\n  value: \"0.333\"\n}\n"), "{text}");
}

#[test]
fn json_lines_are_a_run_too() {
    let lines: Vec<String> = serde_json::from_str::<Vec<serde_json::Value>>(RUN)
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect();
    let report = score(&lines.join("\n"), &scai::Options::default()).unwrap();
    assert_eq!(value(&report, "EM"), 1.0 / 3.0);
}

#[test]
fn unknown_turns_are_refused_by_name_or_passed_over_and_counted() {
    let run = RUN.replace(
        "\"Conversation_no\": 1, \"Turn_no\": 3",
        "\"Conversation_no\": 9, \"Turn_no\": 3",
    );
    assert!(said(&run).starts_with("run.json: 1 of its turns is not in"), "{}", said(&run));
    assert!(said(&run).contains("9_3"));
    let options = scai::Options { unknown: Unknown::PassOver, ..scai::Options::default() };
    let report = score(&run, &options).unwrap();
    assert_eq!(report.ignored[0].turns, 1);
}

#[test]
fn a_run_of_another_data_set_is_told_by_its_turns() {
    let run = r#"[{"Conversation_no": 77, "Turn_no": 1, "Model_answer": "x"}]"#;
    assert!(said(run).contains("none of its 1 turns is in"), "{}", said(run));
}

#[test]
fn a_turn_that_stands_twice_is_named_with_its_line() {
    let run = RUN.replace("\"Turn_no\": 3", "\"Turn_no\": 2");
    assert_eq!(said(&run), "run.json:4: turn 1_2 stands a second time; keep one of them");
}

#[test]
fn missing_fields_are_named_with_the_line() {
    let run = RUN.replace("\"Turn_no\": 2, ", "");
    assert!(said(&run).starts_with("run.json:3: a turn without Turn_no"), "{}", said(&run));
    let run = RUN.replace("Model_", "Modell_");
    assert!(said(&run).contains("no turn has a Model_rewrite"), "{}", said(&run));
}

#[test]
fn scores_that_are_no_numbers_are_refused_with_the_line() {
    let why = said(&RUN.replace("\"z\": 1.0", "\"z\": NaN"));
    assert_eq!(why, "run.json:3: NaN and infinity are no scores; give a number");
    let why = said(&RUN.replace("\"z\": 1.0", "\"z\": \"high\""));
    assert!(why.starts_with("run.json:3: the score of passage z"), "{why}");
    let why = said(&RUN.replace("\"z\": 1.0", "\"b\": 1.0"));
    assert_eq!(why, "run.json:3: turn 1_2 has passage b twice; keep one of them");
}

#[test]
fn one_object_over_several_lines_is_told_by_its_fields() {
    let why = said("{\n \"systems\": [],\n \"notes\": []\n}");
    assert_eq!(why, "run.json:1: a turn without Conversation_no; its fields are notes, systems");
}

#[test]
fn a_file_that_is_not_there_is_told_once() {
    let nowhere = std::path::Path::new("nowhere.json");
    let error = scai::score(nowhere, nowhere, &scai::Options::default()).unwrap_err();
    assert!(error.to_string().starts_with("cannot read nowhere.json: "), "{error}");
    assert!(std::error::Error::source(&error).is_none());
}

#[test]
fn a_truth_of_another_kind_is_refused() {
    let files = Written::new(&[("truth.json", RUN), ("run.json", RUN)]);
    let scored =
        scai::score(&files.path("truth.json"), &files.path("run.json"), &scai::Options::default());
    let error = scored.unwrap_err().to_string();
    assert!(error.contains("truth.json:2: turn 1_1 has no Truth_rewrite"), "{error}");
}

#[test]
fn the_published_fixture_is_scored_as_the_evaluator_scores_it() {
    let Some(data) = crate::reference::data("fixtures/scai") else { return };
    let (truth, run) = (data.join("ground-truth.json"), data.join("run.json"));
    let report = scai::score(&truth, &run, &scai::Options::default()).unwrap();
    // From its evaluator's own functions: two answers, one of them missing.
    let f1 = 2.0 * (2.0 / 16.0) * (2.0 / 19.0) / (2.0 / 16.0 + 2.0 / 19.0);
    assert!((value(&report, "F1") - f1 / 2.0).abs() < 1e-9, "{}", value(&report, "F1"));
    assert_eq!(report.measure("EM").unwrap().scored, 2);
}
