//! Greedy matching of tokens, equation 1 of BERTScore (Zhang et al., ICLR 2020), as PyPI's
//! bert-score 0.3.13 has it: special tokens may be matched, though they usually weigh nothing.

use super::harmonic;
use crate::answer::Prf;

/// A text's tokens: a vector and a weight for each.
#[derive(Clone, Copy, Debug)]
pub struct TokenVectors<'a> {
    /// The vectors, one after another.
    pub values: &'a [f32],
    /// The length of a vector.
    pub width: usize,
    /// The weights, as many as vectors.
    pub weights: &'a [f64],
}

/// Each side's tokens take the nearest token of the other side; the weighted means of these
/// cosines are precision, for the candidate's tokens, and recall, for the reference's.
///
/// A side whose weights sum to zero scores 0; bert-score says NaN there. bert-score also lets
/// padding count as a token of cosine 0, so that of texts in a batch with longer ones no cosine is
/// negative; here it never counts.
pub fn greedy_match(candidate: TokenVectors<'_>, reference: TokenVectors<'_>) -> Prf {
    let candidates = Rows::new(candidate);
    let references = Rows::new(reference);
    let mut nearest = vec![f64::NEG_INFINITY; references.rows.len()];
    let mut precision = Mean::default();
    for (i, weight) in (0..candidates.rows.len()).zip(candidate.weights) {
        let mut best = f64::NEG_INFINITY;
        for (j, nearest) in nearest.iter_mut().enumerate() {
            let cosine = candidates.cosine(i, &references, j);
            best = best.max(cosine);
            *nearest = nearest.max(cosine);
        }
        precision.add(best, *weight);
    }
    let mut recall = Mean::default();
    for (nearest, weight) in nearest.iter().zip(reference.weights) {
        recall.add(*nearest, *weight);
    }
    harmonic(precision.value(), recall.value())
}

struct Rows<'a> {
    rows: Vec<&'a [f32]>,
    /// One over each row's length; 0 for a row of zeros.
    scales: Vec<f64>,
}

impl<'a> Rows<'a> {
    fn new(vectors: TokenVectors<'a>) -> Rows<'a> {
        let rows: Vec<&[f32]> = vectors.values.chunks_exact(vectors.width.max(1)).collect();
        let scale = |row: &&[f32]| match dot(row, row).sqrt() {
            0.0 => 0.0,
            length => 1.0 / length,
        };
        let scales = rows.iter().map(scale).collect();
        Rows { rows, scales }
    }

    fn cosine(&self, i: usize, other: &Rows<'_>, j: usize) -> f64 {
        dot(self.rows[i], other.rows[j]) * self.scales[i] * other.scales[j]
    }
}

#[derive(Default)]
struct Mean {
    sum: f64,
    weights: f64,
}

impl Mean {
    fn add(&mut self, value: f64, weight: f64) {
        // With nothing on the other side there is no nearest token.
        if value.is_finite() {
            self.sum += value * weight;
        }
        self.weights += weight;
    }

    fn value(&self) -> f64 {
        if self.weights == 0.0 { 0.0 } else { self.sum / self.weights }
    }
}

/// In eight sums side by side, which the compiler makes vector instructions of.
pub(super) fn dot(a: &[f32], b: &[f32]) -> f64 {
    let (a, a_rest) = a.as_chunks::<8>();
    let (b, b_rest) = b.as_chunks::<8>();
    let mut sums = [0.0f64; 8];
    for (a, b) in a.iter().zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += f64::from(*a) * f64::from(*b);
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
    sums.iter().sum::<f64>() + rest
}
