//! `grice train` and `grice label`, as people and programs call them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::grice::{Run, command, finish};

const VECTORS: &str = "good 1 0.2 0.1\nfine 0.9 0.1 0.3\nbad -1 0.1 0.2\nawful -0.8 0.1 0.3\n\
    the 0.1 -0.9 0.1\nfilm 0 0.3 -1\nwas 0.05 -0.4 -0.6\n";

struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().unwrap());
        fs::write(desk.path("vectors.txt"), VECTORS).unwrap();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn rows(&self) -> String {
        let mut text = "text,label\n".to_owned();
        for row in 0..120 {
            let (word, label) = [("good", "yes"), ("bad", "no"), ("fine", "yes")][row % 3];
            text += &format!("the film was {word},{label}\n");
        }
        self.write("rows.csv", text.as_bytes())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> String {
        fs::write(self.path(name), bytes).unwrap();
        self.path(name).display().to_string()
    }

    fn run(&self, args: &[&str], input: &str) -> Run {
        let mut command = command();
        command.env("GRICE_HOME", self.path("home")).env("GRICE_MODEL_PATH", self.0.path());
        finish(command.args(args), input)
    }

    fn train(&self, rows: &str, more: &[&str]) -> Run {
        let (vectors, out) = (self.path("vectors.txt"), self.path("head"));
        let (vectors, out) = (vectors.display().to_string(), out.display().to_string());
        let args = ["train", rows, "--kind", "cbow", "--vectors", &vectors, "--out", &out];
        self.run(&[&args, more].concat(), "")
    }
}

fn weights(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("head/model.safetensors")).unwrap()
}

#[test]
fn a_model_is_trained_scored_kept_and_labels_what_comes() {
    let desk = Desk::new();
    let run = desk.train(&desk.rows(), &[]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.err);
    assert!(
        run.out.contains("of 24 rows kept aside are labelled rightly, 66.7% by always"),
        "{}",
        run.out
    );
    assert!(run.out.contains("right label in rows, given label in columns"), "{}", run.out);
    let card = fs::read_to_string(desk.path("head/card.md")).unwrap();
    assert!(card.starts_with("# head\n") && card.contains("Labels: no, yes"), "{card}");
    let head = desk.path("head").display().to_string();
    let run = desk.run(&["label", "--model", &head, "the film was awful", "--json"], "");
    let said: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(said["label"], "no", "{}", run.err);
    let lines = "{\"id\": 7, \"text\": \"the film was fine\"}\n{\"id\": 8}\n";
    let run = desk.run(&["label", "--model", "head", "--jsonl"], lines);
    let answers: Vec<Value> = run.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!((&answers[0]["id"], &answers[0]["label"]), (&7.into(), &"yes".into()));
    assert_eq!(answers[1]["error"], "line 2 has no 'text'");
}

#[test]
fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
    let desk = Desk::new();
    let rows = desk.rows();
    assert_eq!(desk.train(&rows, &["--threads", "1", "--quiet"]).code, 0);
    let one = weights(desk.0.path());
    assert_eq!(desk.train(&rows, &["--threads", "2", "--json"]).code, 0);
    assert!(one == weights(desk.0.path()));
    assert_eq!(desk.train(&rows, &["--seed", "2"]).code, 0);
    assert!(one != weights(desk.0.path()));
}

#[test]
fn bad_rows_are_refused_in_a_sentence_and_nothing_is_left() {
    let desk = Desk::new();
    let cases: [(&str, &[u8], &str); 7] = [
        ("empty.csv", b"", "it has no rows"),
        ("header.csv", b"text,label\n", "it has no rows"),
        ("one.csv", b"text,label\na,x\n", "all have the label \"x\""),
        ("few.csv", b"text,label\na,x\nb,y\n", "2 are too few"),
        (
            "columns.csv",
            b"words,class\na,x\n",
            "there is no column \"text\"; the columns here are words, class",
        ),
        ("nan.csv", b"text,label\na,nan\n", "nan.csv:2: this row has no label"),
        ("latin.csv", b"text,label\ncaf\xe9,x\n", "latin.csv:2: this is not UTF-8"),
    ];
    for (name, bytes, said) in cases {
        let run = desk.train(&desk.write(name, bytes), &[]);
        assert_eq!(run.code, 2, "{name}: {}", run.err);
        assert!(run.err.contains(said) && run.err.lines().count() == 1, "{name}: {}", run.err);
    }
    assert!(!desk.path("head").exists());
    let run = desk.run(&["label", "--model", "nothing", "text"], "");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("no trained model is at 'nothing'"), "{}", run.err);
    let taken = desk.path("taken");
    fs::create_dir(&taken).unwrap();
    fs::write(taken.join("mine.txt"), "mine").unwrap();
    let vectors = desk.path("vectors.txt").display().to_string();
    let out = taken.display().to_string();
    let args = ["train", &desk.rows(), "--kind", "cbow", "--vectors", &vectors, "--out", &out];
    let run = desk.run(&args, "");
    assert!(
        run.code == 2 && run.err.contains("no trained model; choose another place"),
        "{}",
        run.err
    );
    assert!(taken.join("mine.txt").is_file());
}
