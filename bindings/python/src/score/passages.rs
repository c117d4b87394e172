//! Gold passages among the first k, and relevance by the answer's span.

use grice_metrics::retrieval::{self, GoldSpan};
use pyo3::prelude::*;

use crate::error::mistake;
use crate::plain::{Text, each, same_length};

/// The share of turns whose rank is at most each cut-off.
#[pyfunction]
pub fn share_within(ranks: Vec<Option<usize>>, cutoffs: Vec<usize>) -> PyResult<Vec<f64>> {
    if ranks.contains(&Some(0)) {
        return Err(mistake("a rank is 0; ranks count from 1, and None is a miss"));
    }
    retrieval::share_within(&ranks, &cutoffs)
        .ok_or_else(|| mistake("no ranks were given; give one for each turn, None for a miss"))
}

/// The share of each turn's gold passages among the first k of its ranking; none without gold.
#[pyfunction]
pub fn gold_share(
    py: Python<'_>,
    gold: Vec<Vec<Text>>,
    rankings: Vec<Vec<Text>>,
    k: usize,
) -> PyResult<Vec<Option<f64>>> {
    same_length(("gold", gold.len()), ("rankings", rankings.len()))?;
    let items: Vec<(&Vec<Text>, &Vec<Text>)> = gold.iter().zip(&rankings).collect();
    each(py, &items, |(gold, ranking)| {
        let plain = |ids: &[Text]| ids.iter().map(|id| id.to_string()).collect::<Vec<_>>();
        retrieval::gold_share(&plain(gold), &plain(ranking), k)
    })
}

/// QReCC's heuristic, passage by passage: the best F1 of any span, the span, and its characters.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn span_relevance(
    py: Python<'_>,
    answer: Text,
    passages: Vec<Text>,
) -> PyResult<Vec<(f64, String, Option<(usize, usize)>)>> {
    let gold = GoldSpan::new(&answer);
    each(py, &passages, |passage| {
        let closest = gold.closest(passage);
        let characters = |at: usize| passage.get(..at).map(|text| text.chars().count());
        let place = closest.bytes.and_then(|b| Some((characters(b.start)?, characters(b.end)?)));
        (closest.f1, closest.text, place)
    })
}
