//! Nothing that comes from a document, a file's name, a file or an argument commands the terminal,
//! whatever the command and wherever its output goes.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::grice::{Run, finish};
use crate::judgement::bare_command;

/// A colour, the clipboard (OSC 52), C1's CSI, DEL, backspace, and controls of direction.
const EVIL: &str =
    "\u{1b}[31m\u{1b}]52;c;ZXZpbA==\u{7}\u{9b}1m\u{7f}\u{8}\u{202e}\u{2066}\u{61c}\u{200f}";

fn dangerous(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn run(home: &Path, args: &[&str], input: &str) -> Run {
    let run = finish(bare_command(home).args(args), input);
    for (stream, text) in [("output", &run.out), ("error", &run.err)] {
        let found = text.find(dangerous);
        assert_eq!(found, None, "standard {stream} of {args:?}: {text:?}");
    }
    run
}

/// Pages with such characters wherever a page has text, and a bad file with such a name.
fn home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let pages = home.path().join("pages");
    fs::create_dir(&pages).unwrap();
    let page = format!(
        "# Orlo{EVIL} Bridge\n\nThe Orlo Bridge {EVIL} was built by the monk Aldric{EVIL} Fenn in 1294.\n\n\
         ## History{EVIL}\n\nThe Orlo Bridge lost two arches{EVIL} in the flood of 1612. See [[No{EVIL} Page]].\n"
    );
    fs::write(pages.join("bridge.md"), page).unwrap();
    let line = serde_json::json!({
        "id": format!("j{EVIL}"), "title": format!("River{EVIL}"),
        "text": format!("The river Venn{EVIL} runs under the bridge."), "section": format!("S{EVIL}"),
    });
    fs::write(pages.join("river.jsonl"), format!("{line}\n{{bad{EVIL}\n")).unwrap();
    fs::write(pages.join(format!("bad{EVIL}.txt")), b"caf\xe9 \x1b[31m").unwrap();
    fs::write(pages.join(format!("good{EVIL}.txt")), "A good bridge.").unwrap();
    fs::write(home.path().join("easy.toml"), "[read]\nleast = 0.0\n").unwrap();
    home
}

#[test]
fn documents_and_their_names_do_not_command_the_terminal() {
    let home = home();
    let home = home.path();
    let made = run(home, &["ingest", "pages"], "");
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(made.err.contains("bad␛[31m"), "the bad file is named: {}", made.err);
    for args in [
        &["search", "Orlo Bridge"][..],
        &["show", "pages/bridge#0"],
        &["show", "pages/bridge#0", "--json"],
        &["show", "pages/bridge"],
        &["show", "pages/bridge", "--json"],
        &["ask", "Who built the Orlo Bridge?", "--system", "easy.toml", "--trace"],
        &["ask", "Who built the Orlo Bridge?", "--system", "easy.toml", "--trace", "--json"],
        &["index", "info"],
        &["index", "info", "--json"],
        &["index", "verify"],
        &["index", "verify", "--json"],
        &["index", "export"],
        &["search", "bridge", "--json"],
    ] {
        let run = run(home, &[args, &["--index", "pages"]].concat(), "");
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
        assert!(!run.out.is_empty(), "{args:?}");
    }
    let questions = format!(
        "Who built the Orlo Bridge?\n/evidence\n/cite\n/topics\n/why\nWhat of{EVIL} the flood?\n/as Who{EVIL}?\n\
         /export! talk.md\n/export! talk.json\n/export x{EVIL}\n/save my{EVIL}\n/fly{EVIL}\n/resume\n"
    );
    for more in [&["--trace"][..], &["--json"], &[]] {
        let args = [&["chat", "pages", "--system", "easy.toml"], more].concat();
        assert_eq!(run(home, &args, &questions).code, 0);
        for file in ["talk.md", "talk.json"] {
            let text = fs::read_to_string(home.join(file)).unwrap();
            assert_eq!(text.find(dangerous), None, "{file}: {text:?}");
        }
    }
    let asked = format!(
        "{{\"id\": \"q\", \"query\": \"bridge\"}}\n{{\"id\": \"\u{9b}\", \"query\": 1}}\n{{{EVIL}\n"
    );
    run(home, &["search", "--jsonl", "--index", "pages"], &asked);
    run(home, &["index", "list"], "");
}

#[test]
fn json_escapes_and_loses_nothing() {
    let home = home();
    let home = home.path();
    run(home, &["ingest", "pages", "-q"], "");
    let query = format!("bridge{EVIL}");
    let found = run(home, &["search", &query, "--json", "--index", "pages"], "");
    let value: Value = serde_json::from_str(&found.out).unwrap();
    assert_eq!(value["query"], query, "{}", found.out);
}

#[test]
fn arguments_do_not_command_the_terminal() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let evil = |words: &str| format!("{words}{EVIL}");
    let (text, flag, file) = (evil("yes "), evil("--no"), evil("file"));
    for args in [
        &["interpret", "-q", &text, "-a", &text][..],
        &["interpret", "-q", &text, "-a", &text, "--json"],
        &["ground", "-e", &text, "-r", &text],
        &["ground", "-e", &text, "-r", &text, "--json"],
        &["read", "-q", &text, "-p", &text],
        &["read", "-q", &text, &file],
        &["rewrite", "-q", &text, "--turn", &text, &text],
        &["anticipate", "-q", &text, "--literal", &text, &text],
        &["rerank", "-q", &text, &file],
        &["analyze", &text, "--model", &text],
        &["read", "-q", &text, "-p", &text, "--model", &text],
        &["search", &text],
        &["search", "x", "--index", &text],
        &["search", "x", "--index", &evil("./")],
        &["search", "x", &flag],
        &["search", "x", "--k1", &text],
        &["show", &text],
        &["ask", &text, "--history", &file],
        &["ask", &text, "--system", &file],
        &["ingest", &file],
        &["ingest", ".", "--format", &text],
        &["ingest", ".", "--encoding", &text],
        &["ingest", ".", "--map", &text],
        &["chat", &text],
        &["index", "remove", &text, "--yes"],
        &["models", "path", &text],
        &["models", "pull", &text],
        &["systems", &text],
        &["score", "trec", "--qrels", &file, "--run", &file],
        &["score", "trec", "--qrels", &file, "--run", &file, "-m", &text],
        &["score", "pairs", "--with", &text],
        &["score", "pairs", "--by", &text],
        &["completions", &text],
        &[&text],
        &[&flag],
    ] {
        run(home, args, "");
    }
    let index =
        finish(bare_command(home).env("GRICE_INDEX", evil("x")).args(["search", "--help"]), "");
    assert!(!index.out.contains(dangerous) && !index.err.contains(dangerous));
}

#[test]
fn scores_of_files_with_such_names_do_not_command_the_terminal() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let pair = serde_json::json!({ "id": format!("t{EVIL}"), "prediction": format!("a{EVIL}"), "references": ["a"] });
    // As some programs write it, unescaped.
    let raw = "{\"id\": \"u\u{9b}31m\u{202e}\", \"prediction\": \"a\", \"references\": [\"a\"]}";
    let name = format!("pairs{EVIL}.jsonl");
    fs::write(home.join(&name), format!("{pair}\n{raw}\n")).unwrap();
    for more in [
        &["--per-turn"][..],
        &["--per-turn", "--json"],
        &["--per-turn", "--format", "csv"],
        &["--per-turn", "--format", "markdown"],
        &["--per-turn", "--format", "latex"],
        &["--jsonl"],
        &["--format", "prototext"],
    ] {
        let run = run(home, &[&["score", "pairs", "--file", &name], more].concat(), "");
        assert_eq!(run.code, 0, "{}", run.err);
    }
    fs::write(home.join("qrels"), format!("q{EVIL} 0 d{EVIL} 1\n")).unwrap();
    let trec = format!("q{EVIL} Q0 d{EVIL} 1 1.0 run{EVIL}\n");
    fs::write(home.join("run"), trec).unwrap();
    run(home, &["score", "trec", "--qrels", "qrels", "--run", "run", "--per-turn"], "");
    fs::write(home.join(&name), format!("{{\"id\": \"{EVIL}\n")).unwrap();
    assert_eq!(run(home, &["score", "pairs", "--file", &name], "").code, 2);
}

/// A terminal of its own, where there is a `script` to make one.
#[test]
fn on_a_terminal_our_styles_are_seen_and_a_documents_are_not() {
    let home = home();
    let home = home.path();
    run(home, &["ingest", "pages", "-q"], "");
    let grice = env!("CARGO_BIN_EXE_grice");
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &format!("{grice} search 'Orlo Bridge' --index pages"), "/dev/null"]);
    script.env("GRICE_HOME", home).env("TERM", "xterm").env_remove("NO_COLOR").current_dir(home);
    let Ok(output) = script.stdin(std::process::Stdio::null()).output() else {
        eprintln!("skipped: no `script` here");
        return;
    };
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains("\u{1b}[1m") && out.contains("\u{1b}[0m"), "{out:?}");
    assert!(!out.contains("\u{1b}[31m") && !out.contains("\u{1b}]52"), "{out:?}");
    assert!(!out.contains(['\u{9b}', '\u{202e}', '\u{7f}', '\u{8}']), "{out:?}");
}
