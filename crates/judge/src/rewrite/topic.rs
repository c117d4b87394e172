//! What a conversation is about, as far as capitals and repetition tell it.

use std::collections::HashMap;

use super::judged::Span;
use super::talk::Talk;

/// How much a turn counts for each turn that came after it.
const FADING: f32 = 0.8;

/// The longest run of plain words taken for a topic.
const LONGEST: usize = 4;

/// The phrase that was named most and last; names before plain words.
pub(super) fn topic(talk: &Talk) -> Option<Span> {
    let names = runs(talk, is_name, true);
    let runs = match names.is_empty() {
        true => runs(talk, |talk, n| talk.said[n].has_content(), false),
        false => names,
    };
    let weigh = |span: &Span| {
        let part = talk.parts[talk.part[span.0]];
        let first =
            if part.is_question && talk.part[span.0] + 1 >= talk.parts.len() { 1.0 } else { 0.0 };
        FADING.powi(part.age as i32) * if part.is_question { 1.5 } else { 1.0 } + first
    };
    let mut weights: HashMap<String, (f32, Span)> = HashMap::new();
    for span in &runs {
        let entry = weights.entry(talk.raw(*span).to_lowercase()).or_insert((0.0, *span));
        entry.0 += weigh(span);
    }
    // A part of a name speaks for the whole name.
    let whole = |name: &str| -> f32 {
        let inside = weights.iter().filter(|(other, _)| contains(name, other));
        inside.map(|(_, (weight, _))| weight).sum()
    };
    let ranked = weights.iter().map(|(name, (_, span))| (whole(name), *span));
    ranked.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, span)| span)
}

/// Whether all words of one phrase are in another.
fn contains(name: &str, other: &str) -> bool {
    other.split_whitespace().all(|word| name.split_whitespace().any(|w| w == word))
}

/// Runs of words that `fits` takes, within one question or answer. Names may have small words
/// between them.
fn runs(talk: &Talk, fits: impl Fn(&Talk, usize) -> bool, names: bool) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    let mut n = 0;
    while n < talk.said.len() {
        if !fits(talk, n) {
            n += 1;
            continue;
        }
        let mut last = n;
        loop {
            let same = |m: usize| talk.part.get(m) == Some(&talk.part[n]);
            let next = last + 1;
            if same(next) && fits(talk, next) && (names || next - n < LONGEST) {
                last = next;
            } else if names && same(next + 1) && links(talk, next) && fits(talk, next + 1) {
                last = next + 1;
            } else {
                break;
            }
        }
        // A capital at the beginning of a sentence says nothing by itself.
        if !names || last > n || !begins_sentence(talk, n) {
            found.push((n, last));
        }
        n = last + 1;
    }
    found
}

fn is_name(talk: &Talk, n: usize) -> bool {
    talk.said[n].has_content() && talk.raw((n, n)).starts_with(char::is_uppercase)
}

fn links(talk: &Talk, n: usize) -> bool {
    matches!(
        &*talk.said[n].lower,
        "of" | "the" | "and" | "de" | "von" | "van" | "." | "-" | "'" | "’"
    )
}

fn begins_sentence(talk: &Talk, n: usize) -> bool {
    match n.checked_sub(1) {
        Some(before) if talk.part[before] == talk.part[n] => {
            matches!(&*talk.said[before].lower, "." | "?" | "!" | ":" | "\"")
        }
        _ => true,
    }
}
