//! Several runs in one table: the best of each measure, and what is significantly better than what.

mod read;
mod significance;

use std::collections::BTreeSet;

pub use read::report as read_report;
pub use significance::Test;

use crate::error::{Error, OtherModel, Result};
use crate::render::{Cell, Grid};
use crate::report::{Measure, Report};
use significance::better_than;

/// How runs are compared.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The test of significance.
    pub test: Test,
    /// The level below which a corrected p-value counts.
    pub level: f64,
    /// Decimals.
    pub digits: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { test: Test::TTest, level: 0.05, digits: 3 }
    }
}

/// Runs beside each other.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The runs' names.
    pub systems: Vec<String>,
    /// The measures' names.
    pub measures: Vec<String>,
    /// Each run's value of each measure.
    pub values: Vec<Vec<Option<f64>>>,
    /// For each run and measure, the runs it is significantly better than.
    pub better: Vec<Vec<Vec<usize>>>,
    /// What was tested, and what could not be.
    pub notes: Vec<String>,
}

/// Compares reports of runs on the same truth.
pub fn compare(reports: &[Report], options: &Options) -> Result<Comparison> {
    let Some(first) = reports.first().filter(|_| reports.len() > 1) else {
        return Err(Error::Asked("a comparison needs at least two runs".into()));
    };
    for other in &reports[1..] {
        same_ground(first, other)?;
    }
    let mut measures: Vec<String> = Vec::new();
    for measure in reports.iter().flat_map(|report| &report.measures) {
        if !measures.contains(&measure.name) {
            measures.push(measure.name.clone());
        }
    }
    let mut notes = BTreeSet::new();
    let mut better = vec![Vec::new(); reports.len()];
    for name in &measures {
        let columns: Vec<Option<&Measure>> = reports.iter().map(|r| r.measure(name)).collect();
        for (mine, of_system) in
            better.iter_mut().zip(better_than(&columns, name, options, &mut notes))
        {
            mine.push(of_system);
        }
    }
    let values = reports
        .iter()
        .map(|r| measures.iter().map(|name| r.measure(name).and_then(|m| m.value)).collect())
        .collect();
    let pairs = reports.len() * (reports.len() - 1) / 2;
    let mut all = vec![format!(
        "Letters: significantly better than that system, {}, p < {} after Holm's correction over the {pairs} pair{} of a measure.",
        options.test.name(),
        options.level,
        if pairs == 1 { "" } else { "s" },
    )];
    all.extend(notes);
    Ok(Comparison { systems: names(reports), measures, values, better, notes: all })
}

/// Refuses what must not be compared: other data, other counts, other models.
fn same_ground(first: &Report, other: &Report) -> Result<()> {
    if first.form != other.form {
        return Err(Error::Asked(format!(
            "{} was scored as {}, {} as {}; they cannot be compared",
            first.run, first.form, other.run, other.form
        )));
    }
    if first.in_truth != other.in_truth {
        return Err(Error::Asked(format!(
            "{} was scored against a truth of {} turns, {} against one of {}; they cannot be compared",
            first.run, first.in_truth, other.run, other.in_truth
        )));
    }
    let ids = first.turns.iter().zip(&other.turns);
    if let Some((mine, theirs)) = ids.map(|(a, b)| (&a.id, &b.id)).find(|(a, b)| a != b) {
        return Err(Error::Asked(format!(
            "{} and {} are not of the same turns in the same order: {mine} stands where {theirs} does; \
             they cannot be compared",
            first.run, other.run
        )));
    }
    for measure in &first.measures {
        let Some(theirs) = other.measure(&measure.name) else { continue };
        if measure.model != theirs.model {
            let model = |m: &Measure| m.model.clone().unwrap_or_else(|| "no model".to_owned());
            return Err(Error::OtherModel(Box::new(OtherModel {
                measure: measure.name.clone(),
                first: first.run.clone(),
                first_model: model(measure),
                second: other.run.clone(),
                second_model: model(theirs),
            })));
        }
    }
    Ok(())
}

/// Runs' file names, with as much of their paths as tells them apart.
fn names(reports: &[Report]) -> Vec<String> {
    let short = |run: &str| {
        let name = run.rsplit('/').next().unwrap_or(run);
        name.strip_suffix(".json").or(name.strip_suffix(".jsonl")).unwrap_or(name).to_owned()
    };
    let shorts: Vec<String> = reports.iter().map(|r| short(&r.run)).collect();
    let distinct = shorts.iter().collect::<BTreeSet<_>>().len() == shorts.len();
    if distinct { shorts } else { reports.iter().map(|r| r.run.clone()).collect() }
}

fn letter(system: usize) -> String {
    let letter = char::from(b'a' + (system % 26) as u8);
    letter.to_string().repeat(system / 26 + 1)
}

impl Comparison {
    /// The table: one system a row.
    pub fn grid(&self, digits: usize) -> Grid {
        let mut head = vec![String::new(), "system".to_owned()];
        head.extend(self.measures.iter().cloned());
        let rows = self.systems.iter().enumerate().map(|(system, name)| {
            let mut row = vec![Cell::text(letter(system)), Cell::text(name)];
            for measure in 0..self.measures.len() {
                let value = self.values[system][measure];
                let best = self.best(measure);
                row.push(Cell {
                    best: value.is_some() && value == best,
                    marks: self.better[system][measure].iter().map(|&s| letter(s)).collect(),
                    ..Cell::score(value, digits)
                });
            }
            row
        });
        Grid { title: String::new(), head, rows: rows.collect() }
    }

    fn best(&self, measure: usize) -> Option<f64> {
        self.values.iter().filter_map(|values| values[measure]).reduce(f64::max)
    }

    /// The comparison for programs.
    pub fn json(&self) -> serde_json::Value {
        let system = |(number, name): (usize, &String)| {
            let mut measures = serde_json::Map::new();
            for (place, measure) in self.measures.iter().enumerate() {
                let value = self.values[number][place];
                let better: Vec<&str> =
                    self.better[number][place].iter().map(|&s| self.systems[s].as_str()).collect();
                measures.insert(
                    measure.clone(),
                    serde_json::json!({
                        "value": value,
                        "best": value.is_some() && value == self.best(place),
                        "better_than": better,
                    }),
                );
            }
            serde_json::json!({ "system": name, "measures": measures })
        };
        let systems: Vec<_> = self.systems.iter().enumerate().map(system).collect();
        serde_json::json!({ "systems": systems, "notes": self.notes })
    }
}
