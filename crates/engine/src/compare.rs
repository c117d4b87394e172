//! "Which is larger, X or Y?", "Is X larger than Y?": the quantity of each is read from its page, and
//! the two are compared.

use grice_index::Searcher;

use crate::candidate::{Candidate, place};
use crate::conversation::Topic;
use crate::dimension::{Dimension, dimension};
use crate::error::Result;
use crate::measured::{Measured, measured};
use crate::mentions;
use crate::read::Found;
use crate::reply::Kind;
use crate::said::{bare_title, capital};
use crate::words;

/// How sure an answer is that both pages have numbers for.
const SURE: f32 = 0.8;

/// A question that compares two pages.
struct Comparison {
    one: Topic,
    other: Topic,
    dimension: &'static Dimension,
    /// "Is X larger than Y", which yes or no answers.
    is_yes_no: bool,
}

/// What was found, or the comparison where the question asks for one. Pages that were read for it
/// are added to the candidates.
pub(crate) fn compared(
    searcher: &Searcher,
    sources: &[String],
    question: &str,
    found: Found,
    candidates: &mut Vec<Candidate>,
) -> Result<Found> {
    let Some(asked) = Comparison::of(searcher, sources, question)? else { return Ok(found) };
    let of = |topic: &Topic| measured(searcher, topic, asked.dimension);
    match (of(&asked.one)?, of(&asked.other)?) {
        (Some(one), Some(other)) if one.kind == other.kind && one.value != other.value => {
            Ok(asked.answer(one, other, candidates))
        }
        (one, other) => Ok(asked.without(found, one.or(other))),
    }
}

impl Comparison {
    fn of(searcher: &Searcher, sources: &[String], question: &str) -> Result<Option<Comparison>> {
        let lower = question.to_lowercase();
        let Some(dimension) = dimension(&lower) else { return Ok(None) };
        let (Some(split), is_yes_no) = (match lower.find(" or ") {
            Some(at) => (Some(at), false),
            None => (lower.find(" than "), true),
        }) else {
            return Ok(None);
        };
        let mut before: Option<(usize, Topic)> = None;
        let mut after: Option<(usize, Topic)> = None;
        for page in mentions::pages(searcher, sources, question)? {
            let Some(at) = lower.find(&bare_title(&page.title).to_lowercase()) else { continue };
            if at < split && before.as_ref().is_none_or(|(known, _)| at > *known) {
                before = Some((at, page));
            } else if at > split && after.as_ref().is_none_or(|(known, _)| at < *known) {
                after = Some((at, page));
            }
        }
        let (Some((_, one)), Some((_, other))) = (before, after) else { return Ok(None) };
        Ok(Some(Comparison { one, other, dimension, is_yes_no }))
    }

    fn answer(&self, one: Measured, other: Measured, candidates: &mut Vec<Candidate>) -> Found {
        let holds = (one.value > other.value) == self.dimension.more;
        let (first, second) = if holds { (one, other) } else { (other, one) };
        let phrase = format!(
            "{} {} {} ({}) than {} ({})",
            capital(&first.name),
            if self.dimension.is_past { "was" } else { "is" },
            self.dimension.said,
            first.words,
            second.name,
            second.words,
        );
        let (kind, answer, phrase) = match (self.is_yes_no, holds) {
            (true, true) => (Kind::Yes, "yes".to_owned(), format!("yes. {phrase}")),
            (true, false) => (Kind::No, "no".to_owned(), format!("no. {phrase}")),
            (false, _) => (Kind::Span, first.title.clone(), phrase),
        };
        let spans = vec![first.evidence.clone(), second.evidence.clone()];
        let passage = place(candidates, first.passage);
        let confidence = SURE;
        Found {
            kind,
            answer,
            spans,
            confidence,
            passage: Some(passage),
            phrase: Some(phrase),
            ..Found::default()
        }
    }

    /// Where a number is missing, the text must compare the two itself.
    fn without(&self, found: Found, only: Option<Measured>) -> Found {
        let names = [&self.one, &self.other].map(|topic| words::lower(bare_title(&topic.title)));
        let said: Vec<String> = found
            .around
            .iter()
            .flat_map(|said| words::lower(&format!("{} {}", said.alone, said.evidence.title)))
            .collect();
        let both = names.iter().all(|name| name.iter().all(|word| said.contains(word)));
        if both || found.kind == Kind::Unknown && only.is_none() {
            return found;
        }
        let closest = only.and_then(|only| only.sentence).or(found.closest);
        Found { closest, confidence: found.confidence.min(1.0 - SURE), ..Found::default() }
    }
}
