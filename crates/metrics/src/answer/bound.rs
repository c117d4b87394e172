//! The extractive bound: the best F1 that any span of the gold passage reaches. It says how much
//! of a gold answer can be had by quoting (TopiOCQA, Adlakha et al., TACL 2022; before it CoQA,
//! Reddy et al., TACL 2019, and QReCC's span heuristic).

use std::ops::Range;

use super::Prf;
use super::normal::Normal;

/// The span of a passage that comes nearest to an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Its overlap with the answer.
    pub score: Prf,
    /// Where it is in the passage's own text, in bytes; empty where the answer is.
    pub span: Range<usize>,
}

/// The best span of a passage for an answer; nothing where they share no token. Of equally good
/// spans it is the first, and of those that begin together the shortest.
///
/// A span is a run of the passage's tokens, so a quotation mark that sticks to a word stays with
/// it.
///
/// ```
/// use grice_metrics::answer::{Normal, extractive_bound};
///
/// let text = "It opened in 1889, and the Eiffel Tower is in Paris.";
/// let bound = extractive_bound(&Normal::new(text), &Normal::new("an Eiffel tower in Paris"));
/// assert_eq!(bound.map(|bound| &text[bound.span]), Some("Eiffel Tower is in Paris"));
/// ```
pub fn extractive_bound(passage: &Normal, gold: &Normal) -> Option<Bound> {
    if gold.is_empty() {
        return Some(Bound { score: Prf::ONE, span: 0..0 });
    }
    let (first, last, matched) = best_span(passage.numbers(), gold.sorted())?;
    let span = passage.source(first)?.start..passage.source(last)?.end;
    let score = Prf::of_counts(matched, last - first + 1, gold.len());
    Some(Bound { score, span })
}

/// The first and last token of the best span, and how many of its tokens are matched.
///
/// Only spans that begin and end with a token of the answer are tried: without such a token at
/// its end a span is as good and shorter. From each beginning, spans grow until even a full
/// match would not beat the best.
fn best_span(passage: &[u64], gold: &[u64]) -> Option<(usize, usize, usize)> {
    let mut distinct = gold.to_vec();
    distinct.dedup();
    let counts: Vec<usize> = gold.chunk_by(|a, b| a == b).map(<[u64]>::len).collect();
    let found: Vec<(usize, usize)> = passage
        .iter()
        .enumerate()
        .filter_map(|(at, token)| Some((at, distinct.binary_search(token).ok()?)))
        .collect();

    let mut best = Best { matched: 0, size: 1, first: 0, last: 0 };
    let mut left = counts.clone();
    for (begin, &(first, _)) in found.iter().enumerate() {
        left.copy_from_slice(&counts);
        let mut matched = 0;
        for (further, &(last, token)) in found[begin..].iter().enumerate() {
            let size = last - first + 1 + gold.len();
            let reachable = gold.len().min(matched + found.len() - begin - further);
            if !best.is_beaten(reachable, size) {
                break;
            }
            if left[token] > 0 {
                left[token] -= 1;
                matched += 1;
                if best.is_beaten(matched, size) {
                    best = Best { matched, size, first, last };
                }
            }
        }
    }
    (best.matched > 0).then_some((best.first, best.last, best.matched))
}

/// F1 is 2 · matched / size, where the size is that of both sides together.
struct Best {
    matched: usize,
    size: usize,
    first: usize,
    last: usize,
}

impl Best {
    fn is_beaten(&self, matched: usize, size: usize) -> bool {
        matched * self.size > self.matched * size
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::answer::f1;

    #[test]
    fn nothing_is_found_where_no_token_is_shared() {
        assert_eq!(extractive_bound(&Normal::new("red fox"), &Normal::new("dog")), None);
        assert_eq!(extractive_bound(&Normal::new(""), &Normal::new("dog")), None);
    }

    #[test]
    fn an_empty_answer_is_quoted_by_an_empty_span() {
        let bound = extractive_bound(&Normal::new("red fox"), &Normal::new("the."));
        assert_eq!(bound, Some(Bound { score: Prf::ONE, span: 0..0 }));
    }

    #[test]
    fn a_token_counts_no_more_often_than_in_the_answer() {
        let text = "no no no yes";
        let bound = extractive_bound(&Normal::new(text), &Normal::new("yes no")).unwrap();
        assert_eq!(&text[bound.span], "no yes");
    }

    fn words() -> impl Strategy<Value = String> {
        proptest::collection::vec("[a-e]x|“The”|,|É", 0..12).prop_map(|words| words.join(" "))
    }

    proptest! {
        #[test]
        fn the_span_scores_what_is_said_and_no_other_scores_more(text in words(), gold in words()) {
            let passage = Normal::new(&text);
            let gold = Normal::new(&gold);
            let mut best = if gold.is_empty() { 1.0 } else { 0.0f64 };
            for first in 0..passage.len() {
                for last in first..passage.len() {
                    let range = passage.source(first).unwrap().start..passage.source(last).unwrap().end;
                    best = best.max(f1(&Normal::new(&text[range]), &gold).f);
                }
            }
            match extractive_bound(&passage, &gold) {
                None => prop_assert_eq!(best, 0.0),
                Some(bound) => {
                    prop_assert!((bound.score.f - best).abs() < 1e-12);
                    prop_assert_eq!(f1(&Normal::new(&text[bound.span]), &gold), bound.score);
                }
            }
        }
    }
}
