//! Vectors on the command line.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::grice::{self, Run, finish};
use crate::word_table::{DIMENSIONS, HOME, MODEL};

/// The command, in a home that has the model.
fn command() -> std::process::Command {
    let mut command = grice::command();
    command.env("GRICE_HOME", &*HOME);
    command
}

fn ingest(source: &Path, index: &Path, more: &[&str]) -> Run {
    finish(command().arg("ingest").arg(source).arg("--index").arg(index).args(more), "")
}

struct Notes {
    folder: tempfile::TempDir,
    index: PathBuf,
}

fn notes(more: &[&str]) -> Notes {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("notes");
    std::fs::create_dir(&source).unwrap();
    for (name, text) in [
        ("io", "# Io\n\nHundreds of volcanoes erupt here.\n"),
        ("jupiter", "# Jupiter\n\nThe largest planet, with a Great Red Spot.\n"),
        ("saturn", "# Saturn\n\nRings of ice around a planet.\n"),
    ] {
        std::fs::write(source.join(format!("{name}.md")), text).unwrap();
    }
    let index = folder.path().join("i");
    let run = ingest(&source, &index, more);
    assert_eq!(run.code, 0, "{}", run.err);
    Notes { folder, index }
}

impl Notes {
    fn run(&self, args: &[&str]) -> Run {
        self.feed(args, "")
    }

    fn feed(&self, args: &[&str], input: &str) -> Run {
        finish(command().args(args).arg("--index").arg(&self.index), input)
    }

    fn json(&self, args: &[&str]) -> Value {
        let run = self.run(args);
        assert_eq!(run.code, 0, "{}", run.err);
        serde_json::from_str(&run.out).unwrap()
    }
}

#[test]
fn without_vectors_the_modes_that_need_them_say_what_to_run() {
    let notes = notes(&[]);
    for mode in ["dense", "hybrid"] {
        let run = notes.run(&["search", "volcanoes", "--mode", mode]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("this index has no vectors"), "{}", run.err);
        assert!(run.err.contains("grice index embed --model NAME"), "{}", run.err);
    }
    let run = notes.run(&["search", "volcanoes"]);
    assert!(run.code == 0 && run.err.is_empty(), "{}", run.err);
}

#[test]
fn every_mode_finds_the_page() {
    let notes = notes(&[]);
    let run = notes.run(&["index", "embed", "--model", MODEL]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("Embedded 3 passages"), "{}", run.out);
    for more in [
        &[][..],
        &["--mode", "bm25"],
        &["--mode", "dense"],
        &["--mode", "dense", "--exact"],
        &["--mode", "hybrid", "--fusion", "rrf"],
        &["--fusion", "weighted"],
        &["--weight", "0.9"],
    ] {
        let args = [&["search", "volcanoes erupt", "--json", "-k", "1"], more].concat();
        assert_eq!(notes.json(&args)["hits"][0]["document"], "notes/io", "{more:?}");
    }
}

#[test]
fn hybrid_is_the_default_once_there_are_vectors() {
    let notes = notes(&["--vectors", MODEL]);
    let scores = |more: &[&str]| {
        let args = [&["search", "rings of ice", "--json", "-k", "1"], more].concat();
        notes.json(&args)["hits"][0]["score"].as_f64().unwrap()
    };
    let by_rank = scores(&["--mode", "hybrid", "--fusion", "rrf"]);
    assert!((by_rank - 2.0 / 61.0).abs() < 1e-6, "first in both rankings: {by_rank}");
    let hybrid = scores(&["--mode", "hybrid"]);
    assert!((hybrid - 1.0).abs() < 1e-6, "first in both rankings: {hybrid}");
    assert_eq!(scores(&[]), hybrid);
    assert_ne!(scores(&["--mode", "bm25"]), hybrid);
}

#[test]
fn jsonl_answers_by_vectors_in_order_and_goes_on_after_a_bad_line() {
    let notes = notes(&["--vectors", MODEL]);
    let input = "{\"id\": 1, \"query\": \"volcanoes erupt\"}\n{oops\n\
                 {\"id\": 3, \"query\": \"great red spot\"}\n\
                 {\"id\": 4, \"query\": \"planet\", \"title\": \"saturn\"}\n";
    let run = notes.feed(&["search", "--jsonl", "--mode", "dense", "-k", "1", "--ids-only"], input);
    let lines: Vec<Value> = run.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let passage = |line: usize| &lines[line]["hits"][0]["passage"];
    assert_eq!(lines.len(), 4);
    assert_eq!(passage(0), "notes/io#0");
    assert!(lines[1]["error"].as_str().unwrap().contains("not a JSON"));
    assert_eq!(passage(2), "notes/jupiter#0");
    assert_eq!(passage(3), "notes/saturn#0");
}

#[test]
fn info_says_whose_vectors_there_are_and_what_is_missing() {
    let notes = notes(&["--vectors", MODEL]);
    let info = notes.json(&["index", "info", "--json"]);
    assert_eq!(info["vectors"]["model"], MODEL);
    assert_eq!(
        (&info["vectors"]["passages"], &info["vectors"]["dimensions"]),
        (&3.into(), &DIMENSIONS.into())
    );
    let source = notes.folder.path().join("notes");
    std::fs::write(source.join("mars.md"), "# Mars\n\nA red planet.\n").unwrap();
    let run = ingest(&source, &notes.index, &[]);
    assert!(run.err.contains("grice index embed --model word-table"), "{}", run.err);
    let run = notes.run(&["index", "info"]);
    assert!(run.out.contains("1 passage without one"), "{}", run.out);
    let run = ingest(&source, &notes.index, &["--vectors", MODEL]);
    assert!(run.out.contains("Embedded 1 passage "), "{}", run.out);
}

#[test]
fn damaged_vectors_leave_search_by_words() {
    let notes = notes(&["--vectors", MODEL]);
    let file = notes.index.join("vectors/00000001.vectors");
    std::fs::write(&file, "short").unwrap();
    let run = notes.run(&["search", "volcanoes", "--json"]);
    assert!(run.code == 0 && run.out.contains("notes/io#0"), "{}", run.err);
    assert!(run.err.contains("searching by words alone"), "{}", run.err);
    let run = notes.run(&["search", "volcanoes", "--mode", "dense"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("the vectors are damaged"), "{}", run.err);
    let run = notes.run(&["index", "verify"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("damaged: vectors/00000001.vectors"), "{}", run.out);
    assert!(run.out.contains("--replace"), "{}", run.out);
    assert_eq!(notes.run(&["index", "embed", "--replace", "--model", MODEL]).code, 0);
    assert_eq!(notes.run(&["index", "verify"]).code, 0);
}

#[test]
fn wrong_uses_are_told() {
    let notes = notes(&[]);
    for (args, told) in [
        (&["index", "embed", "--model", "no-such"][..], "no model is named"),
        (&["search", "x", "--weight", "2"], "between 0 and 1"),
        (&["search", "x", "--fusion", "rrf", "--mode", "bm25"], "--mode hybrid"),
        (&["search", "x", "--mode", "telepathy"], "possible values"),
    ] {
        let run = notes.run(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.err.contains(told), "{args:?}: {}", run.err);
    }
}

/// Embeds with a commit for every batch.
fn embedding(index: &Path) -> std::process::Command {
    let mut command = command();
    command
        .args(["index", "embed", "--model", MODEL, "--commit-every", "0.001", "--index"])
        .arg(index);
    command
}

#[test]
fn killing_embedding_at_any_moment_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (source, index) = (folder.path().join("s.jsonl"), folder.path().join("i"));
    let lines: Vec<String> = (0..6000)
        .map(|i| format!("{{\"id\": \"p{i}\", \"text\": \"Moon number {i}.\"}}"))
        .collect();
    std::fs::write(&source, lines.join("\n")).unwrap();
    assert_eq!(ingest(&source, &index, &[]).code, 0);
    let vectors = index.join("vectors");
    let started = Instant::now();
    assert_eq!(finish(&mut embedding(&index), "").code, 0);
    let usual = started.elapsed();
    let search = || {
        let args = ["search", "moon number 77", "--mode", "dense", "--exact", "--json", "--index"];
        finish(command().args(args).arg(&index), "")
    };
    let expected = search().out;
    let mut partial = 0;
    // Half of the kills wait until something has been written; the others come at any moment.
    for kill in 0..10_u32 {
        if kill % 3 == 0 {
            std::fs::remove_dir_all(&vectors).ok();
        }
        let mut child =
            embedding(&index).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        if kill % 2 == 1 {
            let label = vectors.join("label.json");
            while !label.exists() && child.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
        } else {
            std::thread::sleep(
                usual.mul_f64(f64::from(kill % 5 + 1) / 6.0).max(Duration::from_millis(5)),
            );
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let verify = finish(command().args(["index", "verify", "--index"]).arg(&index), "");
        assert_eq!(verify.code, 0, "after kill {kill}: {}{}", verify.out, verify.err);
        partial += u32::from(vectors.join("label.json").exists());
        if kill % 3 == 2 {
            assert_eq!(finish(&mut embedding(&index), "").code, 0);
            assert_eq!(search().out, expected, "after kill {kill}");
        }
    }
    assert!(partial > 0, "no kill left anything to look at");
}
