//! The tables and sentences of a report.

use crate::render::grid::{Cell, Grid};
use crate::report::{Counted, Group, LabelTable, Measure, Report};

/// How numbers are shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Decimals; none for all there are.
    pub digits: Option<usize>,
    /// Rounds and seed of bootstrap intervals, where they are wanted.
    pub interval: Option<(usize, u64)>,
}

impl Shown {
    fn score(&self, score: Option<f64>) -> Cell {
        match self.digits {
            Some(digits) => Cell::score(score, digits),
            None => Cell::exact(score),
        }
    }
}

/// The measures, one a row.
pub fn measures(report: &Report, shown: Shown) -> Grid {
    let mut head = vec!["measure", "value"];
    if shown.interval.is_some() {
        head.extend(["low", "mid", "high"]);
    }
    head.extend(["turns", "left out"]);
    let with_model = report.measures.iter().any(|m| m.model.is_some());
    if with_model {
        head.push("model");
    }
    let row = |measure: &Measure| {
        let mut row = vec![Cell::text(&measure.name), shown.score(measure.value)];
        if let Some((rounds, seed)) = shown.interval {
            let interval = measure.interval(rounds, seed);
            row.push(shown.score(interval.as_ref().map(|i| i.low)));
            row.push(shown.score(interval.as_ref().map(|i| i.mid)));
            row.push(shown.score(interval.as_ref().map(|i| i.high)));
        }
        let left_out: usize = measure.left_out.iter().map(|c| c.turns).sum();
        row.push(Cell::number(measure.scored.to_string()));
        row.push(Cell::number(left_out.to_string()));
        if with_model {
            row.push(Cell::text(measure.model.clone().unwrap_or_default()));
        }
        row
    };
    Grid {
        title: String::new(),
        head: head.into_iter().map(str::to_owned).collect(),
        rows: report.measures.iter().map(row).collect(),
    }
}

/// The measures group by group, one group a row.
pub fn groups(kind: &str, groups: &[Group], shown: Shown) -> Grid {
    let mut head = vec![kind.to_owned(), "turns".to_owned()];
    let names = groups.first().map_or(&[][..], |group| group.measures.as_slice());
    head.extend(names.iter().map(|m| m.name.clone()));
    let row = |group: &Group| {
        let mut row = vec![Cell::text(&group.name), Cell::number(group.turns.to_string())];
        row.extend(group.measures.iter().map(|m| shown.score(m.value)));
        row
    };
    Grid { title: format!("By {kind}"), head, rows: groups.iter().map(row).collect() }
}

/// Each turn's scores, one turn a row.
pub fn per_turn(report: &Report, shown: Shown) -> Grid {
    let kinds = report.kinds();
    let scored: Vec<&Measure> = report.measures.iter().filter(|m| !m.scores.is_empty()).collect();
    let mut head = vec!["turn".to_owned()];
    head.extend(kinds.iter().map(|&kind| kind.to_owned()));
    head.extend(scored.iter().map(|m| m.name.clone()));
    let row = |(number, turn): (usize, &crate::report::Turn)| {
        let mut row = vec![Cell::text(&turn.id)];
        let group = |kind| turn.groups.get(kind).cloned().unwrap_or_default();
        row.extend(kinds.iter().map(|kind| Cell::text(group(*kind))));
        row.extend(scored.iter().map(|m| shown.score(m.scores.get(number).copied().flatten())));
        row
    };
    Grid {
        title: "Every turn".into(),
        head,
        rows: report.turns.iter().enumerate().map(row).collect(),
    }
}

/// Precision, recall and F of each label, and the confusion of gold and given labels.
pub fn labels(table: &LabelTable, shown: Shown) -> [Grid; 2] {
    let head = ["label", "precision", "recall", "F1", "turns"];
    let rows = table.labels.iter().map(|row| {
        let mut cells = vec![Cell::text(&row.label)];
        cells.extend([row.precision, row.recall, row.f1].map(|v| shown.score(Some(v))));
        cells.push(Cell::number(row.support.to_string()));
        cells
    });
    let by_label = Grid {
        title: format!("Labels ({})", table.name),
        head: head.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    };
    let mut head = vec!["gold \\ given".to_owned()];
    head.extend(table.labels.iter().map(|row| row.label.clone()));
    let rows = table.labels.iter().zip(&table.confusion).map(|(row, counts)| {
        let mut cells = vec![Cell::text(&row.label)];
        cells.extend(counts.iter().map(|count| Cell::number(count.to_string())));
        cells
    });
    let confusion =
        Grid { title: format!("Confusion ({})", table.name), head, rows: rows.collect() };
    [by_label, confusion]
}

/// How many turns were scored, left out, and why.
pub fn sentences(report: &Report) -> Vec<String> {
    let scored = report.scored();
    let mut said = vec![match report.form.as_str() {
        "pairs" => format!("{}, {scored} scored.", unit(report, report.in_run)),
        _ => format!(
            "{} in the truth, {} in the run, {scored} scored.",
            unit(report, report.in_truth),
            report.in_run,
        ),
    }];
    let mut told: Vec<(&Measure, Vec<&str>)> = Vec::new();
    for measure in &report.measures {
        let same = |other: &&mut (&Measure, Vec<&str>)| {
            (other.0.scored, &other.0.left_out) == (measure.scored, &measure.left_out)
        };
        match told.iter_mut().find(same) {
            Some((_, names)) => names.push(&measure.name),
            None => told.push((measure, vec![&measure.name])),
        }
    }
    let alone = told.len() == 1 && report.measures.len() > 3;
    for (measure, names) in told {
        let left_out = match measure.left_out.is_empty() {
            true => String::new(),
            false => format!("; left out: {}", reasons(&measure.left_out)),
        };
        let names = if alone { "All measures".to_owned() } else { names.join(", ") };
        said.push(format!("{names}: over {}{left_out}.", unit(report, measure.scored)));
    }
    if !report.zeros.is_empty() {
        said.push(format!("Missing, and counted as nothing found: {}.", reasons(&report.zeros)));
    }
    if !report.ignored.is_empty() {
        said.push(format!("Passed over: {}.", reasons(&report.ignored)));
    }
    said.extend(report.notes.iter().cloned());
    said
}

fn reasons(counts: &[Counted]) -> String {
    let parts: Vec<String> = counts.iter().map(|c| format!("{} ({})", c.turns, c.why)).collect();
    parts.join(", ")
}

/// A number of what the form scores.
fn unit(report: &Report, count: usize) -> String {
    let (one, many) = match report.form.as_str() {
        "trec" => ("query", "queries"),
        "pairs" => ("pair", "pairs"),
        "circa" => ("reply", "replies"),
        "squad" | "quac" => ("question", "questions"),
        "pragmeval" => ("row", "rows"),
        _ => ("turn", "turns"),
    };
    format!("{count} {}", if count == 1 { one } else { many })
}
