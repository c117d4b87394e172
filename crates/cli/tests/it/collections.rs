//! Collections by name: made, talked to, listed and removed from any folder.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::grice::{Run, finish};
use crate::judgement::bare_command;

/// A user's home with notes in it; Grice's home is `grice` there.
fn home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("notes")).unwrap();
    fs::write(home.path().join("notes/lease.md"), "# Lease\n\nThe lease ends in May.\n").unwrap();
    home
}

fn run(home: &Path, args: &[&str], input: &str) -> Run {
    let mut command = bare_command(home);
    command.env("GRICE_HOME", home.join("grice")).env("HOME", home);
    finish(command.args(args), input)
}

fn done(home: &Path, args: &[&str]) -> Run {
    let run = run(home, args, "");
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    run
}

fn misuse(home: &Path, args: &[&str], why: &str) {
    let run = run(home, args, "");
    assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
    assert!(run.err.contains(why), "{args:?}: {}", run.err);
}

#[test]
fn a_folder_becomes_the_collection_of_its_name() {
    let home = home();
    let home = home.path();
    let made = done(home, &["ingest", "notes"]);
    assert!(made.out.contains("notes: 1 document"), "{}", made.out);
    assert!(made.out.contains("grice chat notes"), "{}", made.out);
    assert!(home.join("grice/collections/notes").is_dir());
    for args in [
        &["search", "lease", "--index", "notes"][..],
        &["show", "notes/lease#0", "--index", "notes"],
        &["show", "notes/lease#0", "--index", "~/grice/collections/notes"],
        &["show", "notes/lease#0", "--index", "./grice/collections/notes"],
        &["index", "export", "notes"],
    ] {
        let run = done(home, args);
        assert!(run.out.contains("lease ends"), "{args:?}: {}", run.out);
    }
    done(home, &["ask", "When does the lease end?", "--index", "notes"]);
    let talk = run(home, &["chat", "notes", "--no-save"], "When does the lease end?\n");
    assert_eq!(talk.code, 0, "{}", talk.err);
    assert!(talk.err.contains("Grice on notes"), "{}", talk.err);
    for args in [&["index", "info", "notes"][..], &["index", "info", "--index", "notes"]] {
        assert!(done(home, args).out.contains("documents  1"));
    }
    done(home, &["index", "verify", "notes"]);
    done(home, &["index", "compact", "notes"]);
}

#[test]
fn the_environment_names_the_index_and_arguments_go_before_it() {
    let home = home();
    let home = home.path();
    done(home, &["ingest", "notes"]);
    let with = |value: &str, args: &[&str]| {
        let mut command = bare_command(home);
        command.env("GRICE_HOME", home.join("grice")).env("GRICE_INDEX", value);
        finish(command.args(args), "")
    };
    assert!(with("notes", &["search", "lease"]).out.contains("lease ends"));
    assert!(with("nowhere", &["index", "info", "notes"]).out.contains("documents  1"));
    assert_eq!(with("nowhere", &["search", "lease"]).code, 2);
    let both = with("", &["index", "info", "notes", "--index", "notes"]);
    assert_eq!(both.code, 2, "{}", both.err);
}

#[test]
fn a_collection_goes_on_only_with_what_it_was_made_of() {
    let home = home();
    let home = home.path();
    done(home, &["ingest", "notes"]);
    fs::create_dir_all(home.join("work/notes")).unwrap();
    fs::write(home.join("work/notes/plan.md"), "# Plan\n\nThe plan is secret.\n").unwrap();
    misuse(home, &["ingest", "work/notes"], "the collection 'notes' is made of");
    let exported = done(home, &["index", "export", "notes"]).out;
    assert!(!exported.contains("secret"), "{exported}");
    fs::write(home.join("notes/new.md"), "# New\n\nA new note.\n").unwrap();
    let again = done(home, &["ingest", "./work/../notes"]);
    assert!(again.out.contains("notes: 2 documents"), "{}", again.out);
    let added = done(home, &["ingest", "work/notes", "--index", "notes", "--name", "work"]);
    assert!(added.out.contains("notes: 3 documents"), "{}", added.out);
    done(home, &["ingest", "work/notes", "--index", "plans"]);
    assert!(done(home, &["index", "export", "plans"]).out.contains("secret"));
    misuse(home, &["ingest", "notes", "work"], "--index NAME");
    misuse(home, &["ingest", "notes", "--index", "demo"], "Grice's own");
    misuse(home, &["ingest", "/"], "--index NAME");
}

#[test]
fn names_and_paths_are_not_confused() {
    let home = home();
    let home = home.path();
    done(home, &["ingest", "notes"]);
    misuse(home, &["chat", "nots"], "there is no collection 'nots'; did you mean 'notes'?");
    misuse(home, &["chat", "xyz"], "known are: notes");
    misuse(home, &["search", "x", "--index", "my notes"], "write ./my notes");
    done(home, &["ingest", "notes", "--index", "./here"]);
    misuse(home, &["search", "x", "--index", "here"], "write ./here");
    assert!(done(home, &["search", "lease", "--index", "./here"]).out.contains("lease"));
    misuse(home, &["search", "x", "--index", "./notes"], "no index is there");
}

#[test]
fn the_list_has_every_collection_and_what_it_holds() {
    let home = home();
    let home = home.path();
    assert!(done(home, &["index", "list"]).out.contains("`grice ingest FOLDER` makes one"));
    done(home, &["ingest", "notes"]);
    done(home, &["index", "info", "demo"]);
    fs::create_dir_all(home.join("grice/collections/broken")).unwrap();
    fs::write(home.join("grice/collections/broken/grice.json"), "{").unwrap();
    let rows: Value = serde_json::from_str(&done(home, &["index", "list", "--json"]).out).unwrap();
    let names: Vec<&str> =
        rows.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["broken", "demo", "notes"]);
    assert!(rows[0]["problem"].as_str().unwrap().contains("damaged"), "{rows}");
    assert_eq!((&rows[2]["documents"], &rows[2]["passages"]), (&1.into(), &1.into()));
    assert_eq!(rows[2]["vectors"], false);
    assert!(rows[2]["bytes"].as_u64().unwrap() > 100);
    assert!(rows[2]["ingested"].as_u64().unwrap() > 1_700_000_000);
    let table = done(home, &["index", "list"]).out;
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("NAME") && lines[0].contains("LAST INGEST"), "{table}");
    assert!(lines[3].starts_with("notes") && lines[3].ends_with("UTC  no"), "{table}");
}

#[test]
fn only_an_index_is_removed_and_only_where_it_is_meant() {
    let home = home();
    let home = home.path();
    done(home, &["ingest", "notes"]);
    misuse(home, &["index", "remove", "notes"], "--yes");
    misuse(home, &["index", "remove", "./notes", "--yes"], "no index is there");
    misuse(home, &["index", "remove", "~", "--yes"], "no index is there");
    misuse(home, &["index", "remove", "nots", "--yes"], "did you mean 'notes'?");
    assert!(home.join("grice/collections/notes").exists() && home.join("notes/lease.md").exists());
    let removed = done(home, &["index", "remove", "notes", "--yes"]);
    assert_eq!(removed.out, "Removed notes\n");
    assert!(!home.join("grice/collections/notes").exists() && home.join("notes/lease.md").exists());
    done(home, &["ingest", "notes", "--index", "./here"]);
    done(home, &["index", "remove", "./here", "--yes"]);
    assert!(!home.join("here").exists());
}
