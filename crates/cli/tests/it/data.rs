//! `grice data`, as people and programs call it.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::grice::{Run, command, finish};

/// A folder with two conversations in TopiOCQA's form.
fn topiocqa() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let turn = |conversation: u32, number: u32, topic: &str| {
        serde_json::json!({
            "Conversation_no": conversation, "Turn_no": number, "Context": [],
            "Question": "where is it now?", "Answer": "in the harbour", "Topic": topic, "Topic_section": "s", "is_nq": number == 1,
        })
    };
    let turns = [turn(1, 1, "Io"), turn(1, 2, "Io"), turn(1, 3, "Europa"), turn(2, 1, "Titan")];
    let file = folder.path().join("topiocqa_dev.json");
    fs::write(file, serde_json::to_string_pretty(&turns).unwrap()).unwrap();
    folder
}

fn data(folder: &Path, args: &[&str]) -> Run {
    let mut command = command();
    command.env_remove("GRICE_DATA").arg("data").args(args).arg("--data").arg(folder);
    finish(&mut command, "")
}

#[test]
fn statistics_stand_beside_what_the_paper_prints() {
    let folder = topiocqa();
    let run = data(folder.path(), &["stats", "topiocqa", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    let turns = &found["tables"][0]["rows"][0];
    assert_eq!(turns["name"], "# Turns");
    let dev = &turns["cells"][1];
    assert_eq!((&dev["published"], &dev["ours"]), (&Value::from(2514.0), &Value::from(4.0)));
    assert_eq!(dev["difference"], -2510.0);
    assert_eq!(turns["cells"][0]["ours"], Value::Null);
    let text = data(folder.path(), &["stats", "topiocqa"]).out;
    assert!(
        text.contains("not at hand, and not in what is counted overall: train, test"),
        "{text}"
    );
    assert!(text.contains("Statistics of the data set  Table 2"), "{text}");
    assert!(text.contains("differs: overall is over all three splits"), "{text}");
}

#[test]
fn values_entered_without_the_paper_at_hand_are_marked() {
    let folder = tempfile::tempdir().unwrap();
    let questions = r#"[{"id": "1", "question": "When?", "answers": [], "is_impossible": true}]"#;
    let squad = format!(
        r#"{{"version": "v2.0", "data": [{{"title": "Io", "paragraphs": [{{"context": "Io is a moon.", "qas": {questions}}}]}}]}}"#
    );
    fs::write(folder.path().join("dev-v2.0.json"), squad).unwrap();
    let text = data(folder.path(), &["stats", "squad"]).out;
    assert!(text.contains("Statistics  Table 2, not checked against the paper"), "{text}");
    assert!(text.contains("values published, not checked against the paper; "), "{text}");
    let found: Value =
        serde_json::from_str(&data(folder.path(), &["stats", "squad", "--json"]).out).unwrap();
    assert_eq!(found["tables"][0]["checked"], false);
    let other = data(topiocqa().path(), &["stats", "topiocqa"]).out;
    assert!(!other.contains("not checked"), "{other}");
}

#[test]
fn a_list_says_what_is_at_hand() {
    let folder = topiocqa();
    let run = data(folder.path(), &["list", "--json"]);
    let sets: Vec<Value> = serde_json::from_str(&run.out).unwrap();
    let of = |name: &str| sets.iter().find(|set| set["name"] == name).unwrap()["at_hand"].clone();
    assert_eq!((of("topiocqa"), of("squad")), (serde_json::json!(["dev"]), serde_json::json!([])));
}

#[test]
fn turns_are_shown_as_lines() {
    let folder = topiocqa();
    let all = data(folder.path(), &["show", "topiocqa", "--split", "dev"]);
    assert_eq!(all.out.lines().count(), 4, "{}", all.err);
    let one = data(folder.path(), &["show", "topiocqa", "--split", "dev", "--turn", "1_3"]);
    let turn: Value = serde_json::from_str(&one.out).unwrap();
    assert_eq!(turn["facets"]["turn-type"], "switch-to-new");
    let none = data(folder.path(), &["show", "topiocqa", "--split", "dev", "--turn", "9_9"]);
    assert_eq!((none.code, none.out.as_str()), (2, ""));
    assert!(none.err.contains("dev has no turn or row \"9_9\""), "{}", none.err);
}

#[test]
fn a_check_tells_sound_files_from_damaged_ones() {
    let folder = topiocqa();
    let sound = data(folder.path(), &["check", "topiocqa"]);
    assert_eq!(sound.code, 0);
    assert!(
        sound.out.contains("topiocqa dev: sound, 4 turns, 0 lines passed over"),
        "{}",
        sound.out
    );
    let file = folder.path().join("topiocqa_dev.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, &text[..text.len() / 2]).unwrap();
    let damaged = data(folder.path(), &["check", "topiocqa"]);
    assert_eq!(damaged.code, 1);
    assert!(damaged.out.contains("damaged") && damaged.out.contains("cut off"), "{}", damaged.out);
    let stats = data(folder.path(), &["stats", "topiocqa"]);
    assert_eq!((stats.code, stats.out.as_str()), (2, ""));
    assert!(
        stats.err.contains("topiocqa_dev.json:") && stats.err.contains("cut off"),
        "{}",
        stats.err
    );
}

#[test]
fn what_is_not_there_is_said_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str); 4] = [
        (&["stats", "squad"], "looked for train-v2.0.json (also with .gz); the files are at"),
        (&["check", "circa"], "looked for circa-data.tsv"),
        (
            &["show", "quac", "--split", "test"],
            "QuAC has no split \"test\": its splits are train, dev, sample",
        ),
        (
            &["stats", "no-such-set"],
            "there is no data set \"no-such-set\": the names are qrecc, scai",
        ),
    ];
    for (args, said) in cases {
        let run = data(folder.path(), args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains(said), "{args:?}: {}", run.err);
    }
    let run = data(&folder.path().join("none"), &["stats", "squad"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("is not there: name the folder"), "{}", run.err);
}
