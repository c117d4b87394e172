//! `grice score`, as people and programs call it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::grice::{Run, command, finish, grice};

const TRUTH: &str = r#"[
 {"Conversation_no": 1, "Turn_no": 1, "Truth_rewrite": "Who found Titan?", "Truth_passages": ["a"], "Truth_answer": "Huygens"},
 {"Conversation_no": 1, "Turn_no": 2, "Truth_rewrite": "When did Huygens find Titan?", "Truth_passages": ["b"], "Truth_answer": "in 1655"},
 {"Conversation_no": 1, "Turn_no": 3, "Truth_rewrite": "How big is Titan?", "Truth_passages": [], "Truth_answer": ""}
]"#;

const RUN: &str = r#"[
 {"Conversation_no": 1, "Turn_no": 1, "Model_passages": {"x": 2.0, "a": 1.0}, "Model_answer": "Huygens"},
 {"Conversation_no": 1, "Turn_no": 2, "Model_rewrite": "when was titan found", "Model_answer": "1655"}
]"#;

/// A folder with a truth, a run and a worse run.
fn files() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("truth.json"), TRUTH).unwrap();
    fs::write(folder.path().join("run.json"), RUN).unwrap();
    fs::write(folder.path().join("worse.json"), RUN.replace("Huygens", "Galileo")).unwrap();
    folder
}

fn score(folder: &Path, args: &[&str]) -> Run {
    finish(command().current_dir(folder).arg("score").args(args), "")
}

fn scai(folder: &Path, more: &[&str]) -> Run {
    let mut args = vec!["scai", "--truth", "truth.json", "--run", "run.json"];
    args.extend(more);
    score(folder, &args)
}

fn fed(args: &[&str], input: &str) -> Run {
    finish(command().arg("score").args(args), input)
}

fn json(run: &Run) -> Value {
    assert_eq!(run.code, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn a_report_states_its_denominators() {
    let folder = files();
    let run = scai(folder.path(), &["--by", "turn-type"]);
    insta::assert_snapshot!(run.out);
}

#[test]
fn a_report_for_programs_has_measures_by_name() {
    let folder = files();
    let report = json(&scai(folder.path(), &["--json", "--per-turn", "--interval"]));
    assert_eq!(report["measures"]["EM"], 0.5);
    assert_eq!(report["measures"]["MRR"], 0.5);
    assert_eq!(report["turns"]["scored"], 3);
    assert_eq!(report["per_turn"][1]["id"], "1_2");
    assert_eq!(report["details"][0]["left_out"][0]["turns"], 1);
    assert_eq!(report["details"][2]["interval"]["seed"], 42);
}

#[test]
fn every_turn_is_written_to_a_file_of_either_kind() {
    let folder = files();
    assert_eq!(scai(folder.path(), &["--per-turn", "turns.jsonl"]).code, 0);
    let lines = fs::read_to_string(folder.path().join("turns.jsonl")).unwrap();
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((&first["id"], &first["EM"]), (&Value::from("1_1"), &Value::from(1.0)));
    assert_eq!(scai(folder.path(), &["--per-turn", "turns.csv"]).code, 0);
    let csv = fs::read_to_string(folder.path().join("turns.csv")).unwrap();
    assert!(csv.starts_with("turn,turn-type,QR,MRR,EM,F1,ROUGE1-R\n1_1,first,,0.5,1,"), "{csv}");
    let run = scai(folder.path(), &["--per-turn", "no/such/folder.csv"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("cannot write no/such/folder.csv"), "{}", run.err);
}

#[test]
fn tables_come_in_every_format() {
    let folder = files();
    let out = |format: &str| scai(folder.path(), &["--format", format]).out;
    assert!(out("markdown").contains("| EM | 0.500 | 2 | 1 |"), "{}", out("markdown"));
    assert!(out("latex").contains("EM & 0.500 & 2 & 1 \\\\"), "{}", out("latex"));
    assert!(out("csv").contains("\nEM,0.5,2,1\n"), "{}", out("csv"));
    assert!(out("prototext").contains("measure{\n  key: \"EM\"\n  value: \"0.500\"\n}\n"));
}

#[test]
fn runs_are_compared_live_or_from_saved_reports() {
    let folder = files();
    let live = score(
        folder.path(),
        &["scai", "--truth", "truth.json", "--compare", "worse.json", "run.json"],
    );
    insta::assert_snapshot!(live.out);
    for name in ["worse", "run"] {
        let file = format!("{name}.json");
        let args = ["scai", "--truth", "truth.json", "--run", &file, "--json", "--per-turn"];
        let run = score(folder.path(), &args);
        fs::write(folder.path().join(format!("{name}.report")), run.out).unwrap();
    }
    let saved = score(folder.path(), &["--compare", "worse.report", "run.report"]);
    assert_eq!(saved.out, live.out);
    let both = json(&score(folder.path(), &["--compare", "worse.report", "run.report", "--json"]));
    assert_eq!(both["systems"][1]["measures"]["EM"]["best"], true);
}

#[test]
fn pairs_give_a_line_each() {
    let input =
        "{\"id\": 3, \"prediction\": \"the cat sat\", \"references\": [\"a cat sat down\"]}\n";
    let run = fed(&["pairs", "--jsonl"], input);
    let line = json(&run);
    let keys: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["bleu", "em", "f1", "id", "rouge1", "rouge2", "rougeL"]);
    assert_eq!((&line["id"], &line["f1"]), (&Value::from(3), &Value::from(0.8)));
    assert_eq!(line["rouge1"]["p"], 2.0 / 3.0);
    assert_eq!(run.err, "1 pair, 1 scored.\n");
    let totals = json(&fed(&["pairs", "--json"], input));
    assert_eq!(totals["measures"]["F1"], 0.8);
    let bad = fed(&["pairs", "--jsonl"], "{\"id\": 1}\n");
    assert_eq!((bad.code, bad.out.as_str()), (2, ""));
    assert!(bad.err.contains("standard input:1: no field 'prediction'"), "{}", bad.err);
}

#[test]
fn judges_agreement_comes_by_name() {
    let input = "{\"id\":1,\"labels\":[\"a\",\"b\"]}\n{\"id\":2,\"labels\":[\"a\",\"a\"]}\n\
                 {\"id\":3,\"labels\":[\"b\",\"b\"]}\n";
    let report = json(&fed(&["agreement", "--jsonl", "--json"], input));
    assert!((report["fleiss"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-12);
    assert!((report["cohen"].as_f64().unwrap() - 0.4).abs() < 1e-12);
    assert!((report["krippendorff"].as_f64().unwrap() - 4.0 / 9.0).abs() < 1e-12);
    assert!(fed(&["agreement", "--jsonl"], input).out.contains("Krippendorff's alpha  0.444"));
}

#[test]
fn qrels_and_runs_are_scored_by_any_measure() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("qrels"), "q 0 a 1\nq 0 b 0\nr 0 c 1\n").unwrap();
    fs::write(folder.path().join("run"), "q Q0 b 1 2.0 t\nq Q0 a 2 1.0 t\n").unwrap();
    let args = ["trec", "--qrels", "qrels", "--run", "run", "-m", "nDCG@3 R@100 RR", "--json"];
    let report = json(&score(folder.path(), &args));
    assert_eq!(report["measures"]["RR"], 0.5);
    assert_eq!(report["measures"]["R@100"], 1.0);
    let complete: Vec<&str> = args.iter().copied().chain(["--complete"]).collect();
    assert_eq!(json(&score(folder.path(), &complete))["measures"]["RR"], 0.25);
    fs::write(folder.path().join("run"), "q Q0 b 1 nan t\n").unwrap();
    let run = score(folder.path(), &args);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("run:1: the score nan cannot be ranked"), "{}", run.err);
}

#[test]
fn labels_are_scored_with_their_tables() {
    let folder = tempfile::tempdir().unwrap();
    let row = |id: u32, votes: &str| format!("{id}\tX wants food.\tq\tq .\ta\t{votes}\tx\tx\n");
    let head = "id\tcontext\tquestion-X\tcanquestion-X\tanswer-Y\tjudgements\tgoldstandard1\tgoldstandard2\n";
    let text = format!(
        "{head}{}{}{}",
        row(0, "Yes#Yes#Yes#No#No"),
        row(1, "No#No#No#No#No"),
        row(2, "Yes#No#Probably no#Yes#N/A")
    );
    fs::write(folder.path().join("truth.tsv"), text).unwrap();
    fs::write(
        folder.path().join("run.jsonl"),
        "{\"id\": 0, \"label\": \"yes\"}\n{\"id\": 1, \"label\": \"Yes\"}\n",
    )
    .unwrap();
    let args = ["circa", "--truth", "truth.tsv", "--run", "run.jsonl", "--json", "--by", "label"];
    let report = json(&score(folder.path(), &args));
    assert_eq!(report["measures"]["strict accuracy"], 0.5);
    assert_eq!(report["labels"][0]["labels"][0]["label"], "Yes");
    assert!(report["groups"]["label"].as_array().unwrap().len() >= 2);
}

#[test]
fn what_is_asked_wrongly_is_misuse() {
    let folder = files();
    let bare = grice(&["score"]);
    assert_eq!(bare.code, 2);
    assert!(bare.err.contains("say what to score"), "{}", bare.err);
    let by = scai(folder.path(), &["--by", "weather"]);
    assert_eq!((by.code, by.out.as_str()), (2, ""));
    assert!(by.err.contains("scai breaks down by turn-type, not by weather"), "{}", by.err);
    let with = scai(folder.path(), &["--with", "bertscore"]);
    assert!(with.err.contains("'bertscore' names no model"), "{}", with.err);
    let missing = score(folder.path(), &["scai", "--truth", "none.json", "--run", "run.json"]);
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("cannot read none.json"), "{}", missing.err);
    let one = score(folder.path(), &["scai", "--truth", "truth.json", "--compare", "run.json"]);
    assert!(one.err.contains("a comparison needs at least two runs"), "{}", one.err);
    let measure = score(folder.path(), &["trec", "--qrels", "q", "--run", "r", "-m", "Fun@3"]);
    assert_eq!(measure.code, 2);
    assert!(measure.err.contains("no measure is named \"Fun@3\""), "{}", measure.err);
}

#[test]
fn a_model_of_the_wrong_shape_is_refused_with_those_that_fit() {
    let folder = files();
    let home = folder.path().join("home");
    let mut command = command();
    command.current_dir(folder.path()).env("GRICE_HOME", &home).args([
        "score",
        "scai",
        "--truth",
        "truth.json",
        "--run",
        "run.json",
        "--with",
        "bertscore=wordllama-256",
    ]);
    let run = finish(&mut command, "");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("BERTScore cannot use \"wordllama-256\""), "{}", run.err);
    assert!(run.err.contains("all-minilm-l6-v2"), "{}", run.err);
}
