//! Commands of `grice chat` that people type to look closer and to take a conversation away.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use tempfile::TempDir;

use crate::grice::{Run, finish};
use crate::island::{add, easy, home};

/// A page whose answer is code.
const CODE: &str = "# Lamp\n\n## Lighting the lamp\n\nTo light the lamp, run:\n\n```\nlamp open \\\n\n    \
    --wick trimmed --oil full --match struck --window shut --door shut --cat out --dog out\n```\n";

fn chat(home: &Path, args: &[&str], input: &str) -> Run {
    finish(&mut easy(home, "chat", &[&["--index", "index"], args].concat()), input)
}

/// Output in which what differs from run to run is named.
fn steady(home: &TempDir, text: &str) -> String {
    let full = home.path().canonicalize().unwrap();
    text.replace(full.to_str().unwrap(), "HOME").replace(home.path().to_str().unwrap(), "HOME")
}

#[test]
fn citations_name_the_page_the_place_and_the_words() {
    let home = home();
    let run = chat(home.path(), &[], "/cite\nWhere was Aldric Fenn born?\nthanks\n/cite\nexit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    insta::assert_snapshot!(steady(&home, &run.out));
}

#[test]
fn a_few_words_are_commands_and_nothing_follows_the_last() {
    let home = home();
    for (line, begins) in [("help", "  /evidence"), (" ? ", "  /evidence"), ("Help", "  /evidence")]
    {
        let run = chat(home.path(), &[], &format!("{line}\nexit\nWho was Aldric Fenn?\n"));
        assert!(run.out.starts_with(begins), "{line}: {}", run.out);
        assert!(!run.out.contains("monk"), "{}", run.out);
    }
    let run = chat(home.path(), &[], "quit\nWho was Aldric Fenn?\n");
    assert_eq!((run.code, run.out.as_str()), (0, ""));
}

#[test]
fn what_was_understood_wrongly_is_put_right() {
    let home = home();
    let run = chat(
        home.path(),
        &[],
        "Who built the Orlo Bridge?\nWhere?\n/as\n/as Where was Aldric Fenn born?\n/topics\n",
    );
    let said: Vec<&str> = run.out.split("\n\n").collect();
    assert_eq!(said[2], "Say what was meant: /as When was the bridge built?");
    assert!(said[3].contains("Tasp"), "{}", run.out);
    assert!(said[4].lines().nth(2).unwrap().contains("Aldric Fenn"), "{}", run.out);
    let run = chat(home.path(), &["--json"], "Who was he?\n/as Where was Aldric Fenn born?\n");
    let last: Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert!(last["answer"].as_str().unwrap().contains("Tasp"), "{}", run.out);
}

#[test]
fn a_conversation_is_exported_for_people() {
    let home = home();
    let input = "Where was Aldric Fenn born?\nWhat is `rm -rf` <b>?\n/export talk.md\n";
    let run = chat(home.path(), &[], input);
    assert!(run.out.contains("Written to talk.md"), "{}", run.out);
    let text = fs::read_to_string(home.path().join("talk.md")).unwrap();
    insta::assert_snapshot!(steady(&home, &text));
    let left = fs::read_dir(home.path())
        .unwrap()
        .filter_map(|e| e.unwrap().file_name().into_string().ok());
    assert!(!left.into_iter().any(|name| name.contains("grice-export")));
}

#[test]
fn a_conversation_is_exported_for_programs_and_gone_on_with() {
    let home = home();
    let input = "Who was Aldric Fenn?\n/export \"my talk.json\"\n";
    let run = chat(home.path(), &[], input);
    assert!(run.out.contains("Written to my talk.json"), "{}", run.out);
    let text = fs::read_to_string(home.path().join("my talk.json")).unwrap();
    let all: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&all["version"], &all["collection"]), (&Value::from(1), &Value::from("index")));
    let turn = &all["turns"][0];
    assert_eq!(turn["question"], "Who was Aldric Fenn?");
    assert_eq!(turn["literal"][0]["passage"], "pages/fenn#0");
    assert!(turn["literal"][0]["file"].as_str().unwrap().contains("pages/fenn.md:"), "{turn}");
    assert!(turn["literal"][0]["link"].as_str().unwrap().starts_with("file://"), "{turn}");
    let args = ["Where was he born?", "--history", "my talk.json", "--index", "index"];
    let asked = finish(&mut easy(home.path(), "ask", &args), "");
    assert!(asked.out.contains("Tasp"), "{}{}", asked.out, asked.err);
}

#[test]
fn an_export_replaces_no_file_unless_it_is_told_to() {
    let home = home();
    let file = home.path().join("talk.md");
    fs::write(&file, "mine").unwrap();
    let input = "/export a.md\nWho was Aldric Fenn?\n/export talk.md\n/export\n/export talk.pdf\n\
        /export nowhere/talk.md\n";
    let run = chat(home.path(), &[], input);
    let said: Vec<&str> = run.out.split("\n\n").collect();
    assert_eq!(said[0], "Nothing has been said yet.");
    assert_eq!(said[2], "talk.md is there already; /export! talk.md replaces it.");
    assert_eq!(said[3], "Name a file: /export talk.md, or talk.json.");
    assert_eq!(said[4], "talk.pdf: the ending says the form: .md or .json.");
    assert!(said[5].starts_with("nowhere/talk.md cannot be written: "), "{}", run.out);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    let run = chat(home.path(), &["--resume"], "/export! talk.md\n");
    assert!(run.out.contains("Written to talk.md"), "{}", run.out);
    assert!(fs::read_to_string(&file).unwrap().starts_with("# Who was Aldric Fenn?"));
}

#[test]
fn code_keeps_its_lines_in_every_display() {
    let home = home();
    add(home.path(), &[("lamp", CODE)]);
    let line = "        --wick trimmed --oil full --match struck --window shut --door shut --cat out --dog out\n";
    let question = "How do I light the lamp?";
    let mut asked = easy(home.path(), "ask", &[question, "--index", "index"]);
    let asked = finish(asked.env("COLUMNS", "80"), "");
    assert!(asked.out.contains(line), "{}", asked.out);
    let mut chat = easy(home.path(), "chat", &["--index", "index"]);
    let chat =
        finish(chat.env("COLUMNS", "80"), &format!("{question}\n/export lamp.md\n/resume 1\n"));
    let said: Vec<&str> = chat.out.split("\n\n").collect();
    assert_eq!(said.len(), 4, "an empty line of code ends no reply: {}", chat.out);
    assert!(said[0].contains(line), "{}", chat.out);
    assert!(said[2].contains(line), "also when it is taken up again: {}", chat.out);
    let text = fs::read_to_string(home.path().join("lamp.md")).unwrap();
    assert!(text.contains("```\nlamp open \\\n\n    --wick trimmed"), "{text}");
}

#[test]
fn no_word_is_broken_at_eighty_columns() {
    let home = home();
    let input = "Who was Aldric Fenn?\nWho built the Orlo Bridge?\n/evidence\n/cite\n/why\n/topics\n/help\n/fly\n\
        /resume\n/resume 1\n";
    let wide = chat(home.path(), &["--trace"], input);
    let home = crate::island::home();
    let mut narrow = easy(home.path(), "chat", &["--index", "index", "--trace"]);
    let narrow = finish(narrow.env("COLUMNS", "80"), input);
    let mut asked =
        easy(home.path(), "ask", &["Who was Aldric Fenn?", "--index", "index", "--trace"]);
    let asked = finish(asked.env("COLUMNS", "80"), "");
    assert_eq!((narrow.code, asked.code), (0, 0), "{}", narrow.err);
    for text in [&narrow.out, &narrow.err, &asked.out, &asked.err] {
        for line in text.lines().filter(|line| line.chars().count() > 80) {
            assert!(!line.trim().contains(' '), "{line}");
        }
    }
    assert!(wide.out.lines().any(|line| line.chars().count() > 80));
    let words = |text: &str| -> Vec<String> {
        let figures = |word: &str| word.chars().any(|c| c.is_ascii_digit());
        text.split_whitespace().filter(|word| !figures(word)).map(str::to_owned).collect()
    };
    assert!(words(&wide.out) == words(&narrow.out), "{}\n{}", wide.out, narrow.out);
}

#[test]
fn a_reply_is_saved_before_its_last_sentence_is_shown() {
    let home = home();
    let mut command = easy(home.path(), "chat", &["--index", "index"]);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = piped.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"hello\n").unwrap();
    let mut first = [0];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let run = chat(home.path(), &["--resume"], "/topics\n");
    assert!(run.out.contains("hello"), "{}{}", run.out, run.err);
}

#[test]
fn a_conversation_is_introduced_by_its_collections_name() {
    let home = home();
    let run = finish(&mut easy(home.path(), "chat", &["index"]), "hello\n");
    assert!(run.err.contains("Grice on index (2 pages, 3 passages)"), "{}", run.err);
    let run = finish(&mut easy(home.path(), "chat", &["--resume"]), "");
    assert!(run.err.contains("Grice on index (2 pages, 3 passages)"), "{}", run.err);
}

#[test]
fn what_is_listed_and_found_fits_a_terminal_of_80_columns() {
    let home = home();
    let index = home.path().join("index");
    let index = index.to_str().unwrap();
    let listings: [&[&str]; 6] = [
        &["systems"],
        &["models", "list"],
        &["index", "list"],
        &["index", "info", "--index", index],
        &["search", "who built the bridge", "--index", index],
        &["show", "--index", index, "pages/bridge#0"],
    ];
    for listing in listings {
        let mut command = crate::grice::command();
        let run =
            finish(command.args(listing).env("COLUMNS", "80").env("GRICE_HOME", home.path()), "");
        let long = run.out.lines().find(|line| {
            let breaks = line.trim().contains(' ');
            breaks && line.chars().count() > 80
        });
        assert_eq!(long, None, "{listing:?}");
        assert!(!run.out.is_empty() || run.code != 0, "{listing:?}: {}", run.err);
    }
}
