//! Options that make no sense, and outputs that cannot be written: one clear sentence each.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use crate::grice::{Run, finish};
use crate::judgement::bare_command;

fn run(home: &Path, args: &[&str]) -> Run {
    finish(bare_command(home).args(args), "")
}

fn notes() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("notes")).unwrap();
    for page in 0..200 {
        let words = (0..90_u64).map(|i| (i + page * 90).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let words: Vec<String> = words.map(|word| format!("{word:x}")).collect();
        let text = format!("# Page {page}\n\nA comet passes by. {}.\n", words.join(" "));
        fs::write(home.path().join(format!("notes/{page}.md")), text).unwrap();
    }
    let made = run(home.path(), &["ingest", "notes"]);
    assert_eq!(made.code, 0, "{}", made.err);
    home
}

#[test]
fn numbers_without_sense_are_refused_with_their_bounds() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("page.txt"), "A comet.").unwrap();
    for (args, why) in [
        (&["ingest", "page.txt", "--threads", "1000000"][..], "from 1 to 1024"),
        (&["ingest", "page.txt", "--threads", "0"], "from 1 to 1024"),
        (&["ingest", "page.txt", "--threads=-1"], "from 1 to 1024"),
        (&["ingest", "page.txt", "--commit-every", "0"], "from 0.001 to 86400"),
        (&["ingest", "page.txt", "--commit-every", "NaN"], "from 0.001 to 86400"),
        (&["ingest", "page.txt", "--commit-every=-1"], "from 0.001 to 86400"),
        (&["ingest", "page.txt", "--commit-every", "1e300"], "from 0.001 to 86400"),
        (&["ingest", "page.txt", "--max-document", "0"], "from 1 to 65536"),
        (&["ingest", "page.txt", "--max-document", "99999999999999"], "from 1 to 65536"),
        (&["index", "embed", "--commit-every", "0"], "from 0.001 to 86400"),
        (&["search", "x", "-k", "99999999999"], "from 1 to 1000000"),
        (&["search", "x", "-k", "0"], "from 1 to 1000000"),
        (&["search", "--jsonl", "--threads", "1000000"], "from 1 to 1024"),
        (&["search", "x", "--weight", "NaN"], "between 0 and 1"),
        (&["rerank", "-q", "x", "page.txt", "--deep", "99999999999"], "from 1 to 1000000"),
        (&["anticipate", "-q", "x", "y", "-k", "0"], "from 1 to 1000000"),
        (&["score", "pairs", "--digits", "70000"], "from 0 to 17"),
        (&["score", "agreement", "--digits", "70000"], "from 0 to 17"),
        (&["score", "pairs", "--interval", "--rounds", "0"], "from 1 to 10000000"),
        (&["score", "pairs", "--rounds", "99999999999999"], "from 1 to 10000000"),
        (&["score", "spans", "--cutoffs", "0"], "from 1 to 1000000"),
    ] {
        let run = run(home.path(), args);
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains(why), "{args:?}: {}", run.err);
    }
    assert!(!home.path().join("collections").exists(), "nothing was made");
}

#[test]
fn an_unknown_flag_is_no_question() {
    let home = tempfile::tempdir().unwrap();
    let wrong = run(home.path(), &["ask", "--jsonn"]);
    assert_eq!(wrong.code, 2, "{}", wrong.out);
    assert!(wrong.err.contains("'--jsonn'") && wrong.err.contains("'--json"), "{}", wrong.err);
    let question = run(home.path(), &["ask", "--", "-40 degrees, is that cold on Titan?"]);
    assert_eq!(question.code, 0, "{}", question.err);
}

#[test]
fn what_is_missing_or_misnamed_is_misuse() {
    let home = tempfile::tempdir().unwrap();
    for args in [
        &["ingest", "missing"][..],
        &["search", "x", "--index", "missing"],
        &["search", "x", "--index", "./missing"],
        &["chat", "missing"],
        &["ask", "x", "--history", "missing"],
        &["ask", "x", "--system", "missing"],
        &["read", "-q", "x", "missing"],
        &["read", "-q", "x", "-p", "y", "--model", "missing"],
        &["rerank", "-q", "x", "missing"],
        &["score", "pairs", "--file", "missing"],
        &["index", "remove", "missing", "--yes"],
        &["index", "embed", "--model", "missing"],
    ] {
        let run = run(home.path(), args);
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains("missing"), "{args:?}: {}", run.err);
    }
}

#[test]
fn a_full_output_is_told_by_every_command_and_never_by_a_panic() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let home = notes();
    for (args, input) in [
        (&["index", "info", "notes"][..], ""),
        (&["index", "info", "notes", "--json"], ""),
        (&["index", "verify", "notes"], ""),
        (&["index", "list"], ""),
        (&["index", "list", "--json"], ""),
        (&["index", "export", "notes"], ""),
        (&["index", "compact", "notes"], ""),
        (&["ingest", "notes"], ""),
        (&["search", "comet", "--index", "notes"], ""),
        (&["search", "comet", "--index", "notes", "--json"], ""),
        (&["search", "--jsonl", "--index", "notes"], "{\"query\": \"comet\"}\n"),
        (&["show", "notes/1", "--index", "notes"], ""),
        (&["ask", "What passes by?", "--index", "notes"], ""),
        (&["ask", "--jsonl", "--index", "notes"], "{\"question\": \"What passes by?\"}\n"),
        (&["chat", "notes", "--no-save"], "What passes by?\n"),
        (&["chat", "notes", "--no-save", "--json"], "What passes by?\n"),
        (&["chat", "notes", "--no-save"], "/help\n"),
        (&["interpret", "-q", "Tea?", "-a", "Yes."], ""),
        (&["interpret", "-q", "Tea?", "-a", "Yes.", "--json"], ""),
        (&["interpret", "--jsonl"], "{\"question\": \"Tea?\", \"answer\": \"Yes.\"}\n"),
        (&["systems"], ""),
        (&["systems", "default"], ""),
        (&["models", "list"], ""),
        (&["models", "list", "--json"], ""),
        (&["score", "pairs"], "{\"id\": 1, \"prediction\": \"a\", \"references\": [\"a\"]}\n"),
        (&["completions", "bash"], ""),
        (&["man"], ""),
        (&["--help"], ""),
        (&["--version"], ""),
    ] {
        let mut command = bare_command(home.path());
        let mut child = command
            .args(args)
            .stdin(Stdio::piped())
            .stdout(File::options().write(true).open("/dev/full").unwrap())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).ok();
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {err}");
        assert!(err.contains("cannot write to standard output (No space left"), "{args:?}: {err}");
        assert!(!err.contains("panicked"), "{args:?}: {err}");
    }
}

#[test]
fn a_reader_that_has_enough_is_no_failure() {
    let home = notes();
    for args in
        [&["index", "export", "notes"][..], &["search", "comet", "-k", "200", "--index", "notes"]]
    {
        let mut child = bare_command(home.path())
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{args:?}");
    }
}

#[test]
fn turns_are_written_to_files_only() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    fs::write(home.join("pairs"), "{\"id\": 1, \"prediction\": \"a\", \"references\": [\"a\"]}\n")
        .unwrap();
    fs::write(home.join("precious"), "kept").unwrap();
    fs::create_dir(home.join("folder")).unwrap();
    std::os::unix::fs::symlink("precious", home.join("link")).unwrap();
    assert!(
        std::process::Command::new("mkfifo").arg(home.join("fifo")).status().unwrap().success()
    );
    for (place, what) in [
        ("/dev/null", "a device"),
        ("fifo", "a pipe"),
        ("folder", "a folder"),
        ("link", "a symbolic link"),
    ] {
        let run = run(home, &["score", "pairs", "--file", "pairs", "--per-turn", place]);
        assert_eq!(run.code, 2, "{place}: {}", run.err);
        assert!(run.err.contains(what), "{place}: {}", run.err);
    }
    assert_eq!(fs::read_to_string(home.join("precious")).unwrap(), "kept");
    let run = run(home, &["score", "pairs", "--file", "pairs", "--per-turn", "turns"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(fs::read_to_string(home.join("turns")).unwrap().starts_with('{'));
    let left = fs::read_dir(home).unwrap().map(|f| f.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().contains("unfinished")));
}
