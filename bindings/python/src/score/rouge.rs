//! ROUGE.

use grice_metrics::answer::{Prf, Rouge, RougeText, Words};
use pyo3::prelude::*;

use super::{Triple, triple};
use crate::error::mistake;
use crate::plain::{Text, each, same_length};

/// ROUGE of each prediction against the best of its targets: a column of scores for each type.
#[pyfunction]
pub fn rouge(
    py: Python<'_>,
    types: Vec<String>,
    targets: Vec<Vec<Text>>,
    predictions: Vec<Text>,
    stem: bool,
) -> PyResult<Vec<Vec<Triple>>> {
    let measures = types.iter().map(|name| measure(name)).collect::<PyResult<Vec<Rouge>>>()?;
    same_length(("targets", targets.len()), ("predictions", predictions.len()))?;
    if let Some(at) = targets.iter().position(Vec::is_empty) {
        return Err(mistake(format!("item {at} has no target; give it one, or leave it out")));
    }
    let words = if stem { Words::Stemmed } else { Words::Plain };
    let items: Vec<(&Vec<Text>, &Text)> = targets.iter().zip(&predictions).collect();
    let rows = each(py, &items, |(targets, prediction)| {
        let prediction = RougeText::new(prediction, words);
        let targets: Vec<RougeText> =
            targets.iter().map(|target| RougeText::new(target, words)).collect();
        let best = |rouge: &Rouge| rouge.best(&prediction, &targets).unwrap_or(Prf::ZERO);
        measures.iter().map(best).map(triple).collect::<Vec<Triple>>()
    })?;
    let column = |number: usize| rows.iter().map(|row| row[number]).collect();
    Ok((0..measures.len()).map(column).collect())
}

/// The measure of a name that rouge-score knows.
fn measure(name: &str) -> PyResult<Rouge> {
    let number = name.strip_prefix("rouge").and_then(|rest| rest.parse().ok());
    match (name, number) {
        ("rougeL", _) => Ok(Rouge::L),
        ("rougeLsum", _) => Ok(Rouge::Lsum),
        (_, Some(n)) if (1..10).contains(&n) => Ok(Rouge::N(n)),
        _ => Err(mistake(format!(
            "Invalid rouge type: {name}; there are rouge1 to rouge9, rougeL and rougeLsum"
        ))),
    }
}
