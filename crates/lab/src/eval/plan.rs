//! What `grice eval all` runs: every data set at hand with the systems that say something about it.

use std::path::Path;

use grice_engine::System;
use grice_train::Kind as Learner;

use super::build::{BUILD, build};
use super::names::{HUMAN, READER};
use super::results::{self, Folder, TIMING, Timing};
use super::used;
use crate::data::pragmeval::TASKS;
use crate::data::{DataSet, Error as DataError, Kind};
use crate::labels::{self, LabelSystem, Method};

/// What a plan is made of.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The folder with the data sets.
    pub dir: &'a Path,
    /// The results directory.
    pub results: &'a Path,
    /// The most turns or rows of a split; none for what each data set has by itself.
    pub limit: Option<usize>,
    /// Whether every turn is taken.
    pub full: bool,
    /// Whether there is an endpoint to ask.
    pub endpoint: bool,
    /// The seed.
    pub seed: u64,
}

/// A system on a split.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedRun {
    /// Its name.
    pub system: String,
    /// How long it takes, about.
    pub seconds: f64,
    /// Whether this build has finished it before.
    pub done: bool,
}

/// Runs of one split.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The data set.
    pub data: DataSet,
    /// The split.
    pub split: String,
    /// The systems.
    pub runs: Vec<PlannedRun>,
    /// Whether they label rows.
    pub labels: bool,
    /// The most turns; none for all.
    pub limit: Option<usize>,
}

impl Planned {
    /// How long what is not finished takes, about.
    pub fn seconds(&self) -> f64 {
        self.runs.iter().filter(|run| !run.done).map(|run| run.seconds).sum()
    }
}

/// A data set that is not run, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotPlanned {
    /// The data set.
    pub data: DataSet,
    /// Why.
    pub why: String,
    /// Whether its files are there and cannot be read.
    pub damaged: bool,
}

/// All that is run and all that is not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Runs.
    pub runs: Vec<Planned>,
    /// Data sets without runs.
    pub not: Vec<NotPlanned>,
}

impl Plan {
    /// How long what is not finished takes, about.
    pub fn seconds(&self) -> f64 {
        self.runs.iter().map(Planned::seconds).sum()
    }
}

/// The splits of a data set in the order in which they are preferred: an official test set, then what no model of
/// Grice's was trained on, then the rest, whose rows say that they were learned from.
fn splits(data: DataSet) -> &'static [&'static str] {
    match data {
        DataSet::Qrecc => &["test", "held-out"],
        DataSet::Scai => &["test", "train", "toy"],
        DataSet::TopiOcqa => &["dev", "held-out"],
        DataSet::PragmatiCqa => &["test", "held-out"],
        DataSet::Canard => &["test", "held-out", "dev"],
        DataSet::Cast2019 | DataSet::Cast2020 => &["test"],
        DataSet::Squad => &["held-out", "dev"],
        DataSet::Coqa => &["held-out", "dev", "sample"],
        DataSet::Quac => &["dev", "sample"],
        DataSet::BoolQ => &["held-out", "dev", "labelled"],
        DataSet::AbgCoqa => &["test", "held-out", "dev"],
        DataSet::Circa | DataSet::PragmEval => &[],
    }
}

/// The most turns a run takes where no limit is named, and the seconds of a turn on two cores.
fn measure(data: DataSet) -> (usize, f64) {
    match data {
        DataSet::TopiOcqa => (150, 0.35),
        DataSet::PragmatiCqa => (200, 0.12),
        DataSet::Qrecc | DataSet::Scai | DataSet::Canard => (500, 0.02),
        DataSet::Cast2019 | DataSet::Cast2020 => (500, 0.02),
        _ => (200, 0.12),
    }
}

/// The seconds of a labelling system on two cores, where the machine is free. What an encoder reads for the first split
/// is there for the others.
fn labelling(data: DataSet, split: &str, system: &LabelSystem) -> f64 {
    let unmatched = split.contains("unmatched");
    let first = split.starts_with("relaxed/matched");
    let learned_first = system.file.first.is_some();
    let kind = system.file.learner.as_ref().map(|learner| learner.kind);
    match (data, system.file.method, kind) {
        (_, Method::Majority, _) => 2.0,
        (DataSet::Circa, Method::Shipped, _) => 20.0,
        (DataSet::Circa, _, Some(Learner::Linear)) if unmatched => 60.0,
        // What is learned first was read for the systems that learn nothing else.
        (DataSet::Circa, Method::Learned, Some(Learner::Linear)) if learned_first => 30.0,
        (DataSet::Circa, _, Some(Learner::Linear)) if first => 250.0,
        (DataSet::Circa, _, Some(Learner::Bilstm)) => 100.0,
        (DataSet::Circa, ..) => 15.0,
        (_, Method::Shipped, _) => 180.0,
        (_, _, Some(Learner::Linear)) if learned_first => 120.0,
        (_, _, Some(Learner::Linear)) => 600.0,
        (_, _, Some(Learner::Bilstm)) => 700.0,
        _ => 60.0,
    }
}

/// Names of the conversational systems that Grice carries inside, without those that ask an endpoint.
fn systems() -> Vec<(&'static str, System)> {
    System::embedded()
        .filter_map(|(name, text)| Some((name, System::parse(name, text).ok()?)))
        .filter(|(name, system)| !used::asks_an_endpoint(system) && *name != "generator")
        .collect()
}

fn systems_for(data: DataSet, endpoint: bool) -> Vec<String> {
    let rewriting = matches!(
        data,
        DataSet::Qrecc | DataSet::Scai | DataSet::Canard | DataSet::Cast2019 | DataSet::Cast2020
    );
    let conversational = matches!(data, DataSet::TopiOcqa | DataSet::PragmatiCqa);
    let fits = |(name, system): &(&str, System)| {
        let published = system.published.is_some();
        let cites =
            |paper: &str| system.published.as_ref().is_some_and(|p| p.cites.contains(paper));
        match () {
            () if rewriting => *name != "fast" && (!published || cites("SCAI")),
            () if conversational => {
                !published || !system.published.as_ref().is_some_and(|p| p.human_rewrites)
            }
            () => !published,
        }
    };
    let mut names: Vec<String> =
        systems().iter().filter(|one| fits(one)).map(|(name, _)| (*name).to_owned()).collect();
    if rewriting {
        names.push(HUMAN.to_owned());
    }
    if !rewriting && data != DataSet::PragmatiCqa {
        names.push(READER.to_owned());
    }
    if endpoint {
        let asking = match data {
            DataSet::TopiOcqa | DataSet::PragmatiCqa => Some("published/closed-book"),
            DataSet::Qrecc | DataSet::Scai => Some("published/gpt3"),
            _ => None,
        };
        names.extend(asking.map(str::to_owned));
    }
    names
}

/// Makes the plan: what the files allow.
pub fn make(wanted: &Wanted<'_>) -> Plan {
    let mut plan = Plan::default();
    for data in DataSet::ALL {
        match labels::splits(data) {
            [] => match at_hand(data, wanted.dir) {
                Ok(split) => plan.runs.push(answering(wanted, data, split)),
                Err(why) => plan.not.push(why),
            },
            splits => match first_row(data, wanted.dir) {
                Ok(()) => {
                    plan.runs.extend(splits.iter().map(|split| labels_of(wanted, data, split)));
                }
                Err(why) => plan.not.push(why),
            },
        }
    }
    plan
}

fn answering(wanted: &Wanted<'_>, data: DataSet, split: &str) -> Planned {
    let (most, each) = measure(data);
    let limit = wanted.limit.or(Some(most)).filter(|_| !wanted.full);
    let turns = limit.unwrap_or(most) as f64;
    let run = |system: String| {
        let past = [limit, None]
            .into_iter()
            .find_map(|limit| Past::of(wanted, data, split, &system, limit));
        let seconds = past.as_ref().map_or(turns * each, |past| turns / past.per_second);
        // A run of all turns stands for a limited one where there are no more.
        let done = past.is_some_and(|past| {
            past.done && (past.limit == limit || limit.is_some_and(|limit| past.count <= limit))
        });
        PlannedRun { system, seconds, done }
    };
    let runs = systems_for(data, wanted.endpoint).into_iter().map(run).collect();
    Planned { data, split: split.to_owned(), runs, labels: false, limit }
}

fn labels_of(wanted: &Wanted<'_>, data: DataSet, split: &str) -> Planned {
    let limit = wanted.limit.filter(|_| !wanted.full);
    let splits: Vec<String> = match data {
        DataSet::PragmEval => {
            let of_task = TASKS.iter().map(|task| format!("{}/{split}", task.name));
            of_task.filter(|split| data.rows(wanted.dir, split).is_ok()).collect()
        }
        _ => vec![split.to_owned()],
    };
    let run = |name: &'static str| {
        let system = format!("published/{name}");
        let past = |split: &String| Past::of(wanted, data, split, &system, limit);
        let past: Option<Vec<Past>> = splits.iter().map(past).collect();
        let guess = || labels::system(data, name).map_or(0.0, |one| labelling(data, split, &one));
        let seconds =
            past.as_ref().map_or_else(guess, |past| past.iter().map(|past| past.seconds).sum());
        let done = past.is_some_and(|past| past.iter().all(|past| past.done));
        PlannedRun { system: name.to_owned(), seconds, done }
    };
    let runs = labels::systems_of(data, split).into_iter().map(run).collect();
    Planned { data, split: split.to_owned(), runs, labels: true, limit }
}

fn first_row(data: DataSet, dir: &Path) -> Result<(), NotPlanned> {
    match data.rows(dir, first_rows(data)).map(|mut rows| rows.next()) {
        Ok(Some(Ok(_))) => Ok(()),
        Ok(Some(Err(error))) | Err(error) => Err(not(data, &error)),
        Ok(None) => Err(NotPlanned { data, why: "the file is empty".to_owned(), damaged: true }),
    }
}

fn first_rows(data: DataSet) -> &'static str {
    match data {
        DataSet::PragmEval => "dev",
        _ => "all",
    }
}

/// The first split whose file is there and can be read.
fn at_hand(data: DataSet, dir: &Path) -> Result<&'static str, NotPlanned> {
    let mut missing = None;
    for split in splits(data) {
        let first = match data.kind() {
            Kind::Conversations => {
                data.turns(dir, split).map(|mut turns| turns.next().map(|t| t.map(|_| ())))
            }
            Kind::Rows => data.rows(dir, split).map(|mut rows| rows.next().map(|r| r.map(|_| ()))),
        };
        match first {
            Ok(Some(Ok(()))) => return Ok(split),
            Ok(None) => {}
            Ok(Some(Err(error))) | Err(error) => {
                let why = not(data, &error);
                if why.damaged {
                    return Err(why);
                }
                missing.get_or_insert(why);
            }
        }
    }
    Err(missing.unwrap_or(NotPlanned {
        data,
        why: "no split has a turn".to_owned(),
        damaged: false,
    }))
}

fn not(data: DataSet, error: &DataError) -> NotPlanned {
    let absent = matches!(error, DataError::Missing { .. } | DataError::OtherKind { .. });
    let why = match absent {
        true => "its files are not there".to_owned(),
        false => error.to_string(),
    };
    NotPlanned { data, why, damaged: !absent }
}

/// What an earlier run left.
struct Past {
    seconds: f64,
    per_second: f64,
    count: usize,
    limit: Option<usize>,
    /// Whether this build made it, and nothing of it failed.
    done: bool,
}

impl Past {
    fn of(
        wanted: &Wanted<'_>,
        data: DataSet,
        split: &str,
        system: &str,
        limit: Option<usize>,
    ) -> Option<Past> {
        let turns = results::data_folder(data.name(), split, limit, wanted.seed);
        let path = wanted.results.join(turns).join(results::folder_name(system));
        let timing: Timing =
            serde_json::from_slice(&std::fs::read(path.join(TIMING)).ok()?).ok()?;
        let folder = Folder::open(&path).ok()?;
        let whole = folder.is_whole();
        let Folder { config, metrics, .. } = folder;
        let same = config.versions.get(BUILD).is_some_and(|other| other == build());
        Some(Past {
            seconds: timing.seconds,
            per_second: timing.per_second.max(1e-3),
            count: config.data.count,
            limit,
            done: same && whole && metrics.failed == 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_sets_that_are_not_there_are_told_and_those_that_are_damaged_too() {
        let folder = tempfile::tempdir().unwrap();
        let wanted = Wanted {
            dir: folder.path(),
            results: folder.path(),
            limit: None,
            full: false,
            endpoint: false,
            seed: 1,
        };
        let plan = make(&wanted);
        assert!(plan.runs.is_empty());
        assert!(plan.not.iter().all(|not| !not.damaged), "{:?}", plan.not);
        std::fs::write(folder.path().join("topiocqa_dev.json"), "[{\"Conversation_no\": 1, \"Tu")
            .unwrap();
        let plan = make(&wanted);
        let not = plan.not.iter().find(|not| not.data == DataSet::TopiOcqa).unwrap();
        assert!(not.damaged, "{not:?}");
    }

    #[test]
    fn what_no_model_was_trained_on_is_preferred_to_what_one_was() {
        let before = |data: DataSet, one: &str, other: &str| {
            let place = |split: &str| splits(data).iter().position(|name| *name == split).unwrap();
            assert!(place(one) < place(other), "{data}: {one}");
        };
        before(DataSet::Canard, "held-out", "dev");
        before(DataSet::Squad, "held-out", "dev");
        before(DataSet::Coqa, "held-out", "sample");
        before(DataSet::BoolQ, "held-out", "labelled");
        before(DataSet::AbgCoqa, "held-out", "dev");
        for data in DataSet::ALL {
            assert!(splits(data).iter().all(|split| data.splits().contains(split)), "{data}");
        }
    }

    #[test]
    fn rewriters_are_compared_on_rewrites_and_no_plan_waits_for_an_endpoint_unasked() {
        let names = systems_for(DataSet::Qrecc, false);
        assert!(
            names.contains(&"published/rachael".to_owned()) && names.contains(&HUMAN.to_owned())
        );
        assert!(!names.iter().any(|name| name.contains("fid")));
        let names = systems_for(DataSet::TopiOcqa, false);
        assert!(names.contains(&"published/dpr-fid-all-history".to_owned()));
        assert!(!names.contains(&"published/rali-qa".to_owned()));
        assert!(!names.contains(&"published/closed-book".to_owned()));
    }

    #[test]
    fn what_comes_with_its_passage_is_also_read_and_not_only_searched_for() {
        let read = |data| systems_for(data, false).contains(&READER.to_owned());
        assert!(read(DataSet::Squad) && read(DataSet::BoolQ) && read(DataSet::TopiOcqa));
        assert!(!read(DataSet::Qrecc) && !read(DataSet::PragmatiCqa));
    }

    #[test]
    fn an_endpoint_is_asked_as_each_paper_asked_its_own() {
        let asks = |data, name: &str| systems_for(data, true).contains(&name.to_owned());
        assert!(asks(DataSet::Scai, "published/gpt3") && asks(DataSet::Qrecc, "published/gpt3"));
        assert!(asks(DataSet::TopiOcqa, "published/closed-book"));
        assert!(!asks(DataSet::TopiOcqa, "published/gpt3"));
        assert!(!asks(DataSet::Canard, "published/gpt3"));
    }

    #[test]
    fn a_bilstm_that_is_no_row_of_the_paper_is_not_trained_ten_times() {
        let named =
            |split| labels::systems_of(DataSet::Circa, split).contains(&"circa/joint-bilstm");
        assert!(named("relaxed/matched/test") && !named("strict/unmatched/test"));
        assert!(labels::systems_of(DataSet::PragmEval, "dev").contains(&"pragmeval/bilstm"));
    }

    #[test]
    fn what_this_build_has_finished_takes_no_time_and_what_another_has_takes_as_long() {
        let folder = tempfile::tempdir().unwrap();
        let circa = "id\tcontext\tquestion-X\tcanquestion-X\tanswer-Y\tjudgements\tgoldstandard1\tgoldstandard2\n\
                     1\tc\tq?\ts\ta\tYes#Yes#Yes#Yes#Yes\tYes\tYes\n";
        std::fs::write(folder.path().join("circa-data.tsv"), circa).unwrap();
        let results = folder.path().join("results");
        let wanted = Wanted {
            dir: folder.path(),
            results: &results,
            limit: None,
            full: false,
            endpoint: false,
            seed: 1,
        };
        let joint = || {
            let plan = make(&wanted);
            let split = plan.runs.iter().find(|run| run.split == "relaxed/matched/test").unwrap();
            split.runs.iter().find(|run| run.system == "circa/joint").unwrap().clone()
        };
        assert_eq!((joint().seconds, joint().done), (250.0, false));
        let path = results.join("circa.relaxed--matched--test/published--circa--joint");
        std::fs::create_dir_all(&path).unwrap();
        let put = |name: &str, value: &dyn Fn() -> String| {
            std::fs::write(path.join(name), value()).unwrap();
        };
        let timing = Timing { seconds: 77.0, ..Timing::default() };
        put(TIMING, &|| serde_json::to_string(&timing).unwrap());
        put("metrics.json", &|| "{\"measures\": {}}".to_owned());
        put("turns.jsonl", &String::new);
        for (made_by, done) in [("another", false), (build(), true)] {
            let mut config = results::Config::default();
            config.versions.insert(BUILD.to_owned(), made_by.to_owned());
            put("config.json", &|| serde_json::to_string(&config).unwrap());
            assert_eq!((joint().seconds, joint().done), (77.0, done), "{made_by}");
        }
        put("turns.jsonl", &|| "{}\n".to_owned());
        assert!(!joint().done, "it has other lines than rows");
        put("turns.jsonl", &String::new);
        let plan = make(&wanted);
        let all: f64 = plan.runs.iter().flat_map(|run| &run.runs).map(|run| run.seconds).sum();
        assert!((all - plan.seconds() - 77.0).abs() < 1e-6);
    }
}
