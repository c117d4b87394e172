//! Answer metrics that need a model.
//!
//! Each scorer is opened with a model of the registry and carries an [`Identity`]: the metric, the
//! model and every setting that changes a number. Scores of different identities are not
//! compared: [`Identity::same_as`] says so.
//!
//! ```no_run
//! use grice_metrics::neural::{Answer, BertScore, BertScoreOptions};
//! use grice_model::registry::Registry;
//!
//! let registry = Registry::open()?;
//! let scorer = BertScore::open(&registry, "all-minilm-l6-v2", BertScoreOptions::default())?;
//! let answers = [Answer {
//!     question: "Where does the Danube end?",
//!     prediction: "It flows into the Black Sea.",
//!     references: vec!["In the Black Sea."],
//! }];
//! let scores = scorer.score(&answers, &mut |done, all| eprintln!("{done} of {all}"))?;
//! println!("{}: {:.3}", scorer.identity(), scores[0].f);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bart_score;
mod bert_score;
mod distinct;
mod error;
mod greedy;
mod identity;
mod kpqa;
mod open;
mod pos_score;
mod sas;
mod scorers;
mod tagger;

pub use bart_score::{BartScore, Likelihoods};
pub use bert_score::{Baseline, BertScore, BertScoreOptions};
pub use error::{NeuralError, Result};
pub use greedy::{TokenVectors, greedy_match};
pub use identity::{Identity, Incomparable};
pub use kpqa::{KeyPhrases, KpqaBertScore, KpqaRougeL, Weighted};
pub use pos_score::{PosScore, WordVector, posscore};
pub use sas::Sas;
pub use scorers::{Asked, Metric, Scorers};
pub use tagger::{TAGGER, Tag, tag};

use crate::answer::Prf;

/// An answer to score.
#[derive(Clone, Debug)]
pub struct Answer<'a> {
    /// What was asked; only KPQA reads it.
    pub question: &'a str,
    /// What the system said.
    pub prediction: &'a str,
    /// What it should have said, at least one; a score is the best over them.
    pub references: Vec<&'a str>,
}

/// Precision and recall, which may be negative here, with their harmonic mean; 0 where that is
/// undefined.
fn harmonic(precision: f64, recall: f64) -> Prf {
    let f = 2.0 * precision * recall / (precision + recall);
    Prf { precision, recall, f: if f.is_nan() { 0.0 } else { f } }
}

/// The best of each, which need not be of the same reference.
fn best(one: Prf, other: Prf) -> Prf {
    Prf {
        precision: one.precision.max(other.precision),
        recall: one.recall.max(other.recall),
        f: one.f.max(other.f),
    }
}

/// What is told while scoring: how many answers are done, of how many.
pub type Progress<'a> = &'a mut dyn FnMut(usize, usize);

/// Goes through the answers a batch at a time.
fn in_batches<'a, 'b, T>(
    answers: &'b [Answer<'a>],
    size: usize,
    progress: Progress<'_>,
    mut batch: impl FnMut(&'b [Answer<'a>]) -> Result<Vec<T>>,
) -> Result<Vec<T>> {
    if let Some(at) = answers.iter().position(|answer| answer.references.is_empty()) {
        return Err(NeuralError::NoReference { number: at + 1 });
    }
    let mut scores = Vec::with_capacity(answers.len());
    for part in answers.chunks(size) {
        scores.extend(batch(part)?);
        progress(scores.len(), answers.len());
    }
    Ok(scores)
}

/// The highest of one or more scores.
fn highest(scores: impl Iterator<Item = f64>) -> f64 {
    scores.fold(f64::NEG_INFINITY, f64::max)
}

/// A text without Python's white space at its ends.
fn stripped(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c))
}
