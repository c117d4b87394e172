//! `grice eval`: runs that can be stopped, killed and repeated, and data that is not what it should be.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::net::TcpListener;
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
    assert_eq!(
        names,
        ["config.json", "metrics.json", "qrels.trec", "run.trec", "timing.json", "turns.jsonl"]
    );
    let turns = String::from_utf8(first["turns.jsonl"].clone()).unwrap();
    assert_eq!(turns.lines().count(), 180);
    // The passage of each turn is found, so that a run is not only repeatable.
    let metrics: serde_json::Value = serde_json::from_slice(&first["metrics.json"]).unwrap();
    assert!(metrics["measures"]["Hits@20"]["value"].as_f64().unwrap() > 0.9, "{metrics:#}");
    let again = one.run("bare", &[]);
    assert!(again.out.contains("was there already"), "{}", again.out);
    fs::write(one.folder("bare").join("turns.jsonl"), &turns[..turns.len() / 2]).unwrap();
    let again = one.run("bare", &[]);
    assert!(!again.out.contains("was there already"), "{}", again.out);
    assert_same(&one.folder("bare"), &other.folder("bare"));
    // A run over fewer turns stands beside it.
    let limited = one.run("bare", &["--limit", "5"]);
    assert!(limited.out.contains("5 turns"), "{}", limited.out);
    assert!(one.results().join("topiocqa.dev.5/bare/metrics.json").is_file());
    let again = one.run("bare", &[]);
    assert!(again.out.contains("was there already"), "{}", again.out);
}

#[test]
fn the_scorers_read_a_results_folder_and_find_what_it_says() {
    let measured = |folder: &Path, name: &str| {
        let text = fs::read_to_string(folder.join("metrics.json")).unwrap();
        let metrics: serde_json::Value = serde_json::from_str(&text).unwrap();
        metrics["measures"][name]["value"].as_f64().unwrap()
    };
    let scored = |args: &[&str], folder: &Path, name: &str| {
        let mut score = command();
        score.current_dir(folder).arg("score").args(args).arg("--json");
        let run = finish(&mut score, "");
        assert_eq!(run.code, 0, "{}", run.err);
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        report["measures"][name].as_f64().unwrap_or_else(|| panic!("{report:#}"))
    };
    let data = Data::with(4);
    assert_eq!(data.run("bare", &[]).code, 0);
    let folder = data.folder("bare");
    let args = ["trec", "--qrels", "qrels.trec", "--run", "run.trec", "-m", "Success@20"];
    let found = scored(&args, &folder, "Success@20");
    assert!(found > 0.0 && (found - measured(&folder, "Hits@20")).abs() < 1e-9, "{found}");

    let sample = "{\"conversation\": \"Q: What is the Orlo Bridge? A: A bridge.\", \"question\": \"Who built it?\", \"label\": \"Who built the Orlo Bridge?\"}\n";
    fs::write(data.path().join("train-4k-human-rewrites.json"), sample).unwrap();
    let mut eval = command();
    eval.args(["eval", "--data", "qrecc", "--split", "train", "--system", "bare", "--data-dir"]);
    eval.arg(data.path()).arg("--results").arg(data.results());
    let run = finish(&mut eval, "");
    assert_eq!(run.code, 0, "{}", run.err);
    let folder = data.results().join("qrecc.train/bare");
    let args = ["scai", "--truth", "truth.scai.json", "--run", "run.scai.json"];
    let found = scored(&args, &folder, "QR");
    assert!(found > 0.0 && (found - measured(&folder, "QR")).abs() < 1e-9, "{found}");
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

/// A few rows of Circa, of two tasks of PragmEval and of BoolQ, and an archive of NLI that is cut off.
fn rows_of_our_own(folder: &Path) {
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let kinds = [("gladly, I love soup", "Yes"), ("no, I hate it", "No"), ("never", "No")];
    let scenes = [
        "X wants to know about Y's food preferences.",
        "X wants to know about Y's music preferences.",
    ];
    let mut circa = "id\tcontext\tquestion-X\tcanquestion-X\tanswer-Y\tjudgements\tgoldstandard1\tgoldstandard2\n".to_owned();
    let mut task = "sentence1\tsentence2\tlabel\n".to_owned();
    let mut boolq = String::new();
    for row in 0..60 {
        let (reply, label) = kinds[row % 3];
        let votes = [label; 5].join("#");
        let scene = scenes[row % 2];
        writeln!(circa, "{row}\t{scene}\tDo you like soup?\t\t{reply}\t{votes}\t{label}\t{label}")
            .unwrap();
        writeln!(task, "do you like soup\t{reply}\t{label}").unwrap();
        let entry = serde_json::json!({
            "question": "is soup hot", "passage": format!("Soup {row} is hot."), "answer": row % 2 == 0,
        });
        writeln!(boolq, "{entry}").unwrap();
    }
    put("circa/circa-data.tsv", &circa);
    for part in ["train", "dev"] {
        put(&format!("pragmeval/Sarcasm/{part}.tsv"), &task);
        put(&format!("pragmeval/PDTB/{part}.tsv"), &task);
        put(&format!("boolq/{part}.jsonl"), &boolq);
    }
    put("nli/nli_snli_devtest.tar.zst", "an archive that is cut off");
}

#[test]
fn all_runs_everything_names_what_failed_and_finds_it_there_the_next_time() {
    let data = tempfile::tempdir().unwrap();
    rows_of_our_own(data.path());
    let results = data.path().join("results");
    let all = |more: &[&str]| {
        let mut command = command();
        command.args(["eval", "all", "--limit", "4", "--data-dir"]).arg(data.path());
        finish(command.arg("--results").arg(&results).args(more), "")
    };
    let first = all(&[]);
    // What learns from NLI first cannot; everything else is run.
    assert_eq!(first.code, 1, "{}", first.err);
    let failed: Vec<&str> = first.err.lines().filter(|l| l.starts_with("failed: ")).collect();
    assert_eq!(failed.len(), 1, "{}", first.err);
    let told = first.err.split_once("failed: ").unwrap().1.replace('\n', " ");
    assert!(
        told.starts_with("circa/nli on circa relaxed/matched/test, circa/joint-nli on"),
        "{told}"
    );
    assert!(told.contains("nli_snli_devtest.tar.zst"), "{told}");
    assert!(first.err.contains("grice-interpret has learned from all scenarios"), "{}", first.err);
    for run in [
        "boolq.held-out.4/default",
        "boolq.held-out.4/reader",
        "circa.relaxed--matched--test.4/published--circa--joint",
        "circa.strict--unmatched--test.4/published--circa--majority",
        "pragmeval.Sarcasm--dev.4/published--pragmeval--bilstm",
        "pragmeval.PDTB--dev.4/published--pragmeval--multitask",
    ] {
        assert!(results.join(run).join("metrics.json").is_file(), "{run}: {}", first.err);
    }
    let bilstm = "circa.relaxed--unmatched--test.4/published--circa--joint-bilstm";
    assert!(!results.join(bilstm).exists());
    let plan = all(&["--plan"]);
    assert!(
        plan.out.contains("7 systems, at most 4 turns") && plan.out.contains("7 finished"),
        "{}",
        plan.out
    );
    // Read as it was: nothing is made again, and the same fails.
    let again = all(&[]);
    let there = again.out.lines().filter(|line| line.contains("was there already")).count();
    let made = |line: &&str| line.contains(" on ") && !line.starts_with("About ");
    let made = first.out.lines().filter(made).count();
    assert_eq!((again.code, there), (1, made), "{}", again.out);
    let report = finish(
        command()
            .args(["eval", "report"])
            .arg(&results)
            .arg("--out")
            .arg(data.path().join("report")),
        "",
    );
    assert_eq!(report.code, 0, "{}", report.err);
}

/// A server that says the same whenever it is asked.
fn endpoint(text: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            std::thread::spawn(move || {
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                let (mut length, mut line) = (0, String::new());
                while reader.read_line(&mut line).unwrap() > 0 && line != "\r\n" {
                    if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                        length = value.trim().parse().unwrap();
                    }
                    line.clear();
                }
                reader.read_exact(&mut vec![0; length]).unwrap();
                let message = serde_json::json!({"role": "assistant", "content": text});
                let choice = serde_json::json!({"message": message, "finish_reason": "stop"});
                let body = serde_json::json!({"choices": [choice]}).to_string();
                let head = format!(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                    body.len()
                );
                stream.write_all(format!("{head}{body}").as_bytes()).ok();
            });
        }
    });
    url
}

#[test]
fn a_run_whose_endpoint_was_not_there_is_not_finished_and_is_tried_again() {
    let data = Data::with(2);
    let run = |url: &str, more: &[&str]| {
        let asked = ["--endpoint", url, "--endpoint-model", "test-model"];
        data.run("closed-book", &[&asked[..], more].concat())
    };
    let folder = data.folder("published--closed-book");
    let dead = "http://127.0.0.1:9/v1";
    let gone = run(dead, &[]);
    assert_eq!(gone.code, 1, "{}", gone.err);
    let told = gone.err.replace('\n', " ");
    assert!(told.contains("6 of 6 turns failed (the reply is not written by test-model"), "{told}");
    assert!(
        told.contains("tries these again, or finishes without them with --keep-failed"),
        "{told}"
    );
    assert!(!folder.join("metrics.json").exists());
    // Finished all the same where that is wanted, and then it says so and is not taken for whole.
    let kept = run(dead, &["--keep-failed"]);
    assert_eq!(kept.code, 0, "{}", kept.err);
    assert!(kept.out.contains("6 turns ended in an error"), "{}", kept.out);
    let turns = fs::read_to_string(folder.join("turns.jsonl")).unwrap();
    for line in turns.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["error"].is_string() && line["answer"].is_null(), "{line}");
    }
    let there = run(&endpoint("red"), &[]);
    assert_eq!(there.code, 0, "{}", there.err);
    assert!(!there.out.contains("ended in an error"), "{}", there.out);
    let metrics = fs::read_to_string(folder.join("metrics.json")).unwrap();
    let metrics: serde_json::Value = serde_json::from_str(&metrics).unwrap();
    assert_eq!(metrics["failed"], 0);
    assert!(run(dead, &[]).out.contains("was there already"));
}

#[test]
fn a_result_of_another_build_is_read_until_it_is_run_anew() {
    let data = Data::with(2);
    assert_eq!(data.run("published/basic", &[]).code, 0);
    let folder = data.folder("published--basic");
    let mine = fs::read_to_string(folder.join("config.json")).unwrap();
    let mut config: serde_json::Value = serde_json::from_str(&mine).unwrap();
    config["versions"]["build"] = "0123456789abcdef".into();
    fs::write(folder.join("config.json"), config.to_string()).unwrap();
    let report = finish(
        command()
            .args(["eval", "report"])
            .arg(data.results())
            .arg("--out")
            .arg(data.path().join("report")),
        "",
    );
    assert_eq!(report.code, 0, "{}", report.err);
    let page = fs::read_to_string(data.path().join("report/report.html")).unwrap();
    assert!(page.contains("build 0123456789abcdef"));
    let anew = data.run("published/basic", &[]);
    assert!(anew.out.contains("what another build of grice made was there before"), "{}", anew.out);
    assert_eq!(fs::read_to_string(folder.join("config.json")).unwrap(), mine);
    assert!(data.run("published/basic", &[]).out.contains("was there already"));
}

#[test]
fn the_flag_that_a_report_names_for_all_turns_is_one_that_it_takes() {
    let data = Data::with(2);
    assert_eq!(data.run("published/basic", &[]).code, 0);
    let out = data.path().join("report");
    let report = |more: &[&str]| {
        let run = finish(
            command()
                .args(["eval", "report"])
                .arg(data.results())
                .arg("--out")
                .arg(&out)
                .args(more),
            "",
        );
        assert_eq!(run.code, 0, "{}", run.err);
        fs::read_to_string(out.join("report.html")).unwrap()
    };
    assert!(report(&["--turns", "2"]).contains("<code>grice eval report --all-turns</code>"));
    assert!(report(&["--all-turns"]).contains("The page carries every turn."));
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
