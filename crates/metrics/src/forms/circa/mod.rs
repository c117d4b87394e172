//! Circa (Louis, Roth and Radlinski, EMNLP 2020): what an indirect answer to a yes/no question
//! means. The paper has no scorer; this follows its sections 3.5, 4 and 6.
//!
//! - Gold is the label at least three of the five judges gave. For the relaxed task their labels
//!   are relaxed before the vote: *probably yes* is *yes*, *probably no* is *no*, *not sure* is
//!   *in the middle*.
//! - The strict task has six labels, the relaxed one four: pairs without a majority, and those
//!   whose gold is *other* or (strict) *not sure*, are left out. A run that gives such a label is
//!   wrong there.
//! - Where a run gives strict labels only, the relaxed ones follow from them.
//! - Macro-F1, which the paper does not report, is over the task's labels that occur in the gold
//!   or the run.
//! - Pairs the run lacks are wrong, unless [`Options::only_run`].

mod label;
mod run;
mod truth;

use std::path::Path;

use crate::error::{Error, Result};
use crate::forms::labelled::labelled;
use crate::forms::{Mapping, Unknown};
use crate::report::{Measure, Report, Score, Turn, count};
use crate::source::Source;
use crate::turn_key::Keyed;
use label::{Label, RELAXED, STRICT};
use run::Given;
use truth::{Gold, Truth};

/// How a run is scored.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Score only the pairs the run has, as for the test part of a split.
    pub only_run: bool,
    /// Fields that have other names than usual: `id`, `label`, `relaxed`.
    pub mapping: Mapping,
    /// What to do with pairs the truth does not have.
    pub unknown: Unknown,
}

/// A score over the scenarios: what the paper reports of its unmatched setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The scenarios.
    pub scenarios: usize,
    /// The mean of their scores.
    pub mean: f64,
    /// The standard deviation of their scores, over n − 1.
    pub sd: f64,
    /// The lowest score.
    pub min: f64,
    /// The highest score.
    pub max: f64,
}

/// One of the two tasks on the data.
struct Task {
    name: &'static str,
    labels: &'static [Label],
    gold: fn(&Gold) -> Option<Label>,
    given: fn(&Given) -> Option<Label>,
}

const TASKS: [Task; 2] = [
    Task { name: "strict", labels: &STRICT, gold: |gold| gold.strict, given: Given::strict },
    Task { name: "relaxed", labels: &RELAXED, gold: |gold| gold.relaxed, given: Given::relaxed },
];

const NOT_GIVEN: &str = "(no label)";

/// Scores a run against the data set's pairs.
pub fn score(truth: &Path, run: &Path, options: &Options) -> Result<Report> {
    options.mapping.check(&["id", "label", "relaxed"]).map_err(Error::Asked)?;
    let source = Source::read(truth)?;
    let Truth { pairs, notes } = truth::read(&source)?;
    let given = run::read(&Source::read(run)?, &options.mapping)?;
    let unknown = given.items.iter().map(|(id, _)| id.as_str()).filter(|id| !pairs.has(id));
    let ignored = options.unknown.check(truth, run, unknown, given.items.len())?;
    let mut report = Report {
        in_truth: pairs.items.len(),
        in_run: given.items.len(),
        turns: pairs.items.iter().map(|(id, pair)| turn(id, pair)).collect(),
        ignored,
        notes,
        ..Report::new("circa", truth, run)
    };
    for task in &TASKS {
        add(task, &mut report, &pairs, &given, options.only_run);
    }
    for task in &TASKS {
        let name = format!("{} accuracy", task.name);
        if let Some(spread) = unmatched(&report, &name) {
            report.notes.push(format!(
                "{name} over {} scenarios: mean {:.4}, sd {:.4}, min {:.4}, max {:.4}. This is the \
                 unmatched setting if each was labelled by a model that did not see it.",
                spread.scenarios, spread.mean, spread.sd, spread.min, spread.max
            ));
        }
    }
    Ok(report)
}

/// A measure over the scenarios; none where fewer than two of them were scored.
pub fn unmatched(report: &Report, measure: &str) -> Option<Spread> {
    let scenarios = report.by("topic").ok()?;
    let values = scenarios.iter().flat_map(|group| &group.measures);
    let values: Vec<f64> = values.filter(|m| m.name == measure).filter_map(|m| m.value).collect();
    if values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some(Spread {
        scenarios: values.len(),
        mean,
        sd: (squares / (values.len() - 1) as f64).sqrt(),
        min: values.iter().copied().fold(f64::INFINITY, f64::min),
        max: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    })
}

fn turn(id: &str, pair: &truth::Pair<'_>) -> Turn {
    let turn = Turn::new(id);
    match &pair.gold {
        Ok(gold) => {
            let strict = gold.strict.unwrap_or(Label::NoMajority);
            turn.group("topic", pair.scenario).group("label", strict.name())
        }
        Err(_) => turn,
    }
}

fn add(
    task: &Task,
    report: &mut Report,
    pairs: &Keyed<truth::Pair<'_>>,
    given: &Keyed<Given>,
    only_run: bool,
) {
    let mut compared: Vec<(&str, &str)> = Vec::new();
    let mut missing = Vec::new();
    let mut scores: Vec<Score> = Vec::with_capacity(pairs.items.len());
    for (id, pair) in &pairs.items {
        let label = gold(task, pair).and_then(|gold| match given.get(id) {
            Some(given) => {
                let label = (task.given)(given).ok_or("the run gives the pair no strict label")?;
                Ok((gold, label.name()))
            }
            None if only_run => Err("the run does not have the pair"),
            None => {
                missing.push("the run does not have the pair");
                Ok((gold, NOT_GIVEN))
            }
        });
        scores.push(label.map(|(gold, given)| {
            compared.push((gold.name(), given));
            f64::from(u8::from(gold.name() == given))
        }));
    }
    let labels: Vec<&str> = task.labels.iter().map(|label| label.name()).collect();
    let found = labelled(task.name, &compared, &labels);
    let macro_f1 = found.as_ref().map(|found| found.macro_f1);
    let accuracy = Measure::mean(format!("{} accuracy", task.name), scores);
    let whole = Measure::whole(format!("{} macro-F1", task.name), macro_f1, compared.len());
    let whole = Measure { left_out: accuracy.left_out.clone(), ..whole };
    report.measures.extend([accuracy, whole]);
    report.labels.extend(found.map(|found| found.table));
    for zero in count(missing) {
        let why = format!("{}, {}", zero.why, task.name);
        report.zeros.push(crate::report::Counted { why, ..zero });
    }
}

fn gold(task: &Task, pair: &truth::Pair<'_>) -> std::result::Result<Label, &'static str> {
    let gold = pair.gold.as_ref().map_err(|why| *why)?;
    match (task.gold)(gold) {
        None => Err("no label has three votes"),
        Some(label) if task.labels.contains(&label) => Ok(label),
        Some(Label::NotSure) => Err("its gold is 'I am not sure', which is not scored"),
        Some(_) => Err("its gold is 'Other', which is not scored"),
    }
}
