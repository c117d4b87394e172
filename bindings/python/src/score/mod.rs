//! Measures over plain lists.

pub mod agreement;
pub mod answer;
pub mod bleu;
pub mod labels;
pub mod neural;
pub mod passages;
pub mod retrieval;
pub mod rouge;
pub mod squad;
pub mod statistics;

use grice_metrics::answer::Prf;

/// Precision, recall and F as Python's tuples.
pub type Triple = (f64, f64, f64);

fn triple(score: Prf) -> Triple {
    (score.precision, score.recall, score.f)
}
