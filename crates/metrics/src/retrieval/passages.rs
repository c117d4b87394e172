//! Gold passages among the first k: Hit@k of TopiOCQA (Adlakha et al., TACL 2022), where title and
//! text must both be the gold passage's, and R@k and RAll@k of PragmatiCQA (Qi et al., Findings of
//! ACL 2023).

use std::hash::Hash;

use rustc_hash::FxHashSet;

/// The cut-offs that TopiOCQA's tables show.
pub const TOPIOCQA_CUTOFFS: [usize; 8] = [1, 3, 5, 10, 20, 30, 50, 100];

/// A passage as TopiOCQA names it. Two are the same where title and text are, letter for letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TitledPassage<'a> {
    /// The title, with the section where there is one.
    pub title: &'a str,
    /// The text.
    pub text: &'a str,
}

/// The rank of the gold passage, from 1. Hit@k holds where it is at most k.
pub fn gold_rank<T: PartialEq>(gold: &T, ranking: impl IntoIterator<Item = T>) -> Option<usize> {
    ranking.into_iter().position(|passage| passage == *gold).map(|place| place + 1)
}

/// The share of turns, for each cut-off, whose rank is at most the cut-off; a turn without a rank
/// counts as a miss. Nothing where there are no turns.
///
/// ```
/// use grice_metrics::retrieval::share_within;
///
/// let ranks = [Some(1), Some(4), None, Some(2)];
/// assert_eq!(share_within(&ranks, &[1, 3, 5]), Some(vec![0.25, 0.5, 0.75]));
/// ```
pub fn share_within(ranks: &[Option<usize>], cutoffs: &[usize]) -> Option<Vec<f64>> {
    if ranks.is_empty() {
        return None;
    }
    let share = |&cutoff: &usize| {
        let within = ranks.iter().flatten().filter(|&&rank| rank <= cutoff).count();
        within as f64 / ranks.len() as f64
    };
    Some(cutoffs.iter().map(share).collect())
}

/// PragmatiCQA's R@k of a turn: 1 where any gold passage is among the first k, else 0. Nothing
/// where the turn has no gold passage.
pub fn any_gold<T: Eq + Hash>(gold: &[T], ranking: &[T], k: usize) -> Option<f64> {
    gold_share(gold, ranking, k).map(|share| f64::from(share > 0.0))
}

/// PragmatiCQA's RAll@k of a turn: the share of its gold passages that are among the first k. A
/// passage that is named twice, in either list, counts once. Nothing where the turn has no gold
/// passage.
pub fn gold_share<T: Eq + Hash>(gold: &[T], ranking: &[T], k: usize) -> Option<f64> {
    let gold: FxHashSet<&T> = gold.iter().collect();
    if gold.is_empty() {
        return None;
    }
    let first: FxHashSet<&T> = ranking.iter().take(k).collect();
    Some(gold.intersection(&first).count() as f64 / gold.len() as f64)
}
