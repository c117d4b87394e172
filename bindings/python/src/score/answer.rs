//! Exact match, token F1 and what is built on them.

use grice_metrics::answer as measures;
use grice_metrics::answer::{Normal, Numerator, Policy};
use grice_metrics::pragmatic;
use pyo3::prelude::*;

use super::{Triple, triple};
use crate::error::mistake;
use crate::plain::{Text, each, same_length};

/// Texts normalised as SQuAD's scorer does it.
#[pyfunction]
pub fn normalize(py: Python<'_>, texts: Vec<Text>) -> PyResult<Vec<String>> {
    each(py, &texts, |text| measures::normalise(text))
}

/// Exact match and F1 of each prediction against its references, as two columns.
#[pyfunction]
pub fn answers(
    py: Python<'_>,
    predictions: Vec<Option<Text>>,
    references: Vec<Vec<Text>>,
    leave_one_out: bool,
) -> PyResult<(Vec<f64>, Vec<f64>)> {
    same_length(("predictions", predictions.len()), ("references", references.len()))?;
    if let Some(at) = references.iter().position(Vec::is_empty) {
        return Err(mistake(format!(
            "item {at} has no reference; give it one (an empty text for no answer), or leave it out"
        )));
    }
    let policy = if leave_one_out { Policy::LeaveOneOut } else { Policy::Best };
    let items: Vec<(&Option<Text>, &Vec<Text>)> = predictions.iter().zip(&references).collect();
    let score = |(prediction, references): &(&Option<Text>, &Vec<Text>)| {
        let prediction = prediction.as_ref().map(|text| Normal::new(text));
        let references: Vec<Normal> = references.iter().map(|text| Normal::new(text)).collect();
        measures::answer(prediction.as_ref(), &references, policy).unwrap_or_default()
    };
    Ok(each(py, &items, score)?.into_iter().map(|score| (score.em, score.f1)).unzip())
}

/// Token precision, recall and F1 of each prediction against one reference.
#[pyfunction]
pub fn token_f1(
    py: Python<'_>,
    predictions: Vec<Text>,
    references: Vec<Text>,
) -> PyResult<Vec<Triple>> {
    same_length(("predictions", predictions.len()), ("references", references.len()))?;
    let items: Vec<(&Text, &Text)> = predictions.iter().zip(&references).collect();
    each(py, &items, |(p, r)| triple(measures::f1(&Normal::new(p), &Normal::new(r))))
}

/// What humans score: each reference against the others; none with fewer than two.
#[pyfunction]
pub fn human(py: Python<'_>, references: Vec<Vec<Text>>) -> PyResult<Vec<Option<(f64, f64)>>> {
    each(py, &references, |references| {
        let references: Vec<Normal> = references.iter().map(|text| Normal::new(text)).collect();
        measures::human(&references).map(|score| (score.em, score.f1))
    })
}

/// The best F1 that any span of each passage reaches, and where the span stands, in characters.
#[pyfunction]
pub fn extractive_bound(
    py: Python<'_>,
    passages: Vec<Text>,
    answers: Vec<Text>,
) -> PyResult<Vec<Option<(Triple, usize, usize)>>> {
    same_length(("passages", passages.len()), ("answers", answers.len()))?;
    let items: Vec<(&Text, &Text)> = passages.iter().zip(&answers).collect();
    each(py, &items, |(passage, answer)| {
        let bound = measures::extractive_bound(&Normal::new(passage), &Normal::new(answer))?;
        let characters = |bytes: usize| passage.get(..bytes).map(|text| text.chars().count());
        let (start, end) = (characters(bound.span.start)?, characters(bound.span.end)?);
        Some((triple(bound.score), start, end))
    })
}

/// PragmatiCQA's F1 of literal spans, turn by turn.
#[pyfunction]
pub fn literal_f1(
    py: Python<'_>,
    predicted: Vec<Vec<Text>>,
    gold: Vec<Vec<Text>>,
) -> PyResult<Vec<f64>> {
    same_length(("predicted", predicted.len()), ("gold", gold.len()))?;
    let items: Vec<_> = predicted.iter().zip(&gold).collect();
    each(py, &items, |(p, g)| pragmatic::f1_literal(&texts(p), &texts(g)))
}

/// PragmatiCQA's F1 of what pragmatic spans add to the literal ones, turn by turn.
#[pyfunction]
pub fn pragmatic_f1(
    py: Python<'_>,
    predicted: Vec<Vec<Text>>,
    gold: Vec<Vec<Text>>,
    gold_literal: Vec<Vec<Text>>,
) -> PyResult<Vec<f64>> {
    same_length(("predicted", predicted.len()), ("gold", gold.len()))?;
    same_length(("predicted", predicted.len()), ("gold_literal", gold_literal.len()))?;
    let items: Vec<_> = predicted.iter().zip(&gold).zip(&gold_literal).collect();
    each(py, &items, |((p, g), l)| pragmatic::f1_pragmatic(&texts(p), &texts(g), &texts(l)))
}

fn texts(spans: &[Text]) -> Vec<&str> {
    spans.iter().map(|span| &**span).collect()
}

/// ROUGE-L with a weight for each token, as KPQA's program computes it.
#[pyfunction]
pub fn weighted_lcs(
    py: Python<'_>,
    reference: Vec<(Text, f64)>,
    prediction: Vec<(Text, f64)>,
    own_weights: bool,
) -> PyResult<Triple> {
    let bad = reference.iter().chain(&prediction).find(|(_, w)| !(w.is_finite() && *w >= 0.0));
    if let Some((token, weight)) = bad {
        let token: &str = token;
        return Err(mistake(format!("the weight of {token:?} is {weight}; use numbers from 0")));
    }
    let numerator = if own_weights { Numerator::Own } else { Numerator::Reference };
    Ok(py.detach(|| {
        let plain = |tokens: &[(Text, f64)]| -> Vec<(String, f64)> {
            tokens.iter().map(|(token, weight)| (token.to_string(), *weight)).collect()
        };
        triple(measures::weighted_lcs(&plain(&reference), &plain(&prediction), numerator))
    }))
}
