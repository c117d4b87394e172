use grice_metrics::retrieval::GoldSpan;
use serde_json::Value;

use crate::reference;

#[test]
fn spans_are_those_of_brute_force() {
    let mut cases = 0;
    for case in reference::cases::<Value>("span_relevance") {
        cases += 1;
        let (passage, answer) =
            (case["passage"].as_str().unwrap(), case["answer"].as_str().unwrap());
        let gold = GoldSpan::new(answer);
        let found = gold.closest(passage);
        assert_eq!(found.text, case["span"].as_str().unwrap(), "{case}");
        assert!((found.f1 - case["f1"].as_f64().unwrap()).abs() < 1e-12, "{case}");
        assert_eq!(gold.is_relevant(passage), case["relevant"].as_bool().unwrap(), "{case}");
        match found.bytes {
            None => assert!(found.text.is_empty(), "{case}"),
            Some(bytes) => {
                let part = GoldSpan::new(&passage[bytes]).closest(&found.text);
                assert_eq!((part.f1, part.text), (1.0, found.text), "{case}");
            }
        }
    }
    assert!(cases >= 2000, "{cases} cases");
}

#[test]
fn an_answer_inside_a_word_is_found() {
    let found = GoldSpan::new("Cat").closest("They con-catenate.");
    assert_eq!((found.f1, found.bytes), (1.0, Some(9..12)));
}

#[test]
fn the_span_is_given_in_bytes_of_the_passage() {
    let passage = "Once, “The Ǆ” — the old Bridge, of 1887!";
    let found = GoldSpan::new("an old bridge of 1887").closest(passage);
    assert_eq!(&passage[found.bytes.unwrap()], "old Bridge, of 1887");
    assert_eq!(found.text, "old bridge of 1887");
}

#[test]
fn a_passage_shorter_than_the_window_has_no_span() {
    let found = GoldSpan::new("one two three").closest("one two");
    assert_eq!((found.f1, found.text.as_str(), found.bytes), (0.0, "", None));
}

#[test]
fn no_passage_is_relevant_to_an_empty_answer_and_every_one_to_a_bare_article() {
    assert!(!GoldSpan::new("").is_relevant("anything"));
    assert!(GoldSpan::new("The").is_relevant("anything"));
}

#[test]
fn the_rank_is_that_of_the_first_relevant_passage() {
    let gold = GoldSpan::new("a stone bridge over the river");
    let passages = ["nothing here", "the stone bridge was over a river", "stone bridge over river"];
    assert_eq!(gold.rank(passages), Some(3));
    assert_eq!(gold.rank(passages[..2].iter().copied()), None);
}
