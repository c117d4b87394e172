//! The answer in the best passages, or that they have none.

use std::ops::Range;

use grice_judge::Turn;
use grice_judge::read::{Asked, OVERLAP, Reader, Reading};
use grice_text::CharMap;

use crate::candidate::Candidate;
use crate::reply::{Evidence, Kind};
use crate::rerank::sort;
use crate::said::{self, Said};
use crate::system::ReadSettings;
use crate::why::Weighed;

/// Passages that are read side by side.
const AT_ONCE: usize = 2;

/// What was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub kind: Kind,
    /// The answer's words, "yes" or "no"; empty where it is unknown.
    pub answer: String,
    /// Where they stand.
    pub spans: Vec<Evidence>,
    pub confidence: f32,
    /// The number of its passage.
    pub passage: Option<usize>,
    /// The sentences that the words stand in, where they can be said.
    pub around: Vec<Said>,
    /// The answer as a sentence, where it is more than words of the text: a count, a comparison.
    pub phrase: Option<String>,
    /// Where there is no answer, the sentence that comes closest.
    pub closest: Option<Said>,
    /// What was found in each passage.
    pub weighed: Vec<Weighed>,
}

/// A reading with the passage it is of; spans count from the passage's start.
struct Read {
    id: String,
    reading: Reading,
    spans: Vec<(usize, usize)>,
    guess: Option<(usize, usize)>,
}

/// Reads the first passages, sorts them by what was found, and takes the best answer.
pub(crate) fn read_passages(
    candidates: &mut [Candidate],
    (history, question): (&[Turn], &str),
    reader: &Reader,
    settings: &ReadSettings,
    notes: &mut Vec<String>,
) -> Found {
    let head = settings.passages.min(candidates.len());
    // The fallback would take the title for a sentence that says much.
    let titled = reader.by() != OVERLAP;
    let text = |candidate: &Candidate| match titled {
        true => candidate.titled(),
        false => candidate.record.text.clone(),
    };
    let mut read: Vec<Read> = Vec::new();
    for some in candidates[..head].chunks_mut(AT_ONCE) {
        let sure = |one: &Read| one.is_answered() && one.reading.confidence >= settings.enough;
        if read.iter().any(sure) {
            break;
        }
        let texts: Vec<String> = some.iter().map(text).collect();
        let asked: Vec<Asked<'_>> =
            texts.iter().map(|passage| Asked { history, question, passage }).collect();
        for (reading, candidate) in reader.read(&asked).into_iter().zip(some) {
            match reading {
                Ok(reading) => {
                    candidate.features.relevance = reading.relevance;
                    candidate.features.confidence = reading.confidence;
                    candidate.score += settings.relevance * reading.relevance
                        + settings.confidence * reading.confidence;
                    read.push(Read::of(candidate, reading, titled, settings.least));
                }
                Err(error) => notes.push(format!("{} was not read: {error}", candidate.id)),
            }
        }
    }
    sort(candidates);
    let best = candidates.first().map_or(0.0, |candidate| candidate.score);
    let worth = |one: &Read| {
        let candidate = candidates.iter().find(|candidate| candidate.id == one.id);
        let behind = candidate.map_or(0.0, |candidate| best - candidate.score);
        one.reading.confidence - settings.score * behind
    };
    let answered = read.iter().filter(|one| one.is_answered());
    let chosen = answered.max_by(|a, b| worth(a).total_cmp(&worth(b)));
    let place = |one: &Read| candidates.iter().position(|candidate| candidate.id == one.id);
    let mut weighed: Vec<Weighed> = read
        .iter()
        .filter_map(|one| Some(one.weighed(&candidates[place(one)?], best, worth(one))))
        .collect();
    weighed.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    let found = match chosen.and_then(|one| Some((one, place(one)?))) {
        Some((one, number)) if one.reading.confidence >= settings.least => {
            one.found(&candidates[number], number)
        }
        _ => {
            let all = read.iter().map(|one| one.reading.confidence);
            let confidence = all.fold(0.0, f32::max);
            let about = read
                .iter()
                .max_by(|a, b| a.reading.relevance.total_cmp(&b.reading.relevance))
                .and_then(|one| one.closest(candidates));
            Found { confidence, closest: about, ..Found::default() }
        }
    };
    let answered = found.passage.and_then(|number| candidates.get(number));
    for one in &mut weighed {
        one.chosen = answered.is_some_and(|candidate| candidate.id == one.passage);
    }
    Found { weighed, ..found }
}

impl Read {
    /// Takes the title's line off the spans; what stands in it is no evidence. Of passages that
    /// were found for the question less is asked than of any passage: a guess is an answer from
    /// `least` on.
    fn of(candidate: &Candidate, reading: Reading, titled: bool, least: f32) -> Read {
        let before = if titled { candidate.record.title.len() + 1 } else { 0 };
        let inside = |bytes: &Range<usize>| {
            (bytes.end > before).then(|| (bytes.start.max(before) - before, bytes.end - before))
        };
        let mut spans: Vec<(usize, usize)> =
            reading.spans.iter().filter_map(|span| inside(&span.bytes)).collect();
        let guess = reading.guess.as_ref().and_then(|span| inside(&span.bytes));
        if titled && !reading.is_answered() && reading.confidence >= least {
            spans.extend(guess);
        }
        Read { id: candidate.id.clone(), reading, spans, guess }
    }

    /// The sentence around the best words, where they are no answer.
    fn closest(&self, candidates: &[Candidate]) -> Option<Said> {
        let (start, end) = self.guess?;
        let candidate = candidates.iter().find(|candidate| candidate.id == self.id)?;
        Found::sentences(candidate, std::slice::from_ref(&(start..end))).into_iter().next()
    }

    fn is_answered(&self) -> bool {
        !self.spans.is_empty()
    }

    fn found(&self, candidate: &Candidate, number: usize) -> Found {
        let evidence = self.spans.iter();
        let spans: Vec<Evidence> =
            evidence.filter_map(|(start, end)| Evidence::of(candidate, *start, *end)).collect();
        let words: Vec<&str> = spans.iter().map(|span| span.text.as_str()).collect();
        let (kind, answer) = match self.reading.kind {
            grice_judge::read::Kind::Yes => (Kind::Yes, "yes".to_owned()),
            grice_judge::read::Kind::No => (Kind::No, "no".to_owned()),
            _ => (Kind::Span, words.join(", ")),
        };
        let places: Vec<Range<usize>> =
            self.spans.iter().map(|(start, end)| *start..*end).collect();
        let around = Found::sentences(candidate, &places);
        let confidence = self.reading.confidence;
        let passage = Some(number);
        Found { kind, answer, spans, confidence, passage, around, ..Found::default() }
    }

    /// What speaks for its answer, or for its guess.
    fn weighed(&self, candidate: &Candidate, best: f32, worth: f32) -> Weighed {
        let text = |(start, end): &(usize, usize)| candidate.record.text.get(*start..*end);
        let words: Vec<&str> = match self.spans.is_empty() {
            true => self.guess.iter().filter_map(text).collect(),
            false => self.spans.iter().filter_map(text).collect(),
        };
        Weighed {
            passage: candidate.id.clone(),
            title: candidate.title.clone(),
            kind: match self.reading.kind {
                grice_judge::read::Kind::Span => Kind::Span,
                grice_judge::read::Kind::Yes => Kind::Yes,
                grice_judge::read::Kind::No => Kind::No,
                grice_judge::read::Kind::Unknown if self.is_answered() => Kind::Span,
                grice_judge::read::Kind::Unknown => Kind::Unknown,
            },
            text: words.join(", "),
            confidence: self.reading.confidence,
            relevance: self.reading.relevance,
            behind: best - candidate.score,
            worth,
            chosen: false,
        }
    }
}

impl Found {
    /// The sentences of a passage around places in it, each once.
    pub(crate) fn sentences(candidate: &Candidate, places: &[Range<usize>]) -> Vec<Said> {
        let text = &candidate.record.text;
        let mut ranges: Vec<Range<usize>> =
            places.iter().flat_map(|place| said::around(text, place)).collect();
        ranges.sort_by_key(|range| range.start);
        ranges.dedup();
        ranges.into_iter().filter_map(|range| said::said(candidate, range)).collect()
    }
}

impl Evidence {
    /// These bytes of a passage; none where they are no part of it.
    pub(crate) fn of(candidate: &Candidate, start: usize, end: usize) -> Option<Evidence> {
        let record = &candidate.record;
        let map = CharMap::new(&record.text);
        Some(Evidence {
            text: record.text.get(start..end)?.to_owned(),
            passage: record.passage.clone(),
            document: record.document.clone(),
            title: record.title.clone(),
            section: record.section.clone(),
            start: map.to_char(start)?,
            end: map.to_char(end)?,
        })
    }
}
