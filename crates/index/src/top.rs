//! The best k so far, in an order that does not depend on how the index is laid out.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use tantivy::DocAddress;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Candidate {
    pub score: f32,
    pub address: DocAddress,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    /// The worst candidate is the greatest, so that it stands on top of the heap.
    fn cmp(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score)
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

pub(crate) struct Top {
    limit: usize,
    heap: BinaryHeap<Candidate>,
    /// Candidates as good as the worst in the heap, for which it had no place. Which of them
    /// belong to the best k is decided at the end, since the keys that break ties cost a look-up.
    tied: Vec<Candidate>,
    threshold: f32,
}

impl Top {
    pub(crate) fn new(limit: usize) -> Self {
        let heap = BinaryHeap::with_capacity(limit.min(10_000) + 1);
        Top { limit, heap, tied: Vec::new(), threshold: f32::MIN }
    }

    /// The score below which nothing can enter.
    pub(crate) fn threshold(&self) -> f32 {
        self.threshold
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Says that at least as many passages as are wanted score this much or more.
    pub(crate) fn raise(&mut self, floor: f32) {
        self.threshold = self.threshold.max(floor);
    }

    pub(crate) fn offer(&mut self, candidate: Candidate) {
        if self.heap.len() < self.limit {
            self.heap.push(candidate);
        } else {
            let Some(mut worst) = self.heap.peek_mut() else { return };
            let out = match candidate.cmp(&worst) {
                Ordering::Less => std::mem::replace(&mut *worst, candidate),
                Ordering::Equal => candidate,
                Ordering::Greater => return,
            };
            drop(worst);
            self.tied.push(out);
        }
        if self.heap.len() == self.limit {
            let worst = self.heap.peek().map_or(f32::MAX, |worst| worst.score);
            self.threshold = self.threshold.max(worst);
            if self.tied.last().is_some_and(|t| t.score < worst) {
                self.tied.clear();
            }
        }
    }

    /// Best first; equal scores in the order of their keys.
    pub(crate) fn into_sorted(self, key: impl Fn(DocAddress) -> u64) -> Vec<Candidate> {
        let worst = self.heap.peek().map_or(0.0, |worst| worst.score);
        let tied = self.tied.into_iter().filter(|t| t.score == worst);
        let mut all: Vec<Candidate> = self.heap.into_iter().chain(tied).collect();
        all.sort();
        for group in all.chunk_by_mut(|a, b| a.score == b.score).filter(|g| g.len() > 1) {
            group.sort_by_cached_key(|c| key(c.address));
        }
        all.truncate(self.limit);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_best_and_breaks_ties_by_key_whatever_the_order() {
        let mut given = [(1.0, 9), (2.0, 5), (2.0, 1), (0.5, 0), (2.0, 3), (3.0, 7), (2.0, 4)];
        for turn in 0..given.len() {
            given.rotate_left(turn);
            let mut top = Top::new(3);
            for (score, key) in given {
                top.offer(Candidate { score, address: DocAddress::new(0, key) });
            }
            let sorted = top.into_sorted(|a| u64::from(a.doc_id));
            let kept: Vec<_> = sorted.iter().map(|c| (c.score, c.address.doc_id)).collect();
            assert_eq!(kept, [(3.0, 7), (2.0, 1), (2.0, 3)]);
        }
    }

    #[test]
    fn fewer_than_wanted_are_all_kept() {
        let mut top = Top::new(5);
        top.offer(Candidate { score: 1.0, address: DocAddress::new(0, 1) });
        assert_eq!(top.into_sorted(|_| 0).len(), 1);
    }
}
