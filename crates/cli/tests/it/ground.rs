//! `grice ground`, as people and programs call it.

use std::fs;

use serde_json::{Value, json};

use crate::judgement::{Judgement, lines};

const GROUND: Judgement = Judgement("ground");

const EVIDENCE: &str = "The Marrow Bridge was opened in 1898 by Agnes Whitlock. It is 214 metres \
    long. A fire closed it for two years.";

#[test]
fn a_judgement_for_people_has_every_sentence_and_what_is_wrong_with_it() {
    let reply = "Sure! Agnes Whitlock opened the bridge. It is 241 metres long. Anything else?";
    let run = GROUND.bare(&["-e", EVIDENCE, "-r", reply], "");
    assert_eq!(run.code, 0, "{}", run.err);
    insta::assert_snapshot!(run.out);
}

#[test]
fn the_fallback_is_told_once() {
    let line = json!({"evidence": EVIDENCE, "reply": "It is 214 metres long."}).to_string() + "\n";
    let run = GROUND.bare(&["--jsonl"], &line.repeat(100));
    assert_eq!(lines(&run).len(), 100);
    assert_eq!(run.err.matches("warning:").count(), 1, "{}", run.err);
    assert!(run.err.contains("exact comparisons"), "{}", run.err);
}

#[test]
fn a_judgement_for_programs_lists_what_is_unsupported() {
    let run = GROUND.with_tiny(&["-e", EVIDENCE, "-r", "It is 241 metres long.", "--json"], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["by"], "ground");
    assert_eq!(found["supported"], false);
    assert_eq!(found["unsupported"], json!(["It is 241 metres long."]));
    assert!(found["score"].as_f64().is_some_and(|score| (0.0..=1.0).contains(&score)));
    let reasons = &found["sentences"][0]["reasons"];
    assert_eq!(reasons[0], json!({"kind": "number", "text": "241"}));
}

#[test]
fn evidence_may_be_a_file() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("page.txt"), EVIDENCE).unwrap();
    let run = GROUND.at(
        home.path(),
        &["--evidence", "page.txt", "-r", "It is 214 metres long.", "--json"],
        "",
    );
    assert!(run.out.contains("\"supported\": true"), "{} {}", run.out, run.err);
}

#[test]
fn lines_keep_their_order_and_their_ids_and_a_bad_one_is_answered() {
    let input = concat!(
        "nonsense\n",
        "{\"id\": 2, \"reply\": \"yes\"}\n",
        "{\"id\": \"c\", \"evidence\": \"a mill\", \"reply\": 5}\n",
        "{\"id\": [4], \"evidence\": \"a mill\", \"reply\": \"\"}\n",
        "{\"id\": 5, \"evidence\": \" \", \"reply\": \"a mill\"}\n",
        "\n",
        "{\"id\": 6, \"evidence\": \"It has 3 mills.\", \"reply\": \"It has three mills.\"}\r\n",
        "{\"id\": 7, \"evidence\": \"It has 3 mills.\", \"reply\": \"It has 4 mills.\"}",
    );
    let answers = lines(&GROUND.bare(&["--jsonl"], input));
    let errors: Vec<&str> = answers.iter().map(|a| a["error"].as_str().unwrap_or("-")).collect();
    assert!(errors[0].starts_with("line 1 is not a JSON object"), "{errors:?}");
    assert_eq!(errors[1..3], ["line 2 has no 'evidence'", "line 3: 'reply' is not a string"]);
    assert!(errors[3].starts_with("the reply is empty"), "{errors:?}");
    assert!(errors[4].starts_with("the evidence is empty"), "{errors:?}");
    assert_eq!(errors[5..], ["-", "-"]);
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids[1..5], [&json!(2), &json!("c"), &json!([4]), &json!(5)]);
    assert_eq!((&answers[5]["supported"], &answers[6]["supported"]), (&json!(true), &json!(false)));
}

#[test]
fn long_and_strange_lines_are_answered() {
    let long = "The river was 12 km long. ".repeat(4_000);
    let texts = [long.as_str(), "🍕🍕", "\u{0}\u{7} x", "もう食べました。"];
    let input: String = texts
        .iter()
        .map(|text| format!("{}\n", json!({"evidence": text, "reply": text})))
        .collect();
    for run in [GROUND.with_tiny(&["--jsonl"], &input), GROUND.bare(&["--jsonl"], &input)] {
        let answers = lines(&run);
        assert_eq!(answers.len(), 4);
        assert!(answers.iter().all(|answer| answer["supported"].is_boolean()));
    }
}

#[test]
fn what_is_asked_wrongly_is_misuse() {
    let empty = GROUND.bare(&["-e", "", "-r", "yes"], "");
    assert_eq!((empty.code, empty.out.as_str()), (2, ""));
    assert!(empty.err.contains("the evidence is empty"), "{}", empty.err);
    assert_eq!(GROUND.bare(&["-e", "a mill"], "").code, 2);
    assert_eq!(GROUND.bare(&["-e", "a", "-r", "b", "--jsonl"], "").code, 2);
    let unknown = GROUND.bare(&["-e", "a", "-r", "b", "--model", "no-such"], "");
    assert_eq!((unknown.code, unknown.out.as_str()), (2, ""));
    assert!(unknown.err.contains("no model is named 'no-such'"), "{}", unknown.err);
}

#[test]
fn weights_that_are_damaged_are_told_and_not_replaced_by_the_words() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("tiny");
    fs::create_dir(&folder).unwrap();
    for file in fs::read_dir(GROUND.tiny()).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.join(file.file_name())).unwrap();
    }
    let weights = folder.join("model.safetensors");
    let bytes = fs::read(&weights).unwrap();
    fs::write(&weights, &bytes[..1_000]).unwrap();
    let run = GROUND.at(home.path(), &["-e", "a", "-r", "b", "--model", "tiny"], "");
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("damaged or not a weight file"), "{}", run.err);
}
