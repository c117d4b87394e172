//! Words that a question needs of its history, for retrieval.

use std::collections::HashMap;

use serde::Serialize;

use super::talk::Talk;

/// Words less likely than this are not told.
const LEAST: f32 = 0.1;

/// The most terms told.
const MOST: usize = 24;

/// A word of the history.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Term {
    /// The word, as it was written.
    pub term: String,
    /// How likely the question needs it, from 0 to 1.
    pub weight: f32,
}

/// The words with content that are likely needed, likeliest first; each is told once, and not
/// where the question has it.
pub(super) fn terms(talk: &Talk, weights: &[f32]) -> Vec<Term> {
    let mut found: HashMap<&str, (f32, usize)> = HashMap::new();
    for (n, (word, weight)) in talk.said.iter().zip(weights).enumerate() {
        let asked = || talk.asked.iter().any(|asked| asked.lower == word.lower);
        if *weight < LEAST || !word.has_content() || asked() {
            continue;
        }
        let known = found.entry(&word.lower).or_insert((*weight, n));
        if *weight > known.0 {
            *known = (*weight, n);
        }
    }
    let mut found: Vec<(f32, usize)> = found.into_values().collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.truncate(MOST);
    let term = |(weight, n): (f32, usize)| Term { term: talk.raw((n, n)).to_owned(), weight };
    found.into_iter().map(term).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Turn;

    #[test]
    fn a_word_is_told_once_with_its_largest_weight() {
        let talk = Talk::new(&[Turn::new("Who built the bridge?", "The Bridge has a king")], "It?");
        let at = |lower: &str| talk.said.iter().rposition(|word| word.lower == lower).unwrap();
        let mut weights = vec![0.2; talk.said.len()];
        weights[at("bridge")] = 0.9;
        weights[at("king")] = 0.05;
        let told = terms(&talk, &weights);
        assert_eq!(told[0], Term { term: "Bridge".to_owned(), weight: 0.9 });
        let words: Vec<&str> = told.iter().map(|term| term.term.as_str()).collect();
        assert_eq!(words, ["Bridge", "built"]);
    }
}
