//! `grice read` and `grice rerank`, as people and programs call them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::grice::{Run, finish};
use crate::judgement::{bare_command, lines};

const PASSAGE: &str = "The river Ä is wide.\nThe old bridge was finished in 1294.";

fn tiny(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../judge/tests/tiny").join(name)
}

fn bare(args: &[&str], input: &str) -> Run {
    let home = tempfile::tempdir().unwrap();
    finish(bare_command(home.path()).args(args), input)
}

#[test]
fn an_answer_for_people_is_shown_in_its_passage() {
    let run = bare(&["read", "-q", "When was the bridge finished?", "-p", PASSAGE], "");
    assert_eq!(run.code, 0, "{}", run.err);
    insta::assert_snapshot!(run.out);
    assert_eq!(run.err.matches("warning:").count(), 1, "{}", run.err);
    assert!(
        run.err.contains("shares most words with the question is given instead"),
        "{}",
        run.err
    );
    let unknown = bare(&["read", "-q", "Кто?", "-p", PASSAGE], "");
    assert!(unknown.out.starts_with("unknown: the passage does not say\n"), "{}", unknown.out);
}

#[test]
fn a_passage_may_come_from_a_file_and_turns_from_the_command_line() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("p.txt"), PASSAGE).unwrap();
    let turn = ["--turn", "What about the bridge?", "It is old.", "--turn", "-", ""];
    for (file, input) in [("p.txt", ""), ("-", PASSAGE)] {
        let mut command = bare_command(home.path());
        command.args(["read", "-q", "When?", "--json"]).args(turn).arg(file);
        let run = finish(&mut command, input);
        let reading: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(reading["answer"], "The old bridge was finished in 1294.");
        assert_eq!(reading["spans"], json!([{"start": 21, "end": 57}]));
    }
    let missing = bare(&["read", "-q", "When?", "none.txt"], "");
    assert_eq!((missing.code, missing.out.as_str()), (2, ""));
    assert!(missing.err.contains("cannot read none.txt"), "{}", missing.err);
}

#[test]
fn lines_are_read_with_a_model() {
    let model = tiny("read");
    let mut input = String::new();
    for i in 0..100 {
        let history = json!([{"question": "Who?", "answer": "the king"}, {"question": "When?"}]);
        let line = json!({"id": i, "history": history, "question": "Was it old?",
            "passage": format!("The bridge {i} was old. The river was long.")});
        input += &format!("{line}\n");
    }
    let run = bare(&["read", "--jsonl", "--model", model.to_str().unwrap()], &input);
    let answers = lines(&run);
    assert_eq!((answers.len(), run.err.as_str()), (100, ""));
    for (i, answer) in answers.iter().enumerate() {
        assert_eq!((&answer["id"], &answer["by"]), (&json!(i), &json!("read")));
        let names: Vec<&String> = answer.as_object().unwrap().keys().collect();
        assert_eq!(names, ["answer", "by", "confidence", "id", "relevance", "spans", "type"]);
    }
}

#[test]
fn a_bad_line_is_answered_and_the_rest_goes_on() {
    let input = concat!(
        "{\"id\": 1, \"question\": \"q\"}\n",
        "{\"id\": 2, \"history\": [{\"question\": 1}], \"question\": \"q\", \"passage\": \"p\"}\n",
        "{\"id\": 3, \"history\": {}, \"question\": \"q\", \"passage\": \"p\"}\n",
        "{\"id\": 4, \"question\": \"q\", \"passage\": \"\"}\n",
        "{\"id\": 5,\n",
        "{\"id\": 6, \"question\": \"bridge?\", \"passage\": \"The bridge.\"}\n",
    );
    let answers = lines(&bare(&["read", "--jsonl"], input));
    let errors: Vec<&str> = answers.iter().map(|a| a["error"].as_str().unwrap_or("")).collect();
    assert_eq!(errors[0], "line 1 has no 'passage'");
    assert_eq!(errors[1], "line 2: 'history[0].question' is not a string");
    assert_eq!(errors[2], "line 3: 'history' is not a list");
    assert!(errors[3].starts_with("the passage is empty"), "{errors:?}");
    assert!(errors[4].starts_with("line 5 is not a JSON object"), "{errors:?}");
    assert_eq!((errors[5], &answers[5]["answer"]), ("", &json!("The bridge.")));
}

#[test]
fn a_program_that_sends_one_line_and_waits_gets_its_answer() {
    let home = tempfile::tempdir().unwrap();
    let mut child = bare_command(home.path())
        .args(["read", "--jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut send = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for id in 0..3 {
        let line = json!({"id": id, "question": "bridge?", "passage": PASSAGE});
        writeln!(send, "{line}").unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["id"], id);
    }
    drop(send);
    assert!(child.wait().unwrap().success());
}

#[test]
fn passages_are_ranked_for_people_and_programs() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("river.txt"), "The river is wide.").unwrap();
    fs::write(home.path().join("bridge.txt"), "The bridge was finished in 1294.").unwrap();
    let mut command = bare_command(home.path());
    command.args(["rerank", "-q", "When was the bridge finished?", "river.txt", "bridge.txt"]);
    let run = finish(&mut command, "");
    assert_eq!(run.out, "  1.000  bridge.txt\n  0.000  river.txt\n\nRanked by overlap\n");
    assert_eq!(run.err.matches("warning:").count(), 1, "{}", run.err);
    let json: Value = serde_json::from_str(&finish(command.arg("--json"), "").out).unwrap();
    assert_eq!(json["ranked"][0], json!({"index": 1, "score": 1.0}));

    let model = tiny("rank");
    let input = concat!(
        "{\"id\": \"a\", \"question\": \"Who?\", \"passages\": [\"the king\", \"\", \"a boat\"]}\n",
        "{\"id\": \"b\", \"question\": \"Who?\", \"passages\": [\"the king\", 3]}\n",
        "{\"id\": \"c\", \"question\": \"Who?\", \"passages\": []}\n",
        "{\"id\": \"d\", \"question\": \" \", \"passages\": [\"x\"]}\n",
    );
    let answers = lines(&bare(&["rerank", "--jsonl", "--model", model.to_str().unwrap()], input));
    assert_eq!(answers[0]["ranked"].as_array().unwrap().len(), 3);
    assert_eq!(answers[0]["ranked"][2]["index"], 1);
    assert_eq!(answers[1], json!({"id": "b", "error": "line 2: 'passages[1]' is not a string"}));
    assert_eq!(answers[2], json!({"id": "c", "ranked": [], "by": "rank"}));
    assert!(answers[3]["error"].as_str().unwrap().starts_with("the question is empty"));
}

#[test]
fn what_is_asked_wrongly_is_misuse() {
    for args in [
        &["read", "-q", "q"][..],
        &["read", "-q", "", "-p", "p"],
        &["read", "-q", "q", "-p", "p", "--jsonl"],
        &["read", "-q", "q", "-p", "p", "--turn", "one"],
        &["read", "-q", "q", "-p", "p", "--model", "no-such"],
        &["rerank", "-q", "q"],
        &["rerank", "-q", "q", "none.txt"],
        &["rerank", "-q", "q", "--model", "wordllama-256", "none.txt"],
    ] {
        let run = bare(args, "");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
    }
}
