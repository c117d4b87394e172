//! `grice eval`: runs that can be stopped, killed and repeated, and data that is not what it should be.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::grice::{Run, command, finish};

/// Data of our own in TopiOCQA's form: each turn asks for the colour of a thing, whose passage it brings.
struct Data {
    folder: tempfile::TempDir,
}

const FILE: &str = "topiocqa_dev.json";
const COLOURS: [&str; 7] = ["red", "green", "blue", "yellow", "brown", "grey", "purple"];

impl Data {
    fn with(conversations: usize) -> Data {
        let data = Data { folder: tempfile::tempdir().unwrap() };
        let mut turns = String::from("[");
        for conversation in 1..=conversations {
            let mut context = Vec::new();
            for number in 1..=3 {
                let thing = format!("lantern{conversation}x{number}");
                let colour = COLOURS[(conversation * 5 + number) % COLOURS.len()];
                let question = match number {
                    1 => format!("What colour is the {thing}?"),
                    _ => format!("and the {thing}?"),
                };
                let entry = serde_json::json!({
                    "Conversation_no": conversation,
                    "Turn_no": number,
                    "Context": context,
                    "Question": question,
                    "Answer": colour,
                    "Topic": format!("Lantern {conversation}"),
                    "Topic_section": "Colours",
                    "Gold_passage": {
                        "title": format!("Lantern {conversation}"),
                        "text": format!("The {thing} stands in the hall. The {thing} is {colour} on both sides."),
                    },
                });
                let comma = if turns.len() > 1 { ",\n" } else { "" };
                write!(turns, "{comma}{entry}").unwrap();
                context.push(question);
                context.push(colour.to_owned());
            }
        }
        turns.push(']');
        fs::write(data.path().join(FILE), turns).unwrap();
        data
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn results(&self) -> PathBuf {
        self.path().join("results")
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = command();
        command
            .args(["eval", "--data", "topiocqa", "--split", "dev", "--data-dir"])
            .arg(self.path());
        command.arg("--results").arg(self.results()).args(more);
        command
    }

    fn run(&self, system: &str, more: &[&str]) -> Run {
        finish(self.command(&["--system", system]).args(more), "")
    }

    /// The folder of a run.
    fn folder(&self, system: &str) -> PathBuf {
        self.results().join("topiocqa.dev").join(system)
    }
}

/// The files of a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| {
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap())
        })
        .collect()
}

/// Two folders of one configuration: all files but one are the same.
fn assert_same(one: &Path, other: &Path) {
    let (mut first, mut second) = (files(one), files(other));
    assert!(first.remove("timing.json").is_some() && second.remove("timing.json").is_some());
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (name, bytes) in first {
        assert!(bytes == second[&name], "{name} differs");
    }
}

#[test]
fn two_runs_of_one_configuration_give_the_same_files_and_a_third_is_there_already() {
    let (one, other) = (Data::with(60), Data::with(60));
    for (data, jobs) in [(&one, "1"), (&other, "2")] {
        let run = data.run("bare", &["--jobs", jobs]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.out.contains("F1 "), "{}", run.out);
    }
    assert_same(&one.folder("bare"), &other.folder("bare"));
    let first = files(&one.folder("bare"));
    let names: Vec<&str> = first.keys().map(String::as_str).collect();
    assert_eq!(names, ["config.json", "metrics.json", "run.trec", "timing.json", "turns.jsonl"]);
    let turns = String::from_utf8(first["turns.jsonl"].clone()).unwrap();
    assert_eq!(turns.lines().count(), 180);
    // The passage of each turn is found, so that a run is not only repeatable.
    let metrics: serde_json::Value = serde_json::from_slice(&first["metrics.json"]).unwrap();
    assert!(metrics["measures"]["Hits@20"]["value"].as_f64().unwrap() > 0.9, "{metrics:#}");
    let again = one.run("bare", &[]);
    assert!(again.out.contains("was there already"), "{}", again.out);
    // A run over fewer turns stands beside it.
    let limited = one.run("bare", &["--limit", "5"]);
    assert!(limited.out.contains("5 turns"), "{}", limited.out);
    assert!(one.results().join("topiocqa.dev.5/bare/metrics.json").is_file());
    let again = one.run("bare", &[]);
    assert!(again.out.contains("was there already"), "{}", again.out);
}

#[test]
fn a_killed_run_goes_on_and_ends_with_the_same_bytes() {
    let (whole, killed) = (Data::with(60), Data::with(60));
    assert_eq!(whole.run("bare", &[]).code, 0);
    let part = killed.folder("bare").join("turns.jsonl.part");
    let lines = || fs::read(&part).map_or(0, |bytes| bytes.iter().filter(|b| **b == b'\n').count());
    let mut kept = 0;
    for at_least in [5, 40] {
        let mut child = killed
            .command(&["--system", "bare", "--jobs", "1", "--quiet"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let started = Instant::now();
        while lines() < at_least && started.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(lines() >= at_least || killed.folder("bare").join("metrics.json").exists());
        assert!(lines() >= kept, "turns that were kept are lost");
        kept = lines();
    }
    // What is not finished is not reported on.
    if !killed.folder("bare").join("metrics.json").exists() {
        let report = finish(command().args(["eval", "report"]).arg(killed.results()), "");
        assert_eq!(report.code, 2);
        assert!(report.err.contains("no run is finished (topiocqa.dev/bare)"), "{}", report.err);
    }
    let run = killed.run("bare", &[]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_same(&whole.folder("bare"), &killed.folder("bare"));
}

#[test]
fn ctrl_c_keeps_what_is_done_and_says_how_to_go_on() {
    let data = Data::with(400);
    let child = data
        .command(&["--system", "bare", "--jobs", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let part = data.folder("bare").join("turns.jsonl.part");
    let started = Instant::now();
    while fs::metadata(&part).map_or(0, |m| m.len()) == 0
        && started.elapsed() < Duration::from_secs(60)
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupted =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("of 1200 turns are kept; the same command goes on"), "{err}");
    assert!(!data.folder("bare").join("metrics.json").exists());
    assert!(fs::metadata(&part).unwrap().len() > 0);
}

#[test]
fn a_full_disk_is_told_and_leaves_nothing_that_looks_finished() {
    let data = Data::with(30);
    assert_eq!(data.run("published/basic", &[]).code, 0);
    let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_grice"), "eval", "--system", "bare"]);
    command.args(["--data", "topiocqa", "--split", "dev", "--data-dir"]).arg(data.path());
    command.arg("--results").arg(data.results());
    let run = finish(&mut command, "");
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("cannot be written") && run.err.contains("make room"), "{}", run.err);
    assert!(!data.folder("bare").join("metrics.json").exists());
    let run = data.run("bare", &[]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(
        fs::read_to_string(data.folder("bare").join("turns.jsonl")).unwrap().lines().count(),
        90
    );
}

#[test]
fn names_that_nothing_has_are_told_with_those_near_them() {
    let data = Data::with(1);
    let run = data.run("rachel", &[]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("no system 'rachel', did you mean 'published/rachael'?"),
        "{}",
        run.err
    );
    let eval = |set: &str, split: &str| {
        let mut command = command();
        command.args(["eval", "--system", "bare", "--data", set, "--split", split, "--data-dir"]);
        finish(command.arg(data.path()).arg("--results").arg(data.results()), "")
    };
    let run = eval("topiokqa", "dev");
    assert!(run.code == 2 && run.err.contains("did you mean 'topiocqa'?"), "{}", run.err);
    let run = eval("topiocqa", "devel");
    assert!(
        run.code == 2 && run.err.contains("no split 'devel', did you mean 'dev'?"),
        "{}",
        run.err
    );
    let run = eval("topiocqa", "test");
    assert!(run.code == 2 && run.err.contains("looked for topiocqa_test.json"), "{}", run.err);
    assert!(!data.results().join("topiocqa.test").exists());
}

#[test]
fn a_system_that_needs_what_is_not_here_says_what() {
    let data = Data::with(1);
    let run = data.run("gpt3", &[]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("name one with --endpoint URL --endpoint-model NAME"), "{}", run.err);
    let run = data.run("rali-qa", &[]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("questions that people rewrote, and the data has none"),
        "{}",
        run.err
    );
    // Without passages there is nothing to search.
    let text = fs::read_to_string(data.path().join(FILE)).unwrap().replace("Gold_passage", "Gold");
    fs::write(data.path().join(FILE), text).unwrap();
    let run = data.run("bare", &[]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("name it with --index NAME"), "{}", run.err);
    assert!(!data.folder("bare").exists());
}

#[test]
fn a_file_that_is_cut_off_half_downloaded_or_of_another_kind_is_told_with_its_place() {
    let data = Data::with(3);
    let file = data.path().join(FILE);
    let whole = fs::read_to_string(&file).unwrap();
    let refused = |text: &str| {
        fs::write(&file, text).unwrap();
        let run = data.run("bare", &[]);
        assert!(run.code == 1 || run.code == 2, "{} {}", run.code, run.out);
        assert_eq!(
            run.err.lines().filter(|line| line.starts_with("error:")).count(),
            1,
            "{}",
            run.err
        );
        assert!(!data.results().join("topiocqa.dev").exists());
        run.err
    };
    let cut = refused(&whole[..whole.len() / 2]);
    assert!(cut.contains("cut off") && cut.contains(FILE), "{cut}");
    let other = refused("{\"conversation\": \"Q: a? A: b\", \"question\": \"c?\"}\n");
    assert!(other.contains(FILE), "{other}");
    let version = refused(&whole.replace("\"Question\"", "\"Query\""));
    assert!(version.contains("Question"), "{version}");
    refused("");
    fs::rename(&file, data.path().join(format!("{FILE}.part"))).unwrap();
    let run = data.run("bare", &[]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("a download that has not ended"), "{}", run.err);
}

#[test]
fn all_runs_what_can_be_run_and_says_what_could_not() {
    let data = Data::with(2);
    fs::write(data.path().join("val.jsonl"), "{\"topic\": \"Batman\", \"gen").unwrap();
    let all = |more: &[&str]| {
        let mut command = command();
        command.args(["eval", "all", "--limit", "3", "--data-dir"]).arg(data.path());
        finish(command.arg("--results").arg(data.results()).args(more), "")
    };
    let plan = all(&["--plan"]);
    assert_eq!(plan.code, 0, "{}", plan.err);
    assert!(
        plan.out.contains("topiocqa dev") && plan.out.contains("at most 3 turns"),
        "{}",
        plan.out
    );
    assert!(plan.out.contains("val.jsonl"), "{}", plan.out);
    assert!(!data.results().exists());
    let empty = tempfile::tempdir().unwrap();
    let run = finish(command().args(["eval", "all", "--data-dir"]).arg(empty.path()), "");
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("no data set is there; name their folder with --data-dir"),
        "{}",
        run.err
    );
    let run = all(&["--only", "topiocq"]);
    assert!(run.code == 2 && run.err.contains("did you mean 'topiocqa'?"), "{}", run.err);
}

#[test]
fn a_report_has_the_papers_rows_and_ours_and_no_text_of_the_data_runs_in_it() {
    let data = Data::with(3);
    let file = data.path().join(FILE);
    let evil = "</script><script>document.title='x'</script><img src=x onerror=alert(1)>";
    let text =
        fs::read_to_string(&file).unwrap().replace("What colour", &format!("{evil} What colour"));
    fs::write(&file, text).unwrap();
    for system in ["bare", "published/basic"] {
        let run = data.run(system, &[]);
        assert_eq!(run.code, 0, "{}", run.err);
    }
    let out = data.path().join("report");
    let report = |out: &Path| {
        finish(command().args(["eval", "report"]).arg(data.results()).arg("--out").arg(out), "")
    };
    let run = report(&out);
    assert_eq!(run.code, 0, "{}", run.err);
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(!page.contains("<script>document.title") && !page.contains("<img src=x"));
    assert!(page.contains("Basic baseline") && page.contains("Human") && page.contains("70.1"));
    let tables = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(tables.contains("McNemar") || tables.contains("t-test"), "{tables}");
    let again = data.path().join("again");
    report(&again);
    assert!(files(&out) == files(&again), "two reports of the same results differ");
    let compared = finish(
        command()
            .args(["eval", "compare"])
            .arg(data.folder("bare"))
            .arg(data.folder("published--basic")),
        "",
    );
    assert!(compared.out.contains("F1") && compared.out.contains("difference"), "{}", compared.out);
    let nothing = finish(command().args(["eval", "report"]).arg(data.path().join("nowhere")), "");
    assert_eq!(nothing.code, 2);
    assert!(nothing.err.contains("it does not exist"), "{}", nothing.err);
}
