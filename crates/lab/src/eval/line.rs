//! A turn, and what a system made of it, as a line of the results.

use std::collections::HashSet;

use grice_engine::{Evidence, Kind, Reply};
use serde::{Deserialize, Serialize};

use super::gold::Unit;
pub use super::results::Line;
use super::results::{Gold, PASSAGES_KEPT, Passage, Said, Span, TEXTS_KEPT};
use crate::data::{self, DataSet, Turn};

/// What TopiOCQA's answers say where there is none, and what a run must say to be right.
pub const UNANSWERABLE: &str = "UNANSWERABLE";
/// What PragmatiCQA's literal spans say there.
const DONT_KNOW: &str = "I don't know";

/// The pages of a turn that are kept.
const PAGES_KEPT: usize = 20;

/// A turn that is done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// Its line, without scores.
    pub line: Line,
    /// All passages that were ranked, with their scores, best first.
    pub ranked: Vec<(String, f64)>,
    /// The titles of their pages, each once, at most [`PAGES_KEPT`].
    pub pages: Vec<String>,
    /// Seconds it took.
    pub seconds: f64,
}

/// What is known of a turn before it is asked.
pub fn asked(turn: &Turn, passages: &[Passage]) -> Line {
    let said = |pair: &data::Exchange| Said {
        question: pair.question.clone(),
        answer: pair.answer.clone(),
    };
    let mut facets = turn.facets.clone();
    if let Some(topic) = &turn.topic {
        facets.entry("topic".to_owned()).or_insert_with(|| topic.clone());
    }
    Line {
        id: turn.id.clone(),
        conversation: turn.conversation.clone(),
        number: turn.number as usize,
        question: turn.question.clone(),
        history: turn.history.iter().map(said).collect(),
        gold: Gold {
            answers: turn.answers.iter().map(|answer| answer.text.clone()).collect(),
            rewrite: turn.rewrite.clone(),
            literal: turn.literal.iter().map(span).collect(),
            pragmatic: turn.pragmatic.iter().map(span).collect(),
            passages: passages.to_vec(),
            label: None,
            unanswerable: turn.unanswerable,
        },
        facets,
        ..Line::default()
    }
}

fn span(gold: &data::Gold) -> Span {
    Span {
        text: gold.text.clone(),
        passage: gold.passage.clone().unwrap_or_default(),
        ..Span::default()
    }
}

/// Adds a reply to a turn's line.
pub fn answered(line: Line, reply: &Reply, data: DataSet, unit: Unit) -> Done {
    let mut done = Done { line, ..Done::default() };
    let line = &mut done.line;
    line.refused = reply.is_unknown();
    line.confidence = Some(rounded(f64::from(reply.confidence)));
    line.rewrite = Some(reply.rewrite.clone()).filter(|_| !reply.why.rewritten_by.is_empty());
    line.literal = reply.literal.iter().map(of_evidence).collect();
    line.pragmatic = reply.pragmatic.iter().map(of_evidence).collect();
    let word = |text: &str| vec![Span { text: text.to_owned(), ..Span::default() }];
    if data == DataSet::PragmatiCqa {
        match reply.kind {
            Kind::Yes => line.literal = word("Yes"),
            Kind::No => line.literal = word("No"),
            Kind::Unknown => (line.literal, line.pragmatic) = (word(DONT_KNOW), Vec::new()),
            _ => {}
        }
    }
    line.answer = match (data, reply.kind) {
        (DataSet::PragmatiCqa, _) => Some(reply.text.clone()),
        (DataSet::TopiOcqa, Kind::Unknown) => Some(UNANSWERABLE.to_owned()),
        (_, Kind::Unknown) => Some(String::new()),
        (_, Kind::Talk | Kind::Clarify) if reply.answer.is_empty() => Some(reply.text.clone()),
        _ => Some(reply.answer.clone()),
    };
    done.pages = reply.documents().into_iter().take(PAGES_KEPT).map(str::to_owned).collect();
    let mut seen: HashSet<String> = HashSet::new();
    for candidate in &reply.passages {
        let id = unit.name(&candidate.record);
        if !seen.insert(id.clone()) {
            continue;
        }
        let score = rounded(f64::from(candidate.score));
        if line.passages.len() < PASSAGES_KEPT {
            let text = match line.passages.len() < TEXTS_KEPT {
                true => candidate.record.text.clone(),
                false => String::new(),
            };
            line.passages.push(Passage {
                id: id.clone(),
                title: candidate.title.clone(),
                section: candidate.record.section.clone(),
                text,
                score: Some(score),
            });
        }
        done.ranked.push((id, score));
    }
    done
}

fn of_evidence(evidence: &Evidence) -> Span {
    Span {
        text: evidence.text.clone(),
        passage: evidence.passage.clone(),
        start: Some(evidence.start),
        end: Some(evidence.end),
    }
}

/// Adds what a reader found in the passage that it was given.
pub fn read(line: Line, passage: &str, reading: &grice_judge::read::Reading) -> Done {
    let mut line = line;
    line.given.insert("passage".to_owned(), passage.to_owned());
    line.refused = !reading.is_answered();
    line.confidence = Some(rounded(f64::from(reading.confidence)));
    line.answer = Some(reading.answer.clone());
    Done { line, ..Done::default() }
}

/// Six decimals: the last bits of a sum may depend on the processor. A passage that was found by no search has the
/// lowest number there is, which JSON does not give back to the bit.
fn rounded(value: f64) -> f64 {
    (value.clamp(-1e6, 1e6) * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use grice_engine::Candidate;
    use grice_index::PassageRecord;

    use super::*;

    fn reply(kind: Kind, answer: &str) -> Reply {
        Reply {
            kind,
            answer: answer.to_owned(),
            text: format!("{answer} And more."),
            ..Reply::default()
        }
    }

    #[test]
    fn what_is_not_known_is_said_as_each_data_set_says_it() {
        let said =
            |data, kind| answered(Line::default(), &reply(kind, ""), data, Unit::Passage).line;
        assert_eq!(said(DataSet::TopiOcqa, Kind::Unknown).answer.unwrap(), "UNANSWERABLE");
        assert_eq!(said(DataSet::Qrecc, Kind::Unknown).answer.unwrap(), "");
        assert_eq!(said(DataSet::PragmatiCqa, Kind::Unknown).literal[0].text, "I don't know");
        assert_eq!(said(DataSet::PragmatiCqa, Kind::Yes).literal[0].text, "Yes");
        assert!(said(DataSet::TopiOcqa, Kind::Unknown).refused);
    }

    #[test]
    fn a_document_is_ranked_once_and_few_texts_are_kept() {
        let candidate = |number: usize| Candidate {
            score: 1.0,
            record: PassageRecord {
                document: format!("pool/e{}", number / 2),
                passage: format!("pool/e{}#{}", number / 2, number % 2),
                text: "words".to_owned(),
                ..PassageRecord::default()
            },
            ..Candidate::default()
        };
        let reply =
            Reply { passages: (0..40).map(candidate).collect(), ..reply(Kind::Span, "an answer") };
        let done = answered(Line::default(), &reply, DataSet::TopiOcqa, Unit::Document);
        assert_eq!((done.ranked.len(), done.line.passages.len()), (20, PASSAGES_KEPT));
        assert_eq!(done.line.passages.iter().filter(|p| !p.text.is_empty()).count(), TEXTS_KEPT);
        assert_eq!(done.line.answer.as_deref(), Some("an answer"));
        let done = answered(Line::default(), &reply, DataSet::TopiOcqa, Unit::Passage);
        assert_eq!(done.ranked.len(), 40);
    }

    #[test]
    fn a_turn_that_is_read_again_is_the_same_to_the_bit() {
        let scores = [f32::MIN, 4.000_000_5, 0.1, -3.75e-5, f32::MAX];
        let candidate = |(number, score): (usize, f32)| Candidate {
            score,
            record: PassageRecord { passage: format!("p{number}"), ..PassageRecord::default() },
            ..Candidate::default()
        };
        let passages = scores.into_iter().enumerate().map(candidate).collect();
        let reply = Reply { passages, confidence: 0.123_456_79, ..reply(Kind::Span, "an answer") };
        let done = answered(Line::default(), &reply, DataSet::TopiOcqa, Unit::Passage);
        let again: Done = serde_json::from_str(&serde_json::to_string(&done).unwrap()).unwrap();
        assert_eq!(again, done);
    }
}
