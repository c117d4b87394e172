//! The passages of a collection that have a turn's answer.

use std::collections::{BTreeMap, BTreeSet};

use grice_index::{PassageRecord, Query, Ranking, Searcher};
use grice_metrics::answer::Normal;

use super::collection::Collection;
use super::error::Result;
use super::pool::Pool;
use super::results::Passage;
use crate::data::Turn;

/// The share of an answer's words from which a passage of the right page counts as the one it stands in.
const LEAST_SHARE: f64 = 0.5;
/// Hits that are looked at for a page with a title.
const HITS: usize = 20;
/// Pages that are held at a time.
const MOST_PAGES: usize = 200;

/// What a passage is called in runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// By its document: a document is a passage of the data set.
    Document,
    /// By itself.
    #[default]
    Passage,
}

impl Unit {
    /// A passage's name in runs.
    pub fn name(self, record: &PassageRecord) -> String {
        match self {
            Unit::Document => {
                let id = record.document.split_once('/').map_or("", |(_, local)| local);
                id.to_owned()
            }
            Unit::Passage => record.passage.clone(),
        }
    }
}

/// Tells the gold passages of turns in a collection.
pub struct GoldFinder<'a> {
    /// What passages are called.
    pub unit: Unit,
    /// How it is told, as a sentence.
    pub how: &'static str,
    by: By<'a>,
}

enum By<'a> {
    /// The collection is made of the data set's passages.
    Pool(&'a Pool),
    /// The data set names documents of the collection.
    Ids,
    /// The data set names the page.
    Topic { searcher: Box<Searcher>, pages: BTreeMap<String, Vec<PassageRecord>> },
}

impl GoldFinder<'_> {
    /// Looks into a collection.
    pub fn open<'a>(
        collection: &Collection,
        pool: &'a Pool,
        turns: &[Turn],
    ) -> Result<GoldFinder<'a>> {
        let named = |turn: &Turn| turn.evidence.iter().any(|passage| passage.id.is_some());
        Ok(match collection.own {
            true => GoldFinder {
                unit: Unit::Document,
                how: "Gold passages are those that the data set names.",
                by: By::Pool(pool),
            },
            false if turns.iter().any(named) => GoldFinder {
                unit: Unit::Document,
                how: "Gold passages are those that the data set names, by the ids of the collection's documents.",
                by: By::Ids,
            },
            false => GoldFinder {
                unit: Unit::Passage,
                how: "A gold passage is the one of the topic's page that has most of the answer's words, at least half.",
                by: By::Topic {
                    searcher: Box::new(collection.open()?.searcher()?),
                    pages: BTreeMap::new(),
                },
            },
        })
    }

    /// The gold passages of a turn; none where the collection does not have its page.
    pub fn of(&mut self, turn: &Turn) -> Result<Option<Vec<Passage>>> {
        let named = |id: &str| Passage { id: id.to_owned(), ..Passage::default() };
        match &mut self.by {
            By::Pool(pool) => {
                let ids = pool.of_turn.get(&turn.id).into_iter().flatten();
                Ok(Some(ids.map(|id| named(id)).collect()))
            }
            By::Ids => {
                let ids = turn.evidence.iter().filter_map(|passage| passage.id.as_deref());
                Ok(Some(ids.map(named).collect()))
            }
            By::Topic { searcher, pages } => {
                let Some(topic) = turn.topic.as_deref() else { return Ok(Some(Vec::new())) };
                if !pages.contains_key(topic) {
                    if pages.len() >= MOST_PAGES {
                        pages.clear();
                    }
                    pages.insert(topic.to_owned(), page(searcher, topic)?);
                }
                let passages = pages.get(topic).map(Vec::as_slice).unwrap_or_default();
                if passages.is_empty() {
                    return Ok(None);
                }
                let gold = holding(passages, turn).map(|best| Passage {
                    id: best.passage.clone(),
                    title: best.title.clone(),
                    section: best.section.clone(),
                    text: best.text.clone(),
                    score: None,
                });
                Ok(Some(gold.into_iter().collect()))
            }
        }
    }
}

/// The passages of the page with a title.
fn page(searcher: &Searcher, title: &str) -> Result<Vec<PassageRecord>> {
    let plain = |title: &str| title.replace('_', " ").trim().to_lowercase();
    let query = Query { title: Some(title.to_owned()), ..Query::words(title) };
    let mut documents: BTreeSet<String> = BTreeSet::new();
    for hit in searcher.search(&query, &Ranking::default(), HITS)? {
        let record = searcher.passage(&hit)?;
        if plain(&record.title) == plain(title) {
            documents.insert(record.document);
        }
    }
    let mut passages = Vec::new();
    for document in documents {
        passages.extend(searcher.document_passages(&document)?);
    }
    Ok(passages)
}

fn holding<'a>(passages: &'a [PassageRecord], turn: &Turn) -> Option<&'a PassageRecord> {
    let answer = Normal::new(&turn.answers.first()?.text);
    if answer.is_empty() {
        return None;
    }
    let section = turn.section.as_deref().unwrap_or_default().to_lowercase();
    let shares = passages.iter().map(|passage| {
        let words = Normal::new(&passage.text);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        words.tokens().for_each(|word| *counts.entry(word).or_default() += 1);
        let shared = answer.tokens().filter(|word| match counts.get_mut(word) {
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        });
        let share = shared.count() as f64 / answer.len() as f64;
        let headed = !section.is_empty() && passage.section.to_lowercase().contains(&section);
        (share, headed)
    });
    let mut best: Option<((f64, bool), &PassageRecord)> = None;
    for (share, passage) in shares.zip(passages) {
        if share.0 >= LEAST_SHARE && best.is_none_or(|(other, _)| share > other) {
            best = Some((share, passage));
        }
    }
    best.map(|(_, passage)| passage)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Gold;

    #[test]
    fn the_gold_passage_has_most_of_the_answer_and_of_equals_the_one_under_the_topics_heading() {
        let passage = |id: &str, section: &str, text: &str| PassageRecord {
            passage: id.to_owned(),
            section: section.to_owned(),
            text: text.to_owned(),
            ..PassageRecord::default()
        };
        let passages = [
            passage("io#0", "", "Io is a moon of Jupiter."),
            passage("io#1", "Volcanoes", "Io has more than 400 active volcanoes."),
            passage("io#2", "Surface", "More than 400 active volcanoes."),
        ];
        let turn = |answer: &str, section: &str| Turn {
            answers: vec![Gold::text(answer)],
            section: Some(section.to_owned()),
            ..Turn::default()
        };
        let found = |turn: Turn| holding(&passages, &turn).map(|passage| passage.passage.clone());
        assert_eq!(found(turn("more than 400", "Volcanoes")), Some("io#1".to_owned()));
        assert_eq!(found(turn("more than 400", "Surface")), Some("io#2".to_owned()));
        assert_eq!(found(turn("a moon of Jupiter", "Surface")), Some("io#0".to_owned()));
        assert_eq!(found(turn("entirely other words here", "")), None);
    }

    #[test]
    fn a_document_of_a_pool_is_named_by_its_id_without_the_source() {
        let record = PassageRecord {
            passage: "qrecc/http://a.b/c?x#0".to_owned(),
            document: "qrecc/http://a.b/c?x".to_owned(),
            ..PassageRecord::default()
        };
        assert_eq!(Unit::Document.name(&record), "http://a.b/c?x");
        assert_eq!(Unit::Passage.name(&record), "qrecc/http://a.b/c?x#0");
    }
}
