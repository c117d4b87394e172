//! Predicted labels against gold ones.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use grice_metrics::labels::{Average, LabelTable};
use pyo3::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::error::{OrRaise, mistake};
use crate::plain::{Text, same_length, to_python};

/// Labels that are words, or whole numbers.
#[derive(FromPyObject)]
pub enum Labels {
    /// Whole numbers and truth values.
    #[pyo3(annotation = "list[int]")]
    Numbers(Vec<i64>),
    /// Words.
    #[pyo3(annotation = "list[str]")]
    Words(Vec<Text>),
}

/// A table as Python reads it: columns in the order of the labels.
#[derive(Serialize)]
struct Table {
    labels: Vec<String>,
    precision: Vec<f64>,
    recall: Vec<f64>,
    f1: Vec<f64>,
    support: Vec<u64>,
    predicted: Vec<u64>,
    confusion: Vec<Vec<u64>>,
    accuracy: f64,
    balanced_accuracy: f64,
    matthews: f64,
    #[serde(rename = "macro")]
    macro_average: [f64; 3],
    micro: [f64; 3],
    weighted: [f64; 3],
    pairs: u64,
    outside: u64,
}

impl From<LabelTable> for Table {
    fn from(table: LabelTable) -> Table {
        let parts = |average: Average| [average.precision, average.recall, average.f1];
        Table {
            precision: table.rows.iter().map(|row| row.precision).collect(),
            recall: table.rows.iter().map(|row| row.recall).collect(),
            f1: table.rows.iter().map(|row| row.f1).collect(),
            support: table.rows.iter().map(|row| row.gold).collect(),
            predicted: table.rows.iter().map(|row| row.predicted).collect(),
            labels: table.rows.into_iter().map(|row| row.label).collect(),
            confusion: table.confusion,
            accuracy: table.accuracy,
            balanced_accuracy: table.balanced_accuracy,
            matthews: table.matthews,
            macro_average: parts(table.macro_average),
            micro: parts(table.micro_average),
            weighted: parts(table.weighted_average),
            pairs: table.pairs,
            outside: table.outside,
        }
    }
}

/// Every measure of predicted labels against gold ones.
#[pyfunction]
pub fn label_table<'py>(
    py: Python<'py>,
    gold: Labels,
    predicted: Labels,
    labels: Option<Vec<String>>,
) -> PyResult<Bound<'py, PyAny>> {
    let table = py.detach(|| match (&gold, &predicted) {
        (Labels::Numbers(gold), Labels::Numbers(predicted)) => numbers(gold, predicted, labels),
        (Labels::Words(gold), Labels::Words(predicted)) => words(gold, predicted, labels),
        _ => Err(of_two_types()),
    })?;
    to_python(py, &Table::from(table))
}

/// The labels that occur, in their order, and how often each gold label got each predicted one.
#[pyfunction]
pub fn confusion(
    py: Python<'_>,
    gold: Labels,
    predicted: Labels,
) -> PyResult<(Vec<String>, Vec<Vec<u64>>)> {
    match (&gold, &predicted) {
        (Labels::Numbers(gold), Labels::Numbers(predicted)) => {
            py.detach(|| counted(gold, predicted, |label| *label))
        }
        (Labels::Words(gold), Labels::Words(predicted)) => {
            py.detach(|| counted(gold, predicted, |label| &**label))
        }
        _ => Err(of_two_types()),
    }
}

fn counted<'a, T, L: Copy + Eq + Hash + Ord + ToString>(
    gold: &'a [T],
    predicted: &'a [T],
    label: impl Fn(&'a T) -> L,
) -> PyResult<(Vec<String>, Vec<Vec<u64>>)> {
    same_length(("gold", gold.len()), ("predicted", predicted.len()))?;
    if gold.is_empty() {
        return Err(mistake("there are no labels to compare; give one for each item"));
    }
    let mut cells: FxHashMap<(L, L), u64> = FxHashMap::default();
    for (gold, predicted) in gold.iter().zip(predicted) {
        *cells.entry((label(gold), label(predicted))).or_default() += 1;
    }
    let labels: BTreeSet<L> = cells.keys().flat_map(|&(g, p)| [g, p]).collect();
    let places: FxHashMap<L, usize> = labels.iter().copied().zip(0..).collect();
    let mut table = vec![vec![0; labels.len()]; labels.len()];
    for ((gold, predicted), count) in cells {
        table[places[&gold]][places[&predicted]] = count;
    }
    Ok((labels.iter().map(L::to_string).collect(), table))
}

fn of_two_types() -> PyErr {
    mistake(
        "gold and predicted labels are of different types; give words or whole numbers on both sides",
    )
}

fn words(gold: &[Text], predicted: &[Text], labels: Option<Vec<String>>) -> PyResult<LabelTable> {
    same_length(("gold", gold.len()), ("predicted", predicted.len()))?;
    let pairs = gold.iter().zip(predicted).map(|(gold, predicted)| (&**gold, &**predicted));
    match labels {
        Some(labels) => LabelTable::with_labels(pairs, labels).or_raise(),
        None => LabelTable::new(pairs).or_raise(),
    }
}

/// Numbers are in the order of their size where no list says otherwise.
fn numbers(gold: &[i64], predicted: &[i64], labels: Option<Vec<String>>) -> PyResult<LabelTable> {
    same_length(("gold", gold.len()), ("predicted", predicted.len()))?;
    let names = names(gold.iter().chain(predicted).copied());
    let pairs = gold.iter().zip(predicted).map(|(g, p)| (names[g].as_str(), names[p].as_str()));
    let labels = labels.unwrap_or_else(|| {
        let mut order: Vec<i64> = names.keys().copied().collect();
        order.sort_unstable();
        order.iter().map(i64::to_string).collect()
    });
    match labels.is_empty() {
        true => LabelTable::new(pairs).or_raise(),
        false => LabelTable::with_labels(pairs, labels).or_raise(),
    }
}

fn names<T: Copy + Eq + Hash + ToString>(labels: impl Iterator<Item = T>) -> HashMap<T, String> {
    let mut names = HashMap::new();
    for label in labels {
        names.entry(label).or_insert_with(|| label.to_string());
    }
    names
}
