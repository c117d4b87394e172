//! One page that is meant: its passages, and what it tells of itself.

use std::collections::HashSet;
use std::ops::Range;

use grice_index::{Bm25, Boosts, Query, Ranking, Searcher};

use crate::anticipate::{heard, is_repeated};
use crate::candidate::{Candidate, worth};
use crate::conversation::{Conversation, Topic};
use crate::error::Result;
use crate::prompt::instructs;
use crate::read::Found;
use crate::reply::{Evidence, Kind};
use crate::said::{Said, following, said};
use crate::system::RetrieveSettings;
use crate::words;

/// The most words that are told of a page at once.
const MOST: usize = 45;

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
    let heard = heard(&Found::default(), conversation);
    for (number, candidate) in passages.iter().enumerate() {
        if let Some((span, around)) = unsaid(candidate, &heard) {
            let found = Found {
                kind: Kind::Span,
                answer: span.text.clone(),
                spans: vec![span],
                confidence: 1.0,
                passage: Some(number),
                around,
                ..Found::default()
            };
            return Ok((passages, found));
        }
    }
    Ok((passages, Found::default()))
}

/// The first sentences of a passage that have not been said, one after the other, of which the
/// first can stand alone.
fn unsaid(candidate: &Candidate, heard: &[HashSet<String>]) -> Option<(Evidence, Vec<Said>)> {
    let text = &candidate.record.text;
    let mut told: Vec<Said> = Vec::new();
    let mut place: Option<Range<usize>> = None;
    let mut count = 0;
    for range in grice_text::sentences(text) {
        let next = match told.is_empty() {
            true => said(candidate, range.clone()),
            false => following(candidate, range.clone()),
        };
        let next = next.filter(|next| {
            !is_repeated(&words::set(&next.alone), heard) && !instructs(&next.alone)
        });
        let own = next.as_ref().map_or(0, |next| next.alone.split_whitespace().count());
        match next {
            Some(next) if told.is_empty() || count + own <= MOST => {
                count += own;
                told.push(next);
                place = Some(place.map_or(range.start, |place| place.start)..range.end);
            }
            None if told.is_empty() => {}
            _ => break,
        }
    }
    let place = place?;
    Some((Evidence::of(candidate, place.start, place.end)?, told))
}
