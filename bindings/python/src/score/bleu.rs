//! BLEU.

use grice_metrics::answer::{Bleu, BleuScore, BleuStatistics, BleuText, Smoothing, Tokenizer};
use pyo3::prelude::*;

use crate::error::mistake;
use crate::plain::{Text, each, same_length};

/// Score, precisions and brevity penalty.
type Parts = (f64, [f64; 4], f64);

/// How BLEU is computed, in sacreBLEU's words.
#[derive(FromPyObject)]
pub struct BleuSettings {
    #[pyo3(item)]
    tokenize: String,
    #[pyo3(item)]
    lowercase: bool,
    #[pyo3(item)]
    smooth_method: String,
    #[pyo3(item)]
    smooth_value: Option<f64>,
    #[pyo3(item)]
    effective_order: bool,
}

impl BleuSettings {
    fn bleu(&self) -> PyResult<Bleu> {
        let tokenizer = match self.tokenize.as_str() {
            "13a" => Tokenizer::V13a,
            "intl" => Tokenizer::International,
            "none" => Tokenizer::None,
            "char" => Tokenizer::Char,
            other => {
                return Err(mistake(format!(
                    "there is no tokenizer '{other}'; there are 13a, intl, char and none"
                )));
            }
        };
        if let Some(value) = self.smooth_value.filter(|value| !(value.is_finite() && *value >= 0.0))
        {
            return Err(mistake(format!("smooth_value is {value}; use a number from 0")));
        }
        let smoothing = match self.smooth_method.as_str() {
            "exp" => Smoothing::Exp,
            "floor" => Smoothing::Floor(self.smooth_value.unwrap_or(0.1)),
            "add-k" => Smoothing::AddK(self.smooth_value.unwrap_or(1.0)),
            "none" => Smoothing::None,
            other => {
                return Err(mistake(format!(
                    "there is no smoothing '{other}'; there are exp, floor, add-k and none"
                )));
            }
        };
        let (lowercase, effective_order) = (self.lowercase, self.effective_order);
        Ok(Bleu { tokenizer, lowercase, smoothing, effective_order })
    }
}

fn statistics(
    py: Python<'_>,
    bleu: &Bleu,
    predictions: &[Text],
    references: &[Vec<Text>],
) -> PyResult<Vec<BleuStatistics>> {
    let items: Vec<(&Text, &Vec<Text>)> = predictions.iter().zip(references).collect();
    each(py, &items, |(prediction, references)| {
        let references: Vec<BleuText> =
            references.iter().map(|reference| bleu.prepare(reference)).collect();
        bleu.prepare(prediction).against(&references)
    })
}

fn parts(score: BleuScore) -> Parts {
    (score.score, score.precisions, score.brevity_penalty)
}

/// BLEU of each prediction against its references.
#[pyfunction]
pub fn sentence_bleu(
    py: Python<'_>,
    predictions: Vec<Text>,
    references: Vec<Vec<Text>>,
    settings: BleuSettings,
) -> PyResult<Vec<Parts>> {
    let bleu = settings.bleu()?;
    same_length(("predictions", predictions.len()), ("references", references.len()))?;
    let statistics = statistics(py, &bleu, &predictions, &references)?;
    Ok(statistics.iter().map(|one| parts(bleu.score(one))).collect())
}

/// BLEU of all predictions together.
#[pyfunction]
pub fn corpus_bleu(
    py: Python<'_>,
    predictions: Vec<Text>,
    references: Vec<Vec<Text>>,
    settings: BleuSettings,
) -> PyResult<Parts> {
    let bleu = settings.bleu()?;
    same_length(("predictions", predictions.len()), ("references", references.len()))?;
    let statistics = statistics(py, &bleu, &predictions, &references)?;
    Ok(parts(bleu.score(&statistics.into_iter().sum())))
}
