//! Passages that only repeat a better one.

use std::cmp::Ordering;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::candidate::Candidate;
use grice_english::words;

/// How many of the first passages are compared.
const HEAD: usize = 40;

/// Takes out passages of the head that share nearly all their words with one above them.
pub(crate) fn collapse(candidates: &mut Vec<Candidate>, repeats: f32) {
    let mut kept: Vec<Vec<u64>> = Vec::new();
    let mut number = 0;
    candidates.retain(|candidate| {
        number += 1;
        if number > HEAD {
            return true;
        }
        let own = marks(&candidate.record.text);
        let repeated = kept.iter().any(|other| alike(&own, other) >= repeats);
        if !repeated {
            kept.push(own);
        }
        !repeated
    });
}

/// A number for each of its words, in order.
fn marks(text: &str) -> Vec<u64> {
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let mut marks: Vec<u64> = words::lower(text).iter().map(|word| hasher.hash_one(word)).collect();
    marks.sort_unstable();
    marks.dedup();
    marks
}

/// The words of both as a share of the words of either.
fn alike(a: &[u64], b: &[u64]) -> f32 {
    let (mut i, mut j, mut both) = (0, 0, 0usize);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        match x.cmp(y) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => (i, j, both) = (i + 1, j + 1, both + 1),
        }
    }
    both as f32 / (a.len() + b.len() - both).max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_both_are_a_share_of_all() {
        let share = |a: &str, b: &str| alike(&marks(a), &marks(b));
        assert_eq!(share("the red house", "The house, red"), 1.0);
        assert_eq!(share("a b c", "b c d"), 0.5);
        assert_eq!(share("a", "b"), 0.0);
        assert_eq!(share("", ""), 0.0);
    }
}
