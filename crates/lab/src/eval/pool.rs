//! Passages that come with a split's turns, as a file to be ingested: each once.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::data::{DataSet, Turn};

/// What a span says where the page could not be opened.
const NOT_FETCHED: &str = "Cannot GET";

/// The passages of a split.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// One object a line, as `grice ingest` reads them.
    pub jsonl: String,
    /// How many there are.
    pub passages: usize,
    /// The passages of each turn that has some, by the turn's id: their ids in the file.
    pub of_turn: BTreeMap<String, Vec<String>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'a str>,
    text: &'a str,
}

/// A passage of a turn.
struct Piece<'a> {
    id: Option<&'a str>,
    title: &'a str,
    section: Option<&'a str>,
    text: &'a str,
}

impl Pool {
    /// The passages of all turns: the evidence they bring, or where they bring none the spans of their answers.
    pub fn of(data: DataSet, turns: &[Turn]) -> Pool {
        let mut pool = Pool::default();
        let mut known: BTreeMap<(String, String), String> = BTreeMap::new();
        for turn in turns {
            for piece in pieces(data, turn) {
                let key = (piece.title.to_owned(), piece.text.to_owned());
                let id = known.entry(key).or_insert_with(|| pool.add(&piece)).clone();
                let ids = pool.of_turn.entry(turn.id.clone()).or_default();
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
        }
        pool
    }

    fn add(&mut self, piece: &Piece<'_>) -> String {
        self.passages += 1;
        let id = piece.id.map_or_else(|| format!("e{}", self.passages), str::to_owned);
        let entry = Entry { id: &id, title: piece.title, section: piece.section, text: piece.text };
        if let Ok(line) = serde_json::to_string(&entry) {
            self.jsonl.push_str(&line);
            self.jsonl.push('\n');
        }
        id
    }
}

fn pieces(data: DataSet, turn: &Turn) -> Vec<Piece<'_>> {
    let topic = turn.topic.as_deref().unwrap_or_default();
    let evidence: Vec<Piece<'_>> = turn
        .evidence
        .iter()
        .filter(|passage| !passage.text.trim().is_empty())
        .map(|passage| Piece {
            // Ids of other data sets than QReCC's are not always unique.
            id: passage.id.as_deref().filter(|_| matches!(data, DataSet::Qrecc | DataSet::Scai)),
            title: if passage.title.is_empty() { topic } else { &passage.title },
            section: passage.section.as_deref(),
            text: &passage.text,
        })
        .collect();
    if !evidence.is_empty() {
        return evidence;
    }
    let spans = turn.literal.iter().chain(&turn.pragmatic);
    spans
        .filter(|gold| gold.passage.is_some())
        .filter_map(|gold| gold.span.as_deref())
        .filter(|text| !text.trim().is_empty() && !text.contains(NOT_FETCHED))
        .map(|text| Piece { id: None, title: topic, section: None, text })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Evidence, Gold};

    #[test]
    fn a_passage_that_several_turns_bring_is_in_the_pool_once() {
        let evidence = |text: &str| Evidence {
            title: "Io".to_owned(),
            text: text.to_owned(),
            ..Evidence::default()
        };
        let turn = |id: &str, texts: &[&str]| Turn {
            id: id.to_owned(),
            evidence: texts.iter().map(|text| evidence(text)).collect(),
            ..Turn::default()
        };
        let turns =
            [turn("1_1", &["It is a moon."]), turn("1_2", &["It is a moon.", "It has volcanoes."])];
        let pool = Pool::of(DataSet::TopiOcqa, &turns);
        assert_eq!((pool.passages, pool.jsonl.lines().count()), (2, 2));
        assert_eq!(pool.of_turn["1_1"], ["e1"]);
        assert_eq!(pool.of_turn["1_2"], ["e1", "e2"]);
    }

    #[test]
    fn spans_are_passages_where_there_is_no_other_unless_their_page_was_not_fetched() {
        let span = |text: &str, passage: Option<&str>| Gold {
            text: text.to_owned(),
            span: Some(text.to_owned()),
            passage: passage.map(str::to_owned),
        };
        let turn = Turn {
            id: "1_1".to_owned(),
            topic: Some("Batman".to_owned()),
            literal: vec![span("He is rich.", Some("k1")), span("Yes", None)],
            pragmatic: vec![span("Cannot GET /wiki/Robin", Some("k2"))],
            ..Turn::default()
        };
        let pool = Pool::of(DataSet::PragmatiCqa, &[turn]);
        assert_eq!(pool.passages, 1);
        assert!(pool.jsonl.contains("\"title\":\"Batman\"") && pool.jsonl.contains("He is rich."));
    }
}
