//! `grice analyze`, as people and programs call it.

use std::fs;

use serde_json::{Value, json};

use crate::judgement::{Judgement, lines};

const ANALYZE: Judgement = Judgement("analyze");

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn people_see_a_line_a_task() {
    let run = ANALYZE.with_tiny(&["the king built the bridge"], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    insta::assert_snapshot!(run.out);
}

#[test]
fn a_task_that_is_asked_for_is_shown_with_all_its_labels() {
    let run = ANALYZE.with_tiny(&["the king built the bridge", "why?", "--task", "Emergent"], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    insta::assert_snapshot!(run.out);
}

#[test]
fn programs_get_the_probabilities_by_task_and_label() {
    let run = ANALYZE.with_tiny(&["the king", "why?", "--json"], "");
    let analysis: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(keys(&analysis), ["Emergent", "Sarcasm"]);
    assert_eq!(keys(&analysis["Sarcasm"]), ["notsarc", "sarc"]);
    let shares = analysis["Emergent"].as_object().unwrap().values();
    let sum: f64 = shares.map(|share| share.as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-4, "{sum}");
}

#[test]
fn lines_keep_their_order_and_their_ids() {
    let mut input = String::new();
    for i in 0..150 {
        let mut line = json!({"id": i, "text": format!("the king {i}")});
        match i % 3 {
            0 => line["text2"] = json!("why?"),
            1 => line["text2"] = json!(null),
            _ => {}
        }
        input += &format!("{line}\n");
    }
    let answers = lines(&ANALYZE.with_tiny(&["--jsonl"], &input));
    assert_eq!(answers.len(), 150);
    for (i, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], i);
        let tasks = match i % 3 {
            0 => ["Emergent", "Sarcasm"],
            _ => ["EmoBank-Valence", "Verifiability"],
        };
        assert!(tasks.iter().all(|task| answer[task].is_object()), "{answer}");
        assert_eq!(answer.as_object().unwrap().len(), 3);
    }
}

#[test]
fn a_bad_line_is_answered_and_the_rest_goes_on() {
    let input = concat!(
        "nonsense\n",
        "[1]\n",
        "{\"id\": 3, \"text2\": \"yes\"}\n",
        "{\"id\": 4, \"text\": 5}\n",
        "{\"id\": 5, \"text\": \"\"}\n",
        "{\"id\": 6, \"text\": \"a\", \"text2\": 1}\n",
        "{\"id\": 7, \"text\": \"a\", \"text2\": \" \"}\n",
        "{\"id\": 8, \"text\": \"the king\"}",
    );
    let answers = lines(&ANALYZE.with_tiny(&["--jsonl"], input));
    let errors: Vec<&str> =
        answers.iter().map(|answer| answer["error"].as_str().unwrap_or("none")).collect();
    assert!(errors[0].starts_with("line 1 is not a JSON object"), "{errors:?}");
    assert_eq!(errors[1], "line 2 is not a JSON object");
    assert_eq!(errors[2], "line 3 has no 'text'");
    assert_eq!(errors[3], "line 4: 'text' is not a string");
    assert!(errors[4].starts_with("the text is empty"), "{errors:?}");
    assert_eq!(errors[5], "line 6: 'text2' is not a string");
    assert!(errors[6].starts_with("the second text is empty"), "{errors:?}");
    assert_eq!(errors[7], "none");
    let ids: Vec<&Value> = answers[2..].iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [3, 4, 5, 6, 7, 8]);
}

#[test]
fn long_and_strange_lines_are_answered() {
    let long = "the river was long ".repeat(6_000);
    let texts = [long.as_str(), "🍕🍕", "\u{0}\u{7} x", "もう食べました。"];
    let input: String =
        texts.iter().map(|text| format!("{}\n", json!({"text": text, "text2": text}))).collect();
    let answers = lines(&ANALYZE.with_tiny(&["--jsonl"], &input));
    assert_eq!(answers.len(), 4);
    assert!(answers.iter().all(|answer| answer["Sarcasm"].is_object()), "{answers:?}");
}

#[test]
fn only_the_tasks_that_are_asked_for_are_answered() {
    let input = "{\"text\": \"the king\"}\n{\"text\": \"the king\", \"text2\": \"why?\"}\n";
    let answers = lines(&ANALYZE.with_tiny(&["--jsonl", "--task", "Sarcasm"], input));
    assert_eq!(answers[0]["error"], "Sarcasm takes two texts, not one");
    assert_eq!(keys(&answers[1]), ["Sarcasm", "id"]);
    let one = ANALYZE.with_tiny(&["the king", "--task", "Sarcasm"], "");
    assert_eq!((one.code, one.out.as_str()), (2, ""));
    assert!(one.err.contains("Sarcasm takes two texts, not one"), "{}", one.err);
    let unknown = ANALYZE.with_tiny(&["the king", "--task", "Irony"], "");
    assert_eq!((unknown.code, unknown.out.as_str()), (2, ""));
    let told = "no task is named 'Irony'; they are Emergent, EmoBank-Valence, Sarcasm";
    assert!(unknown.err.contains(told), "{}", unknown.err);
}

#[test]
fn without_weights_it_says_what_is_missing() {
    for args in [&["the king"][..], &["--jsonl"][..]] {
        let run = ANALYZE.bare(args, "{\"text\": \"the king\"}\n");
        assert_ne!(run.code, 0);
        assert_eq!(run.out, "");
        assert!(run.err.contains("grice-analyze"), "{}", run.err);
    }
}

#[test]
fn what_is_asked_wrongly_is_misuse() {
    assert_eq!(ANALYZE.with_tiny(&[], "").code, 2);
    assert_eq!(ANALYZE.with_tiny(&["a", "--jsonl"], "").code, 2);
    assert_eq!(ANALYZE.with_tiny(&["a", "b", "c"], "").code, 2);
    let empty = ANALYZE.with_tiny(&[""], "");
    assert_eq!((empty.code, empty.out.as_str()), (2, ""));
    assert!(empty.err.contains("the text is empty"), "{}", empty.err);
    let other = ANALYZE.bare(&["a", "--model", "wordllama-256"], "");
    assert_eq!(other.code, 2);
    assert!(other.err.contains("not a model for `grice analyze`"), "{}", other.err);
}

#[test]
fn weights_that_are_damaged_are_told() {
    let folder = tempfile::tempdir().unwrap();
    for file in fs::read_dir(ANALYZE.tiny()).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
    }
    let weights = folder.path().join("model.safetensors");
    let bytes = fs::read(&weights).unwrap();
    fs::write(&weights, &bytes[..1_000]).unwrap();
    let damaged = ANALYZE.bare(&["a", "--model", folder.path().to_str().unwrap()], "");
    assert_eq!((damaged.code, damaged.out.as_str()), (1, ""));
    assert!(damaged.err.contains("damaged or not a weight file"), "{}", damaged.err);
}
