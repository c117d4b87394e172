//! "How big is X?", "How far is X from Y?": the number that X's page gives for just that, where the
//! reader found another one or none.

use grice_index::Searcher;
use grice_text::CharMap;

use crate::candidate::{Candidate, place};
use crate::dimension::{Dimension, by_adjective};
use crate::error::Result;
use crate::measured::{is_beside, may_be, measured};
use crate::mentions;
use crate::names::is_name;
use crate::quantity::quantities;
use crate::read::Found;
use crate::reply::{Evidence, Kind};
use crate::said::bare_title;
use crate::words;

/// Passages whose lines are looked at.
const LINES: usize = 10;

/// What was found, or the number of the page that the question names.
pub(crate) fn measured_answer(
    searcher: &Searcher,
    sources: &[String],
    question: &str,
    found: Found,
    candidates: &mut Vec<Candidate>,
) -> Result<Found> {
    let Some((dimension, subject)) = asked(question) else { return Ok(found) };
    if found.kind == Kind::Span && is_right(&found, candidates, dimension) {
        return Ok(found);
    }
    let pages = mentions::pages(searcher, sources, &subject)?;
    let Some(page) = pages.into_iter().find(|page| is_subject(&subject, &page.title)) else {
        return Ok(in_line(&subject, dimension, candidates, &found).unwrap_or(found));
    };
    let Some(one) = measured(searcher, &page, dimension)? else { return Ok(found) };
    let passage = place(candidates, one.passage);
    let confidence = found.confidence.max(candidates[passage].features.confidence);
    Ok(Found {
        kind: Kind::Span,
        answer: one.evidence.text.clone(),
        around: one.sentence.into_iter().collect(),
        spans: vec![one.evidence],
        confidence,
        passage: Some(passage),
        ..Found::default()
    })
}

/// The dimension that is asked for, and the words after the verb.
fn asked(question: &str) -> Option<(&'static Dimension, String)> {
    let plain = question.trim().trim_end_matches(['?', '.', ' ']);
    let mut parts = plain.splitn(4, ' ');
    let (how, adjective, verb) = (parts.next()?, parts.next()?, parts.next()?);
    let being = ["is", "are", "was", "were"].contains(&verb.to_lowercase().as_str());
    let dimension = by_adjective(&adjective.to_lowercase())?;
    (how.eq_ignore_ascii_case("how") && being).then_some((dimension, parts.next()?.to_owned()))
}

/// Whether the words are a page's title, and perhaps what it is measured from.
fn is_subject(words: &str, title: &str) -> bool {
    let own = words::lower(words.split(" from ").next().unwrap_or(words));
    let own = if own.first().is_some_and(|word| word == "the") { &own[1..] } else { &own[..] };
    own == words::lower(bare_title(title))
}

/// The number in a sentence or a line of a list that begins with what is asked about.
fn in_line(
    subject: &str,
    dimension: &Dimension,
    candidates: &[Candidate],
    found: &Found,
) -> Option<Found> {
    let name = subject.split([' ', ',']).take_while(|word| !["of", "from", "in"].contains(word));
    let name = name.collect::<Vec<_>>().join(" ");
    let name = name.strip_prefix("the ").unwrap_or(&name);
    for (number, candidate) in candidates.iter().enumerate().take(LINES).filter(|_| is_name(name)) {
        let text = &candidate.record.text;
        for range in grice_text::sentences(text) {
            let own = &text[range.clone()];
            let begins = own.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', ',']));
            let all = if begins { quantities(own) } else { Vec::new() };
            let Some(quantity) = all.into_iter().find(|q| is_beside(own, q, dimension)) else {
                continue;
            };
            let place = range.start + quantity.bytes.start..range.start + quantity.bytes.end;
            let span = Evidence::of(candidate, place.start, place.end)?;
            return Some(Found {
                kind: Kind::Span,
                answer: span.text.clone(),
                spans: vec![span],
                confidence: candidate.features.confidence.max(found.confidence),
                passage: Some(number),
                around: Found::sentences(candidate, &[place]),
                ..Found::default()
            });
        }
    }
    None
}

/// Whether the answer is a number that stands beside what it must stand beside.
fn is_right(found: &Found, candidates: &[Candidate], dimension: &Dimension) -> bool {
    let right = || {
        let span = found.spans.first()?;
        let text = &candidates.get(found.passage?)?.record.text;
        let map = CharMap::new(text);
        let (start, end) = (map.to_byte(span.start)?, map.to_byte(span.end)?);
        let sentence = grice_text::sentences(text).find(|s| s.start <= start && start < s.end)?;
        let own = &text[sentence.clone()];
        let touches = |q: &std::ops::Range<usize>| {
            sentence.start + q.start < end && start < sentence.start + q.end
        };
        let all = quantities(own);
        Some(all.iter().any(|q| touches(&q.bytes) && may_be(own, q, dimension)))
    };
    right().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_is_asked_for_by_how_and_an_adjective() {
        assert_eq!(
            asked("How big is Ganymede?").map(|(_, rest)| rest).as_deref(),
            Some("Ganymede")
        );
        assert!(asked("How far is the Moon from Earth?").is_some());
        assert!(asked("How long does it take?").is_none() && asked("How are you?").is_none());
        assert!(is_subject("the Moon from Earth", "Moon"));
        assert!(!is_subject("a day on Mars", "Mars"));
    }
}
