//! `grice rewrite`, as people and programs call it.

use std::path::Path;

use serde_json::{Value, json};

use crate::judgement::{Judgement, lines};

const REWRITE: Judgement = Judgement("rewrite");

const ADA: [&str; 3] = ["--turn", "Who was Ada Lovelace?", "An English mathematician."];

#[test]
fn a_rewrite_for_people_has_the_words_of_the_history() {
    let mut args = vec!["-q", "When was she born?"];
    args.extend(ADA);
    let run = REWRITE.bare(&args, "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("When was Ada Lovelace born?\n"), "{}", run.out);
    assert!(run.out.contains("0.900  Lovelace"), "{}", run.out);
    assert!(run.out.contains("Rewritten by rules"), "{}", run.out);
    assert!(run.err.contains("the folder is not there"), "{}", run.err);
    assert_eq!(run.err.matches("warning:").count(), 1, "{}", run.err);
    let alone = REWRITE.bare(&["-q", "How many people live in Norway?"], "");
    assert!(alone.out.contains("It stands alone as it is."), "{}", alone.out);
}

#[test]
fn a_rewrite_for_programs_has_weighted_terms() {
    let mut args = vec!["-q", "When was she born?", "--json"];
    args.extend(ADA);
    let made: Value = serde_json::from_str(&REWRITE.bare(&args, "").out).unwrap();
    assert_eq!(made["rewrite"], "When was Ada Lovelace born?");
    assert_eq!((&made["changed"], &made["by"]), (&json!(true), &json!("rules")));
    assert_eq!(made["terms"][0]["term"], "Ada");
    assert!(made["terms"][0]["weight"].as_f64().unwrap() > 0.8);
    let run = REWRITE.with_tiny(&["-q", "Who?", "--json"], "");
    let made: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.err.as_str(), &made["by"]), ("", &json!("rewrite")));
}

#[test]
fn lines_keep_their_order_and_their_ids() {
    let mut input = String::new();
    for i in 0..150 {
        let history = json!([{"question": format!("Who was King Olaf{i}?"), "answer": "A king."}]);
        input += &json!({"id": [i], "history": history, "question": "Who saw him?"}).to_string();
        input += if i % 7 == 0 { "\n\n  \n" } else { "\n" };
    }
    let answers = lines(&REWRITE.bare(&["--jsonl"], &input));
    assert_eq!(answers.len(), 150);
    for (i, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], json!([i]));
        assert_eq!(answer["rewrite"], format!("Who saw King Olaf{i}?"));
    }
    let tiny = lines(&REWRITE.with_tiny(&["--jsonl"], &input));
    assert!(tiny.iter().all(|answer| answer["rewrite"].is_string()), "{tiny:?}");
}

#[test]
fn a_bad_line_is_answered_and_the_rest_goes_on() {
    let input = concat!(
        "nonsense\n",
        "{\"id\": 2, \"history\": []}\n",
        "{\"id\": 3, \"history\": {}, \"question\": \"q\"}\n",
        "{\"id\": 4, \"history\": [{\"answer\": \"a\"}], \"question\": \"q\"}\n",
        "{\"id\": 5, \"history\": [], \"question\": \" \"}\n",
        "{\"id\": 6, \"question\": \"q\"}\n",
        "{\"id\": 7, \"history\": [{\"question\": \"Who was Ada Lovelace?\"}], \"question\": \"Who taught her?\"}",
    );
    let answers = lines(&REWRITE.bare(&["--jsonl"], input));
    let errors: Vec<String> =
        answers.iter().map(|a| a["error"].as_str().unwrap_or("none").to_owned()).collect();
    assert!(errors[0].starts_with("line 1 is not a JSON object"), "{errors:?}");
    assert_eq!(errors[1], "line 2 has no 'question'");
    assert_eq!(errors[2], "line 3: 'history' is not a list");
    assert_eq!(errors[3], "line 4: 'history[0]' has no 'question'");
    assert!(errors[4].starts_with("the question is empty"), "{errors:?}");
    assert_eq!(&errors[5..], ["none", "none"]);
    assert_eq!((&answers[5]["rewrite"], &answers[5]["changed"]), (&json!("q"), &json!(false)));
    assert_eq!(answers[6]["rewrite"], "Who taught Ada Lovelace?");
}

#[test]
fn long_and_strange_lines_are_answered() {
    let long = "the river was long ".repeat(6_000);
    let texts = [long.as_str(), "🍕🍕", "\u{0}\u{7} x", "誰が橋を架けましたか？"];
    let input: String = texts
        .iter()
        .map(|text| {
            let history = json!([{"question": text, "answer": text}]);
            format!("{}\n", json!({"history": history, "question": text}))
        })
        .collect();
    for run in [REWRITE.with_tiny(&["--jsonl"], &input), REWRITE.bare(&["--jsonl"], &input)] {
        let answers = lines(&run);
        assert_eq!(answers.len(), 4);
        assert!(answers.iter().all(|answer| answer["rewrite"].is_string()));
    }
}

#[test]
fn what_is_asked_wrongly_is_misuse() {
    let empty = REWRITE.bare(&["-q", ""], "");
    assert_eq!((empty.code, empty.out.as_str()), (2, ""));
    assert!(empty.err.contains("the question is empty"), "{}", empty.err);
    assert_eq!(REWRITE.bare(&[], "").code, 2);
    assert_eq!(REWRITE.bare(&["-q", "q", "--turn", "only a question"], "").code, 2);
    assert_eq!(REWRITE.bare(&["-q", "q", "--jsonl"], "").code, 2);
    let other = Path::new(env!("CARGO_MANIFEST_DIR")).join("../judge/tests/tiny/interpret");
    let other = REWRITE.bare(&["-q", "q", "--model", other.to_str().unwrap()], "");
    assert_eq!(other.code, 2);
    assert!(other.err.contains("not a model for `grice rewrite`"), "{}", other.err);
}
