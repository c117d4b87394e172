//! The demo corpus, and the README's first command.

use std::path::PathBuf;

use crate::grice::{command, finish, grice, ingest};

fn pages() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo/solar-system")
}

#[test]
fn the_first_search_makes_the_demo_and_answers() {
    let home = tempfile::tempdir().unwrap();
    let search = |words: &str| {
        finish(command().env("GRICE_HOME", home.path()).args(["search", words, "-k", "1"]), "")
    };
    let first = search("why is Io so volcanic");
    assert_eq!(first.code, 0, "{}", first.err);
    assert!(first.err.contains("making the demo's"), "{}", first.err);
    assert!(first.out.contains("Io"), "{}", first.out);
    assert!(!first.out.contains('\u{1b}'), "output in a pipe is plain");
    let second = search("who discovered Titan");
    assert_eq!(second.err, "");
    assert!(second.out.contains("Titan"));
}

#[test]
fn the_first_chat_makes_the_demo_and_goes_on_later() {
    let home = tempfile::tempdir().unwrap();
    let chat = |args: &[&str], input: &str| {
        finish(command().env("GRICE_HOME", home.path()).arg("chat").args(args), input)
    };
    let first = chat(&[], "Why is Io so volcanic?\nWho discovered it?\n/evidence\n/topics\n");
    assert_eq!(first.code, 0, "{}", first.err);
    assert!(first.err.contains("Grice on the Solar System"), "{}", first.err);
    assert!(first.out.contains("  Io  begins  Why is Io so volcanic?"), "{}", first.out);
    let second = chat(&["--resume"], "/topics\n");
    assert!(second.err.contains("Going on with conversation 1, 2 turns so far."), "{}", second.err);
    assert!(second.out.contains("Why is Io so volcanic?"), "{}", second.out);
}

#[test]
fn the_demo_is_an_encyclopedia_whose_links_all_lead_somewhere() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("i");
    let run = ingest(&pages(), &index, &["--strict"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let verify = finish(command().args(["index", "verify", "--json", "--index"]).arg(&index), "");
    let found: serde_json::Value = serde_json::from_str(&verify.out).unwrap();
    assert_eq!(found["sound"], true);
    assert!(found["documents"].as_u64().unwrap() >= 40);
    assert_eq!(found["links"], found["resolved"]);
    let words: usize = std::fs::read_dir(pages())
        .unwrap()
        .map(|f| std::fs::read_to_string(f.unwrap().path()).unwrap().split_whitespace().count())
        .sum();
    assert!(words >= 25_000, "{words} words");
}

#[test]
fn completions_and_the_manual_are_made() {
    for shell in ["bash", "zsh", "fish"] {
        let run = grice(&["completions", shell]);
        assert!(run.code == 0 && run.out.contains("ingest"), "{shell}");
    }
    let man = grice(&["man"]);
    assert!(man.out.starts_with(".ie") || man.out.contains(".TH"), "{}", &man.out[..80]);
    assert!(man.out.contains("grice\\-ingest") || man.out.contains("grice-ingest"));
}

#[test]
fn help_teaches_with_examples() {
    for args in [&["--help"][..], &["ingest", "--help"], &["search", "--help"]] {
        let run = grice(args);
        assert_eq!(run.code, 0);
        assert!(run.out.contains("grice search") || run.out.contains("grice ingest"));
    }
}
