//! SQuAD's evaluation over its own JSON, walked without going back to Python for each question.

use grice_metrics::answer::{Normal, Policy, answer};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::mistake;
use crate::plain::{Text, each};

/// A question: its id, its gold answers, its prediction, and whether the data set has an answer.
struct Question {
    id: Text,
    gold: Vec<Text>,
    prediction: Option<Text>,
}

/// Exact match and F1 of every question of a data set, in its order: ids, scores, whether there is
/// a gold answer, and the ids that have no prediction. With `unanswerable`, gold answers that are
/// nothing once normalised do not count, and none left means that there is no answer (version 2.0).
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn squad_scores<'py>(
    py: Python<'py>,
    dataset: Vec<Bound<'py, PyDict>>,
    predictions: &Bound<'py, PyDict>,
    unanswerable: bool,
) -> PyResult<(Vec<Text>, Vec<f64>, Vec<f64>, Vec<bool>, Vec<Text>)> {
    let mut questions = Vec::new();
    let mut missing = Vec::new();
    for article in &dataset {
        for paragraph in list(article.as_any(), "paragraphs")? {
            for qa in list(&paragraph, "qas")? {
                let question = question(&qa, predictions)?;
                if question.prediction.is_none() {
                    missing.push(question.id.clone_ref(py));
                }
                questions.push(question);
            }
        }
    }
    let (scores, has): (Vec<(f64, f64)>, Vec<bool>) =
        each(py, &questions, |one| scored(one, unanswerable))?.into_iter().unzip();
    let (em, f1) = scores.into_iter().unzip();
    Ok((questions.into_iter().map(|one| one.id).collect(), em, f1, has, missing))
}

fn question(qa: &Bound<'_, PyAny>, predictions: &Bound<'_, PyDict>) -> PyResult<Question> {
    let id = field(qa, "id")?;
    let answers = list(qa, "answers")?;
    let text = |answer: &Bound<'_, PyAny>| field(answer, "text")?.extract::<Text>();
    let gold = answers.iter().map(text).collect::<PyResult<Vec<Text>>>()?;
    let prediction = match predictions.get_item(&id)? {
        Some(prediction) => prediction.extract::<Option<Text>>()?,
        None => None,
    };
    Ok(Question { id: id.extract::<Text>()?, gold, prediction })
}

fn field<'py>(record: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    record.get_item(name).map_err(|_| {
        mistake(format!(
            "this is not SQuAD's form: a record has no {name:?}; give the list under \"data\" of its JSON"
        ))
    })
}

fn list<'py>(record: &Bound<'py, PyAny>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let found = field(record, name)?;
    let list = found
        .cast::<PyList>()
        .map_err(|_| mistake(format!("this is not SQuAD's form: {name:?} is not a list")))?;
    Ok(list.iter().collect())
}

fn scored(question: &Question, unanswerable: bool) -> ((f64, f64), bool) {
    let mut gold: Vec<Normal> = question.gold.iter().map(|text| Normal::new(text)).collect();
    if unanswerable {
        gold.retain(|answer| !answer.is_empty());
    }
    let has = !gold.is_empty();
    if !has {
        gold.push(Normal::new(""));
    }
    let prediction = question.prediction.as_ref().map(|text| Normal::new(text));
    let mut score = answer(prediction.as_ref(), &gold, Policy::Best).unwrap_or_default();
    // Version 1.1 gives two empty sides no F1.
    if !unanswerable && prediction.is_some_and(|prediction| prediction.is_empty()) {
        score.f1 = 0.0;
    }
    ((score.em, score.f1), has)
}
