//! POSSCORE (Liu, Zhou, Zhao and Wilson, CIKM 2021): how alike two answers are in their content
//! words and, apart from that, in the rest.
//!
//! Tokens are split into content words (adjectives, adverbs, verbs, nouns, proper nouns) and the
//! rest, punctuation included; each group's vector is the mean of its words'. The score is
//! exp(1 − r_ref / r_cand) · cos(content) + cos(rest), where r is the share of content words. The
//! factor is 1 if either side has no content word; a cosine is 0 if a side has no known word. The
//! score is not bounded by 1.
//!
//! A word's vector is what a static encoder gives for the word alone. The original takes spaCy's
//! tokens, tags and vectors; the numbers differ with each of them, so the identity names both
//! model and tagger.

use grice_model::registry::{Registry, Task};
use grice_model::{ModelFiles, StaticEncoder};
use rayon::prelude::*;

use super::distinct::Distinct;
use super::error::Result;
use super::identity::Identity;
use super::open::{open, with_model};
use super::tagger::{TAGGER, tag};
use super::{Answer, Progress, highest, in_batches};

const METRIC: &str = "POSSCORE";
const ANSWERS_AT_ONCE: usize = 512;

/// POSSCORE with one table of word vectors.
pub struct PosScore {
    words: StaticEncoder,
    name: String,
}

/// A word's vector, all zeros when the word is unknown.
#[derive(Clone, Copy, Debug)]
pub struct WordVector<'a> {
    /// Whether it is a content word.
    pub content: bool,
    /// Its vector.
    pub vector: &'a [f32],
}

/// A text's tagged words: whether each is a content word, and its place among the distinct ones.
type Words = Vec<(bool, usize)>;

impl PosScore {
    /// Opens a static encoder of the registry.
    pub fn open(registry: &Registry, name: &str) -> Result<PosScore> {
        let (_, files) = open(registry, METRIC, name, &[Task::Static])?;
        PosScore::load(&files, name)
    }

    /// Loads a static encoder's folder; `name` stands for it in the identity.
    pub fn load(files: impl Into<ModelFiles>, name: &str) -> Result<PosScore> {
        let words = StaticEncoder::load(files).map_err(with_model(METRIC, name))?;
        Ok(PosScore { words, name: name.to_owned() })
    }

    /// The metric, the model and the tagger.
    pub fn identity(&self) -> Identity {
        Identity::new(METRIC, &[self.name.clone(), TAGGER.to_owned()])
    }

    /// Scores answers.
    pub fn score(&self, answers: &[Answer<'_>], progress: Progress<'_>) -> Result<Vec<f64>> {
        in_batches(answers, ANSWERS_AT_ONCE, progress, |batch| {
            let mut texts = Distinct::default();
            let places: Vec<(usize, Vec<usize>)> = batch
                .iter()
                .map(|a| {
                    let references = a.references.iter();
                    (texts.place(a.prediction), references.map(|r| texts.place(r)).collect())
                })
                .collect();
            let tagged: Vec<_> = texts.texts.par_iter().map(|text| (*text, tag(text))).collect();
            let mut distinct = Distinct::default();
            let words: Vec<Words> = tagged
                .iter()
                .map(|(text, tags)| {
                    let word = |(range, tag): &(std::ops::Range<usize>, super::Tag)| {
                        (tag.is_content(), distinct.place(&text[range.clone()]))
                    };
                    tags.iter().map(word).collect()
                })
                .collect();
            let vectors =
                self.words.encode(&distinct.texts).map_err(with_model(METRIC, &self.name))?;
            let side = |place: usize| -> Vec<WordVector<'_>> {
                let words = words[place].iter();
                words
                    .map(|(content, at)| WordVector { content: *content, vector: &vectors[*at] })
                    .collect()
            };
            let score = |(prediction, references): &(usize, Vec<usize>)| {
                let prediction = side(*prediction);
                highest(references.iter().map(|r| posscore(&prediction, &side(*r))))
            };
            Ok(places.par_iter().map(score).collect())
        })
    }
}

/// POSSCORE of a candidate against a reference.
pub fn posscore(candidate: &[WordVector<'_>], reference: &[WordVector<'_>]) -> f64 {
    let shares = (share(candidate), share(reference));
    let factor = match shares {
        (candidate, reference) if candidate > 0.0 && reference > 0.0 => {
            (1.0 - reference / candidate).exp()
        }
        _ => 1.0,
    };
    let alike = |content: bool| cosine(&sum(candidate, content), &sum(reference, content));
    factor * alike(true) + alike(false)
}

fn share(words: &[WordVector<'_>]) -> f64 {
    let content = words.iter().filter(|w| w.content).count();
    content as f64 / words.len().max(1) as f64
}

/// The sum has the direction of the mean.
fn sum(words: &[WordVector<'_>], content: bool) -> Vec<f64> {
    let mut sum = Vec::new();
    for word in words.iter().filter(|w| w.content == content) {
        sum.resize(word.vector.len().max(sum.len()), 0.0);
        for (sum, value) in sum.iter_mut().zip(word.vector) {
            *sum += f64::from(*value);
        }
    }
    sum
}

fn cosine(a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    match dot(a, a).sqrt() * dot(b, b).sqrt() {
        0.0 => 0.0,
        lengths => dot(a, b) / lengths,
    }
}
