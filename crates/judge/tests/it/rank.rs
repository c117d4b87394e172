//! Passages ranked by a model, and without one.

use std::fs;
use std::path::Path;

use grice_judge::rank::{Ranked, Ranker};
use grice_judge::{Error, Part, Turn};

use crate::tiny::{copy, folder, reference};

fn order(ranked: &[Ranked]) -> Vec<usize> {
    ranked.iter().map(|ranked| ranked.index).collect()
}

fn both() -> [Ranker; 2] {
    [Ranker::load(&folder("rank")).unwrap(), Ranker::overlap()]
}

#[test]
fn scores_are_those_of_the_reference() {
    let ranker = Ranker::load(&folder("rank")).unwrap();
    for case in reference("rank").as_array().unwrap() {
        let [question, passage] = ["question", "passage"].map(|name| case[name].as_str().unwrap());
        let ranked = ranker.rank(&[], question, &[passage]).unwrap();
        assert!((f64::from(ranked[0].score) - case["score"].as_f64().unwrap()).abs() < 1e-4);
    }
}

#[test]
fn every_passage_has_its_place_and_scores_fall() {
    let passages: Vec<String> =
        (0..70).map(|i| format!("The king saw {} boat{}", i, " and the river".repeat(i))).collect();
    let history = [Turn::new("Who saw the boats?", "the king")];
    for ranker in both() {
        let ranked = ranker.rank(&history, "When did the king see boat 7?", &passages).unwrap();
        let mut all = order(&ranked);
        all.sort_unstable();
        assert_eq!(all, (0..70).collect::<Vec<_>>());
        assert!(ranked.windows(2).all(|pair| pair[0].score >= pair[1].score), "{ranked:?}");
        assert!(ranked.iter().all(|ranked| (0.0..=1.0).contains(&ranked.score)));
    }
}

#[test]
fn only_so_many_passages_are_looked_at_and_the_others_follow() {
    let passages = ["bread", "the boat on the river", "the boat", "water", "the river"];
    let question = "What boat is on the river?";
    let cheap = order(&Ranker::overlap().rank(&[], question, &passages).unwrap());
    assert_eq!(cheap[0], 1);
    let two = Ranker::load(&folder("rank")).unwrap().deep(2);
    let ranked = order(&two.rank(&[], question, &passages).unwrap());
    let (mut first, rest) = (ranked[..2].to_vec(), &ranked[2..]);
    first.sort_unstable();
    let mut expected = cheap[..2].to_vec();
    expected.sort_unstable();
    assert_eq!((first, rest), (expected, &cheap[2..]));
    let none = Ranker::load(&folder("rank")).unwrap().deep(0);
    assert_eq!(order(&none.rank(&[], question, &passages).unwrap()), cheap);
}

#[test]
fn passages_with_nothing_to_see_come_last() {
    for ranker in both() {
        let ranked = ranker.rank(&[], "the boat?", &["", " \n\u{0}", "the boat"]).unwrap();
        assert_eq!(order(&ranked), [2, 0, 1]);
        assert_eq!((ranked[1].score, ranked[2].score), (0.0, 0.0));
        assert!(ranker.rank(&[], "the boat?", &[] as &[&str]).unwrap().is_empty());
        let error = ranker.rank(&[], "\t", &["a"]).unwrap_err();
        assert!(matches!(error, Error::Empty(Part::Question)), "{error}");
    }
}

#[test]
fn strange_passages_are_ranked() {
    let long = "the king saw the river ".repeat(5_000);
    let unbroken = "é".repeat(50_000);
    let passages =
        [long.as_str(), &unbroken, "🍕", "もう食べました。", "a\u{202e}\u{0}b", "\u{10ffff}"];
    for ranker in both() {
        for question in passages {
            let ranked = ranker.rank(&[], question, &passages).unwrap();
            assert!(ranked.iter().all(|ranked| ranked.score.is_finite()));
            assert_eq!(ranked.len(), passages.len());
        }
    }
}

#[test]
fn a_model_for_something_else_is_refused_with_what_it_lacks() {
    let error = Ranker::load(&folder("interpret")).err().unwrap();
    assert!(error.to_string().contains("it has no head 'relevance', only strict"), "{error}");
    assert!(error.to_string().contains("not a model for `grice rerank`") && error.is_misuse());
    let model = copy("rank");
    let path = model.path().join("grice.json");
    let own = fs::read_to_string(&path).unwrap();
    fs::write(&path, own.replace("\"yes\"", "\"maybe\"")).unwrap();
    let error = Ranker::load(model.path()).err().unwrap();
    assert!(error.to_string().contains("has the labels no, maybe"), "{error}");
    fs::write(&path, &own).unwrap();
    fs::write(model.path().join("judge.json"), "[").unwrap();
    let error = Ranker::load(model.path()).err().unwrap();
    assert!(error.to_string().contains("its judge.json is damaged"), "{error}");
    let error = Ranker::load(Path::new("no/such/folder")).err().unwrap();
    assert!(matches!(error, Error::Load { .. }) && !error.is_misuse(), "{error}");
}
