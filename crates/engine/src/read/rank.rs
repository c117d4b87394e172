//! The head of the list, ranked by a judgement together with what retrieval and trail say.

use std::collections::HashSet;

use grice_english::{question, title, words};
use grice_judge::rank::{OVERLAP, Ranker};

use crate::control::Control;
use crate::error::Result;
use crate::retrieve::{Candidate, Reading, sort};
use crate::system::{System, Weights};

/// Passages ranked between two looks at the deadline.
const AT_ONCE: usize = 16;

/// Has the first passages ranked, each against the reading it was found for, and sorts all. A
/// ranker that fails is told of.
pub(crate) fn rank(
    candidates: &mut [Candidate],
    readings: &[Reading],
    ranker: &Ranker,
    system: &System,
    control: &Control,
) -> Result<Vec<String>> {
    sort(candidates);
    let head = system.rerank.head.min(candidates.len());
    let asked: Vec<Asked> = readings.iter().map(|one| Asked::of(&one.forms.rewrite)).collect();
    for candidate in &mut candidates[..head] {
        let own = words::content(&candidate.headed());
        let asked = &asked[candidate.reading];
        candidate.features.covered = share(&asked.words, &own, 0.0);
        candidate.features.named = share(&asked.names, &own, 1.0);
    }
    let is_model = ranker.by() != OVERLAP;
    let mut notes = Vec::new();
    for (number, reading) in readings.iter().enumerate() {
        let own = (0..head).filter(|at| candidates[*at].reading == number);
        let own: Vec<usize> = own.collect();
        let (history, question) = reading.asked_of(is_model);
        for some in own.chunks(AT_ONCE) {
            control.check()?;
            let texts: Vec<String> = some.iter().map(|at| candidates[*at].headed()).collect();
            match ranker.rank(history, question, &texts) {
                Ok(ranked) => {
                    for one in ranked {
                        let features = &mut candidates[some[one.index]].features;
                        (features.rank, features.about) = (one.score, one.page.unwrap_or(0.0));
                    }
                }
                Err(error) => notes.push(format!("the passages were not ranked: {error}")),
            }
        }
    }
    let weights: Vec<Weights> = readings.iter().map(|one| system.weights(one.kind)).collect();
    for candidate in &mut candidates[..head] {
        candidate.score += weights[candidate.reading].ranked(&candidate.features);
    }
    sort(candidates);
    Ok(notes)
}

/// What a passage should have.
struct Asked {
    words: HashSet<String>,
    /// Of its names and identifiers.
    names: HashSet<String>,
}

impl Asked {
    fn of(question: &str) -> Asked {
        let asking = |word: &String| question::wh(word).is_none();
        let words = words::content(question).into_iter().filter(asking).collect();
        let mut names = HashSet::new();
        for (number, word) in question.split_whitespace().enumerate() {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            let is_name = number > 0 && word.len() > 1 && word.starts_with(char::is_uppercase);
            if is_name || title::is_identifier(word) {
                names.extend(words::content(word));
            }
        }
        Asked { words, names }
    }
}

/// The share of some words that a passage has; `none` where there are none.
fn share(asked: &HashSet<String>, own: &HashSet<String>, none: f32) -> f32 {
    if asked.is_empty() {
        return none;
    }
    let has = |word: &&String| own.contains(*word) || own.iter().any(|o| words::alike(word, o));
    asked.iter().filter(has).count() as f32 / asked.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_identifiers_are_told_from_other_words() {
        let asked = Asked::of("How do I configure the RedisCache backend with db_default?");
        let mut names: Vec<&str> = asked.names.iter().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["db", "default", "rediscache"]);
        let own = words::content("The backend is configured with a default.");
        assert_eq!(share(&asked.names, &own, 1.0), 1.0 / 3.0);
        assert_eq!(share(&HashSet::new(), &own, 1.0), 1.0);
    }
}
