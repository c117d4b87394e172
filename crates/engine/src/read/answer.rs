//! The answer in the best passages, or that they have none.

use std::ops::Range;

use grice_corpus::{Block, BlockKind};
use grice_english::words;
use grice_judge::read::{Asked, Kind as ReadKind, OVERLAP, Reader, Reading as Read};

use super::found::Found;
use super::noun_phrases;
use crate::control::Control;
use crate::error::Result;
use crate::reply::{Evidence, Kind, Weighed, around, asks_for_orders, instructs};
use crate::retrieve::{self, Candidate, sort};
use crate::state::ReadingKind;
use crate::system::{AnswerBy, SureSettings, System, Weights};

/// Passages that are read side by side.
const AT_ONCE: usize = 2;

/// The last turns that are read with each passage.
const TURNS_READ: usize = 2;

/// The share of words from which an answer is one that was turned down.
const SAME_ANSWER: f32 = 0.7;

/// What was read, and how.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub found: Found,
    /// What the next best passage says.
    pub second: Option<Found>,
    pub weighed: Vec<Weighed>,
    pub notes: Vec<String>,
}

/// What was found in one passage; spans count from its text's start.
struct One {
    id: String,
    read: Read,
    spans: Vec<Range<usize>>,
    guess: Option<Range<usize>>,
}

/// Reads the first passages, sorts all by what was found, and takes the best answer that was not
/// turned down before.
pub(crate) fn read(
    candidates: &mut [Candidate],
    readings: &[retrieve::Reading],
    refused: &[String],
    reader: &Reader,
    system: &System,
    control: &Control,
) -> Result<Reading> {
    let settings = &system.read;
    let asked = readings.first().map_or("", |reading| reading.question.as_str());
    match settings.by {
        AnswerBy::Reader => {}
        AnswerBy::Question => {
            let found = Found { kind: Kind::Span, answer: asked.to_owned(), ..Found::default() };
            return Ok(Reading { found, ..Reading::default() });
        }
        AnswerBy::NounPhrases => {
            let found = noun_phrases::found(candidates, asked);
            return Ok(Reading { found, ..Reading::default() });
        }
    }
    let weights: Vec<Weights> = readings.iter().map(|one| system.weights(one.kind)).collect();
    let head = (settings.passages + refused.len()).min(candidates.len());
    // The fallback would take the headings for a sentence that says much.
    let headed = reader.by() != OVERLAP;
    let mut all: Vec<One> = Vec::new();
    let mut notes = Vec::new();
    for some in candidates[..head].chunks_mut(AT_ONCE) {
        let sure = |one: &One| one.is_answered() && one.read.confidence >= settings.enough;
        if refused.is_empty() && all.iter().any(sure) {
            break;
        }
        control.check()?;
        let texts: Vec<String> = some
            .iter()
            .map(|one| if headed { one.headed() } else { one.record.text.clone() })
            .collect();
        let asked: Vec<Asked<'_>> = texts
            .iter()
            .zip(some.iter())
            .map(|(passage, candidate)| {
                let (history, question) = readings[candidate.reading].asked_of(headed);
                let history = &history[history.len().saturating_sub(TURNS_READ)..];
                Asked { history, question, passage }
            })
            .collect();
        for (read, candidate) in reader.read(&asked).into_iter().zip(some.iter_mut()) {
            match read {
                Ok(read) => {
                    candidate.features.relevance = read.relevance;
                    candidate.features.confidence = read.confidence;
                    candidate.score += weights[candidate.reading].read(&candidate.features);
                    all.push(One::of(candidate, read, headed));
                }
                Err(error) => notes.push(format!("{} was not read: {error}", candidate.id)),
            }
        }
    }
    sort(candidates);
    let place = |one: &One| candidates.iter().position(|candidate| candidate.id == one.id);
    let mut placed: Vec<(usize, &One)> = all.iter().filter_map(|o| Some((place(o)?, o))).collect();
    placed.sort_by_key(|(number, _)| *number);
    let turned_down = |(number, one): &&(usize, &One)| {
        let found = one.found(&candidates[*number], *number);
        let asked = &readings[candidates[*number].reading].question;
        refused.iter().any(|other| is_same(&found.answer, other))
            || one.is_planted(&candidates[*number], asked)
    };
    let chosen = placed.iter().filter(|(_, one)| one.is_answered()).find(|one| !turned_down(one));
    let best = candidates.first().map_or(0.0, |candidate| candidate.score);
    let mut weighed: Vec<Weighed> =
        placed.iter().map(|(number, one)| one.weighed(&candidates[*number], best)).collect();
    let (mut found, mut second) = (Found::default(), None);
    if let Some((number, one)) = chosen {
        let candidate = &candidates[*number];
        let kind = readings[candidate.reading].kind;
        let confidence = sure(candidate, kind, &settings.sure);
        if confidence >= settings.least {
            found = one.found(candidate, *number);
            let own = weighed.iter_mut().find(|weighed| weighed.passage == candidate.id);
            own.into_iter().for_each(|own| own.chosen = true);
            let mut others =
                placed.iter().filter(|(other, one)| other != number && one.is_answered());
            let next = others.find(|other| !turned_down(other));
            second = next.map(|(number, one)| one.found(&candidates[*number], *number));
        }
        found.confidence = confidence;
    }
    Ok(Reading { found, second, weighed, notes })
}

fn is_same(answer: &str, other: &str) -> bool {
    words::overlap(&words::set(answer), &words::set(other)) >= SAME_ANSWER
}

/// How probable it is that the answer of a passage is right.
pub(super) fn sure(candidate: &Candidate, kind: ReadingKind, fit: &SureSettings) -> f32 {
    let f = &candidate.features;
    let leans = if kind == ReadingKind::AsSaid { 0.0 } else { 1.0 };
    if fit.is_plain() {
        return f.confidence;
    }
    let sum = fit.bias
        + fit.confidence * f.confidence
        + fit.relevance * f.relevance
        + fit.rank * f.rank
        + fit.about * f.about
        + fit.covered * f.covered
        + fit.named * f.named
        + fit.known * f.known
        + fit.leans * leans;
    1.0 / (1.0 + (-sum).exp())
}

impl One {
    /// Takes the headings' line off the spans; what stands in it is no evidence. Where the reader
    /// found no answer, its best guess is one; how sure the whole is decides whether it is given.
    fn of(candidate: &Candidate, read: Read, headed: bool) -> One {
        let before = if headed { candidate.head().len() + 1 } else { 0 };
        let inside = |bytes: &Range<usize>| {
            (bytes.end > before).then(|| bytes.start.max(before) - before..bytes.end - before)
        };
        let mut spans: Vec<Range<usize>> =
            read.spans.iter().filter_map(|span| inside(&span.bytes)).collect();
        let guess = read.guess.as_ref().and_then(|span| inside(&span.bytes));
        if headed && spans.is_empty() {
            spans.extend(guess.clone());
        }
        One { id: candidate.id.clone(), read, spans, guess }
    }

    /// Whether it stands in a sentence that speaks to a model, or in a block with one that would be
    /// shown whole, and nobody asked about that.
    fn is_planted(&self, candidate: &Candidate, asked: &str) -> bool {
        let text = &candidate.record.text;
        let instructed = |part: &str| {
            grice_text::sentences(part).any(|range| instructs(&part[range])) || instructs(part)
        };
        let mut sentences = self.spans.iter().flat_map(|span| around(text, span));
        let whole = |block: &&Block| {
            let kind = block.kind;
            !kind.is_container() && kind != BlockKind::Heading && kind != BlockKind::Paragraph
        };
        let mut shown = candidate.record.blocks.iter().filter(whole).filter(|block| {
            let range = &block.range;
            self.spans.iter().any(|span| span.start < range.end && range.start < span.end)
        });
        !asks_for_orders(asked)
            && (sentences.any(|range| instructs(&text[range]))
                || shown.any(|block| text.get(block.range.clone()).is_some_and(instructed)))
    }

    fn is_answered(&self) -> bool {
        !self.spans.is_empty()
    }

    fn found(&self, candidate: &Candidate, number: usize) -> Found {
        let evidence = self.spans.iter();
        let spans: Vec<Evidence> =
            evidence.filter_map(|s| Evidence::of(candidate, s.start, s.end)).collect();
        let words: Vec<&str> = spans.iter().map(|span| span.text.as_str()).collect();
        let (kind, answer) = match self.read.kind {
            ReadKind::Yes => (Kind::Yes, "yes".to_owned()),
            ReadKind::No => (Kind::No, "no".to_owned()),
            _ => (Kind::Span, words.join(", ")),
        };
        let (places, confidence) = (self.spans.clone(), self.read.confidence);
        Found { kind, answer, spans, places, confidence, passage: Some(number), whole: false }
    }

    /// What speaks for its answer, or for its guess.
    fn weighed(&self, candidate: &Candidate, best: f32) -> Weighed {
        let text = |range: &Range<usize>| candidate.record.text.get(range.clone());
        let words: Vec<&str> = match self.spans.is_empty() {
            true => self.guess.iter().filter_map(text).collect(),
            false => self.spans.iter().filter_map(text).collect(),
        };
        Weighed {
            passage: candidate.id.clone(),
            title: candidate.title.clone(),
            kind: match self.read.kind {
                ReadKind::Span => Kind::Span,
                ReadKind::Yes => Kind::Yes,
                ReadKind::No => Kind::No,
                ReadKind::Unknown if self.is_answered() => Kind::Span,
                ReadKind::Unknown => Kind::Unknown,
            },
            text: words.join(", "),
            confidence: self.read.confidence,
            relevance: self.read.relevance,
            behind: best - candidate.score,
            chosen: false,
        }
    }
}
