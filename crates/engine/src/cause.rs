//! "Why …?": the sentence that gives a cause, where the reader found one that gives none.

use std::ops::Range;

use crate::candidate::Candidate;
use crate::read::Found;
use crate::reply::{Evidence, Kind};
use crate::rewrite::alike;
use crate::said::{bare_title, following, said};
use crate::words;

/// Words with which a sentence gives a cause.
const CUES: &[&str] = &[
    "as a result of",
    "because",
    "caused by",
    "causes",
    "come from",
    "comes from",
    "consequence of",
    "driven by",
    "due to",
    "explained by",
    "in order to",
    "on account of",
    "owing to",
    "result from",
    "resulted from",
    "results from",
    "so that",
    "stems from",
    "thanks to",
    "the cause",
    "the reason",
    "to avoid",
    "which is why",
];

/// Words with which a sentence tells what follows from the one before it.
const RESULTS: &[&str] = &[
    "as a consequence",
    "as a result",
    "because of this",
    "consequently",
    "for this reason",
    "hence",
    "that is why",
    "therefore",
    "this is why",
    "thus",
];

/// The reader's confidence from which its answer is kept.
const SURE: f32 = 0.9;

/// Passages that are looked at.
const HEAD: usize = 6;

/// What was found, or a sentence of the passages that says why: of the answer's page where there is an
/// answer, and with most of the question's words where there is none.
pub(crate) fn because(found: Found, question: &str, candidates: &[Candidate]) -> Found {
    let small = ["and", "but", "so"];
    let first = words::lower(question).into_iter().find(|word| !small.contains(&word.as_str()));
    let asks = first.is_some_and(|word| word == "why");
    if !asks || !matches!(found.kind, Kind::Span | Kind::Unknown) {
        return found;
    }
    let home = found.passage.and_then(|number| candidates.get(number));
    if let (Some(home), Some(number)) = (home, found.passage) {
        if let Some(pair) = with_cause(&found, home, number) {
            return pair;
        }
        if found.confidence >= SURE || found.around.iter().any(|said| has(&said.plain, CUES)) {
            return found;
        }
    }
    let document = home.map(|home| home.record.document.clone());
    let mut best: Option<(usize, usize, Range<usize>)> = None;
    for (number, candidate) in candidates.iter().enumerate().take(HEAD) {
        if document.as_ref().is_some_and(|document| *document != candidate.record.document) {
            continue;
        }
        let title = words::lower(bare_title(&candidate.record.title));
        let asked = content(question, &title);
        let least = if document.is_some() { 1 } else { asked.len().div_ceil(2).max(2) };
        for range in grice_text::sentences(&candidate.record.text) {
            let own = &candidate.record.text[range.clone()];
            if !has(own, CUES) || said(candidate, range.clone()).is_none() {
                continue;
            }
            let words = content(own, &title);
            let shared = asked.iter().filter(|word| words.iter().any(|w| alike(word, w))).count();
            if shared >= least && best.as_ref().is_none_or(|(most, ..)| shared > *most) {
                best = Some((shared, number, range));
            }
        }
    }
    match best {
        Some((_, number, place)) => {
            told(&candidates[number], number, place, found.confidence).unwrap_or(found)
        }
        None => found,
    }
}

/// "As a result, …" together with the sentence before it, which says of what.
fn with_cause(found: &Found, home: &Candidate, number: usize) -> Option<Found> {
    let text = &home.record.text;
    let span = found.spans.first()?;
    let at = grice_text::CharMap::new(text).to_byte(span.start)?;
    let mut before: Option<Range<usize>> = None;
    for range in grice_text::sentences(text) {
        if range.contains(&at) && opens(&text[range.clone()], RESULTS) {
            return told(home, number, before?.start..range.end, found.confidence);
        }
        before = Some(range);
    }
    None
}

/// Whole sentences as the answer; the first may begin with a pronoun.
fn told(home: &Candidate, number: usize, place: Range<usize>, confidence: f32) -> Option<Found> {
    let mut around = Vec::new();
    let inside = |range: &Range<usize>| place.start <= range.start && range.end <= place.end;
    for range in grice_text::sentences(&home.record.text).filter(inside) {
        around.push(match around.is_empty() {
            true => said(home, range.clone()).or_else(|| following(home, range))?,
            false => following(home, range)?,
        });
    }
    let span = Evidence::of(home, place.start, place.end)?;
    Some(Found {
        kind: Kind::Span,
        answer: span.text.clone(),
        spans: vec![span],
        confidence: confidence.max(home.features.confidence),
        passage: Some(number),
        around,
        ..Found::default()
    })
}

/// The words that say something, those of the page's title left out.
fn content(text: &str, title: &[String]) -> Vec<String> {
    let all = words::lower(text).into_iter();
    all.filter(|word| !words::is_empty(word) && !title.contains(word)).collect()
}

fn has(text: &str, phrases: &[&str]) -> bool {
    let padded = format!(" {} ", words::lower(text).join(" "));
    phrases.iter().any(|phrase| padded.contains(&format!(" {phrase} ")))
}

fn opens(text: &str, phrases: &[&str]) -> bool {
    let lower = format!("{} ", words::lower(text).join(" "));
    phrases.iter().any(|phrase| lower.starts_with(&format!("{phrase} ")))
}

#[cfg(test)]
#[path = "cause_tests.rs"]
mod tests;
