//! Passages that only repeat a better one.

use std::collections::HashSet;

use crate::candidate::Candidate;
use crate::words;

/// How many of the first passages are compared.
const HEAD: usize = 40;

/// Takes out passages of the head that share nearly all their words with one above them.
pub(crate) fn collapse(candidates: &mut Vec<Candidate>, repeats: f32) {
    let mut kept: Vec<HashSet<String>> = Vec::new();
    let mut number = 0;
    candidates.retain(|candidate| {
        number += 1;
        if number > HEAD {
            return true;
        }
        let own = words::set(&candidate.record.text);
        let repeated = kept.iter().any(|other| alike(&own, other) >= repeats);
        if !repeated {
            kept.push(own);
        }
        !repeated
    });
}

/// The words of both as a share of the words of either.
fn alike(a: &HashSet<String>, b: &HashSet<String>) -> f32 {
    let both = a.intersection(b).count();
    both as f32 / (a.len() + b.len() - both).max(1) as f32
}
