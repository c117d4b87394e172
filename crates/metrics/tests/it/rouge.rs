//! ROUGE, stems and the weighted longest common subsequence.

use std::fs;

use grice_metrics::answer::{Numerator, Rouge, RougeText, Words, stem, weighted_lcs};
use serde::Deserialize;

use crate::reference::{cases, data, same};

const MEASURES: [Rouge; 5] = [Rouge::N(1), Rouge::N(2), Rouge::N(3), Rouge::L, Rouge::Lsum];

#[derive(Debug, Deserialize)]
struct Case {
    stem: bool,
    prediction: String,
    references: Vec<String>,
    scores: Vec<[f64; 3]>,
}

#[test]
fn scores_are_those_of_rouge_score_with_one_reference_and_many() {
    let cases = cases::<Case>("rouge");
    assert!(cases.len() >= 2000);
    for case in &cases {
        let words = if case.stem { Words::Stemmed } else { Words::Plain };
        let prediction = RougeText::new(&case.prediction, words);
        let references: Vec<_> =
            case.references.iter().map(|text| RougeText::new(text, words)).collect();
        for (measure, expected) in MEASURES.iter().zip(&case.scores) {
            let found = measure.best(&prediction, &references).unwrap();
            same(&[found.precision, found.recall, found.f], expected, case);
        }
    }
}

#[test]
fn scores_of_the_packages_own_texts_are_the_packages() {
    let Some(folder) = data("fixtures/rouge") else { return };
    let predictions = fs::read_to_string(folder.join("prediction_large.txt")).unwrap();
    let targets = fs::read_to_string(folder.join("target_large.txt")).unwrap();
    let expected = cases::<[Vec<[f64; 3]>; 2]>("rouge_fixture");
    assert_eq!(predictions.lines().count(), expected.len());
    for ((prediction, target), expected) in predictions.lines().zip(targets.lines()).zip(&expected)
    {
        for (words, expected) in [Words::Plain, Words::Stemmed].into_iter().zip(expected) {
            let prediction = RougeText::new(prediction, words);
            let target = RougeText::new(target, words);
            for (measure, expected) in MEASURES.iter().zip(expected) {
                let found = measure.score(&prediction, &target);
                same(&[found.precision, found.recall, found.f], expected, &measure);
            }
        }
    }
}

#[test]
fn stems_are_those_of_nltk() {
    let cases = cases::<(String, String)>("stems");
    assert!(cases.len() >= 5000);
    for (word, expected) in &cases {
        assert_eq!(&stem(word), expected, "{word}");
    }
}

#[derive(Debug, Deserialize)]
struct Weighted {
    reference: Vec<(String, f64)>,
    prediction: Vec<(String, f64)>,
    score: [f64; 3],
}

#[test]
fn weighted_scores_are_those_of_kpqa() {
    for case in &cases::<Weighted>("weighted") {
        let found = weighted_lcs(&case.reference, &case.prediction, Numerator::Reference);
        same(&[found.precision, found.recall, found.f], &case.score, case);
    }
}
