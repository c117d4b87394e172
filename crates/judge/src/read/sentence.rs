//! The fallback without weights: the sentence that shares most with the question.

use grice_text::{CharMap, sentences};

use super::reading::{Kind, Reading, Span};
use super::{Asked, OVERLAP};
use crate::overlap::Wanted;

/// Shared words alone are never surer than this that a sentence answers.
const SUREST: f32 = 0.3;

pub(super) fn read(asked: &Asked<'_>) -> Reading {
    let ranges: Vec<_> = sentences(asked.passage).collect();
    let texts: Vec<&str> = ranges.iter().map(|range| &asked.passage[range.clone()]).collect();
    let scores = Wanted::of(asked.history, asked.question).scores(&texts);
    let best = scores.iter().enumerate().rev().max_by(|a, b| a.1.score.total_cmp(&b.1.score));
    let map = CharMap::new(asked.passage);
    let found = best.filter(|(_, overlap)| overlap.score > 0.0);
    let placed = found.and_then(|(i, overlap)| {
        Some((texts[i], Span::of(&map, ranges[i].clone())?, overlap.share))
    });
    let by = OVERLAP.to_owned();
    match placed {
        Some((text, span, share)) => Reading {
            kind: Kind::Span,
            answer: text.to_owned(),
            guess: Some(span.clone()),
            spans: vec![span],
            confidence: SUREST * share,
            relevance: share,
            by,
        },
        None => Reading {
            kind: Kind::Unknown,
            answer: String::new(),
            guess: None,
            spans: Vec::new(),
            confidence: 0.0,
            relevance: 0.0,
            by,
        },
    }
}
