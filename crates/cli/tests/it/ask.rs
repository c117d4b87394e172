//! `grice ask`, as people and programs call it.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::grice::{Run, finish};
use crate::island::{add, easy, home};
use crate::judgement::{bare_command as bare, lines};

fn ask(home: &Path, args: &[&str], input: &str) -> Run {
    finish(&mut easy(home, "ask", &[&["--index", "index"], args].concat()), input)
}

#[test]
fn an_answer_comes_with_its_evidence_and_missing_models_are_told() {
    let home = home();
    let run = ask(home.path(), &["When was the Orlo Bridge finished?"], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("1294") && run.out.contains("pages/bridge#0"), "{}", run.out);
    assert!(run.err.contains("of the models that ship with Grice are not in"), "{}", run.err);
    assert_eq!(run.err.matches("warning:").count(), 1, "{}", run.err);
    let traced = ask(home.path(), &["Who built the Orlo Bridge?", "--trace"], "");
    for part in [
        "Understood as: Who built",
        "Topic: Orlo Bridge",
        "Heard as: question",
        "Why this answer: ",
        "probably right 0.",
        "relevance ",
        "What could be added:",
        "Why these follow-ups:",
        "What is the history of the Orlo Bridge?",
        "found as pages/bridge#1, rank ",
        "Milliseconds: listen",
        "follow ",
    ] {
        assert!(traced.out.contains(part), "{part}: {}", traced.out);
    }
    let run = ask(home.path(), &["Who built the Orlo Bridge?", "--trace", "--json"], "");
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    let why = &answer["trace"]["why"];
    for key in ["passage", "text", "confidence", "relevance", "behind", "chosen"] {
        assert!(why["read"][0].get(key).is_some(), "{key}: {why}");
    }
    for key in ["text", "from", "score", "found", "rank", "bm25"] {
        assert!(why["follow_ups"][0].get(key).is_some(), "{key}: {why}");
    }
    assert!(why["added"][0]["score"].is_number(), "{why}");
    assert!(answer["trace"]["candidates"][0]["features"]["rewrite"].is_number());
}

#[test]
fn a_question_that_begins_with_a_dash_goes_after_two() {
    let home = home();
    let run = ask(home.path(), &["--", "-r: who built the Orlo Bridge?"], "");
    assert!(run.code == 0 && run.out.contains("Aldric Fenn"), "{}{}", run.out, run.err);
    assert_eq!(ask(home.path(), &["-r: who built the Orlo Bridge?"], "").code, 2);
}

#[test]
fn systems_are_listed_printed_and_used_by_name() {
    let home = home();
    let list = finish(bare(home.path()).args(["systems"]), "");
    assert_eq!(list.code, 0, "{}", list.err);
    for name in ["default", "all-history", "published/rachael"] {
        assert!(list.out.lines().any(|line| line.starts_with(name)), "{}", list.out);
    }
    let one = finish(bare(home.path()).args(["systems", "bare"]), "");
    assert!(one.out.contains("name = \"bare\""), "{}", one.out);
    let wrong = finish(bare(home.path()).args(["systems", "bear"]), "");
    assert!(wrong.code == 2 && wrong.err.contains("there is no system 'bear'"), "{}", wrong.err);
    let asked = ["ask", "When was the Orlo Bridge finished?", "--index", "index", "--system"];
    let run = finish(bare(home.path()).args(asked).arg("bare"), "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("1294"), "{}", run.out);
    let run = finish(bare(home.path()).args(asked).arg("published/dpr-fid-all-history"), "");
    assert!(run.code == 2 && run.err.contains("searches vectors alone"), "{}", run.err);
    let run = finish(bare(home.path()).args(asked).arg("published/rachael"), "");
    assert!(run.code == 0 && run.err.contains("t5-base-canard"), "{}", run.err);
}

#[test]
fn a_name_of_two_pages_is_asked_back_and_the_reply_read() {
    let home = home();
    for (file, kind) in [("moon", "moon"), ("ship", "ship")] {
        let text = format!("# Vesper ({kind})\n\nVesper is a {kind} that was found in the bay.\n");
        add(home.path(), &[(file, &text)]);
    }
    let run = ask(home.path(), &["What is Vesper?", "--json"], "");
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert!(answer["reply"].as_str().unwrap().starts_with("Do you mean Vesper ("), "{}", run.out);
    assert_eq!(answer["choices"].as_array().unwrap().len(), 2);
    let asked = "Would you like to hear about Aldric Fenn?";
    let lead = json!({"question": "Where was Aldric Fenn born?"});
    let talk = json!({
        "version": 1,
        "turns": [{"question": "Who built it?", "answer": "A monk."}],
        "pending": {"kind": "offer", "asked": asked, "said": true, "leads": [lead]},
    });
    fs::write(home.path().join("talk.json"), talk.to_string()).unwrap();
    let said = "Sure, but only if it's short.";
    let run = ask(home.path(), &[said, "--history", "talk.json", "--json"], "");
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert!(answer["answer"].as_str().unwrap().contains("Tasp"), "{}", run.out);
    assert_eq!(answer["interpreted"]["condition"], "only if it's short");
    let run = ask(home.path(), &[said, "--history", "talk.json", "--trace"], "");
    assert!(run.out.contains("Reply to: Would you like") && run.out.contains("only if it's short"));
}

#[test]
fn the_conversation_may_come_as_turns_or_as_a_file() {
    let home = home();
    let turn = ["--turn", "Who was Aldric Fenn?", "A monk and a master builder."];
    let asked = ["Where was he born?", "--json"];
    let mut runs = vec![ask(home.path(), &[&asked[..], &turn].concat(), "")];
    let line = json!({"question": turn[1], "answer": turn[2]});
    fs::write(home.path().join("talk.jsonl"), format!("{line}\n")).unwrap();
    fs::write(home.path().join("talk.json"), json!([line]).to_string()).unwrap();
    for file in ["talk.jsonl", "talk.json"] {
        runs.push(ask(home.path(), &[&asked[..], &["--history", file]].concat(), ""));
    }
    for run in runs {
        let answer: Value = serde_json::from_str(&run.out).unwrap();
        assert!(answer["answer"].as_str().unwrap().contains("Tasp"), "{}", run.out);
        assert_eq!(answer["rewrite"], "Where was Aldric Fenn born?");
    }
    fs::write(home.path().join("bad.jsonl"), "{\"question\": 1}\n").unwrap();
    let run = ask(home.path(), &["Where?", "--history", "bad.jsonl"], "");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("bad.jsonl: line 1 is no turn"), "{}", run.err);
}

#[test]
fn lines_are_answered_in_order_and_bad_ones_with_what_is_wrong() {
    let home = home();
    let history = json!([{"question": "Who was Aldric Fenn?", "answer": "A monk."}]);
    let input = [
        json!({"id": 7, "question": "Who built the Orlo Bridge?"}).to_string(),
        "not json".to_owned(),
        json!({"id": "b", "history": history, "question": "Where was he born?"}).to_string(),
        json!({"id": "c", "history": "x", "question": "Where?"}).to_string(),
        json!({"id": "d", "question": "🎉"}).to_string(),
    ];
    let answers = lines(&ask(home.path(), &["--jsonl"], &input.join("\n")));
    assert_eq!(answers.len(), 5);
    let first = answers[0].as_object().unwrap();
    for key in [
        "id",
        "answer",
        "unknown",
        "confidence",
        "rewrite",
        "literal",
        "pragmatic",
        "follow_ups",
        "documents",
        "passages",
        "milliseconds",
    ] {
        assert!(first.contains_key(key), "{key}");
    }
    assert_eq!((&first["id"], &first["documents"][0]), (&json!(7), &json!("Orlo Bridge")));
    for key in ["text", "document", "title", "section", "start", "end"] {
        assert!(first["literal"][0].get(key).is_some(), "{key}");
    }
    assert!(first["passages"][0]["score"].is_number());
    assert!(answers[1]["error"].as_str().unwrap().contains("line 2 is not a JSON object"));
    assert!(answers[2]["answer"].as_str().unwrap().contains("Tasp"), "{}", answers[2]);
    assert_eq!(answers[3]["error"], "line 4: 'history' is not a list");
    assert_eq!((&answers[4]["answer"], &answers[4]["unknown"]), (&json!(""), &json!(false)));
}

#[test]
fn a_wrong_system_or_index_is_misuse() {
    let home = home();
    fs::write(home.path().join("wrong.toml"), "[retrieve]\ndepht = 3\n").unwrap();
    let mut command = bare(home.path());
    let run =
        finish(command.args(["ask", "Who?", "--index", "index", "--system", "wrong.toml"]), "");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("wrong.toml") && run.err.contains("depht"), "{}", run.err);
    let mut command = bare(home.path());
    let run = finish(command.args(["ask", "Who?", "--index", "nowhere"]), "");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("there is no collection 'nowhere'"), "{}", run.err);
}
