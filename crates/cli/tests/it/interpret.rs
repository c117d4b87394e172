//! `grice interpret`, as people and programs call it.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::grice::finish;
use crate::judgement::{Judgement, lines};

const INTERPRET: Judgement = Judgement("interpret");

#[test]
fn a_reading_for_people_has_the_condition_and_all_probabilities() {
    let run =
        INTERPRET.bare(&["-q", "Will you watch it?", "-a", "Sure, but only if it's short."], "");
    assert_eq!(run.code, 0, "{}", run.err);
    insta::assert_snapshot!(run.out);
}

#[test]
fn the_fallback_is_told_once() {
    let input = "{\"question\": \"q\", \"answer\": \"yes\"}\n".repeat(200);
    let run = INTERPRET.bare(&["--jsonl"], &input);
    assert_eq!(lines(&run).len(), 200);
    assert_eq!(run.err.matches("warning:").count(), 1, "{}", run.err);
    assert!(run.err.contains("grice-interpret"), "{}", run.err);
    assert!(run.err.contains("read by rules instead"), "{}", run.err);
}

#[test]
fn a_reading_for_programs_has_labels_by_name() {
    let run = INTERPRET.with_tiny(&["-q", "Who?", "-a", "The king, if it was day.", "--json"], "");
    let reading: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(reading["by"], "interpret");
    assert_eq!(reading["condition"], "if it was day");
    let shares = |task: &str| reading["probabilities"][task].as_object().unwrap().clone();
    assert_eq!((shares("strict").len(), shares("relaxed").len()), (8, 5));
    for task in ["strict", "relaxed"] {
        let sum: f64 = shares(task).values().map(|share| share.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{task}: {sum}");
        assert!(shares(task).contains_key(reading[task].as_str().unwrap()));
    }
}

#[test]
fn lines_keep_their_order_and_their_ids() {
    let ids = [json!(1), json!("b"), json!(null), json!([1, {"x": 2}]), json!(2.5), json!(true)];
    let mut input = String::new();
    for i in 0..150 {
        let id = &ids[i % ids.len()];
        input += &json!({"id": id, "question": "Who?", "answer": format!("if {i}")}).to_string();
        input += if i % 7 == 0 { "\n\n  \n" } else { "\n" };
    }
    let answers = lines(&INTERPRET.with_tiny(&["--jsonl"], &input));
    assert_eq!(answers.len(), 150);
    for (i, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], ids[i % ids.len()]);
        assert_eq!(answer["condition"], format!("if {i}"));
    }
}

#[test]
fn a_bad_line_is_answered_and_the_rest_goes_on() {
    let input = concat!(
        "nonsense\n",
        "[1]\n",
        "{\"id\": 3, \"answer\": \"yes\"}\n",
        "{\"id\": 4, \"question\": \"q\", \"answer\": 5}\n",
        "{\"id\": 5, \"question\": \"q\", \"answer\": \"\"}\n",
        "{\"id\": 6, \"question\": null, \"answer\": \"a\"}\n",
        "{\"id\": 7, \"question\": \"q\", \"answer\": \"\\ud800\"}\n",
        "{\"question\": \"q\", \"answer\": \"yes\"}\r\n",
        "{\"id\": 9, \"question\": \"q\", \"answer\": \"no\"}",
    );
    let run = INTERPRET.bare(&["--jsonl"], input);
    let answers = lines(&run);
    let errors: Vec<String> =
        answers.iter().map(|a| a["error"].as_str().unwrap_or("none").to_owned()).collect();
    assert!(errors[0].starts_with("line 1 is not a JSON object: expected ident"), "{errors:?}");
    assert_eq!(errors[1], "line 2 is not a JSON object");
    assert_eq!(errors[2], "line 3 has no 'question'");
    assert_eq!(errors[3], "line 4: 'answer' is not a string");
    assert!(errors[4].starts_with("the answer is empty"), "{errors:?}");
    assert_eq!(errors[5], "line 6: 'question' is not a string");
    assert!(errors[6].starts_with("line 7 is not a JSON object"), "{errors:?}");
    assert_eq!(&errors[7..], ["none", "none"]);
    let ids: Vec<&Value> = answers.iter().map(|a| &a["id"]).collect();
    assert_eq!(ids[2..6], [&json!(3), &json!(4), &json!(5), &json!(6)]);
    assert_eq!((ids[0], ids[7], ids[8]), (&Value::Null, &Value::Null, &json!(9)));
    assert_eq!(answers[2].as_object().unwrap().len(), 2);
    assert_eq!((&answers[7]["strict"], &answers[8]["relaxed"]), (&json!("Yes"), &json!("No")));
}

#[test]
fn long_and_strange_lines_are_answered() {
    let long = "the river was long ".repeat(6_000);
    let texts = [long.as_str(), "🍕🍕", "\u{0}\u{7} x", "もう食べました。"];
    let input: String = texts
        .iter()
        .map(|text| format!("{}\n", json!({"question": text, "answer": text})))
        .collect();
    for run in [INTERPRET.with_tiny(&["--jsonl"], &input), INTERPRET.bare(&["--jsonl"], &input)] {
        let answers = lines(&run);
        assert_eq!(answers.len(), 4);
        assert!(answers.iter().all(|answer| answer["strict"].is_string()), "{answers:?}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let home = tempfile::tempdir().unwrap();
    let script = "set -o pipefail; yes '{\"question\": \"q\", \"answer\": \"yes\"}' | head -n 20000 | \
                  \"$0\" interpret --jsonl | head -n 1; echo \"${PIPESTATUS[2]}\"";
    let mut shell = Command::new("bash");
    shell.env("GRICE_HOME", home.path()).env("GRICE_MODELS", home.path());
    let run = finish(shell.args(["-c", script, env!("CARGO_BIN_EXE_grice")]), "");
    assert!(run.out.ends_with("\n0\n"), "{} {}", run.out, run.err);
    assert!(!run.err.contains("error:"), "{}", run.err);
}

#[test]
fn nothing_in_gives_nothing_out() {
    let run = INTERPRET.with_tiny(&["--jsonl"], "");
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
}

#[test]
fn what_is_asked_wrongly_is_misuse() {
    let empty = INTERPRET.bare(&["-q", "", "-a", "yes"], "");
    assert_eq!((empty.code, empty.out.as_str()), (2, ""));
    assert!(empty.err.contains("the question is empty"), "{}", empty.err);
    assert_eq!(INTERPRET.bare(&["-q", "Are you hungry?"], "").code, 2);
    assert_eq!(INTERPRET.bare(&["-q", "q", "-a", "a", "--jsonl"], "").code, 2);
    let unknown = INTERPRET.bare(&["-q", "q", "-a", "a", "--model", "no-such"], "");
    assert_eq!((unknown.code, unknown.out.as_str()), (2, ""));
    assert!(unknown.err.contains("no model is named 'no-such'"), "{}", unknown.err);
    let other = INTERPRET.bare(&["-q", "q", "-a", "a", "--model", "wordllama-256"], "");
    assert_eq!(other.code, 2);
    assert!(other.err.contains("not a model for `grice interpret`"), "{}", other.err);
}

#[test]
fn weights_that_are_damaged_are_told_and_not_replaced_by_the_rules() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("tiny");
    fs::create_dir(&folder).unwrap();
    for file in fs::read_dir(INTERPRET.tiny()).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.join(file.file_name())).unwrap();
    }
    let manifest = "[[model]]\nname = \"grice-interpret\"\ntask = \"classifier\"\n\
        architecture = \"bert\"\nparameters = 1\nlicence = \"MIT\"\ndescription = \"tiny\"\n\
        [[model.file]]\npath = \"model.safetensors\"\n\
        [[model.source]]\nkind = \"folder\"\npath = \"tiny\"\n";
    fs::write(home.path().join("models.toml"), manifest).unwrap();
    let args = ["-q", "q", "-a", "a", "--json"];
    let sound = INTERPRET.at(home.path(), &args, "");
    assert!(sound.out.contains("\"by\": \"grice-interpret\""), "{} {}", sound.out, sound.err);
    let weights = folder.join("model.safetensors");
    let bytes = fs::read(&weights).unwrap();
    fs::write(&weights, &bytes[..1_000]).unwrap();
    let damaged = INTERPRET.at(home.path(), &args, "");
    assert_eq!((damaged.code, damaged.out.as_str()), (1, ""));
    assert!(damaged.err.contains("damaged or not a weight file"), "{}", damaged.err);
}
