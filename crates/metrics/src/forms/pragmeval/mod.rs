//! PragmEval (Sileo et al., LREC 2022): eleven data sets on the use of language. There is no
//! scorer; this follows the caption of the paper's table 2.
//!
//! - A task is scored by accuracy, SwitchBoard and MRDA by macro-F1 over the labels that occur in
//!   the gold or the run, as scikit-learn's default is.
//! - A data set with several tasks counts with their mean, and the benchmark's score is the mean
//!   of the eleven data sets. It is given only where all of them were scored.
//! - Labels are compared as they stand, without white space around them.

mod run;
mod tasks;
mod truth;

use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::forms::labelled::{Labelled, labelled};
use crate::forms::{Mapping, Unknown};
use crate::report::{Counted, Measure, Report, Score, Turn};
use run::Given;
use tasks::{DATA_SETS, by_macro_f1};
use truth::{Task, Truth};

/// A part of every task's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// `train.tsv`
    Train,
    /// `dev.tsv`
    Dev,
    /// `test.tsv`
    Test,
}

impl Split {
    const ALL: [Split; 3] = [Split::Train, Split::Dev, Split::Test];

    fn file(self) -> &'static str {
        match self {
            Split::Train => "train.tsv",
            Split::Dev => "dev.tsv",
            Split::Test => "test.tsv",
        }
    }
}

impl FromStr for Split {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let named = |split: &Split| split.file().strip_suffix(".tsv") == Some(text);
        let found = Split::ALL.into_iter().find(named);
        found.ok_or_else(|| format!("'{text}' is no split; they are train, dev and test"))
    }
}

/// How a run is scored.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The part that is scored, where the truth is a folder. Without it, test where every task has
    /// one, else dev.
    pub split: Option<Split>,
    /// Fields that have other names than usual: `id`, `label`.
    pub mapping: Mapping,
    /// What to do with tasks and rows the truth does not have.
    pub unknown: Unknown,
}

const OTHER_TASK: &str = "the row is of another task";
const NOT_RUN: &str = "the run has no labels for the task";

/// A task, the run's labels, and how they compare.
struct Scored<'t> {
    task: &'t Task,
    given: Option<Given>,
    compared: Option<Labelled>,
}

/// Scores a run, a file or a folder of files named after the tasks, against one task or all.
pub fn score(truth: &Path, run: &Path, options: &Options) -> Result<Report> {
    options.mapping.check(&["id", "label"]).map_err(Error::Asked)?;
    let Truth { tasks, single } = truth::read(truth, options.split)?;
    let (files, mut ignored) = if run.is_dir() {
        run::files(run, truth, &tasks, options.unknown)?
    } else if tasks.len() > 1 {
        return Err(Error::Asked(format!(
            "{} has {} tasks, {} is one file: give a folder with a file for each task, as {}.tsv",
            truth.display(),
            tasks.len(),
            run.display(),
            tasks[0].name
        )));
    } else {
        (vec![Some(run.to_owned())], Vec::new())
    };
    let scored: Vec<Scored<'_>> = tasks
        .iter()
        .zip(&files)
        .map(|(task, file)| compare(task, file.as_ref(), options))
        .collect::<Result<_>>()?;
    let given = scored.iter().filter_map(|scored| scored.given.as_ref());
    let unknown: usize = given.clone().map(|given| given.unknown).sum();
    if unknown > 0 {
        let why = "the truth does not have the row".to_owned();
        ignored.push(Counted { why, turns: unknown });
    }
    let mut report = Report {
        in_truth: tasks.iter().map(|task| task.gold.len()).sum(),
        in_run: given.map(|given| given.labels.len() + given.unknown).sum(),
        turns: tasks.iter().flat_map(|task| turns(task, single)).collect(),
        ignored,
        ..Report::new("pragmeval", truth, run)
    };
    match (single, &scored[..]) {
        (true, [one]) => one_task(&mut report, one),
        _ => benchmark(&mut report, &scored),
    }
    Ok(report)
}

fn compare<'t>(task: &'t Task, file: Option<&PathBuf>, options: &Options) -> Result<Scored<'t>> {
    let read = |file: &PathBuf| run::read(file, task, &options.mapping, options.unknown);
    let given = file.map(read).transpose()?;
    let compared = given.as_ref().and_then(|given| {
        let gold = task.gold.iter().map(String::as_str);
        let pairs: Vec<(&str, &str)> = gold.zip(given.labels.iter().map(String::as_str)).collect();
        let labels: Vec<&str> = task.labels.iter().map(String::as_str).collect();
        labelled(&task.name, &pairs, &labels)
    });
    Ok(Scored { task, given, compared })
}

fn turns(task: &Task, single: bool) -> impl Iterator<Item = Turn> + '_ {
    task.gold.iter().enumerate().map(move |(row, label)| {
        let id = if single { row.to_string() } else { format!("{}/{row}", task.name) };
        Turn::new(id).group("topic", &*task.name).group("label", &**label)
    })
}

impl Scored<'_> {
    /// Each row's score.
    fn rows(&self) -> Vec<Score> {
        match &self.given {
            None => vec![Err(NOT_RUN); self.task.gold.len()],
            Some(given) => {
                let pairs = self.task.gold.iter().zip(&given.labels);
                pairs.map(|(gold, given)| Ok(f64::from(u8::from(gold == given)))).collect()
            }
        }
    }

    fn macro_f1(&self, name: String) -> Measure {
        let value = self.compared.as_ref().map(|compared| compared.macro_f1);
        Measure::whole(name, value, value.map_or(0, |_| self.task.gold.len()))
    }
}

fn one_task(report: &mut Report, scored: &Scored<'_>) {
    report.measures.push(Measure::mean("accuracy", scored.rows()));
    report.measures.push(scored.macro_f1("macro-F1".into()));
    let measure = if by_macro_f1(&scored.task.name) { "macro-F1" } else { "accuracy" };
    report.notes.push(format!("PragmEval scores {} by {measure}.", scored.task.name));
    report.labels.extend(scored.compared.as_ref().map(|compared| compared.table.clone()));
}

fn benchmark(report: &mut Report, scored: &[Scored<'_>]) {
    let mut values: Vec<(&str, Option<f64>)> = Vec::new();
    for (place, one) in scored.iter().enumerate() {
        let name = &one.task.name;
        let cells = scored.iter().enumerate().flat_map(|(other, scored)| match other == place {
            true => scored.rows(),
            false => vec![Err(OTHER_TASK); scored.task.gold.len()],
        });
        let accuracy = Measure::mean(format!("{name} accuracy"), cells);
        let mut value = accuracy.value;
        if by_macro_f1(name) {
            let macro_f1 = one.macro_f1(format!("{name} macro-F1"));
            value = macro_f1.value;
            report.measures.push(Measure { left_out: accuracy.left_out.clone(), ..macro_f1 });
        }
        report.measures.push(accuracy);
        values.push((name, value));
    }
    averages(report, &values, scored);
    let split = scored.first().and_then(|one| one.task.file.file_name());
    if let Some(file) = split {
        report.notes.push(format!("Scored against each task's {}.", file.display()));
    }
}

/// The means of data sets with several tasks, and of the data sets.
fn averages(report: &mut Report, values: &[(&str, Option<f64>)], scored: &[Scored<'_>]) {
    let mut means = Vec::new();
    let mut missing = Vec::new();
    for set in &DATA_SETS {
        let place =
            |task: &str| values.iter().position(|(name, _)| name.eq_ignore_ascii_case(task));
        let of_task = |task: &&str| place(task).and_then(|place| values[place].1);
        missing.extend(set.tasks.iter().filter(|task| of_task(task).is_none()).copied());
        let found: Option<Vec<f64>> = set.tasks.iter().map(of_task).collect();
        let Some(found) = found else { continue };
        let mean = found.iter().sum::<f64>() / found.len() as f64;
        means.push(mean);
        if set.tasks.len() > 1 {
            let places = set.tasks.iter().filter_map(|task| place(task));
            let rows = places.map(|place| scored[place].task.gold.len()).sum();
            let name = format!("{} (mean of {} tasks)", set.name, set.tasks.len());
            report.measures.push(Measure::whole(name, Some(mean), rows));
        }
    }
    if missing.is_empty() {
        let mean = means.iter().sum::<f64>() / means.len() as f64;
        let rows = scored.iter().map(|scored| scored.task.gold.len()).sum();
        report.measures.push(Measure::whole("PragmEval", Some(mean), rows));
    } else {
        report.notes.push(format!(
            "No score of PragmEval, which is over all of its data sets: {} is not there.",
            missing.join(", ")
        ));
    }
}
