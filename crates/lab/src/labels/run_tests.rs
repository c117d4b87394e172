#![allow(clippy::unwrap_used)]

//! Whole calls over small made-up files.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use grice_model::registry::{Places, Registry};

use super::super::{Error, Outcome, Progress, Request};
use super::Session;
use crate::data::DataSet;
use crate::eval::results::{Folder, METRICS, TURNS};

const VECTORS: &str = "gladly 1 0.2 0.1\nlove 0.9 0.1 0.3\nnever 0.1 1 0.2\nhate -0.1 0.9 0.1\n\
    maybe -1 -0.9 0.1\nif -0.9 -1 0.3\ni 0.1 0 -0.9\nyou 0 0.1 -0.8\ndo 0.05 0.1 -1\nlike 0.2 0.1 -0.7\nsoup 0 0 -0.6\n";

struct Lab {
    folder: tempfile::TempDir,
    registry: Registry,
}

impl Lab {
    fn new() -> Lab {
        let folder = tempfile::tempdir().unwrap();
        let registry = Registry::load(Places::at(folder.path().join("home"))).unwrap();
        let lab = Lab { folder, registry };
        fs::write(lab.path("vectors.txt"), VECTORS).unwrap();
        fs::create_dir_all(lab.path("data/circa")).unwrap();
        fs::write(lab.path("data/circa/circa-data.tsv"), circa()).unwrap();
        for part in ["train", "dev"] {
            let count = if part == "train" { 120 } else { 30 };
            for task in ["Verifiability", "PDTB"] {
                let folder = lab.path("data/pragmeval").join(task);
                fs::create_dir_all(&folder).unwrap();
                let rows = pragmeval(count, task == "PDTB");
                fs::write(folder.join(format!("{part}.tsv")), rows).unwrap();
            }
        }
        lab
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn request(&self, data: DataSet, split: &str, results: &str, systems: &[&str]) -> Request {
        Request {
            systems: systems.iter().map(|name| (*name).to_owned()).collect(),
            vectors: Some(self.path("vectors.txt").display().to_string()),
            ..Request::new(data, &self.path("data"), split, &self.path(results))
        }
    }

    fn outcome(&self, request: &Request) -> Result<Outcome, Error> {
        Session::new(&self.registry).run(request, &mut |_| ControlFlow::Continue(()))
    }

    fn run(&self, request: &Request) -> Result<Vec<super::Finished>, Error> {
        let outcome = self.outcome(request)?;
        assert!(outcome.failed.is_empty(), "{:?}", outcome.failed);
        Ok(outcome.finished)
    }
}

fn circa() -> String {
    let mut text = "id\tcontext\tquestion-X\tcanquestion-X\tanswer-Y\tjudgements\tgoldstandard1\tgoldstandard2\n".to_owned();
    let kinds = [
        ("gladly, I love soup", "Yes"),
        ("I hate soup, never", "No"),
        ("I love it", "Yes"),
        ("maybe, if you like", "Yes, subject to some conditions"),
    ];
    for row in 0..200 {
        let (reply, label) = kinds[row % 4];
        let scene = if row % 2 == 0 {
            "X wants to know about Y's food preferences."
        } else {
            "X wants to know about Y's music preferences."
        };
        let votes = [label; 5].join("#");
        text += &format!(
            "{row}\t{scene}\tDo you like soup?\tI like soup .\t{reply}\t{votes}\t{label}\t{label}\n"
        );
    }
    text
}

fn pragmeval(count: usize, pair: bool) -> String {
    let header = if pair { "sentence1\tsentence2\tlabel" } else { "sentence\tlabel" };
    let mut text = format!("{header}\n");
    for row in 0..count {
        let (words, label) =
            if row % 3 == 0 { ("I hate soup", "low") } else { ("I love soup", "high") };
        let second = if pair { "\tdo you like soup" } else { "" };
        text += &format!("{words}{second}\t{label}\n");
    }
    text
}

fn bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<_> = entries
        .filter(|path| name(path) != "timing.json")
        .map(|path| (name(&path), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn two_calls_give_the_same_bytes_and_a_third_finds_them_there() {
    let lab = Lab::new();
    let systems = ["majority", "joint-bilstm"];
    let one = lab.request(DataSet::Circa, "relaxed/matched/test", "one", &systems);
    let two = lab.request(DataSet::Circa, "relaxed/matched/test", "two", &systems);
    let (first, second) = (lab.run(&one).unwrap(), lab.run(&two).unwrap());
    assert_eq!(first.len(), 2);
    for (first, second) in first.iter().zip(&second) {
        assert!(!first.cached && first.value == second.value);
        assert_eq!(bytes(&first.folder), bytes(&second.folder));
    }
    assert!(first[1].value > first[0].value + 0.2, "{first:?}");
    let again = lab.run(&one).unwrap();
    assert!(again.iter().all(|run| run.cached) && again[1].value == first[1].value);
    let mut other = one.clone();
    other.seed = 9;
    assert!(lab.run(&other).unwrap().iter().all(|run| !run.cached));
    assert!(lab.run(&one).unwrap().iter().all(|run| run.cached), "another seed took its place");
}

#[test]
fn a_folder_has_a_line_for_each_row_and_measures_for_each_label() {
    let lab = Lab::new();
    let request = lab.request(DataSet::Circa, "strict/matched/test", "out", &["circa/majority"]);
    let run = lab.run(&request).unwrap().remove(0);
    let folder = Folder::open(&run.folder).unwrap();
    let lines: Vec<_> = folder.lines().unwrap().map(Result::unwrap).collect();
    assert_eq!(lines.len(), folder.config.data.count);
    assert_eq!(lines[0].prediction.as_deref(), Some("Yes"));
    assert!(lines[0].given.contains_key("answer"));
    let right = lines.iter().filter(|line| line.scores["accuracy"] == 1.0).count();
    let metrics = &folder.metrics;
    assert_eq!(metrics.measures["accuracy"].value, right as f64 / lines.len() as f64);
    for name in ["macro-F1", "F1.yes", "F1.no", "F1.probably-no", "accuracy.dev"] {
        assert!(metrics.measures.contains_key(name), "{name}");
    }
    assert_eq!((metrics.main.as_str(), metrics.failed), ("accuracy", 0));
}

#[test]
fn the_unmatched_setting_leaves_each_scenario_out_once() {
    let lab = Lab::new();
    let request =
        lab.request(DataSet::Circa, "relaxed/unmatched/test", "out", &["majority", "joint-bilstm"]);
    let runs = lab.run(&request).unwrap();
    let folder = Folder::open(&runs[1].folder).unwrap();
    assert_eq!(folder.config.data.count, 200);
    let measures = &folder.metrics.measures;
    assert_eq!(measures["accuracy.sd"].n, 2);
    assert!(measures["accuracy.min"].value <= measures["accuracy"].value);
    assert_eq!(measures["accuracy"].by["scenario"].len(), 2);
}

#[test]
fn calls_of_one_session_read_the_texts_of_a_data_set_once() {
    let lab = Lab::new();
    let mut session = Session::new(&lab.registry);
    let mut reads = |split: &str, results: &str| {
        let request = lab.request(DataSet::Circa, split, results, &["joint-bilstm"]);
        let mut read = 0;
        let runs = session.run(&request, &mut |progress| {
            read += usize::from(progress.doing == "reading texts");
            ControlFlow::Continue(())
        });
        (read, runs.unwrap().finished.remove(0).folder)
    };
    assert!(reads("relaxed/matched/test", "one").0 > 0);
    let (read, shared) = reads("strict/matched/test", "one");
    assert_eq!(read, 0);
    let alone = lab.request(DataSet::Circa, "strict/matched/test", "two", &["joint-bilstm"]);
    assert_eq!(bytes(&shared), bytes(&lab.run(&alone).unwrap()[0].folder));
}

#[test]
fn every_task_of_pragmeval_at_hand_gets_a_folder() {
    let lab = Lab::new();
    let request = lab.request(DataSet::PragmEval, "dev", "out", &["majority", "cbow"]);
    let runs = lab.run(&request).unwrap();
    let splits: Vec<&str> = runs.iter().map(|run| run.split.as_str()).collect();
    assert_eq!(splits, ["PDTB/dev", "Verifiability/dev", "PDTB/dev", "Verifiability/dev"]);
    assert!(runs[2].value > runs[0].value && runs[3].value > runs[1].value, "{runs:?}");
    let one = lab.request(DataSet::PragmEval, "PDTB/dev", "out", &["cbow"]);
    assert!(lab.run(&one).unwrap()[0].cached, "a task alone is the same run");
}

#[test]
fn what_was_finished_before_a_stop_is_kept_and_the_rest_is_made_later() {
    let lab = Lab::new();
    let request =
        lab.request(DataSet::Circa, "relaxed/matched/test", "out", &["majority", "joint-bilstm"]);
    let stop = &mut |progress: &Progress| match progress.runs {
        0 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    let stopped = Session::new(&lab.registry).run(&request, stop);
    assert!(matches!(stopped, Err(Error::Stopped)));
    let folder = lab.path("out/circa.relaxed--matched--test/published--circa--majority");
    assert!(folder.join(METRICS).is_file() && folder.join(TURNS).is_file());
    let cached: Vec<bool> = lab.run(&request).unwrap().iter().map(|run| run.cached).collect();
    assert_eq!(cached, [true, false]);
}

#[test]
fn a_finished_run_whose_lines_were_cut_or_taken_away_is_made_again() {
    let lab = Lab::new();
    let split = "relaxed/matched/test";
    let request = lab.request(DataSet::Circa, split, "out", &["majority"]);
    let turns = lab.run(&request).unwrap()[0].folder.join(TURNS);
    let whole = fs::read_to_string(&turns).unwrap();
    let without_last = whole.trim_end().rfind('\n').unwrap() + 1;
    for cut in [whole.len() - 1, without_last, 0] {
        fs::write(&turns, &whole[..cut]).unwrap();
        assert!(!lab.run(&request).unwrap()[0].cached, "{cut}");
        assert_eq!(fs::read_to_string(&turns).unwrap(), whole);
    }
    fs::remove_file(&turns).unwrap();
    assert!(!lab.run(&request).unwrap()[0].cached);
    assert!(lab.run(&request).unwrap()[0].cached);
}

#[test]
fn what_is_not_here_is_an_error_where_it_was_named_and_passed_over_where_not() {
    let lab = Lab::new();
    let split = "relaxed/matched/test";
    let all = lab.run(&lab.request(DataSet::Circa, split, "out", &[])).unwrap();
    let names: Vec<&str> = all.iter().map(|run| run.system.as_str()).collect();
    assert_eq!(names, ["published/circa/majority", "published/circa/joint-bilstm"]);
    let wrong = |system: &str, split: &str| {
        lab.run(&lab.request(DataSet::Circa, split, "out", &[system])).unwrap_err().to_string()
    };
    assert!(wrong("joint", split).starts_with("circa/joint cannot be run on Circa"));
    assert!(wrong("nothing", split).starts_with("there is no system 'nothing' for Circa"));
    assert!(wrong("majority", "matched/test").contains("no system can be tested on it"));
    assert!(wrong("majority", "relaxed/matched/train").contains("no system can be tested on it"));
    let other = lab.run(&lab.request(DataSet::PragmEval, "train", "out", &[])).unwrap_err();
    assert!(other.to_string().contains("dev and test"), "{other}");
    let lost = Request::new(DataSet::Circa, &lab.path("nowhere"), split, &lab.path("out"));
    assert!(matches!(lab.run(&lost), Err(Error::Data(_))));
}

#[test]
fn systems_that_lack_something_are_named_and_what_is_damaged_fails_no_other() {
    let lab = Lab::new();
    fs::create_dir_all(lab.path("data/nli")).unwrap();
    fs::write(lab.path("data/nli/nli_snli_devtest.tar.zst"), "no archive").unwrap();
    let here = lab.path("vectors.txt").display().to_string();
    let request = Request {
        encoder: Some(here),
        ..lab.request(DataSet::Circa, "relaxed/matched/test", "out", &[])
    };
    let outcome = lab.outcome(&request).unwrap();
    let names: Vec<&str> = outcome.finished.iter().map(|run| run.system.as_str()).collect();
    assert_eq!(names, ["published/circa/majority", "published/circa/joint-bilstm"]);
    let failed: Vec<String> = outcome.failed.iter().map(ToString::to_string).collect();
    let nli = failed.iter().find(|told| told.starts_with("circa/nli on ")).unwrap();
    assert!(nli.contains("cut off or damaged"), "{nli}");
    assert!(failed.iter().any(|told| told.starts_with("circa/joint on ")), "{failed:?}");
    let lacking: Vec<String> = outcome.passed_over.iter().map(ToString::to_string).collect();
    assert!(lacking.iter().any(|told| told.starts_with("circa/boolq on ")), "{lacking:?}");
    assert!(lacking.iter().any(|told| told.starts_with("circa/grice on ")), "{lacking:?}");
}

#[test]
fn a_task_that_is_cut_off_does_not_keep_the_others_from_being_run() {
    let lab = Lab::new();
    let file = lab.path("data/pragmeval/PDTB/train.tsv");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, &text[..text.len() - 7]).unwrap();
    let request = lab.request(DataSet::PragmEval, "dev", "out", &["majority"]);
    let outcome = lab.outcome(&request).unwrap();
    let splits: Vec<&str> = outcome.finished.iter().map(|run| run.split.as_str()).collect();
    assert_eq!(splits, ["Verifiability/dev"]);
    assert_eq!((outcome.failed.len(), outcome.failed[0].split.as_str()), (1, "PDTB/dev"));
    assert!(outcome.failed[0].error.to_string().contains("cut off"));
    let one = lab.request(DataSet::PragmEval, "PDTB/dev", "out", &["majority"]);
    assert!(matches!(lab.outcome(&one), Err(Error::Data(_))));
}

#[test]
fn a_limit_draws_rows_by_the_seed() {
    let lab = Lab::new();
    let drawn = |seed: u64, split: &str| {
        let request = Request {
            limit: Some(12),
            seed,
            ..lab.request(DataSet::Circa, split, "out", &["majority"])
        };
        let folder = Folder::open(&lab.run(&request).unwrap()[0].folder).unwrap();
        let ids: Vec<String> = folder.lines().unwrap().map(|line| line.unwrap().id).collect();
        assert_eq!(ids.len(), 12);
        ids
    };
    for split in ["relaxed/matched/test", "relaxed/unmatched/test"] {
        assert_eq!(drawn(1, split), drawn(1, split));
        assert_ne!(drawn(1, split), drawn(2, split));
    }
    let numbers: Vec<usize> =
        drawn(1, "relaxed/matched/test").iter().map(|id| id.parse().unwrap()).collect();
    assert!(numbers.is_sorted(), "the order is the file's");
}

#[test]
fn the_share_that_is_done_never_falls_and_ends_at_one() {
    let lab = Lab::new();
    let request = lab.request(DataSet::PragmEval, "dev", "out", &["majority", "cbow", "bilstm"]);
    let mut shares = Vec::new();
    let outcome = Session::new(&lab.registry).run(&request, &mut |progress| {
        shares.push(progress.share);
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.unwrap().finished.len(), 6);
    assert!(shares.is_sorted() && shares[0] < 0.5, "{shares:?}");
    assert!((shares.last().unwrap() - 1.0).abs() < 1e-9, "{shares:?}");
}
