//! One page that is meant: its passages, and what it tells of itself.

use grice_index::{Bm25, Boosts, Query, Ranking, Searcher};

use crate::candidate::{Candidate, worth};
use crate::conversation::{Conversation, Topic};
use crate::error::Result;
use crate::read::Found;
use crate::reply::{Evidence, Kind};
use crate::system::RetrieveSettings;
use crate::words;

/// The most words that are told of a page at once.
const MOST: usize = 45;

/// The share of its words from which a sentence has been said.
const SAID: f32 = 0.7;

/// The best passages of a page for a question; where none shares a word with it, the first ones.
pub(crate) fn within(
    searcher: &Searcher,
    settings: &RetrieveSettings,
    page: &Topic,
    question: &str,
    most: usize,
) -> Result<Vec<Candidate>> {
    let bm25 = Bm25::new(settings.k1, settings.b)?;
    let ranking = Ranking { bm25, boosts: Boosts::default() };
    let document = Some(page.document.clone());
    let query = Query { document, ..Query::words(question) };
    let mut records = Vec::new();
    for hit in searcher.search(&query, &ranking, most)? {
        records.push(searcher.passage(&hit)?);
    }
    if records.is_empty() {
        records = searcher.document_passages(&page.document)?;
        records.truncate(most);
    }
    let ranked = records.into_iter().enumerate().map(|(rank, record)| {
        let mut candidate = Candidate::new(record);
        candidate.features.page = worth(rank, settings.k);
        candidate.score = candidate.features.page;
        candidate
    });
    Ok(ranked.collect())
}

/// What a page tells: the first sentences that have not been said, of the section that `asked`
/// names, or else of its beginning. The passages are put in the page's order.
pub(crate) fn tell(
    searcher: &Searcher,
    page: &Topic,
    asked: &str,
    conversation: &Conversation,
) -> Result<(Vec<Candidate>, Found)> {
    let mut passages: Vec<Candidate> =
        searcher.document_passages(&page.document)?.into_iter().map(Candidate::new).collect();
    let named = |candidate: &Candidate| {
        let heading = candidate.record.section.rsplit(" › ").next().unwrap_or_default();
        !heading.is_empty() && asked.contains(heading)
    };
    passages.sort_by_key(|candidate| !named(candidate));
    let said: Vec<_> = conversation.turns.iter().map(|turn| words::set(&turn.reply)).collect();
    for (number, candidate) in passages.iter().enumerate() {
        if let Some(span) = unsaid(candidate, &said) {
            let found = Found {
                kind: Kind::Span,
                answer: span.text.clone(),
                spans: vec![span],
                confidence: 1.0,
                passage: Some(number),
                ..Found::default()
            };
            return Ok((passages, found));
        }
    }
    Ok((passages, Found::default()))
}

/// The first sentences of a passage that have not been said, one after the other.
fn unsaid(candidate: &Candidate, said: &[std::collections::HashSet<String>]) -> Option<Evidence> {
    let text = &candidate.record.text;
    let is_said = |sentence: &str| {
        let own = words::set(sentence);
        let told = |heard: &std::collections::HashSet<String>| {
            own.intersection(heard).count() as f32 / own.len().max(1) as f32
        };
        said.iter().any(|heard| told(heard) >= SAID)
    };
    let mut span: Option<(usize, usize)> = None;
    for range in grice_text::sentences(text) {
        let sentence = text.get(range.clone()).unwrap_or_default();
        let (start, end) = match span {
            None if is_said(sentence) => continue,
            None => (range.start, range.end),
            Some((start, _)) => (start, range.end),
        };
        let count = text.get(start..end).unwrap_or_default().split_whitespace().count();
        if span.is_some() && (count > MOST || is_said(sentence)) {
            break;
        }
        span = Some((start, end));
    }
    span.and_then(|(start, end)| Evidence::of(candidate, start, end))
}
