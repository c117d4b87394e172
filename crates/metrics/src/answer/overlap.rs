//! Exact match and token F1 as in SQuAD's evaluation script v2.0, against one reference or many.
//!
//! Leave-one-out over several references is CoQA's (Reddy et al., TACL 2019), and TopiOCQA's
//! after it (Adlakha et al., TACL 2022): a human's answer can only be scored against the others'
//! answers, so a system's answer is scored against as few. Taking the best is SQuAD's.

use super::Prf;
use super::grams::shared;
use super::normal::Normal;

/// How scores against several references become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// For each reference the best score against the others; of those the mean.
    #[default]
    LeaveOneOut,
    /// The best score.
    Best,
}

impl Policy {
    /// One score from those against each reference; nothing without references. It serves any
    /// measure.
    pub fn combine(self, scores: &[f64]) -> Option<f64> {
        let best = scores.iter().copied().reduce(f64::max)?;
        if self == Policy::Best || scores.len() == 1 {
            return Some(best);
        }
        let place = scores.iter().position(|&score| score == best)?;
        let others = scores.iter().enumerate().filter(|&(i, _)| i != place);
        let second = others.map(|(_, &score)| score).reduce(f64::max)?;
        let kept = (0..scores.len()).map(|left_out| if left_out == place { second } else { best });
        Some(kept.sum::<f64>() / scores.len() as f64)
    }
}

/// Exact match and F1 of one answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Answer {
    /// 1 where the normalised texts are equal, 0 elsewhere; between them over several references.
    pub em: f64,
    /// The F1 of the tokens.
    pub f1: f64,
}

/// Whether the normalised texts are equal.
pub fn exact_match(prediction: &Normal, reference: &Normal) -> bool {
    prediction.text() == reference.text()
}

/// The overlap of the tokens. Where a side has none: 1 if the other has none either, else 0
/// (SQuAD's script v1.1 gave 0 to two empty sides also).
///
/// ```
/// use grice_metrics::answer::{Normal, f1};
///
/// let score = f1(&Normal::new("a brown fox"), &Normal::new("the quick brown fox"));
/// assert_eq!((score.precision, score.f), (1.0, 0.8));
/// ```
pub fn f1(prediction: &Normal, reference: &Normal) -> Prf {
    if prediction.is_empty() && reference.is_empty() {
        return Prf::ONE;
    }
    let matched = shared(prediction.sorted(), reference.sorted());
    Prf::of_counts(matched, prediction.len(), reference.len())
}

/// An answer's exact match and F1 against its references; nothing without references. A turn that
/// was not answered scores 0, even where the gold answer is empty.
pub fn answer(
    prediction: Option<&Normal>,
    references: &[Normal],
    policy: Policy,
) -> Option<Answer> {
    let Some(prediction) = prediction else {
        return (!references.is_empty()).then(Answer::default);
    };
    let exact = |reference| f64::from(u8::from(exact_match(prediction, reference)));
    let em = policy.combine(&references.iter().map(exact).collect::<Vec<_>>())?;
    let overlap = |reference| f1(prediction, reference).f;
    let f1 = policy.combine(&references.iter().map(overlap).collect::<Vec<_>>())?;
    Some(Answer { em, f1 })
}

/// What humans score: each reference as the prediction against the others, and of those scores
/// the mean. Nothing with fewer than two references.
pub fn human(references: &[Normal]) -> Option<Answer> {
    if references.len() < 2 {
        return None;
    }
    let mut sum = Answer::default();
    for (i, prediction) in references.iter().enumerate() {
        let others = || references.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, r)| r);
        sum.em += f64::from(u8::from(others().any(|other| exact_match(prediction, other))));
        sum.f1 += others().map(|other| f1(prediction, other).f).fold(0.0, f64::max);
    }
    let count = references.len() as f64;
    Some(Answer { em: sum.em / count, f1: sum.f1 / count })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normals(texts: &[&str]) -> Vec<Normal> {
        texts.iter().map(|text| Normal::new(text)).collect()
    }

    #[test]
    fn one_reference_gives_the_plain_score_under_either_policy() {
        let references = normals(&["brown fox"]);
        let prediction = Normal::new("red fox");
        for policy in [Policy::LeaveOneOut, Policy::Best] {
            let expected = Answer { em: 0.0, f1: 0.5 };
            assert_eq!(answer(Some(&prediction), &references, policy), Some(expected));
        }
    }

    #[test]
    fn leave_one_out_averages_the_best_of_the_others() {
        assert_eq!(Policy::LeaveOneOut.combine(&[1.0, 0.5, 0.0, 0.25]), Some(3.5 / 4.0));
        assert_eq!(Policy::LeaveOneOut.combine(&[0.5, 0.5]), Some(0.5));
        assert_eq!(Policy::Best.combine(&[1.0, 0.5]), Some(1.0));
        assert_eq!(Policy::Best.combine(&[]), None);
    }

    #[test]
    fn a_turn_without_a_prediction_scores_zero_and_an_empty_one_equals_an_empty_reference() {
        let references = normals(&[""]);
        let policy = Policy::LeaveOneOut;
        assert_eq!(answer(None, &references, policy), Some(Answer::default()));
        let empty = Normal::new("the");
        assert_eq!(answer(Some(&empty), &references, policy), Some(Answer { em: 1.0, f1: 1.0 }));
        assert_eq!(answer(None, &[], policy), None);
    }

    #[test]
    fn a_human_is_scored_against_the_other_references() {
        assert_eq!(human(&normals(&["x"])), None);
        let score = human(&normals(&["red fox", "red fox", "dog"]));
        assert_eq!(score, Some(Answer { em: 2.0 / 3.0, f1: 2.0 / 3.0 }));
    }
}
