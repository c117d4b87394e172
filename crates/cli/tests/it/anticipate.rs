//! `grice anticipate`, as people and programs call it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::judgement::{Judgement, lines};

const ANTICIPATE: Judgement = Judgement("anticipate");

const ASKED: [&str; 4] = ["-q", "Who built the bridge?", "--literal", "A monk named Benedict"];

#[test]
fn people_get_the_candidates_from_the_best_down() {
    let mut args = ASKED.to_vec();
    args.extend(["The town has a market.", "Benedict paid\nfor the bridge.", "a monk"]);
    let run = ANTICIPATE.bare(&args, "");
    assert_eq!(run.code, 0, "{}", run.err);
    insta::assert_snapshot!(run.out);
}

#[test]
fn sentences_of_a_file_are_candidates_and_the_best_can_be_picked() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("bridge.txt"), "It rains. Benedict paid for the bridge.\n\nA town.")
        .unwrap();
    let mut args = ASKED.to_vec();
    args.extend(["--from", "bridge.txt", "-k", "1", "--json"]);
    let run = ANTICIPATE.at(home.path(), &args, "");
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["ranked"].as_array().unwrap().len(), 1);
    assert_eq!(found["ranked"][0]["text"], "Benedict paid for the bridge.");
    assert_eq!((&found["ranked"][0]["index"], &found["by"]), (&json!(1), &json!("overlap")));
    args[5] = "-";
    let run = ANTICIPATE.at(home.path(), &args, "A town. Benedict, a monk, was old.");
    assert!(run.out.contains("was old"), "{} {}", run.out, run.err);
    args[5] = "none.txt";
    let run = ANTICIPATE.at(home.path(), &args, "");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("cannot read none.txt"), "{}", run.err);
}

#[test]
fn the_fallback_is_told_once() {
    let line = json!({"question": "q", "literal": ["a"], "candidates": ["b", "c"]});
    let run = ANTICIPATE.bare(&["--jsonl"], &format!("{line}\n").repeat(100));
    assert_eq!(lines(&run).len(), 100);
    assert_eq!(run.err.matches("warning:").count(), 1, "{}", run.err);
    assert!(run.err.contains("the folder is not there"), "{}", run.err);
    assert!(run.err.contains("ranked by the words they share"), "{}", run.err);
}

#[test]
fn programs_get_indices_and_scores_with_their_ids_in_order() {
    let mut input = String::new();
    for i in 0..90 {
        let candidates: Vec<String> = (0..i % 5).map(|n| format!("the river {n}")).collect();
        let history = json!([{"question": "Where?", "answer": "in the town"}, {"question": "a?"}]);
        let line = json!({"id": [i], "history": history, "question": "Who?", "literal": ["the king"], "candidates": candidates});
        input += &format!("{line}\n");
    }
    let run = ANTICIPATE.with_tiny(&["--jsonl"], &input);
    assert_eq!(run.err, "");
    let answers = lines(&run);
    assert_eq!(answers.len(), 90);
    for (i, answer) in answers.iter().enumerate() {
        assert_eq!((&answer["id"], &answer["by"]), (&json!([i]), &json!("anticipate")));
        let ranked = answer["ranked"].as_array().unwrap();
        assert_eq!(ranked.len(), i % 5);
        assert!(ranked.iter().all(|one| one.as_object().unwrap().len() == 2));
        assert!(ranked.iter().all(|one| (0.0..=1.0).contains(&one["score"].as_f64().unwrap())));
    }
}

#[test]
fn a_bad_line_is_answered_and_the_rest_goes_on() {
    let input = concat!(
        "nonsense\n",
        "{\"id\": 2, \"literal\": [], \"candidates\": []}\n",
        "{\"id\": 3, \"question\": \"q\", \"literal\": \"a\", \"candidates\": []}\n",
        "{\"id\": 4, \"question\": \"q\", \"literal\": [], \"candidates\": [1]}\n",
        "{\"id\": 5, \"question\": \"q\", \"literal\": []}\n",
        "{\"id\": 6, \"question\": \" \", \"literal\": [], \"candidates\": [\"a\"]}\n",
        "{\"id\": 7, \"question\": \"q\", \"literal\": [], \"candidates\": [\"a\"], \"history\": [3]}\n",
        "{\"id\": 8, \"question\": \"q\", \"literal\": [], \"candidates\": [\"a\", \"\"]}\n",
    );
    let run = ANTICIPATE.with_tiny(&["--jsonl"], input);
    let answers = lines(&run);
    let errors: Vec<&str> = answers.iter().map(|a| a["error"].as_str().unwrap_or("none")).collect();
    assert!(errors[0].starts_with("line 1 is not a JSON object"), "{errors:?}");
    assert_eq!(errors[1], "line 2 has no 'question'");
    assert_eq!(errors[2], "line 3: 'literal' is not a list");
    assert_eq!(errors[3], "line 4: 'candidates[0]' is not a string");
    assert_eq!(errors[4], "line 5 has no 'candidates'");
    assert!(errors[5].starts_with("the question is empty"), "{errors:?}");
    assert_eq!(errors[6], "line 7: 'history[0]' is not an object");
    assert_eq!((errors[7], &answers[7]["ranked"][1]), ("none", &json!({"index": 1, "score": 0.0})));
}

#[test]
fn what_is_asked_wrongly_is_misuse() {
    assert_eq!(ANTICIPATE.bare(&["-q", "Who?"], "").code, 2);
    assert_eq!(ANTICIPATE.bare(&["-q", "Who?", "a", "--jsonl"], "").code, 2);
    let empty = ANTICIPATE.bare(&["-q", " ", "a"], "");
    assert_eq!((empty.code, empty.out.as_str()), (2, ""));
    assert!(empty.err.contains("the question is empty"), "{}", empty.err);
    let other = Path::new(env!("CARGO_MANIFEST_DIR")).join("../judge/tests/tiny/interpret");
    let other = ANTICIPATE.bare(&["-q", "Who?", "a", "--model", other.to_str().unwrap()], "");
    assert_eq!((other.code, other.out.as_str()), (2, ""));
    assert!(other.err.contains("not a model for `grice anticipate`"), "{}", other.err);
}
