//! BERTScore (Zhang et al., ICLR 2020), as PyPI's bert-score 0.3.13 computes it.
//!
//! - Texts are stripped; to byte-level tokenizers such as RoBERTa's each is given with a space
//!   before it. What is longer than the model takes is cut.
//! - Without idf every token weighs 1 and the tokens that open and close a text weigh 0, wherever
//!   they stand. With idf a token weighs log((N + 1) / (df + 1)) over the references; the opening
//!   and closing tokens are in all of them, so they weigh 0 too. N counts every reference of every
//!   answer, equal ones too.
//! - If either text is empty, precision, recall and F are 0, before rescaling.
//! - Of several references each of precision, recall and F takes its best.
//! - With a single reference idf is 0 for all its tokens: recall is then 0 here, NaN in bert-score.

use grice_model::registry::{Registry, Task};
use grice_model::{Encoder, ModelFiles, Precision, TokenStates, Tokens};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

use super::distinct::Distinct;
use super::error::{NeuralError, Result};
use super::greedy::{TokenVectors, greedy_match};
use super::identity::Identity;
use super::open::{open, with_model};
use super::{Answer, Progress, best, in_batches, stripped};
use crate::answer::Prf;

const METRIC: &str = "BERTScore";
/// Answers whose token vectors are held at once.
const ANSWERS_AT_ONCE: usize = 128;

/// The settings of BERTScore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BertScoreOptions {
    /// After how many layers the tokens' vectors are taken; the last unless told.
    pub layer: Option<usize>,
    /// Whether tokens rare in the references weigh more.
    pub idf: bool,
    /// What unrelated texts score; scores are laid between it and 1.
    pub baseline: Option<Baseline>,
}

/// What unrelated texts score on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    /// In precision.
    pub precision: f64,
    /// In recall.
    pub recall: f64,
    /// In F.
    pub f: f64,
}

impl Baseline {
    fn rescale(&self, score: Prf) -> Prf {
        let rescale = |value: f64, base: f64| (value - base) / (1.0 - base);
        Prf {
            precision: rescale(score.precision, self.precision),
            recall: rescale(score.recall, self.recall),
            f: rescale(score.f, self.f),
        }
    }
}

/// BERTScore with one encoder.
pub struct BertScore {
    encoder: Encoder,
    name: String,
    layer: usize,
    options: BertScoreOptions,
}

/// A text's tokens with their vectors; places are counted in the stripped text.
pub(super) struct Read {
    states: TokenStates,
}

/// The weights of one answer's tokens.
pub(super) struct Weights {
    pub prediction: Vec<f64>,
    pub references: Vec<Vec<f64>>,
}

impl BertScore {
    /// Opens an encoder of the registry.
    pub fn open(registry: &Registry, name: &str, options: BertScoreOptions) -> Result<BertScore> {
        let (_, files) = open(registry, METRIC, name, &[Task::Encoder])?;
        BertScore::load(&files, name, options)
    }

    /// Loads an encoder's folder; `name` stands for it in the identity.
    pub fn load(
        files: impl Into<ModelFiles>,
        name: &str,
        options: BertScoreOptions,
    ) -> Result<BertScore> {
        let encoder = Encoder::load(files, Precision::Stored).map_err(with_model(METRIC, name))?;
        let layers = encoder.layers();
        let layer = options.layer.unwrap_or(layers);
        let last_only = !encoder.has_layers();
        if layer > layers || last_only && layer != layers {
            let model = name.to_owned();
            return Err(NeuralError::Layer { metric: METRIC, model, layer, layers, last_only });
        }
        if let Some(base) = options.baseline {
            let numbers = [base.precision, base.recall, base.f];
            if let Some(bad) = numbers.into_iter().find(|n| !(*n < 1.0 && n.is_finite())) {
                return Err(NeuralError::Baseline(bad));
            }
        }
        Ok(BertScore { encoder, name: name.to_owned(), layer, options })
    }

    /// The metric, the model and the settings.
    pub fn identity(&self) -> Identity {
        Identity::new(METRIC, &self.settings())
    }

    pub(super) fn settings(&self) -> Vec<String> {
        let mut settings = vec![self.name.clone(), format!("layer {}", self.layer)];
        if self.options.idf {
            settings.push("idf".to_owned());
        }
        if let Some(Baseline { precision, recall, f }) = self.options.baseline {
            settings.push(format!("rescaled by {precision} {recall} {f}"));
        }
        settings
    }

    pub(super) fn without_idf(mut self) -> BertScore {
        self.options.idf = false;
        self
    }

    /// Scores answers. With idf these are all answers of a test set: the references of all of them
    /// say how rare a token is.
    pub fn score(&self, answers: &[Answer<'_>], progress: Progress<'_>) -> Result<Vec<Prf>> {
        let idf = match self.options.idf {
            true => Some(self.idf(answers)?),
            false => None,
        };
        let weigh = |tokens: &Tokens| match &idf {
            None => even(tokens),
            Some(idf) => tokens.ids.iter().map(|id| idf.weight(*id)).collect(),
        };
        self.score_weighted(answers, progress, |_, reads| {
            let weights = reads.iter().map(|(prediction, references)| Weights {
                prediction: weigh(prediction.tokens()),
                references: references.iter().map(|r| weigh(r.tokens())).collect(),
            });
            Ok(weights.collect())
        })
    }

    /// Scores answers with weights that `weigh` gives for a batch.
    pub(super) fn score_weighted(
        &self,
        answers: &[Answer<'_>],
        progress: Progress<'_>,
        weigh: impl Fn(&[Answer<'_>], &[(&Read, Vec<&Read>)]) -> Result<Vec<Weights>>,
    ) -> Result<Vec<Prf>> {
        in_batches(answers, ANSWERS_AT_ONCE, progress, |batch| {
            let mut distinct = Distinct::default();
            let places: Vec<(usize, Vec<usize>)> = batch
                .iter()
                .map(|answer| {
                    let references = answer.references.iter();
                    (
                        distinct.place(stripped(answer.prediction)),
                        references.map(|r| distinct.place(stripped(r))).collect(),
                    )
                })
                .collect();
            let read = self.read(&distinct.texts)?;
            let reads: Vec<(&Read, Vec<&Read>)> = places
                .iter()
                .map(|(p, references)| (&read[*p], references.iter().map(|r| &read[*r]).collect()))
                .collect();
            let weights = weigh(batch, &reads)?;
            let both: Vec<_> = reads.iter().zip(&weights).collect();
            Ok(both.into_par_iter().map(|(reads, weights)| self.one(reads, weights)).collect())
        })
    }

    fn one(&self, (prediction, references): &(&Read, Vec<&Read>), weights: &Weights) -> Prf {
        let scores =
            references.iter().zip(&weights.references).map(|(reference, weights_there)| {
                match prediction.is_empty() || reference.is_empty() {
                    true => Prf::default(),
                    false => greedy_match(
                        prediction.vectors(&weights.prediction),
                        reference.vectors(weights_there),
                    ),
                }
            });
        let best = scores.reduce(best).unwrap_or_default();
        self.options.baseline.map_or(best, |baseline| baseline.rescale(best))
    }

    fn read(&self, texts: &[&str]) -> Result<Vec<Read>> {
        let failed = with_model(METRIC, &self.name);
        let spaced = self.spaced(texts);
        let texts: Vec<&str> = spaced.iter().map(String::as_str).collect();
        let states = self.encoder.token_states(&texts, Some(self.layer)).map_err(failed)?;
        let shift = usize::from(self.encoder.reads_bytes());
        Ok(states.into_iter().map(|states| Read::new(states, shift)).collect())
    }

    /// Texts as the tokenizer gets them.
    fn spaced(&self, texts: &[&str]) -> Vec<String> {
        let space = if self.encoder.reads_bytes() { " " } else { "" };
        let spaced = |text: &&str| match text.is_empty() {
            true => String::new(),
            false => format!("{space}{text}"),
        };
        texts.iter().map(spaced).collect()
    }

    fn idf(&self, answers: &[Answer<'_>]) -> Result<Idf> {
        let mut idf = Idf::default();
        for batch in answers.chunks(ANSWERS_AT_ONCE) {
            let references = batch.iter().flat_map(|a| &a.references);
            let references: Vec<&str> = references.map(|r| stripped(r)).collect();
            let spaced = self.spaced(&references);
            let texts: Vec<&str> = spaced.iter().map(String::as_str).collect();
            let tokens = self.encoder.tokens(&texts).map_err(with_model(METRIC, &self.name))?;
            tokens.iter().for_each(|tokens| idf.add(&tokens.ids));
        }
        Ok(idf)
    }
}

/// In how many texts each token is.
#[derive(Default)]
struct Idf {
    texts: usize,
    with: HashMap<u32, usize>,
}

impl Idf {
    fn add(&mut self, ids: &[u32]) {
        self.texts += 1;
        let distinct: HashSet<u32> = ids.iter().copied().collect();
        for id in distinct {
            *self.with.entry(id).or_default() += 1;
        }
    }

    fn weight(&self, id: u32) -> f64 {
        let with = self.with.get(&id).copied().unwrap_or(0);
        ((self.texts + 1) as f64 / (with + 1) as f64).ln()
    }
}

/// One for each token, zero for those that open and close a text.
fn even(tokens: &Tokens) -> Vec<f64> {
    let outer: HashSet<u32> = tokens
        .ids
        .iter()
        .zip(&tokens.places)
        .filter(|(_, place)| place.is_none())
        .map(|(id, _)| *id)
        .collect();
    tokens.ids.iter().map(|id| if outer.contains(id) { 0.0 } else { 1.0 }).collect()
}

impl Read {
    fn new(mut states: TokenStates, shift: usize) -> Read {
        for place in states.tokens.places.iter_mut().flatten() {
            place.start = place.start.saturating_sub(shift);
            place.end = place.end.saturating_sub(shift);
        }
        Read { states }
    }

    pub(super) fn tokens(&self) -> &Tokens {
        &self.states.tokens
    }

    fn is_empty(&self) -> bool {
        self.states.tokens.places.iter().all(Option::is_none)
    }

    fn vectors<'a>(&'a self, weights: &'a [f64]) -> TokenVectors<'a> {
        TokenVectors { values: &self.states.values, width: self.states.width, weights }
    }
}
