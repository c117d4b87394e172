//! The sentence that has most of the question's noun phrases (SCAI-QReCC 2021, section 2.2: Simple).

use std::collections::HashSet;

use grice_english::{pronoun, question, verb, words};
use grice_text::porter;

use super::found::Found;
use crate::retrieve::Candidate;

/// Of all sentences of the passages that end in a stop, the first with the most noun phrases of
/// the question.
pub(super) fn found(candidates: &[Candidate], asked: &str) -> Found {
    let wanted: HashSet<String> = phrases(asked).into_iter().collect();
    let mut best: Option<(usize, usize, std::ops::Range<usize>)> = None;
    for (number, candidate) in candidates.iter().enumerate() {
        let text = &candidate.record.text;
        for place in grice_text::sentences(text).filter(|place| text[place.clone()].ends_with('.'))
        {
            let own = phrases(&text[place.clone()]);
            let score = own.iter().filter(|phrase| wanted.contains(*phrase)).count();
            if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                best = Some((score, number, place));
            }
        }
    }
    let found = best.and_then(|(_, number, place)| {
        Found::span(&candidates[number], number, place, candidates[number].features.confidence)
    });
    found.unwrap_or_default()
}

/// The noun phrases of a text, each stemmed. Without a tagger they are taken for the runs of words
/// that are neither function words nor verbs.
fn phrases(text: &str) -> Vec<String> {
    let mut phrases = Vec::new();
    let mut run: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let mut stem = bare.to_lowercase();
        let is_noun = !stem.is_empty() && is_nominal(&stem);
        if is_noun {
            porter::stem(&mut stem);
            run.push(stem);
        }
        if (!is_noun || word.ends_with(|c: char| c.is_ascii_punctuation())) && !run.is_empty() {
            phrases.push(std::mem::take(&mut run).join(" "));
        }
    }
    if !run.is_empty() {
        phrases.push(run.join(" "));
    }
    phrases
}

fn is_nominal(word: &str) -> bool {
    let verb = verb::is_auxiliary(word) || verb::is_base(word) && !verb::may_be_noun(word);
    !words::is_stop(word)
        && question::wh(word).is_none()
        && !verb
        && !verb::is_participle(word)
        && !pronoun::is_pronoun(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_runs_of_words_that_are_neither_verbs_nor_function_words() {
        let asked = phrases("What did the stone bridges of Orlo cost?");
        assert_eq!(asked[0], "stone bridg");
        assert!(asked[1].starts_with("orlo"), "{asked:?}");
    }
}
