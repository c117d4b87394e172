//! Reports that were saved as JSON.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::Result;
use crate::report::{Measure, Report, Turn};
use crate::source::Source;

#[derive(Deserialize)]
struct Saved {
    form: String,
    #[serde(default)]
    truth: String,
    #[serde(default)]
    run: String,
    turns: SavedTurns,
    details: Vec<SavedMeasure>,
    #[serde(default)]
    per_turn: Vec<Map<String, Value>>,
}

#[derive(Deserialize)]
struct SavedTurns {
    truth: usize,
    run: usize,
}

#[derive(Deserialize)]
struct SavedMeasure {
    measure: String,
    value: Option<f64>,
    scored: usize,
    model: Option<String>,
}

/// Reads what `grice score … --json` wrote; with `--per-turn` it can be tested, too.
pub fn report(file: &Path) -> Result<Report> {
    let source = Source::read(file)?;
    let saved: Saved = source.parse().map_err(|error| {
        source.fail(format!(
            "this is no saved report ({error}); save one with grice score … --json --per-turn, or \
             give --truth to score runs"
        ))
    })?;
    let measures = saved
        .details
        .iter()
        .map(|detail| {
            let score = |turn: &Map<String, Value>| turn.get(&detail.measure).map(Value::as_f64);
            let scores: Option<Vec<Option<f64>>> = saved.per_turn.iter().map(score).collect();
            let scores = scores.unwrap_or_default();
            Measure {
                value: detail.value,
                scored: detail.scored,
                binary: scores.iter().flatten().all(|&s| s == 0.0 || s == 1.0),
                scores,
                model: detail.model.clone(),
                ..Measure::whole(&detail.measure, None, 0)
            }
        })
        .collect();
    let id = |turn: &Map<String, Value>| turn.get("id").and_then(Value::as_str).map(Turn::new);
    Ok(Report {
        form: saved.form,
        truth: saved.truth,
        run: match saved.run.is_empty() {
            true => file.display().to_string(),
            false => saved.run,
        },
        in_truth: saved.turns.truth,
        in_run: saved.turns.run,
        turns: saved.per_turn.iter().filter_map(id).collect(),
        measures,
        ..Report::default()
    })
}
