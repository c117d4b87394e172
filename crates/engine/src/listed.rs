//! Lists and counts that a question asks for: "which moons …", "name the …", "how many …". A list is
//! taken whole where the reader found a part of it, or where the text says that it lists just that.

use std::ops::Range;

use grice_judge::read::asks_for_several;
use grice_text::CharMap;

use crate::candidate::Candidate;
use crate::lists::{List, lists};
use crate::quantity::{Measure, in_words, number_word, quantities};
use crate::read::Found;
use crate::reply::{Evidence, Kind};
use crate::said::bare_title;
use crate::salient::singular;
use crate::words;

/// The most words between what is listed and its list.
const APART: usize = 6;

/// The most words of an answer in which any number is the one that was asked for.
const SHORT: usize = 6;

/// Words that say that a list is not all there is.
const PARTLY: &[&str] = &[
    "among",
    "example",
    "examples",
    "include",
    "includes",
    "including",
    "notable",
    "other",
    "some",
    "such",
];

/// Words after which the members of a list are named.
const NAMING: &[&str] = &["are", "called", "named", "were"];

/// Words that end what "how many" asks for.
const ENDING: &[&str] = &[
    "are", "can", "could", "did", "do", "does", "had", "has", "have", "in", "is", "of", "on",
    "there", "was", "were", "will", "would",
];

/// Passages that are looked at.
const HEAD: usize = 10;

/// What was found, with the whole list or the count where one was asked for.
pub(crate) fn complete(found: Found, question: &str, candidates: &[Candidate]) -> Found {
    let asked = Asked::of(question);
    if let Some(counted) = &asked.counted {
        let short = found.answer.split_whitespace().count() <= SHORT;
        let says =
            short && has_number(&found.answer) || number_before(&found.answer, counted).is_some();
        if found.kind == Kind::Span && says {
            return found;
        }
        return match asked.count(counted, candidates) {
            Some(count) => count,
            None if found.kind == Kind::Span => Found { kind: Kind::Unknown, ..unanswered(found) },
            None => found,
        };
    }
    let several = asks_for_several(question) || asked.wants_a_number();
    if !several || !matches!(found.kind, Kind::Span | Kind::Unknown) {
        return found;
    }
    let touched = found.passage.and_then(|number| asked.touched(&found, candidates.get(number)?));
    let number = found.passage.filter(|_| touched.is_some());
    let list = number.zip(touched).or_else(|| asked.named(candidates, true));
    match list {
        Some((number, list)) => asked.listed(found, candidates, number, &list),
        None => found,
    }
}

/// Whether a text has a number in it.
fn has_number(text: &str) -> bool {
    let word = |word: &String| number_word(word).is_some() || word == "no" || word == "none";
    text.contains(|c: char| c.is_ascii_digit())
        || words::lower(text)
            .iter()
            .any(|w| word(w) || w == "dozen" || w == "hundreds" || w == "thousands")
}

/// Without the answer; what it was comes closest.
fn unanswered(found: Found) -> Found {
    let closest = found.around.first().cloned().or(found.closest);
    Found { closest, confidence: found.confidence, ..Found::default() }
}

struct Asked {
    /// The words of the question.
    words: Vec<String>,
    /// The plurals among them, in the singular.
    kinds: Vec<String>,
    /// What is counted, in the singular, where "how many" is asked.
    counted: Option<String>,
    /// How many are asked for.
    number: Option<usize>,
}

impl Asked {
    fn of(question: &str) -> Asked {
        let words = words::lower(question);
        let kinds = words.iter().filter_map(|word| singular(word)).collect();
        let many = words.windows(2).position(|two| two == ["how", "many"]);
        let counted = many.and_then(|at| {
            let phrase = words[at + 2..].iter().take_while(|w| !ENDING.contains(&w.as_str()));
            phrase.filter_map(|word| singular(word)).last()
        });
        let number = words.iter().filter_map(|word| number_word(word)).find(|n| *n > 1);
        Asked { words, kinds, counted, number }
    }

    /// "Which four moons …", "what two things …".
    fn wants_a_number(&self) -> bool {
        let first =
            self.words.first().is_some_and(|word| ["which", "what"].contains(&word.as_str()));
        let second = self.words.get(1).is_some_and(|word| number_word(word).is_some());
        first && second && !self.kinds.is_empty()
    }

    /// Whether the question names a passage's page, or its section by more than one word.
    fn is_about(&self, candidate: &Candidate) -> bool {
        let has =
            |word: &&String| self.words.contains(word) || self.words.contains(&format!("{word}s"));
        let named = |name: &str, least: usize| {
            let all = words::lower(name);
            let said: Vec<&String> = all.iter().filter(|word| !words::is_empty(word)).collect();
            said.len() >= least && said.iter().all(has)
        };
        named(bare_title(&candidate.record.title), 1) || named(heading(candidate), 2)
    }

    /// The list of a passage that the answer is a part of.
    fn touched(&self, found: &Found, candidate: &Candidate) -> Option<List> {
        let text = &candidate.record.text;
        let map = CharMap::new(text);
        let span = found.spans.first().filter(|span| span.passage == candidate.id)?;
        let (start, end) = (map.to_byte(span.start)?, map.to_byte(span.end)?);
        let list = lists(text).into_iter().find(|l| l.whole.start < end && start < l.whole.end)?;
        let covers = start <= list.whole.start && list.whole.end <= end;
        (!covers && list.members.len() > found.spans.len()).then_some(list)
    }

    /// The list that a page which the question names announces as what is asked for.
    fn named(&self, candidates: &[Candidate], partly: bool) -> Option<(usize, List)> {
        let kinds = match &self.counted {
            Some(counted) => std::slice::from_ref(counted),
            None => self.kinds.as_slice(),
        };
        for (number, candidate) in candidates.iter().enumerate().take(HEAD) {
            if !self.is_about(candidate) {
                continue;
            }
            let text = &candidate.record.text;
            let fits = |list: &List| {
                let whole = words::lower(&text[list.lead.clone()]);
                let all = partly || !whole.iter().any(|word| PARTLY.contains(&word.as_str()));
                let right = self.number.is_none_or(|n| n == list.members.len());
                all && right && announces(candidate, list, kinds)
            };
            if let Some(list) = lists(text).into_iter().find(fits) {
                return Some((number, list));
            }
        }
        None
    }

    fn listed(&self, found: Found, candidates: &[Candidate], number: usize, list: &List) -> Found {
        let candidate = &candidates[number];
        let spans: Vec<Evidence> =
            list.members.iter().filter_map(|m| Evidence::of(candidate, m.start, m.end)).collect();
        let words: Vec<&str> = spans.iter().map(|span| span.text.as_str()).collect();
        let answer = words.join(", ");
        let confidence = found.confidence.max(candidate.features.confidence);
        let around = Found::sentences(candidate, std::slice::from_ref(&list.whole));
        Found {
            kind: Kind::Span,
            answer,
            spans,
            confidence,
            passage: Some(number),
            around,
            ..Found::default()
        }
    }

    /// A number that a page says before what is counted, or the length of a list of it.
    fn count(&self, counted: &str, candidates: &[Candidate]) -> Option<Found> {
        for (number, candidate) in candidates.iter().enumerate().take(HEAD) {
            if !self.is_about(candidate) {
                continue;
            }
            if let Some(place) = number_before(&candidate.record.text, counted) {
                let span = Evidence::of(candidate, place.start, place.end)?;
                return Some(Found {
                    kind: Kind::Span,
                    answer: span.text.clone(),
                    spans: vec![span],
                    confidence: candidate.features.confidence,
                    passage: Some(number),
                    around: Found::sentences(candidate, &[place]),
                    ..Found::default()
                });
            }
        }
        let (number, list) = self.named(candidates, false)?;
        let found = self.listed(Found::default(), candidates, number, &list);
        let count = in_words(list.members.len());
        let phrase = format!("{count}: {}", found.answer);
        Some(Found { answer: count, phrase: Some(phrase), ..found })
    }
}

/// Whether the sentence of a list, or the heading above its lines, says that these are listed.
fn announces(candidate: &Candidate, list: &List, kinds: &[String]) -> bool {
    let text = &candidate.record.text;
    let is_kind = |word: &str| singular(word).is_some_and(|one| kinds.contains(&one));
    let before = match list.lead.end <= list.whole.start {
        true => list.lead.clone(),
        false => list.lead.start..list.whole.start,
    };
    let said = words::lower(&text[before]);
    let last = said.iter().rposition(|word| is_kind(word));
    let near = last.is_some_and(|at| said.len() - 1 - at <= APART);
    let lines = list.lead.end <= list.whole.start;
    let named = lines || said.iter().rev().take(2).any(|word| NAMING.contains(&word.as_str()));
    near || named && words::lower(heading(candidate)).iter().any(|word| is_kind(word))
}

/// The heading right above a passage.
fn heading(candidate: &Candidate) -> &str {
    candidate.record.section.rsplit(" › ").next().unwrap_or_default()
}

/// The number that stands up to three words before what is counted: "five known moons".
fn number_before(text: &str, counted: &str) -> Option<Range<usize>> {
    for quantity in quantities(text).into_iter().filter(|q| q.measure == Measure::Count) {
        let rest = &text[quantity.bytes.end..];
        let next = words::lower(rest.split(['.', ',', ';', ':', '(']).next().unwrap_or_default());
        let at = next.iter().take(4).position(|word| singular(word).as_deref() == Some(counted));
        let year = quantity.value >= 1000.0 && !text[quantity.bytes.clone()].contains(',');
        if at.is_some() && quantity.value > 1.0 && quantity.value.fract() == 0.0 && !year {
            return Some(quantity.bytes);
        }
    }
    None
}
