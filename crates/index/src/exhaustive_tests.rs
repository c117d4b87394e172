//! The pruned search gives exactly what scoring everything gives, for any constants. Windows are
//! small in tests, so that there are many.

use std::collections::BTreeMap;
use std::path::Path;

use grice_corpus::Source;
use grice_text::English;
use proptest::prelude::*;
use tantivy::fieldnorm::FieldNormReader;

use crate::{Bm25, Boosts, Index, IngestOptions, Progress, Query, Ranking, Searcher, ingest};

/// BM25 written down as plainly as possible.
fn score_everything(
    pages: &BTreeMap<String, String>,
    query: &str,
    bm25: Bm25,
) -> Vec<(String, f32)> {
    let mut english = English::default();
    let terms: BTreeMap<&String, Vec<String>> =
        pages.iter().map(|(id, text)| (id, english.terms(text))).collect();
    let with_words = terms.values().filter(|t| !t.is_empty()).count() as f64;
    let words: usize = terms.values().map(Vec::len).sum();
    let average = (words as f64 / with_words) as f32;
    let mut query_counts: BTreeMap<String, f32> = BTreeMap::new();
    for term in english.terms(query) {
        *query_counts.entry(term).or_default() += 1.0;
    }
    let mut scores = Vec::new();
    for (id, words) in &terms {
        let length =
            FieldNormReader::id_to_fieldnorm(FieldNormReader::fieldnorm_to_id(words.len() as u32));
        let factor = 1.0 / (bm25.k1 * ((1.0 - bm25.b) + bm25.b * length as f32 / average));
        let mut sum = 0.0_f64;
        for (term, count) in &query_counts {
            let frequency = words.iter().filter(|w| *w == term).count() as f32;
            let containing = terms.values().filter(|t| t.contains(term)).count() as f64;
            if frequency > 0.0 {
                let idf = (1.0 + (with_words - containing + 0.5) / (containing + 0.5)).ln() as f32;
                let weight = count * idf;
                sum += f64::from(weight - weight / (1.0 + frequency * factor));
            }
        }
        if sum > 0.0 {
            scores.push(((*id).clone(), sum as f32));
        }
    }
    scores.sort_by(|a, b| b.1.total_cmp(&a.1));
    scores
}

fn found(searcher: &Searcher, query: &Query, ranking: &Ranking, k: usize) -> Vec<(String, f32)> {
    let hits = searcher.search(query, ranking, k).unwrap();
    hits.iter().map(|h| (searcher.passage(h).unwrap().document, h.score)).collect()
}

const WORDS: [&str; 12] = [
    "moon", "planet", "orbit", "dust", "ring", "comet", "crater", "lava", "ice", "probe", "solar",
    "wind",
];

/// Pages long enough for many blocks of postings, with frequent and rare words.
fn pages() -> impl Strategy<Value = Vec<Vec<usize>>> {
    let word = prop_oneof![4 => 0..3_usize, 2 => 3..7_usize, 1 => 7..12_usize];
    prop::collection::vec(prop::collection::vec(word, 1..60), 1..700)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn pruning_never_changes_the_result(
        pages in pages(),
        query in prop::collection::vec(0..12_usize, 1..7),
        k in 1..120_usize,
        k1 in prop_oneof![Just(0.9_f32), Just(0.82), Just(0.0), 0.1..3.0_f32],
        b in prop_oneof![Just(0.4_f32), Just(0.68), Just(0.0), Just(1.0), 0.0..1.0_f32],
        cut in 0.0..1.0_f64,
    ) {
        let bm25 = Bm25::new(k1, b).unwrap();
        let all: Vec<(String, String)> = pages.iter().enumerate().map(|(i, words)| {
            let text: Vec<&str> = words.iter().map(|&w| WORDS[w]).collect();
            (format!("p{i:04}"), text.join(" "))
        }).collect();
        let query: Vec<&str> = query.iter().map(|&w| WORDS[w]).collect();
        let query = query.join(" ");
        let folder = tempfile::tempdir().unwrap();
        let index = Index::open_or_create(folder.path().join("i")).unwrap();
        // Two ingests make two segments or more; an ingest of nothing is an error.
        let (first, _) = all.split_at(((all.len() as f64 * cut) as usize).max(1));
        ingest_pages(folder.path(), &index, first);
        ingest_pages(folder.path(), &index, &all);

        let expected = score_everything(&all.into_iter().collect(), &query, bm25);
        let ranking = Ranking { bm25, boosts: Boosts::BODY };
        let seen = found(&index.searcher().unwrap(), &Query::words(query), &ranking, k);
        prop_assert_eq!(seen.len(), expected.len().min(k));
        let by_id: BTreeMap<_, _> = expected.iter().map(|(id, s)| (format!("t/{id}"), *s)).collect();
        for (place, (id, score)) in seen.iter().enumerate() {
            prop_assert_eq!(*score, expected[place].1, "at place {}", place);
            prop_assert_eq!(*score, by_id[id]);
        }
    }
}

fn ingest_pages(folder: &Path, index: &Index, pages: &[(String, String)]) {
    let file = folder.join("pages.jsonl");
    let lines: Vec<String> = pages
        .iter()
        .map(|(id, text)| serde_json::json!({ "id": id, "text": text }).to_string())
        .collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    let source = Source { path: file, name: "t".into() };
    let options = IngestOptions { threads: 1, ..IngestOptions::default() };
    ingest(index, &[source], &options, &Progress::default(), &|_| {}).unwrap();
}
