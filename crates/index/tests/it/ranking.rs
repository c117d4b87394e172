//! What a query finds.

use grice_index::{Boosts, Index, Query, Ranking, Searcher};

use crate::corpus::{ingest_pages, page};

fn sample() -> (tempfile::TempDir, Searcher) {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open_or_create(folder.path().join("i")).unwrap();
    let pages = [
        page("Jupiter", "The Great Red Spot is a storm. A red dwarf is a great star."),
        page("Mars", "A red planet with great volcanoes and a spot of ice."),
        page("Saturn", "Rings of ice. The great white spot is a storm of another color."),
    ];
    ingest_pages(folder.path(), &index, &pages);
    let searcher = index.searcher().unwrap();
    (folder, searcher)
}

fn titles(searcher: &Searcher, query: &Query) -> Vec<String> {
    let hits = searcher.search(query, &Ranking::default(), 10).unwrap();
    hits.iter().map(|h| searcher.passage(h).unwrap().title).collect()
}

#[test]
fn a_phrase_must_stand_word_for_word() {
    let (_folder, searcher) = sample();
    assert_eq!(titles(&searcher, &Query::typed("\"great red spot\"")), ["Jupiter"]);
    assert_eq!(titles(&searcher, &Query::typed("\"red spot great\"")), Vec::<String>::new());
    assert_eq!(titles(&searcher, &Query::typed("great red spot")).len(), 3);
}

#[test]
fn stop_words_in_a_phrase_keep_their_place() {
    let (_folder, searcher) = sample();
    assert_eq!(titles(&searcher, &Query::typed("\"spot is a storm\"")).len(), 2);
    assert_eq!(titles(&searcher, &Query::typed("\"spot storm\"")).len(), 0);
}

#[test]
fn title_and_document_filters_hold() {
    let (_folder, searcher) = sample();
    let storms = Query::words("storm red spot");
    let only = Query { title: Some("saturn".into()), ..storms.clone() };
    assert_eq!(titles(&searcher, &only), ["Saturn"]);
    let only = Query { document: Some("t/Mars".into()), ..storms.clone() };
    assert_eq!(titles(&searcher, &only), ["Mars"]);
    let none = Query { section: Some("climate".into()), ..storms };
    assert_eq!(titles(&searcher, &none), Vec::<String>::new());
}

#[test]
fn a_boosted_title_wins() {
    let (_folder, searcher) = sample();
    let ranking = Ranking { boosts: Boosts { title: 10.0, ..Boosts::BODY }, ..Ranking::default() };
    let hits = searcher.search(&Query::words("mars great red spot storm"), &ranking, 1).unwrap();
    assert_eq!(searcher.passage(&hits[0]).unwrap().title, "Mars");
}

#[test]
fn nothing_to_search_for_finds_nothing() {
    let (_folder, searcher) = sample();
    for query in ["", "the of and", "zzzz", "😀"] {
        assert_eq!(titles(&searcher, &Query::words(query)), Vec::<String>::new(), "{query}");
    }
    assert!(searcher.search(&Query::words("storm"), &Ranking::default(), 0).unwrap().is_empty());
}
