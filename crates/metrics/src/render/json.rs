//! Reports for programs: one JSON object, and every turn's scores as lines.

use serde_json::{Map, Value, json as object};

use crate::error::Result;
use crate::render::grid::Style;
use crate::render::tables::{self, Shown};
use crate::report::{Counted, LabelTable, Measure, Report};

/// A report as one JSON object; with `groups` by these kinds, and with every turn where asked.
pub fn json(report: &Report, shown: Shown, by: &[String], per_turn: bool) -> Result<Value> {
    let values: Map<String, Value> =
        report.measures.iter().map(|m| (m.name.clone(), object!(m.value))).collect();
    let mut out = object!({
        "form": report.form,
        "truth": report.truth,
        "run": report.run,
        "measures": values,
        "turns": {
            "truth": report.in_truth,
            "run": report.in_run,
            "scored": report.scored(),
            "counted_as_zero": counts(&report.zeros),
            "passed_over": counts(&report.ignored),
        },
        "details": report.measures.iter().map(|m| detail(m, shown)).collect::<Vec<_>>(),
        "notes": report.notes,
    });
    if !report.labels.is_empty() {
        out["labels"] = report.labels.iter().map(label_table).collect();
    }
    if !by.is_empty() {
        let mut kinds = Map::new();
        for kind in by {
            kinds.insert(kind.clone(), groups(report, kind)?);
        }
        out["groups"] = kinds.into();
    }
    if per_turn {
        out["per_turn"] = turn_values(report).collect();
    }
    Ok(out)
}

/// Every turn's scores, one JSON object a line.
pub fn per_turn_lines(report: &Report) -> String {
    turn_values(report).map(|value| format!("{value}\n")).collect()
}

/// Every turn's scores as CSV, with all their digits.
pub fn per_turn_csv(report: &Report) -> String {
    tables::per_turn(report, Shown { digits: None, interval: None }).write(Style::Csv)
}

fn turn_values(report: &Report) -> impl Iterator<Item = Value> + '_ {
    report.turns.iter().enumerate().map(|(number, turn)| {
        let mut value = Map::new();
        value.insert("id".into(), turn.id.clone().into());
        for (kind, group) in &turn.groups {
            value.insert((*kind).to_owned(), group.clone().into());
        }
        for measure in report.measures.iter().filter(|m| !m.scores.is_empty()) {
            let score = measure.scores.get(number).copied().flatten();
            value.insert(measure.name.clone(), object!(score));
        }
        Value::Object(value)
    })
}

fn counts(counted: &[Counted]) -> Value {
    counted.iter().map(|c| object!({ "why": c.why, "turns": c.turns })).collect()
}

fn detail(measure: &Measure, shown: Shown) -> Value {
    let mut out = object!({
        "measure": measure.name,
        "value": measure.value,
        "scored": measure.scored,
        "left_out": counts(&measure.left_out),
    });
    if let Some(model) = &measure.model {
        out["model"] = model.clone().into();
    }
    if let Some((rounds, seed)) = shown.interval
        && let Some(interval) = measure.interval(rounds, seed)
    {
        out["interval"] = object!({
            "low": interval.low, "mid": interval.mid, "high": interval.high,
            "level": 0.95, "rounds": rounds, "seed": seed,
        });
    }
    out
}

fn groups(report: &Report, kind: &str) -> Result<Value> {
    let groups = report.by(kind)?;
    Ok(groups
        .iter()
        .map(|group| {
            let values: Map<String, Value> =
                group.measures.iter().map(|m| (m.name.clone(), object!(m.value))).collect();
            let scored: Map<String, Value> =
                group.measures.iter().map(|m| (m.name.clone(), object!(m.scored))).collect();
            object!({
                "group": group.name, "turns": group.turns, "measures": values, "scored": scored,
            })
        })
        .collect())
}

fn label_table(table: &LabelTable) -> Value {
    let labels: Vec<Value> = table
        .labels
        .iter()
        .map(|row| {
            object!({
                "label": row.label, "precision": row.precision, "recall": row.recall,
                "f1": row.f1, "support": row.support,
            })
        })
        .collect();
    object!({ "name": table.name, "labels": labels, "confusion": table.confusion })
}
