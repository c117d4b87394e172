//! KPQA (Lee et al., NAACL 2021): metrics in which a token weighs as much as it is likely to be
//! part of the key phrase, given question and answer.
//!
//! Follows the authors' `kpw.py` and `compute_KPQA.py`, except:
//!
//! - Theirs gives the first token of a pair the segment number of the answer when it scores, while
//!   the model was trained with the question's; here it has the question's.
//! - Theirs keeps one set of weights for a text, so of equal answers to different questions all get
//!   the last one's; here each has its own.
//! - Answers cut by the classifier: tokens without a probability weigh nothing.

use grice_model::registry::{Registry, Task};
use grice_model::{Input, ModelFiles, Precision, TokenClassifier, Tokens};

use super::bert_score::{BertScore, Weights};
use super::error::{NeuralError, Result};
use super::identity::Identity;
use super::open::{open, with_model};
use super::{Answer, Progress, best, in_batches, stripped};
use crate::answer::Prf;
use crate::answer::{Numerator, weighted_lcs};

const METRIC: &str = "KPQA";
const ANSWERS_AT_ONCE: usize = 128;

/// How likely each token of an answer is part of its key phrase.
pub struct KeyPhrases {
    model: TokenClassifier,
    name: String,
    label: usize,
}

/// A token of an answer with its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighted {
    /// The token's number.
    pub id: u32,
    /// Its first byte in the answer.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// How likely it is part of the key phrase.
    pub weight: f64,
}

/// A prediction's tokens, and those of each reference.
type Sides = (Vec<Weighted>, Vec<Vec<Weighted>>);

impl KeyPhrases {
    /// Opens a token classifier of the registry.
    pub fn open(registry: &Registry, name: &str) -> Result<KeyPhrases> {
        let (_, files) = open(registry, METRIC, name, &[Task::TokenClassifier])?;
        KeyPhrases::load(&files, name)
    }

    /// Loads a token classifier's folder. The first of its labels that is not "O" means a key
    /// phrase; the published model's are K and O.
    pub fn load(files: impl Into<ModelFiles>, name: &str) -> Result<KeyPhrases> {
        let model =
            TokenClassifier::load(files, Precision::Stored).map_err(with_model(METRIC, name))?;
        let labels = model.labels();
        match labels.iter().position(|label| !label.eq_ignore_ascii_case("o")) {
            Some(label) if labels.len() >= 2 => {
                Ok(KeyPhrases { model, name: name.to_owned(), label })
            }
            _ => Err(NeuralError::NoKeyLabel { model: name.to_owned(), labels }),
        }
    }

    /// The tokens of each answer with their weights, given its question.
    pub fn weights(&self, pairs: &[(&str, &str)]) -> Result<Vec<Vec<Weighted>>> {
        let inputs: Vec<Input<'_>> = pairs.iter().map(|(q, a)| Input::Two(q, a)).collect();
        let verdicts =
            self.model.classify(&inputs).map_err(with_model(METRIC, &self.name))?.into_iter();
        let weighted = |tokens: Vec<grice_model::TokenVerdict>| {
            tokens
                .into_iter()
                .map(|token| {
                    let weight = token.probabilities.get(self.label).copied().unwrap_or(0.0);
                    let (id, start, end) = (token.id, token.start, token.end);
                    Weighted { id, start, end, weight: weight.into() }
                })
                .collect()
        };
        Ok(verdicts.map(weighted).collect())
    }

    /// For each answer the weights of its prediction and of its references.
    fn of_answers(&self, answers: &[Answer<'_>]) -> Result<Vec<Sides>> {
        let pairs: Vec<(&str, &str)> = answers
            .iter()
            .flat_map(|a| {
                let texts = std::iter::once(&a.prediction).chain(&a.references);
                texts.map(|text| (a.question, stripped(text)))
            })
            .collect();
        let mut weights = self.weights(&pairs)?.into_iter();
        let own = answers.iter().map(|a| {
            let prediction = weights.next().unwrap_or_default();
            (prediction, weights.by_ref().take(a.references.len()).collect())
        });
        Ok(own.collect())
    }
}

/// BERTScore in which tokens weigh what KPQA says, instead of idf.
pub struct KpqaBertScore {
    scorer: BertScore,
    phrases: KeyPhrases,
}

impl KpqaBertScore {
    /// Puts both together; idf is not used.
    pub fn new(scorer: BertScore, phrases: KeyPhrases) -> KpqaBertScore {
        KpqaBertScore { scorer: scorer.without_idf(), phrases }
    }

    /// The metric, both models and the settings.
    pub fn identity(&self) -> Identity {
        let mut settings = self.scorer.settings();
        settings.push(format!("key phrases by {}", self.phrases.name));
        Identity::new("BERTScore-KPQA", &settings)
    }

    /// Scores answers.
    pub fn score(&self, answers: &[Answer<'_>], progress: Progress<'_>) -> Result<Vec<Prf>> {
        self.scorer.score_weighted(answers, progress, |batch, reads| {
            let weights = self.phrases.of_answers(batch)?.into_iter().zip(reads);
            let weights = weights.map(|((prediction, references), (read, read_references))| {
                let both = references.iter().zip(read_references);
                Weights {
                    prediction: laid_on(&prediction, read.tokens()),
                    references: both.map(|(w, read)| laid_on(w, read.tokens())).collect(),
                }
            });
            Ok(weights.collect())
        })
    }
}

/// ROUGE-L over the classifier's tokens, weighted by KPQA.
pub struct KpqaRougeL {
    phrases: KeyPhrases,
}

impl KpqaRougeL {
    /// With this classifier.
    pub fn new(phrases: KeyPhrases) -> KpqaRougeL {
        KpqaRougeL { phrases }
    }

    /// The metric and the model.
    pub fn identity(&self) -> Identity {
        Identity::new("ROUGE-L-KPQA", std::slice::from_ref(&self.phrases.name))
    }

    /// Scores answers.
    pub fn score(&self, answers: &[Answer<'_>], progress: Progress<'_>) -> Result<Vec<Prf>> {
        let tokens = |weighted: &[Weighted]| -> Vec<(u32, f64)> {
            weighted.iter().map(|token| (token.id, token.weight)).collect()
        };
        in_batches(answers, ANSWERS_AT_ONCE, progress, |batch| {
            let weights = self.phrases.of_answers(batch)?;
            let score = |(prediction, references): &Sides| {
                let prediction = tokens(prediction);
                let each = references
                    .iter()
                    .map(|r| weighted_lcs(&tokens(r), &prediction, Numerator::Reference));
                each.reduce(best).unwrap_or_default()
            };
            Ok(weights.iter().map(score).collect())
        })
    }
}

/// The weights of another tokenizer's tokens: one for one where both cut the text alike, else the
/// highest of the weights over the same bytes.
fn laid_on(weighted: &[Weighted], tokens: &Tokens) -> Vec<f64> {
    let inner = || tokens.ids.iter().zip(&tokens.places).filter(|(_, place)| place.is_some());
    let alike = inner().map(|(id, _)| *id).eq(weighted.iter().map(|w| w.id));
    let mut next = weighted.iter();
    tokens
        .places
        .iter()
        .map(|place| match place {
            None => 0.0,
            Some(_) if alike => next.next().map_or(0.0, |w| w.weight),
            Some(place) => weighted
                .iter()
                .filter(|w| w.start < place.end && place.start < w.end)
                .map(|w| w.weight)
                .fold(0.0, f64::max),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use grice_model::Place;

    use super::*;

    fn weighted(id: u32, start: usize, end: usize, weight: f64) -> Weighted {
        Weighted { id, start, end, weight }
    }

    fn tokens(inner: &[(u32, usize, usize)]) -> Tokens {
        let place = |(_, start, end): &(u32, usize, usize)| {
            Some(Place { text: 0, start: *start, end: *end })
        };
        let mut tokens = Tokens { ids: vec![1], places: vec![None], types: Vec::new() };
        tokens.ids.extend(inner.iter().map(|t| t.0));
        tokens.places.extend(inner.iter().map(place));
        tokens.ids.push(2);
        tokens.places.push(None);
        tokens
    }

    #[test]
    fn tokens_of_the_same_tokenizer_keep_their_weights() {
        // One character in two pieces: both stand over the same bytes.
        let weights = [weighted(7, 0, 3, 0.9), weighted(8, 0, 3, 0.2)];
        assert_eq!(laid_on(&weights, &tokens(&[(7, 0, 3), (8, 0, 3)])), [0.0, 0.9, 0.2, 0.0]);
    }

    #[test]
    fn tokens_of_another_tokenizer_take_the_highest_weight_over_their_bytes() {
        let weights = [weighted(7, 0, 3, 0.9), weighted(8, 3, 6, 0.2), weighted(9, 7, 9, 0.5)];
        let other = tokens(&[(70, 0, 6), (71, 7, 8), (72, 8, 9), (73, 10, 12)]);
        assert_eq!(laid_on(&weights, &other), [0.0, 0.9, 0.5, 0.5, 0.0, 0.0]);
    }
}
