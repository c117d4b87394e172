//! Documents as people have them: many formats, twins, files that can't be read, places to open.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::grice::{Run, finish, ingest};
use crate::judgement::bare_command;

const PROSE: &str = "The harbour lamp burns whale oil from dusk to dawn, and the keeper trims its \
    wick twice a night so that ships can tell the lamp from the lights of the town behind it. \
    In fog a bell takes its place, rung by a wheel in the tide, and the keeper may sleep then, \
    unless the tide is slack or the wheel has ice on it, which happens in most winters here.";

fn manual() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("manual");
    fs::create_dir_all(source.join("_sources")).unwrap();
    let page = format!(
        "<title>Lamps</title><main><h1>Lamps</h1><p>{PROSE}</p><h2 id=options>Options</h2>\
         <dl><dt id=opt-w>--wick N<dd>How far the wick is turned up. The default is 3.</dl>\
         <pre>lamp light \\\n    --wick 4</pre></main>"
    );
    fs::write(source.join("lamp.html"), page).unwrap();
    let raw = format!(
        "Lamps\n=====\n\n{PROSE}\n\nOptions\n-------\n\n.. option:: --wick N\n\n   How far the wick is turned up. The default is 3.\n"
    );
    fs::write(source.join("_sources/lamp.rst.txt"), raw).unwrap();
    fs::write(source.join("lamp.1"), ".TH LAMP 1\n.SH NAME\nlamp \\- a light\n").unwrap();
    fs::write(source.join("oils.csv"), "Oil,Smell\nwhale,strong\nolive,none\n").unwrap();
    fs::write(source.join("notes.adoc"), "= Notes\n\n* Trim the wick.\n").unwrap();
    fs::write(source.join("photo.png"), "x").unwrap();
    fs::write(source.join("model.blend"), "x").unwrap();
    folder
}

fn made(folder: &TempDir, more: &[&str]) -> Run {
    let run = ingest(&folder.path().join("manual"), &folder.path().join("i"), more);
    assert_eq!(run.code, 0, "{}", run.err);
    run
}

fn on(folder: &Path, args: &[&str]) -> Run {
    let mut command = bare_command(folder);
    let index = folder.join("i");
    finish(command.args(args).arg("--index").arg(index), "")
}

#[test]
fn formats_are_read_and_the_rest_is_named() {
    let folder = manual();
    let run = made(&folder, &[]);
    assert!(run.out.contains("images, not read: photo.png"), "{}", run.out);
    assert!(run.out.contains(".blend, not read: model.blend"), "{}", run.out);
    let exported = on(folder.path(), &["index", "export"]).out;
    for words in ["Oil: whale | Smell: strong", "Trim the wick.", "a light", "--wick N"] {
        assert!(exported.contains(words), "{words}: {exported}");
    }
}

#[test]
fn raw_twins_are_left_out_and_named_unless_kept() {
    let folder = manual();
    let run = made(&folder, &[]);
    assert!(run.out.contains("1 left out, another document has their text"), "{}", run.out);
    let info = on(folder.path(), &["index", "info", "--json"]).out;
    let info: Value = serde_json::from_str(&info).unwrap();
    let left_out = info["duplicates"][0]["document"].as_str().unwrap();
    assert!(left_out.starts_with("manual/_sources/lamp"), "{left_out}");
    assert_eq!(info["duplicates"][0]["of"], "manual/lamp");
    // The same again changes nothing.
    let again = made(&folder, &[]);
    assert!(!again.out.contains("new or changed"), "{}", again.out);
    let all = manual();
    let run = made(&all, &["--keep-duplicates"]);
    assert!(!run.out.contains("left out"), "{}", run.out);
}

#[test]
fn globs_choose_what_is_read() {
    let folder = manual();
    made(&folder, &["--include", "*.adoc", "--include", "*.csv", "--exclude", "oils.*"]);
    let info: Value =
        serde_json::from_str(&on(folder.path(), &["index", "info", "--json"]).out).unwrap();
    assert_eq!(info["documents"], 1);
}

#[test]
fn a_passage_tells_its_blocks_file_line_and_anchor() {
    let folder = manual();
    made(&folder, &[]);
    let found = on(folder.path(), &["search", "how far is the wick turned up", "--json"]).out;
    let found: Value = serde_json::from_str(&found).unwrap();
    let id = found["hits"][0]["passage"].as_str().unwrap().to_owned();
    let shown = on(folder.path(), &["show", &id, "--json"]).out;
    let passage: Value = serde_json::from_str(&shown).unwrap();
    let kinds: Vec<&str> =
        passage["blocks"].as_array().unwrap().iter().map(|b| b["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["definition", "code"]);
    assert_eq!(passage["line"], 1);
    assert!(passage["file"].as_str().unwrap().ends_with("manual/lamp.html"), "{shown}");
    assert!(passage["link"].as_str().unwrap().ends_with("manual/lamp.html#opt-w"), "{shown}");
    let text = on(folder.path(), &["show", &id]).out;
    assert!(text.contains("--wick N\n    How far"), "{text}");
    assert!(text.contains("    lamp light \\\n        --wick 4"), "{text}");
}

#[test]
fn evidence_names_its_file_and_opens() {
    let folder = manual();
    made(&folder, &[]);
    let opener = folder.path().join("opener");
    fs::write(&opener, "#!/bin/sh\nprintf '%s' \"$1\" > \"$0.opened\"\n").unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = bare_command(folder.path());
    command.env("GRICE_OPEN", &opener).args(["chat", "--no-save", "--index"]);
    command.arg(folder.path().join("i"));
    let talk =
        finish(&mut command, "What does the harbour lamp burn?\n/evidence\n/open 1\n/open 99\n");
    assert_eq!(talk.code, 0, "{}", talk.err);
    assert!(talk.out.contains("manual/lamp.html:1"), "{}", talk.out);
    assert!(talk.out.contains("Opened file:///"), "{}", talk.out);
    assert!(talk.out.contains("/open 1."), "{}", talk.out);
    for _ in 0..50 {
        std::thread::sleep(std::time::Duration::from_millis(40));
        if let Ok(link) = fs::read_to_string(folder.path().join("opener.opened"))
            && !link.is_empty()
        {
            assert!(link.contains("manual/lamp.html"), "{link}");
            return;
        }
    }
    panic!("nothing was opened");
}
