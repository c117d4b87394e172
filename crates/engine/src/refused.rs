//! Another answer, where one was turned down.

use grice_judge::Turn;
use grice_judge::read::Reader;

use crate::candidate::Candidate;
use crate::read::{Found, read_passages};
use crate::system::ReadSettings;
use crate::words;

/// How many answers are passed over before there is none.
const MOST: usize = 4;

/// The share of words from which an answer is one that was turned down.
const SAME: f32 = 0.7;

/// Reads the passages, and reads on where the answer is one that was refused: without the passage
/// it stands in, as often as needed.
pub(crate) fn read_past(
    refused: &[String],
    candidates: &mut Vec<Candidate>,
    asked: (&[Turn], &str),
    reader: &Reader,
    settings: &ReadSettings,
    notes: &mut Vec<String>,
) -> Found {
    if refused.is_empty() {
        return read_passages(candidates, asked, reader, settings, notes);
    }
    for _ in 0..MOST {
        let mut tried = candidates.clone();
        let found = read_passages(&mut tried, asked, reader, settings, notes);
        let at = found.passage.and_then(|number| tried.get(number));
        match at.filter(|_| is_refused(&found.answer, refused)) {
            Some(passage) => {
                let id = passage.id.clone();
                candidates.retain(|candidate| candidate.id != id);
            }
            None => {
                *candidates = tried;
                return found;
            }
        }
    }
    Found::default()
}

fn is_refused(answer: &str, refused: &[String]) -> bool {
    let own = words::set(answer);
    refused.iter().any(|other| words::shared(&own, &words::set(other)) >= SAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_in_other_words_is_the_same() {
        let refused = ["the monk Aldric Fenn".to_owned()];
        assert!(is_refused("Aldric Fenn", &refused));
        assert!(!is_refused("the town of Marrow", &refused));
        assert!(!is_refused("anything", &[]));
    }
}
