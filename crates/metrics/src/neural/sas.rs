//! Semantic answer similarity (Risch et al., MRQA 2021), as Haystack's `SASEvaluator` computes it
//! with models of sentence-transformers.
//!
//! A cross-encoder reads prediction and reference together, the prediction first. Its score is a
//! probability once it has gone through a sigmoid, and only once:
//!
//! - A single score is a logit. sentence-transformers takes its sigmoid unless the model's
//!   configuration names the identity (as MS MARCO's models do); in that case Haystack takes the
//!   sigmoid of all scores of a call if any of them is above 1, and of none otherwise. Here a
//!   logit always goes through the sigmoid, so that a score does not depend on others.
//! - A regression (`problem_type`) whose configuration names the identity gives values on the
//!   scale of its training; these are taken as they are.
//! - Of a model with two labels the second's probability is taken. Haystack cannot use these.
//!
//! With an encoder the score is the cosine of the two texts' vectors. Of several references the
//! best score counts.

use grice_model::registry::{Registry, Task};
use grice_model::{CrossEncoder, Encoder, ModelFiles, Precision, Scale, StaticEncoder};

use super::distinct::Distinct;
use super::error::Result;
use super::greedy::dot;
use super::identity::Identity;
use super::open::{open, with_model};
use super::{Answer, Progress, highest, in_batches};

const METRIC: &str = "SAS";
const ANSWERS_AT_ONCE: usize = 256;

/// Semantic answer similarity with one model.
pub struct Sas {
    model: Model,
    name: String,
}

enum Model {
    Cross(CrossEncoder),
    Encoder(Encoder),
    Table(StaticEncoder),
}

impl Sas {
    /// Opens a cross-encoder, or an encoder, of the registry.
    pub fn open(registry: &Registry, name: &str) -> Result<Sas> {
        let fits = [Task::CrossEncoder, Task::Encoder, Task::Static];
        let (task, files) = open(registry, METRIC, name, &fits)?;
        Sas::load(&files, name, task)
    }

    /// Loads a model's folder: of an encoder or static encoder if the task says so, else of a
    /// cross-encoder. `name` stands for it in the identity.
    pub fn load(files: impl Into<ModelFiles>, name: &str, task: Task) -> Result<Sas> {
        let failed = with_model(METRIC, name);
        let model = match task {
            Task::Encoder => {
                Model::Encoder(Encoder::load(files, Precision::Stored).map_err(failed)?)
            }
            Task::Static => Model::Table(StaticEncoder::load(files).map_err(failed)?),
            _ => Model::Cross(CrossEncoder::load(files, Precision::Stored).map_err(failed)?),
        };
        Ok(Sas { model, name: name.to_owned() })
    }

    /// The metric, the model and how its numbers become a score.
    pub fn identity(&self) -> Identity {
        let how = match &self.model {
            Model::Cross(model) => match model.scale() {
                Scale::Logit => "cross-encoder, sigmoid",
                Scale::Probability => "cross-encoder, probability",
                Scale::Value => "cross-encoder, value",
            },
            Model::Encoder(_) | Model::Table(_) => "cosine",
        };
        Identity::new(METRIC, &[self.name.clone(), how.to_owned()])
    }

    /// Scores answers.
    pub fn score(&self, answers: &[Answer<'_>], progress: Progress<'_>) -> Result<Vec<f64>> {
        in_batches(answers, ANSWERS_AT_ONCE, progress, |batch| {
            let pairs: Vec<(&str, &str)> = batch
                .iter()
                .flat_map(|answer| answer.references.iter().map(|r| (answer.prediction, *r)))
                .collect();
            let mut scores =
                self.pairs(&pairs).map_err(with_model(METRIC, &self.name))?.into_iter();
            let best = |a: &Answer<'_>| highest(scores.by_ref().take(a.references.len()));
            Ok(batch.iter().map(best).collect())
        })
    }

    fn pairs(&self, pairs: &[(&str, &str)]) -> grice_model::Result<Vec<f64>> {
        match &self.model {
            Model::Cross(model) => {
                let probability = |score: f32| match model.scale() {
                    Scale::Logit => sigmoid(score.into()),
                    Scale::Probability | Scale::Value => score.into(),
                };
                Ok(model.score(pairs)?.into_iter().map(probability).collect())
            }
            Model::Encoder(model) => cosines(pairs, |texts| model.encode(texts)),
            Model::Table(model) => cosines(pairs, |texts| model.encode(texts)),
        }
    }
}

fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

fn cosines(
    pairs: &[(&str, &str)],
    encode: impl Fn(&[&str]) -> grice_model::Result<Vec<Vec<f32>>>,
) -> grice_model::Result<Vec<f64>> {
    let mut distinct = Distinct::default();
    let places: Vec<(usize, usize)> =
        pairs.iter().map(|(a, b)| (distinct.place(a), distinct.place(b))).collect();
    let vectors = encode(&distinct.texts)?;
    Ok(places.into_iter().map(|(a, b)| cosine(&vectors[a], &vectors[b])).collect())
}

/// Zero where either vector is.
fn cosine(a: &[f32], b: &[f32]) -> f64 {
    match (dot(a, a) * dot(b, b)).sqrt() {
        0.0 => 0.0,
        lengths => dot(a, b) / lengths,
    }
}
