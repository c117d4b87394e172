//! ROUGE-L with a weight for each token, for ROUGE-L-KPQA (Lee et al., "KPQA: A Metric for
//! Generative Question Answering Using Keyphrase Weights", NAACL 2021).
//!
//! It follows the authors' program (github.com/hwanheelee1993/KPQA, `_score_kp_lcs` of
//! `kpqa_coco/rouge/rouge_scorer.py`): F has β = 1, and where two tokens are equal they are
//! always taken, so that the sum is not always the greatest one. There a text's tokens are the
//! word pieces of `bert-large-uncased`, and of several references the one with the best F counts.

use super::Prf;

/// Whose weights count for the tokens in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numerator {
    /// The reference's, for precision also, as in the authors' program. Precision may then be
    /// over 1.
    #[default]
    Reference,
    /// For recall the reference's and for precision the prediction's, so that neither is over 1.
    Own,
}

/// The weighted longest common subsequence over the sums of weights. A side whose weights sum to
/// 0 scores 0 (the authors' program divides by zero).
///
/// ```
/// use grice_metrics::answer::{Numerator, weighted_lcs};
///
/// let reference = [("four", 0.9), ("steps", 0.1)];
/// let prediction = [("seven", 0.8), ("steps", 0.2)];
/// let score = weighted_lcs(&reference, &prediction, Numerator::Own);
/// assert!((score.recall - 0.1).abs() < 1e-9 && (score.precision - 0.2).abs() < 1e-9);
/// ```
pub fn weighted_lcs<T: PartialEq>(
    reference: &[(T, f64)],
    prediction: &[(T, f64)],
    numerator: Numerator,
) -> Prf {
    // A cell holds both sums of the path that the reference's weights choose.
    let mut row = vec![(0.0f64, 0.0f64); prediction.len() + 1];
    for (token, weight) in reference {
        let mut diagonal = (0.0, 0.0);
        for (j, (other, own)) in prediction.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if token == other {
                (diagonal.0 + weight, diagonal.1 + own)
            } else if row[j].0 > above.0 {
                row[j]
            } else {
                above
            };
            diagonal = above;
        }
    }
    let (matched, own) = row[prediction.len()];
    let own = if numerator == Numerator::Own { own } else { matched };
    Prf::new(share(own, prediction), share(matched, reference))
}

fn share<T>(matched: f64, tokens: &[(T, f64)]) -> f64 {
    let sum: f64 = tokens.iter().map(|(_, weight)| weight).sum();
    if sum > 0.0 { matched / sum } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_weights_give_plain_rouge_l() {
        let weighted = |words: &[&'static str]| words.iter().map(|&w| (w, 0.5)).collect::<Vec<_>>();
        let (a, b) = (weighted(&["p", "q", "r", "s"]), weighted(&["p", "s", "q"]));
        for numerator in [Numerator::Reference, Numerator::Own] {
            assert_eq!(weighted_lcs(&a, &b, numerator), Prf::new(2.0 / 3.0, 0.5));
        }
    }

    #[test]
    fn equal_tokens_are_taken_even_where_another_path_weighs_more() {
        let reference = [("x", 5.0), ("y", 1.0), ("x", 1.0)];
        let score = weighted_lcs(&reference, &[("x", 1.0)], Numerator::Reference);
        assert_eq!(score.recall, 1.0 / 7.0);
    }

    #[test]
    fn precision_with_the_references_weights_may_be_over_one() {
        let (reference, prediction) = ([("x", 0.9)], [("x", 0.3)]);
        let score = weighted_lcs(&reference, &prediction, Numerator::Reference);
        assert!((score.precision - 3.0).abs() < 1e-12);
        assert_eq!(weighted_lcs(&reference, &prediction, Numerator::Own).precision, 1.0);
    }

    #[test]
    fn empty_or_weightless_sides_score_zero() {
        let none: [(&str, f64); 0] = [];
        assert_eq!(weighted_lcs(&none, &[("x", 1.0)], Numerator::Own), Prf::ZERO);
        assert_eq!(weighted_lcs(&[("x", 0.0)], &[("x", 0.0)], Numerator::Own), Prf::ZERO);
    }
}
