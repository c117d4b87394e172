//! How near an answer's text comes to the gold answer's, by words alone.
//!
//! A text is prepared once and compared as often as wanted: [`Normal`] for exact match and F1,
//! [`RougeText`] for ROUGE, [`BleuText`] for BLEU.

mod bleu;
mod bound;
pub(crate) mod characters;
mod grams;
mod lcs;
mod normal;
mod overlap;
mod porter;
mod rouge;
mod weighted;

pub use bleu::{Bleu, BleuScore, BleuStatistics, BleuText, Smoothing, Tokenizer};
pub use bound::{Bound, extractive_bound};
pub use normal::{Normal, normalise};
pub use overlap::{Answer, Policy, answer, exact_match, f1, human};
pub use porter::stem;
pub use rouge::{Rouge, RougeText, Words};
pub use weighted::{Numerator, weighted_lcs};

/// Precision, recall and their harmonic mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prf {
    /// The share of the prediction that is in the reference.
    pub precision: f64,
    /// The share of the reference that is in the prediction.
    pub recall: f64,
    /// The harmonic mean of the two; 0 when both are 0.
    pub f: f64,
}

impl Prf {
    /// Nothing in common.
    pub const ZERO: Prf = Prf { precision: 0.0, recall: 0.0, f: 0.0 };
    /// Everything in common.
    pub const ONE: Prf = Prf { precision: 1.0, recall: 1.0, f: 1.0 };

    /// From precision and recall.
    pub fn new(precision: f64, recall: f64) -> Prf {
        let sum = precision + recall;
        let f = if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 };
        Prf { precision, recall, f }
    }

    /// From how many of the prediction's and the reference's items are matched. A side without
    /// items scores 0.
    pub(crate) fn of_counts(matched: usize, prediction: usize, reference: usize) -> Prf {
        let matched = matched as f64;
        Prf::new(matched / prediction.max(1) as f64, matched / reference.max(1) as f64)
    }
}
