//! What was read.

use std::ops::Range;

use crate::reply::{Evidence, Kind, Quote, around, quote};
use crate::retrieve::Candidate;

/// The answer, or that there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub kind: Kind,
    /// The answer's words, "yes" or "no"; empty where it is unknown.
    pub answer: String,
    /// Where they stand.
    pub spans: Vec<Evidence>,
    /// The same in bytes of the passage.
    pub places: Vec<Range<usize>>,
    pub confidence: f32,
    /// The number of its passage.
    pub passage: Option<usize>,
    /// Whether the sentences around the words are to be said whole, as the answer.
    pub whole: bool,
}

impl Found {
    /// Words of a passage as the answer.
    pub fn span(
        home: &Candidate,
        passage: usize,
        place: Range<usize>,
        confidence: f32,
    ) -> Option<Found> {
        let span = Evidence::of(home, place.start, place.end)?;
        Some(Found {
            kind: Kind::Span,
            answer: span.text.clone(),
            spans: vec![span],
            places: vec![place],
            confidence,
            passage: Some(passage),
            whole: false,
        })
    }

    /// The passage that has the answer.
    pub fn home<'a>(&self, candidates: &'a [Candidate]) -> Option<&'a Candidate> {
        self.passage.and_then(|number| candidates.get(number))
    }

    /// The sentences around the answer's words that can be said, each once.
    pub fn quotes(&self, home: &Candidate) -> Vec<Quote> {
        sentences(home, &self.places).into_iter().filter_map(|range| quote(home, range)).collect()
    }
}

/// The sentences of a passage around places in it, each once.
fn sentences(home: &Candidate, places: &[Range<usize>]) -> Vec<Range<usize>> {
    let text = &home.record.text;
    let mut ranges: Vec<Range<usize>> =
        places.iter().flat_map(|place| around(text, place)).collect();
    ranges.sort_by_key(|range| range.start);
    ranges.dedup();
    ranges
}
