//! What would be asked next: sentences around the answer that add to it (PragmatiCQA).

use grice_index::Searcher;
use grice_judge::Turn;
use grice_judge::anticipate::{Anticipator, Asked};

use crate::candidate::Candidate;
use crate::error::Result;
use crate::prompt::instructs;
use crate::read::Found;
use crate::reply::Evidence;
use crate::system::AnticipateSettings;
use crate::words;

/// The fewest and the most words of a sentence that can be added.
const SHORTEST: usize = 6;
const LONGEST: usize = 38;

/// The share of its words from which a sentence only repeats what was said.
const REPEATED: f32 = 0.7;

/// Sentences that lean on the one before them cannot be said alone.
const LEANING: &[&str] = &[
    "also",
    "although",
    "and",
    "both",
    "but",
    "for",
    "furthermore",
    "he",
    "hence",
    "her",
    "his",
    "however",
    "instead",
    "it",
    "its",
    "moreover",
    "nevertheless",
    "or",
    "other",
    "others",
    "she",
    "similarly",
    "so",
    "such",
    "that",
    "their",
    "then",
    "therefore",
    "these",
    "they",
    "this",
    "those",
    "thus",
    "while",
    "yet",
];

/// Of those, the ones that can follow a literal answer from the same page.
const FOLLOWING: &[&str] = &["he", "her", "his", "it", "its", "she", "their", "they"];

/// A sentence that could be added, with how much it is wanted.
#[derive(Clone, Debug)]
pub(crate) struct Extra {
    pub evidence: Evidence,
    pub score: f32,
}

/// Sentences of the answer's passage, of those beside it and of the best other passages of its
/// page, the most wanted first. None of them repeats the answer or what was said before.
pub(crate) fn anticipate(
    searcher: &Searcher,
    candidates: &[Candidate],
    found: &Found,
    (history, question): (&[Turn], &str),
    anticipator: &Anticipator,
    settings: &AnticipateSettings,
    notes: &mut Vec<String>,
) -> Result<Vec<Extra>> {
    let Some(home) = found.passage.and_then(|number| candidates.get(number)) else {
        return Ok(Vec::new());
    };
    let around = around(searcher, candidates, home)?;
    let said = said(found, history);
    let mut sentences: Vec<Evidence> = Vec::new();
    for passage in &around {
        for range in grice_text::sentences(&passage.record.text) {
            let Some(evidence) = Evidence::of(passage, range.start, range.end) else { continue };
            let holds = |span: &Evidence| {
                span.passage == evidence.passage
                    && span.start < evidence.end
                    && evidence.start < span.end
            };
            let fits = can_follow(&evidence.text, &said) && !instructs(&evidence.text);
            if fits && !found.spans.iter().any(holds) {
                sentences.push(evidence);
            }
        }
    }
    sentences.truncate(settings.candidates);
    if sentences.is_empty() {
        return Ok(Vec::new());
    }
    let literal: Vec<&str> = found.spans.iter().map(|span| span.text.as_str()).collect();
    let texts: Vec<&str> = sentences.iter().map(|sentence| sentence.text.as_str()).collect();
    let asked = Asked { history, question, literal: &literal, candidates: &texts };
    let ranked = match anticipator.anticipate(&[asked]).pop() {
        Some(Ok(anticipated)) => anticipated.ranked,
        Some(Err(error)) => {
            notes.push(format!("nothing was added to the answer: {error}"));
            return Ok(Vec::new());
        }
        None => return Ok(Vec::new()),
    };
    let extra =
        |index: usize, score: f32| Some(Extra { evidence: sentences.get(index)?.clone(), score });
    let mut kept: Vec<Extra> = Vec::new();
    for one in ranked.iter().filter_map(|ranked| extra(ranked.index, ranked.score)) {
        let own = words::set(&one.evidence.text);
        let told = |other: &Extra| words::shared(&own, &words::set(&other.evidence.text));
        if one.score >= settings.least && kept.iter().all(|other| told(other) < REPEATED) {
            kept.push(one);
        }
    }
    Ok(kept)
}

/// The answer's passage, those before and after it, and others of its page that were found.
fn around(
    searcher: &Searcher,
    candidates: &[Candidate],
    home: &Candidate,
) -> Result<Vec<Candidate>> {
    let mut all = vec![home.clone()];
    let (document, ordinal) = (&home.record.document, home.record.ordinal);
    for beside in [Some(ordinal + 1), ordinal.checked_sub(1)].into_iter().flatten() {
        if let Some(record) = searcher.find_passage(&format!("{document}#{beside}"))? {
            all.push(Candidate::new(record));
        }
    }
    for other in candidates.iter().filter(|other| &other.record.document == document).take(3) {
        if !all.iter().any(|known| known.id == other.id) {
            all.push(other.clone());
        }
    }
    Ok(all)
}

/// What the asker has heard, each part by its words.
fn said(found: &Found, history: &[Turn]) -> Vec<std::collections::HashSet<String>> {
    let spans = found.spans.iter().map(|span| words::set(&span.text));
    spans.chain(history.iter().map(|turn| words::set(&turn.answer))).collect()
}

fn can_follow(sentence: &str, said: &[std::collections::HashSet<String>]) -> bool {
    let count = sentence.split_whitespace().count();
    let lower = words::lower(sentence);
    let (Some(first), true) = (lower.first(), (SHORTEST..=LONGEST).contains(&count)) else {
        return false;
    };
    let leans = LEANING.contains(&first.as_str()) && !FOLLOWING.contains(&first.as_str());
    let whole = sentence.ends_with(['.', '!', '"', '”'])
        && sentence.starts_with(|c: char| !c.is_lowercase());
    let own: std::collections::HashSet<String> = lower.into_iter().collect();
    let told = |heard: &std::collections::HashSet<String>| {
        own.intersection(heard).count() as f32 / own.len().max(1) as f32
    };
    whole && !leans && said.iter().all(|heard| told(heard) < REPEATED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_leans_on_another_or_was_said_does_not_follow() {
        let said = [words::set("The bridge was built by a monk in 1294.")];
        assert!(can_follow("It was widened three times after the great flood.", &said));
        assert!(!can_follow("However, nobody knows where the stones came from.", &said));
        assert!(!can_follow("The bridge was built by a monk.", &said));
        assert!(!can_follow("Too short.", &said));
        assert!(!can_follow("a heading without an end and no capital letter", &said));
    }
}
