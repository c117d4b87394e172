//! Cross entropy over a softmax.

/// Makes each row of logits probabilities.
pub fn softmax(logits: &mut [f32], labels: usize) {
    for row in logits.chunks_exact_mut(labels.max(1)) {
        let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        row.iter_mut().for_each(|value| *value = (*value - most).exp());
        let sum: f32 = row.iter().sum();
        row.iter_mut().for_each(|value| *value /= sum);
    }
}

/// The mean cross entropy of rows of logits with their right labels, and its gradient. Each row counts as much as its
/// label weighs.
pub fn cross_entropy(mut logits: Vec<f32>, right: &[usize], weights: &[f32]) -> (f64, Vec<f32>) {
    let labels = weights.len();
    softmax(&mut logits, labels);
    let total: f32 = right.iter().map(|label| weights[*label]).sum();
    let mut loss = 0.0;
    for (row, label) in logits.chunks_exact_mut(labels.max(1)).zip(right) {
        let share = weights[*label] / total.max(f32::MIN_POSITIVE);
        loss -= f64::from(share) * f64::from(row[*label].max(1e-30)).ln();
        row[*label] -= 1.0;
        row.iter_mut().for_each(|value| *value *= share);
    }
    (loss, logits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::differences::{assert_close, gradient_of};
    use crate::random::Random;

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let logits = Random::new(4).uniform(12, 2.0);
        let (right, weights) = ([0, 2, 2, 1], [1.0, 0.5, 2.0]);
        let (_, found) = cross_entropy(logits.clone(), &right, &weights);
        let loss = |logits: &[f32]| cross_entropy(logits.to_vec(), &right, &weights).0;
        assert_close(&found, &gradient_of(&logits, loss));
    }

    #[test]
    fn probabilities_add_up_even_where_logits_are_large() {
        let mut logits = vec![1000.0, 999.0, -1000.0];
        softmax(&mut logits, 3);
        assert!((logits.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(logits[0] > logits[1]);
    }
}
