//! Several rankings made into one.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::error::Result;
use crate::query::{Query, Ranking};
use crate::searcher::{Hit, Searcher};
use crate::top::{Candidate, Top};
use crate::vectors::dense::Effort;

/// How rankings are made into one.
#[derive(Clone, Debug, PartialEq)]
pub enum Fusion {
    /// A passage gets 1 / (k + its rank) from each ranking it is in (Cormack, Clarke and
    /// Büttcher, SIGIR 2009; there k is 60).
    ReciprocalRank {
        /// How little the first ranks stand out.
        k: f32,
    },
    /// A passage gets its weighted score from each ranking it is in. Each ranking's scores are
    /// first laid between 0, its lowest, and 1, its highest.
    Weighted {
        /// A weight for each ranking; a ranking without one counts nothing.
        weights: Vec<f32>,
    },
}

impl Default for Fusion {
    fn default() -> Self {
        Fusion::ReciprocalRank { k: 60.0 }
    }
}

/// How words and vectors are searched together.
#[derive(Clone, Debug, PartialEq)]
pub struct Hybrid {
    /// How the two rankings are made into one: first the words', then the vectors'.
    pub fusion: Fusion,
    /// How many passages each contributes, where that is more than are asked for.
    pub depth: usize,
    /// How thoroughly vectors are searched.
    pub effort: Effort,
}

impl Default for Hybrid {
    fn default() -> Self {
        Hybrid { fusion: Fusion::default(), depth: 100, effort: Effort::default() }
    }
}

impl Searcher {
    /// The best `k` passages of several rankings, best first. Equal scores are ordered as in
    /// [`Searcher::search`].
    pub fn fuse(&self, rankings: &[&[Hit]], fusion: &Fusion, k: usize) -> Vec<Hit> {
        if k == 0 {
            return Vec::new();
        }
        let rankings: Vec<Vec<_>> = rankings
            .iter()
            .map(|ranking| ranking.iter().map(|hit| (hit.address, hit.score)).collect())
            .collect();
        let mut top = Top::new(k);
        for (address, score) in fused(&rankings, fusion) {
            top.offer(Candidate { score: score as f32, address });
        }
        self.hits(top)
    }

    /// The best `k` passages by words and by nearness together, best first. `vector` is the
    /// query's.
    pub fn search_hybrid(
        &self,
        query: &Query,
        ranking: &Ranking,
        vector: &[f32],
        hybrid: &Hybrid,
        k: usize,
    ) -> Result<Vec<Hit>> {
        let depth = hybrid.depth.max(k);
        let words = self.search(query, ranking, depth)?;
        let near = self.search_dense(vector, query, depth, hybrid.effort)?;
        Ok(self.fuse(&[&words, &near], &hybrid.fusion, k))
    }
}

/// Each passage once, with its score, in the order in which passages are first met.
fn fused<T: Copy + Eq + Hash>(rankings: &[Vec<(T, f32)>], fusion: &Fusion) -> Vec<(T, f64)> {
    let mut found: Vec<(T, f64)> = Vec::new();
    let mut places: FxHashMap<T, usize> = FxHashMap::default();
    for (number, ranking) in rankings.iter().enumerate() {
        let scores = ranking.iter().map(|hit| f64::from(hit.1));
        let highest = scores.clone().fold(f64::MIN, f64::max);
        let lowest = scores.fold(f64::MAX, f64::min);
        for (rank, &(passage, score)) in ranking.iter().enumerate() {
            let gained = match fusion {
                Fusion::ReciprocalRank { k } => 1.0 / (f64::from(*k) + (rank + 1) as f64),
                Fusion::Weighted { weights } => {
                    let weight = weights.get(number).copied().map_or(0.0, f64::from);
                    let height = if highest > lowest {
                        (f64::from(score) - lowest) / (highest - lowest)
                    } else {
                        1.0
                    };
                    weight * height
                }
            };
            let place = *places.entry(passage).or_insert_with(|| {
                found.push((passage, 0.0));
                found.len() - 1
            });
            found[place].1 += gained;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: two rankings of passages named by letters.
    fn rankings() -> Vec<Vec<(char, f32)>> {
        vec![vec![('a', 9.0), ('b', 5.0), ('c', 1.0)], vec![('c', 0.8), ('a', 0.6), ('d', 0.4)]]
    }

    fn close(found: &[(char, f64)], expected: &[(char, f64)]) {
        assert_eq!(found.len(), expected.len());
        for (f, e) in found.iter().zip(expected) {
            assert!(f.0 == e.0 && (f.1 - e.1).abs() < 1e-6, "{f:?} is not {e:?}");
        }
    }

    #[test]
    fn reciprocal_ranks_are_added() {
        let expected = [
            ('a', 1.0 / 61.0 + 1.0 / 62.0),
            ('b', 1.0 / 62.0),
            ('c', 1.0 / 63.0 + 1.0 / 61.0),
            ('d', 1.0 / 63.0),
        ];
        close(&fused(&rankings(), &Fusion::ReciprocalRank { k: 60.0 }), &expected);
    }

    #[test]
    fn weighted_scores_are_laid_between_zero_and_one_and_added() {
        let weights = vec![0.25, 0.75];
        let expected = [('a', 0.25 + 0.375), ('b', 0.125), ('c', 0.75), ('d', 0.0)];
        close(&fused(&rankings(), &Fusion::Weighted { weights }), &expected);
    }

    #[test]
    fn a_ranking_of_equal_scores_counts_in_full() {
        let rankings = vec![vec![('a', 2.0), ('b', 2.0)], vec![]];
        let weights = vec![0.5, 0.5];
        close(&fused(&rankings, &Fusion::Weighted { weights }), &[('a', 0.5), ('b', 0.5)]);
    }
}
