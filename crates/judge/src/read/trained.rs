//! A reader with weights: spans, "nothing here", and the kind of the answer.

use grice_english::question::asks_for_several;
use grice_model::{Found, ModelFiles, Precision, ReadOptions};
use grice_text::{CharMap, sentences};

use super::calibration::{Calibration, Signs, logistic};
use super::reading::{Kind, Reading, Span};
use super::whole::whole;
use super::{Asked, JUDGEMENT};
use crate::context::context;
use crate::error::{Error, Result};

/// Words of the question and of what was said that are read with the passage.
const CONTEXT: usize = 64;

/// Spans looked at; the list of a question that asks for several is made of them.
const SPANS: usize = 8;

/// What stands in for the margin where no other span is apart from the best.
const ALONE: f32 = 10.0;

pub(super) struct Trained {
    reader: grice_model::Reader,
    /// Where each kind stands among the model's labels; none for a model that tells no kinds.
    kinds: Option<[usize; 4]>,
    calibration: Calibration,
}

impl Trained {
    pub fn load(files: &ModelFiles) -> Result<Trained> {
        let reader = grice_model::Reader::load(files, Precision::Stored);
        let reader = reader.map_err(|source| match source {
            grice_model::Error::Unsupported(why) => unfit(files, why),
            source => Error::Load { folder: files.shown(), source },
        })?;
        let kinds = places(&reader.kinds()).map_err(|why| unfit(files, why))?;
        let calibration = Calibration::read(files).map_err(|why| unfit(files, why))?;
        Ok(Trained { reader, kinds, calibration })
    }

    /// A reading of each passage, without who read it; none where the values are no numbers.
    pub fn read(&self, asked: &[Asked<'_>]) -> grice_model::Result<Vec<Option<Reading>>> {
        let contexts: Vec<String> =
            asked.iter().map(|asked| context(asked.history, asked.question, CONTEXT)).collect();
        let pairs: Vec<(&str, &str)> = contexts
            .iter()
            .zip(asked)
            .map(|(context, asked)| (&**context, asked.passage))
            .collect();
        let options = ReadOptions { spans: SPANS, apart: true, ..ReadOptions::default() };
        let found = self.reader.read(&pairs, &options)?;
        Ok(asked.iter().zip(&found).map(|(asked, found)| self.reading(asked, found)).collect())
    }

    fn reading(&self, asked: &Asked<'_>, found: &Found) -> Option<Reading> {
        let values = found.spans.iter().map(|span| span.score);
        if !values.chain(found.kinds.iter().copied()).all(f32::is_finite) {
            return None;
        }
        // A passage of characters that make no tokens has no spans.
        let Some(best) = found.spans.first() else { return Some(unknown(0.0, 0.0)) };
        let gap = best.score - found.nothing;
        let none = self.share(found, Kind::Unknown).unwrap_or_else(|| logistic(-gap));
        let margin = found.spans.get(1).map_or(ALONE, |next| best.score - next.score);
        let confidence = self.calibration.confidence(Signs { gap, unknown: none, margin });
        if !confidence.is_finite() {
            return None;
        }
        let map = CharMap::new(asked.passage);
        let mut reading = unknown(confidence, 1.0 - none);
        reading.guess = placed(&map, asked, best);
        if confidence < self.calibration.threshold {
            return Some(reading);
        }
        reading.kind = self.kind(asked, found);
        if reading.kind == Kind::Span {
            let spans = self.listed(asked, found);
            reading.spans = spans.iter().filter_map(|span| placed(&map, asked, span)).collect();
            reading.spans.sort_by_key(|span| span.bytes.start);
            let texts: Vec<&str> = reading.spans.iter().map(|s| s.text(asked.passage)).collect();
            reading.answer = texts.join(", ");
        } else {
            let evidence = sentence(asked.passage, best.start..best.end);
            reading.spans = Span::of(&map, evidence).into_iter().collect();
            reading.answer = reading.kind.name().to_owned();
        }
        Some(reading)
    }

    /// The probability of a kind; none where the model tells no kinds.
    fn share(&self, found: &Found, kind: Kind) -> Option<f32> {
        found.kinds.get(self.kinds?[kind as usize]).copied()
    }

    /// The likeliest kind of an answer that is there.
    fn kind(&self, asked: &Asked<'_>, found: &Found) -> Kind {
        let share = |kind| self.share(found, kind).unwrap_or(0.0);
        let likely = match share(Kind::Yes) >= share(Kind::No) {
            true => Kind::Yes,
            false => Kind::No,
        };
        match share(likely) > share(Kind::Span) && !asks_for_words(asked.question) {
            true => likely,
            false => Kind::Span,
        }
    }

    /// The best span; where several are asked for and it is no list itself, those close to it.
    fn listed(&self, asked: &Asked<'_>, found: &Found) -> Vec<grice_model::Span> {
        let Some(best) = found.spans.first() else { return Vec::new() };
        let text = &asked.passage[best.start..best.end];
        if text.contains(", ") || text.contains(" and ") || !asks_for_several(asked.question) {
            return vec![best.clone()];
        }
        let list = &self.calibration.list;
        let close = found.spans.iter().filter(|span| span.score >= best.score - list.margin);
        let mut spans: Vec<grice_model::Span> = Vec::new();
        let text = |span: &grice_model::Span| asked.passage[span.start..span.end].to_lowercase();
        for span in close.take(list.most.max(1)) {
            if spans.iter().all(|known| text(known) != text(span)) {
                spans.push(span.clone());
            }
        }
        spans
    }
}

fn unknown(confidence: f32, relevance: f32) -> Reading {
    Reading {
        kind: Kind::Unknown,
        answer: String::new(),
        spans: Vec::new(),
        confidence,
        relevance,
        by: String::new(),
        guess: None,
    }
}

fn placed(map: &CharMap<'_>, asked: &Asked<'_>, span: &grice_model::Span) -> Option<Span> {
    Span::of(map, whole(asked.passage, span.start..span.end, asked.question))
}

fn unfit(files: &ModelFiles, why: String) -> Error {
    Error::Unfit { model: files.shown().display().to_string(), judgement: JUDGEMENT, why }
}

/// Where each kind stands among a model's labels.
fn places(labels: &[String]) -> std::result::Result<Option<[usize; 4]>, String> {
    if labels.is_empty() {
        return Ok(None);
    }
    let mut places = [0; 4];
    for (place, kind) in places.iter_mut().zip(Kind::ALL) {
        let found = labels.iter().position(|label| label == kind.name());
        *place = found
            .ok_or_else(|| format!("its labels lack '{}': {}", kind.name(), labels.join(", ")))?;
    }
    Ok(Some(places))
}

/// Whether yes or no is no answer: "Who …", "How long …", but not "What about …".
fn asks_for_words(question: &str) -> bool {
    let lower = question.to_lowercase();
    let mut words = lower.split_whitespace();
    let asking = ["who", "whom", "whose", "what", "when", "where", "which", "why", "how"];
    let first = words.next().is_some_and(|word| asking.contains(&word));
    first && words.next().is_none_or(|word| word != "about") && !lower.contains(" or not")
}

/// The sentence or sentences that a span lies in.
fn sentence(passage: &str, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    sentences(passage)
        .filter(|sentence| sentence.start < span.end && span.start < sentence.end)
        .reduce(|first, last| first.start..last.end)
        .unwrap_or(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_that_ask_for_words_are_told_from_those_yes_can_answer() {
        for question in ["Who is it?", "how long did it take", "Why", "Which one is blue?"] {
            assert!(asks_for_words(question), "{question}");
        }
        for question in ["Is it?", "What about Ann?", "Really?", "", "And did she?"] {
            assert!(!asks_for_words(question), "{question}");
        }
    }

    #[test]
    fn evidence_is_whole_sentences() {
        let passage = "It rained. The king left. He came back.";
        assert_eq!(&passage[sentence(passage, 15..19)], "The king left.");
        assert_eq!(&passage[sentence(passage, 20..28)], "The king left. He came back.");
    }

    #[test]
    fn kinds_are_found_by_their_labels() {
        let labels =
            |names: &[&str]| places(&names.iter().map(|n| n.to_string()).collect::<Vec<_>>());
        assert_eq!(labels(&["no", "yes", "unknown", "span"]), Ok(Some([3, 1, 0, 2])));
        assert_eq!(labels(&[]), Ok(None));
        assert!(labels(&["span", "yes"]).unwrap_err().contains("lack 'no'"));
    }
}
