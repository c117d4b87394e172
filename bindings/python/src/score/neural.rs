//! Measures that models make.

use grice_home::registry;
use grice_metrics::answer::Prf;
use grice_metrics::neural::{
    Answer, Asked, BartScore, BertScore, BertScoreOptions, KeyPhrases, KpqaRougeL, Metric,
    NeuralError, PosScore, Sas,
};
use pyo3::prelude::*;

use crate::error::{OrRaise, mistake};
use crate::patience::interruptible;
use crate::plain::same_length;

/// Named columns of scores, and what makes them comparable: measure, model and settings.
type Scored = (Vec<(&'static str, Vec<f64>)>, String);

/// A measure by a model of the registry, as `bertscore=all-minilm-l6-v2`.
#[pyfunction]
pub fn neural(
    py: Python<'_>,
    asked: &str,
    predictions: Vec<String>,
    references: Vec<Vec<String>>,
    questions: Option<Vec<String>>,
    layer: Option<usize>,
    idf: bool,
) -> PyResult<Scored> {
    let asked: Asked = asked.parse().map_err(|why: String| mistake(why))?;
    same_length(("predictions", predictions.len()), ("references", references.len()))?;
    let questions = questions.unwrap_or_else(|| vec![String::new(); predictions.len()]);
    same_length(("predictions", predictions.len()), ("questions", questions.len()))?;
    let options = BertScoreOptions { layer, idf, baseline: None };
    let work = move || {
        let given = questions.iter().zip(&predictions).zip(&references);
        let answers: Vec<Answer<'_>> = given
            .map(|((question, prediction), references)| Answer {
                question,
                prediction,
                references: references.iter().map(String::as_str).collect(),
            })
            .collect();
        scored(&asked, options, &answers)
    };
    interruptible(py, work, || ())?.or_raise()
}

fn scored(
    asked: &Asked,
    options: BertScoreOptions,
    answers: &[Answer<'_>],
) -> Result<Scored, NeuralError> {
    let registry = registry::open()?;
    let model = asked.model.as_str();
    let quiet = &mut |_: usize, _: usize| {};
    Ok(match asked.metric {
        Metric::Sas => {
            let scorer = Sas::open(&registry, model)?;
            let columns = vec![("score", scorer.score(answers, quiet)?)];
            (columns, scorer.identity().to_string())
        }
        Metric::PosScore => {
            let scorer = PosScore::open(&registry, model)?;
            let columns = vec![("score", scorer.score(answers, quiet)?)];
            (columns, scorer.identity().to_string())
        }
        Metric::BertScore => {
            let scorer = BertScore::open(&registry, model, options)?;
            (parts(scorer.score(answers, quiet)?), scorer.identity().to_string())
        }
        Metric::Kpqa => {
            let scorer = KpqaRougeL::new(KeyPhrases::open(&registry, model)?);
            (parts(scorer.score(answers, quiet)?), scorer.identity().to_string())
        }
        Metric::BartScore => {
            let scorer = BartScore::open(&registry, model)?;
            let scores = scorer.score(answers, quiet)?;
            let columns = vec![
                ("of_reference", scores.iter().map(|s| s.of_reference).collect()),
                ("of_prediction", scores.iter().map(|s| s.of_prediction).collect()),
                ("score", scores.iter().map(|s| s.both).collect()),
            ];
            (columns, scorer.identity().to_string())
        }
    })
}

fn parts(scores: Vec<Prf>) -> Vec<(&'static str, Vec<f64>)> {
    let of = |part: fn(&Prf) -> f64| scores.iter().map(part).collect();
    vec![("precision", of(|s| s.precision)), ("recall", of(|s| s.recall)), ("f", of(|s| s.f))]
}
