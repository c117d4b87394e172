//! How large, heavy, far or old a page's subject is, as the page says.

use std::ops::Range;

use grice_index::Searcher;

use crate::candidate::Candidate;
use crate::conversation::Topic;
use crate::dimension::{AFTER, DIMENSIONS, Dimension};
use crate::error::Result;
use crate::names::names;
use crate::quantity::{Measure, Quantity, quantities};
use crate::reply::Evidence;
use crate::said::{Said, bare_title, on_one_line, said};
use crate::titles::named;
use crate::words;

/// Whether a number of a sentence may say how much of a dimension there is: it is measured so, and
/// what stands beside it does not say that it is of another.
pub(crate) fn may_be(sentence: &str, quantity: &Quantity, dimension: &Dimension) -> bool {
    let other = || DIMENSIONS.iter().any(|other| beside(sentence, quantity, other).is_some());
    let own = beside(sentence, quantity, dimension).is_some();
    own || quantity.measure == dimension.measure && !other()
}

/// Whether a number of a sentence says how much of a dimension there is.
pub(crate) fn is_beside(sentence: &str, quantity: &Quantity, dimension: &Dimension) -> bool {
    beside(sentence, quantity, dimension).is_some()
}

/// What a page says of its subject.
#[derive(Debug)]
pub(crate) struct Measured {
    pub title: String,
    /// The title as it stands in a sentence: "the Moon".
    pub name: String,
    pub value: f64,
    /// What the value is of, so that only like is compared with like.
    pub kind: (Measure, bool),
    /// As it is said in the answer: "radius 25,559 km", "504 km across".
    pub words: String,
    /// The number.
    pub evidence: Evidence,
    /// The sentence that says it.
    pub sentence: Option<Said>,
    pub passage: Candidate,
}

/// The first number of a page that says how much of a dimension its subject has.
pub(crate) fn measured(
    searcher: &Searcher,
    topic: &Topic,
    dimension: &Dimension,
) -> Result<Option<Measured>> {
    for record in searcher.document_passages(&topic.document)? {
        let passage = Candidate::new(record);
        for range in grice_text::sentences(&passage.record.text) {
            if let Some(found) = in_sentence(&passage, &range, dimension) {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

fn in_sentence(
    passage: &Candidate,
    range: &Range<usize>,
    dimension: &Dimension,
) -> Option<Measured> {
    let sentence = &passage.record.text[range.clone()];
    let title = bare_title(&passage.record.title);
    let found = quantities(sentence).into_iter().find_map(|quantity| {
        let own = is_own(&sentence[..quantity.bytes.start], title);
        let cue = beside(sentence, &quantity, dimension)?;
        own.then_some((quantity, cue))
    });
    let (quantity, (cue, factor, relative)) = found?;
    let sentence = said(passage, range.clone());
    // "A cliff 8 km high" is not the mountain.
    if AFTER.contains(&cue) && !sentence.as_ref().is_some_and(|said| said.of_topic) {
        return None;
    }
    let (start, end) = (range.start + quantity.bytes.start, range.start + quantity.bytes.end);
    let evidence = Evidence::of(passage, start, end)?;
    let text = &evidence.text;
    let words = match (cue, relative) {
        (_, true) => format!("{text} times the mass of Earth"),
        ("radius" | "diameter" | "mass", _) => format!("{cue} {text}"),
        (cue, _) if AFTER.contains(&cue) => format!("{text} {cue}"),
        _ if dimension.is_past => format!("in {text}"),
        _ => text.clone(),
    };
    Some(Measured {
        title: passage.record.title.clone(),
        name: named(&passage.record.text, title),
        value: quantity.value * factor,
        kind: (quantity.measure, relative),
        words,
        sentence,
        evidence,
        passage: passage.clone(),
    })
}

/// Whether what stands before a number speaks of the page: no other name stands there.
pub(crate) fn is_own(before: &str, title: &str) -> bool {
    let known = words::lower(title);
    let is_title = |name: &str| words::lower(name).iter().all(|word| known.contains(word));
    // "Its distance from the Sun" is its own.
    let is_measured_from = |at: usize| {
        let words = before[..at].trim_end();
        let words = words.strip_suffix(" the").unwrap_or(words);
        words.ends_with(" from") || words.ends_with(" around")
    };
    names(before).into_iter().all(|name| is_measured_from(name.start) || is_title(&before[name]))
}

/// Whether what follows a number makes it a rate: "3.8 cm a year" is how fast, not how far.
fn is_rate(after: &str) -> bool {
    let next: Vec<String> = words::lower(after).into_iter().take(2).collect();
    let [each, unit] = next.as_slice() else { return false };
    let time = ["second", "minute", "hour", "day", "week", "month", "year", "decade", "century"];
    let one = ["a", "an", "each", "every", "per"].contains(&each.as_str());
    after.starts_with(' ') && one && time.contains(&unit.as_str())
}

/// The cue beside a number, what it is multiplied by, and whether it counts another's measure, as
/// in "95 times the mass of Earth".
fn beside(
    sentence: &str,
    quantity: &Quantity,
    dimension: &Dimension,
) -> Option<(&'static str, f64, bool)> {
    let (before, after) = (&sentence[..quantity.bytes.start], &sentence[quantity.bytes.end..]);
    if is_rate(after) {
        return None;
    }
    let relative = dimension.measure == Measure::Mass
        && quantity.measure == Measure::Count
        && (after.starts_with(" times the mass of Earth")
            || after.starts_with(" times as massive"));
    if relative {
        return Some(("mass", 1.0, true));
    }
    let year = (1000.0..2200.0).contains(&quantity.value) && quantity.bytes.len() == 4;
    if quantity.measure != dimension.measure
        || dimension.is_past != (quantity.measure == Measure::Count && year)
    {
        return None;
    }
    let far = if dimension.is_past { 12 } else { 6 };
    let last: Vec<String> =
        words::lower(&on_one_line(before)).into_iter().rev().take(far).collect();
    let next: Vec<String> = words::lower(after).into_iter().take(3).collect();
    let cue = dimension.cues.iter().find(|(cue, _)| {
        let word = (*cue).to_owned();
        match *cue {
            cue if AFTER.contains(&cue) => next.first() == Some(&word),
            _ => last.contains(&word) || next.contains(&word),
        }
    });
    cue.map(|(cue, factor)| (*cue, *factor, false))
}

#[cfg(test)]
#[path = "measured_tests.rs"]
mod tests;
