//! BARTScore (Yuan, Neubig and Liu, NeurIPS 2021), as the authors' `bart_score.py` computes it.
//!
//! BARTScore(x, y) is the mean logarithm of the probabilities of y's tokens after x, each given
//! the tokens of y before it. All tokens the tokenizer makes of y count, for BART also `<s>` and
//! `</s>`; the decoder begins with the model's start token, which for BART is `</s>`. Both texts
//! are cut to what the model takes. Any model that reads and writes can be used, T5 too.
//!
//! PragmatiCQA's Q of an answer is the mean of both directions ([`Likelihoods::both`]).

use grice_model::registry::{Registry, Task};
use grice_model::{ModelFiles, Precision, Seq2Seq};
use serde::Serialize;

use super::error::Result;
use super::identity::Identity;
use super::open::{open, with_model};
use super::{Answer, Progress, in_batches};

const METRIC: &str = "BARTScore";
const ANSWERS_AT_ONCE: usize = 32;

/// BARTScore with one model.
pub struct BartScore {
    model: Seq2Seq,
    name: String,
}

/// The two directions of BARTScore; 0 is the highest a score can be. Of several references each
/// takes its best.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Likelihoods {
    /// BARTScore(prediction, reference), which the paper calls recall.
    pub of_reference: f64,
    /// BARTScore(reference, prediction), which the paper calls precision.
    pub of_prediction: f64,
    /// The mean of both, which the paper calls F and PragmatiCQA Q.
    pub both: f64,
}

impl BartScore {
    /// Opens a model of the registry.
    pub fn open(registry: &Registry, name: &str) -> Result<BartScore> {
        let (_, files) = open(registry, METRIC, name, &[Task::Seq2seq])?;
        BartScore::load(&files, name)
    }

    /// Loads a model's folder; `name` stands for it in the identity.
    pub fn load(files: impl Into<ModelFiles>, name: &str) -> Result<BartScore> {
        let model = Seq2Seq::load(files, Precision::Stored).map_err(with_model(METRIC, name))?;
        Ok(BartScore { model, name: name.to_owned() })
    }

    /// The metric and the model.
    pub fn identity(&self) -> Identity {
        Identity::new(METRIC, std::slice::from_ref(&self.name))
    }

    /// Scores answers.
    pub fn score(
        &self,
        answers: &[Answer<'_>],
        progress: Progress<'_>,
    ) -> Result<Vec<Likelihoods>> {
        in_batches(answers, ANSWERS_AT_ONCE, progress, |batch| {
            let pairs: Vec<(&str, &str)> = batch
                .iter()
                .flat_map(|a| a.references.iter().map(|r| (a.prediction, *r)))
                .flat_map(|(prediction, reference)| {
                    [(prediction, reference), (reference, prediction)]
                })
                .collect();
            let means = self.means(&pairs)?;
            let (means, _) = means.as_chunks::<2>();
            let mut each = means.iter();
            Ok(batch.iter().filter_map(|a| best(each.by_ref().take(a.references.len()))).collect())
        })
    }

    fn means(&self, pairs: &[(&str, &str)]) -> Result<Vec<f64>> {
        let likelihoods =
            self.model.log_probabilities(pairs).map_err(with_model(METRIC, &self.name))?;
        let mean = |tokens: Vec<f32>| {
            tokens.iter().copied().map(f64::from).sum::<f64>() / tokens.len().max(1) as f64
        };
        Ok(likelihoods.into_iter().map(mean).collect())
    }
}

fn best<'a>(means: impl Iterator<Item = &'a [f64; 2]>) -> Option<Likelihoods> {
    let each = means.map(|[of_reference, of_prediction]| Likelihoods {
        of_reference: *of_reference,
        of_prediction: *of_prediction,
        both: (of_reference + of_prediction) / 2.0,
    });
    each.reduce(|a, b| Likelihoods {
        of_reference: a.of_reference.max(b.of_reference),
        of_prediction: a.of_prediction.max(b.of_prediction),
        both: a.both.max(b.both),
    })
}
