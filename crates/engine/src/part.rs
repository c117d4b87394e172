//! "How long is X's year?", "How deep is the crater of X?": the number that X's page gives for a part of it.

use std::ops::Range;

use grice_index::Searcher;

use crate::candidate::{Candidate, place};
use crate::error::Result;
use crate::measured::is_own;
use crate::mentions;
use crate::quantity::{Measure, Quantity, quantities};
use crate::read::Found;
use crate::reply::{Evidence, Kind};
use crate::said::{bare_title, said};
use crate::salient::singular;
use crate::words;

/// The most words between a part and its number.
const APART: usize = 6;

/// A part of something, of which a number is asked for.
struct Part {
    measures: &'static [Measure],
    /// What it is a part of.
    whole: String,
    /// The part, in the singular.
    name: String,
}

/// What was found, or the number of the part that the question asks for.
pub(crate) fn of_part(
    searcher: &Searcher,
    sources: &[String],
    question: &str,
    found: Found,
    candidates: &mut Vec<Candidate>,
) -> Result<Found> {
    let Some(part) = Part::of(question) else { return Ok(found) };
    let right = |said: &str| quantities(said).iter().any(|q| part.measures.contains(&q.measure));
    let stands = found.around.iter().any(|said| part.is_in(&said.plain));
    if found.kind == Kind::Span && right(&found.answer) && stands {
        return Ok(found);
    }
    let Some(page) = mentions::named(searcher, sources, &part.whole)? else { return Ok(found) };
    let mut best: Option<(usize, Candidate, Range<usize>)> = None;
    for record in searcher.document_passages(&page.document)? {
        let candidate = Candidate::new(record);
        for range in grice_text::sentences(&candidate.record.text) {
            let Some((apart, number)) = part.number_in(&candidate, &range) else { continue };
            if best.as_ref().is_none_or(|(nearest, ..)| apart < *nearest) {
                best = Some((apart, candidate.clone(), number));
            }
        }
    }
    let Some((_, home, number)) = best else { return Ok(found) };
    let Some(span) = Evidence::of(&home, number.start, number.end) else { return Ok(found) };
    let around = Found::sentences(&home, &[number]);
    let passage = place(candidates, home);
    let confidence = found.confidence.max(candidates[passage].features.confidence);
    let (kind, answer) = (Kind::Span, span.text.clone());
    let (spans, passage) = (vec![span], Some(passage));
    Ok(Found { kind, answer, spans, confidence, passage, around, ..Found::default() })
}

impl Part {
    fn of(question: &str) -> Option<Part> {
        let plain = question.trim().trim_end_matches(['?', '.', '!', ' ']);
        let mut parts = plain.splitn(4, ' ');
        let (how, adjective, verb) = (parts.next()?, parts.next()?, parts.next()?);
        let subject = parts.next()?;
        let being = ["is", "are", "was", "were"].contains(&verb.to_lowercase().as_str());
        if !how.eq_ignore_ascii_case("how") || !being {
            return None;
        }
        let measures = measures(&adjective.to_lowercase())?;
        let owned = subject.split_once("'s ").or_else(|| subject.split_once("’s "));
        let of = || [" of ", " on ", " in "].iter().find_map(|join| subject.split_once(join));
        let (whole, part) = owned.or_else(|| of().map(|(part, whole)| (whole, part)))?;
        let last = words::lower(part).into_iter().next_back()?;
        let name = singular(&last).unwrap_or(last);
        (part.split(' ').count() <= 3).then(|| Part { measures, whole: whole.to_owned(), name })
    }

    fn is_in(&self, sentence: &str) -> bool {
        words::lower(sentence).iter().any(|word| self.is_word(word))
    }

    fn is_word(&self, word: &str) -> bool {
        word == self.name || singular(word).as_deref() == Some(&self.name)
    }

    /// The number of a sentence that stands next to the part, and how many words are between.
    fn number_in(
        &self,
        candidate: &Candidate,
        range: &Range<usize>,
    ) -> Option<(usize, Range<usize>)> {
        let sentence = &candidate.record.text[range.clone()];
        let title = bare_title(&candidate.record.title);
        if !self.is_in(sentence) || said(candidate, range.clone()).is_none() {
            return None;
        }
        let apart = |quantity: &Quantity| {
            let before = words::lower(&sentence[..quantity.bytes.start]);
            let after = words::lower(&sentence[quantity.bytes.end..]);
            let before = before.iter().rev().position(|word| self.is_word(word));
            let after = after.iter().position(|word| self.is_word(word));
            before.into_iter().chain(after).min()
        };
        let fits = |quantity: &Quantity| {
            let own = is_own(&sentence[..quantity.bytes.start], title);
            own && self.measures.contains(&quantity.measure)
        };
        let all = quantities(sentence).into_iter().filter(fits);
        let near = all.filter_map(|q| Some((apart(&q)?, q.bytes)));
        let (apart, bytes) = near.min_by_key(|(apart, _)| *apart).filter(|(n, _)| *n <= APART)?;
        Some((apart, range.start + bytes.start..range.start + bytes.end))
    }
}

/// What "how long", "how deep" and the like are measured in.
fn measures(adjective: &str) -> Option<&'static [Measure]> {
    Some(match adjective {
        "long" => &[Measure::Time, Measure::Length],
        "big" | "deep" | "far" | "high" | "large" | "small" | "tall" | "thick" | "thin"
        | "wide" => &[Measure::Length],
        "heavy" | "massive" => &[Measure::Mass],
        "cold" | "hot" | "warm" => &[Measure::Temperature],
        "fast" => &[Measure::Speed],
        "old" => &[Measure::Time],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_told_from_what_it_is_a_part_of() {
        let part = |question: &str| {
            Part::of(question).map(|part| (part.whole, part.name)).unwrap_or_default()
        };
        let is = |whole: &str, name: &str| (whole.to_owned(), name.to_owned());
        assert_eq!(part("How long is Mercury's year?"), is("Mercury", "year"));
        assert_eq!(part("how thick are the rings of Saturn?"), is("Saturn", "ring"));
        assert_eq!(part("How long is a day on Mars?"), is("Mars", "day"));
        assert_eq!(part("How long is it?"), is("", ""));
        assert_eq!(part("How long does a day on Mars last?"), is("", ""));
    }

    #[test]
    fn the_number_next_to_the_part_is_its_own() {
        let text =
            "Arn has the shortest year, 88 Earth days, of any planet. Arn turns in 58.6 days.";
        let record = grice_index::PassageRecord {
            title: "Arn".to_owned(),
            text: text.to_owned(),
            ..Default::default()
        };
        let candidate = Candidate::new(record);
        let part = Part::of("How long is Arn's year?").unwrap();
        let range = grice_text::sentences(text).next().unwrap();
        let (apart, place) = part.number_in(&candidate, &range).unwrap();
        assert_eq!((apart, &text[place]), (0, "88 Earth days"));
        let range = grice_text::sentences(text).nth(1).unwrap();
        assert!(part.number_in(&candidate, &range).is_none());
    }
}
