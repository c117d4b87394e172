//! English analysis, against Lucene by way of Anserini.

use crate::reference;
use grice_text::English;

/// Texts and the terms that `tests/data/make_lucene_english.py` had made of them.
const REFERENCE: &str = include_str!("../data/lucene_english.tsv");

#[test]
fn terms_equal_those_of_lucene() {
    let mut english = English::new();
    let mut wrong = Vec::new();
    let mut count = 0;
    for fields in reference::lines(REFERENCE) {
        let Some([text, terms]) = fields.as_deref() else { panic!("{fields:?}") };
        let found = english.terms(text).join(" ");
        if &found != terms {
            wrong.push(format!("{text:?}\n  is     {found:?}\n  should {terms:?}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 1500, "only {count} lines");
}
