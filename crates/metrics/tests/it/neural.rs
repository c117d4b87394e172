//! Metrics that need a model say what the public scorers say, on tiny random models.

use std::path::{Path, PathBuf};

use grice_metrics::answer::{Numerator, Prf, weighted_lcs};
use grice_metrics::neural::{
    Answer, BartScore, Baseline, BertScore, BertScoreOptions, KeyPhrases, KpqaBertScore,
    KpqaRougeL, Sas, TokenVectors, WordVector, greedy_match, posscore,
};
use grice_model::registry::Task;
use serde_json::Value;

/// What two implementations of a network may be apart.
const NETWORK: f64 = 1e-4;
/// What sums of the same numbers may be apart.
const ARITHMETIC: f64 = 1e-9;

pub fn tiny(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/tests/tiny").join(name)
}

fn lines(theme: &str) -> Vec<Value> {
    crate::reference::cases(&format!("neural_{theme}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn float(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// A case's prediction and references, which stand at `first` and after it.
fn answers(cases: &Value, first: usize) -> Vec<Answer<'_>> {
    let answer = |case| {
        let case: &Value = case;
        Answer {
            question: if first == 0 { "" } else { text(&case[0]) },
            prediction: text(&case[first]),
            references: list(&case[first + 1]).iter().map(text).collect(),
        }
    };
    list(cases).iter().map(answer).collect()
}

fn silent(_: usize, _: usize) {}

#[track_caller]
fn near(found: f64, expected: f64, within: f64, case: &Value) {
    assert!((found - expected).abs() < within, "{found} where {expected} was expected: {case}");
}

#[track_caller]
fn near_prf(found: Prf, expected: &Value, within: f64, case: &Value) {
    let found = [found.precision, found.recall, found.f];
    for (found, expected) in found.into_iter().zip(list(expected)) {
        // Where weights sum to zero bert-score says NaN; what we say has its own test.
        if let Some(expected) = expected.as_f64() {
            near(found, expected, within, case);
        }
    }
}

#[test]
fn bert_scores_are_those_of_bert_score() {
    let mut compared = 0;
    for group in lines("bert_score") {
        let base = group["baseline"].as_array().map(|b| Baseline {
            precision: float(&b[0]),
            recall: float(&b[1]),
            f: float(&b[2]),
        });
        let options = BertScoreOptions {
            layer: group["layer"].as_u64().map(|layer| layer as usize),
            idf: group["idf"].as_bool().unwrap(),
            baseline: base,
        };
        let name = text(&group["model"]);
        let scorer = BertScore::load(&tiny(name), name, options).unwrap();
        let scores = scorer.score(&answers(&group["cases"], 0), &mut silent).unwrap();
        for (score, case) in scores.into_iter().zip(list(&group["cases"])) {
            near_prf(score, &case[2], NETWORK, case);
            compared += 1;
        }
    }
    assert!(compared >= 2000, "{compared}");
}

#[test]
fn semantic_similarities_are_those_of_sentence_transformers() {
    let mut compared = 0;
    for group in lines("sas") {
        let name = text(&group["model"]);
        let task = match text(&group["task"]) {
            "encoder" => Task::Encoder,
            _ => Task::CrossEncoder,
        };
        let scorer = Sas::load(&tiny(name), name, task).unwrap();
        let scores = scorer.score(&answers(&group["cases"], 0), &mut silent).unwrap();
        for (score, case) in scores.into_iter().zip(list(&group["cases"])) {
            near(score, float(&case[2]), NETWORK, case);
            compared += 1;
        }
    }
    assert!(compared >= 2000, "{compared}");
}

#[test]
fn bart_scores_are_those_of_transformers_likelihoods() {
    let mut compared = 0;
    for group in lines("bart_score") {
        let name = text(&group["model"]);
        let scorer = BartScore::load(&tiny(name), name).unwrap();
        let scores = scorer.score(&answers(&group["cases"], 0), &mut silent).unwrap();
        for (score, case) in scores.into_iter().zip(list(&group["cases"])) {
            let found = [score.of_reference, score.of_prediction, score.both];
            for (found, expected) in found.into_iter().zip(list(&case[2])) {
                near(found, float(expected), NETWORK, case);
            }
            compared += 1;
        }
    }
    assert!(compared >= 2000, "{compared}");
}

fn arithmetic(what: &str) -> Vec<Value> {
    let group = lines("arithmetic").into_iter().find(|g| text(&g["what"]) == what).unwrap();
    let cases = list(&group["cases"]).to_vec();
    assert!(cases.len() >= 2000);
    cases
}

/// Numbers are kept as eighths.
fn eighths(values: &Value) -> Vec<f32> {
    list(values).iter().map(|v| float(v) as f32 / 8.0).collect()
}

#[test]
fn posscore_is_its_formula() {
    for case in arithmetic("posscore") {
        let side = |side: &Value| -> Vec<(bool, Vec<f32>)> {
            list(side).iter().map(|w| (w[0] == 1, eighths(&w[1]))).collect()
        };
        let (candidate, reference) = (side(&case[0]), side(&case[1]));
        near(score(&candidate, &reference), float(&case[2]), ARITHMETIC, &case);
    }
}

fn score(candidate: &[(bool, Vec<f32>)], reference: &[(bool, Vec<f32>)]) -> f64 {
    fn words(side: &[(bool, Vec<f32>)]) -> Vec<WordVector<'_>> {
        side.iter().map(|(content, vector)| WordVector { content: *content, vector }).collect()
    }
    posscore(&words(candidate), &words(reference))
}

#[test]
fn greedy_matching_is_its_formula() {
    for case in arithmetic("greedy") {
        let side = |side: &Value| -> (Vec<f32>, Vec<f64>) {
            let rows = list(side).iter().map(eighths);
            let (mut values, mut weights) = (Vec::new(), Vec::new());
            for row in rows {
                values.extend(&row[..4]);
                weights.push(f64::from(row[4]));
            }
            (values, weights)
        };
        let (candidate, reference) = (side(&case[0]), side(&case[1]));
        let found = greedy_match(
            TokenVectors { values: &candidate.0, width: 4, weights: &candidate.1 },
            TokenVectors { values: &reference.0, width: 4, weights: &reference.1 },
        );
        near_prf(found, &case[2], ARITHMETIC, &case);
    }
}

#[test]
fn weighted_rouge_l_is_the_authors_recurrence() {
    for case in arithmetic("weighted_rouge_l") {
        let side = |side: &Value| -> Vec<(u64, f64)> {
            list(side).iter().map(|t| (t[0].as_u64().unwrap(), float(&t[1]) / 8.0)).collect()
        };
        let found = weighted_lcs(&side(&case[1]), &side(&case[0]), Numerator::Reference);
        near_prf(found, &case[2], ARITHMETIC, &case);
    }
}

#[test]
fn kpqa_weighs_tokens_by_the_classifier() {
    let group = lines("kpqa").remove(0);
    let answers = answers(&group["cases"], 1);
    let phrases = || KeyPhrases::load(&tiny("bert-token-classifier"), "marker").unwrap();
    let options = BertScoreOptions { layer: Some(1), ..BertScoreOptions::default() };
    let scorer = BertScore::load(&tiny("bert-encoder"), "encoder", options).unwrap();
    let by_vectors = KpqaBertScore::new(scorer, phrases()).score(&answers, &mut silent).unwrap();
    let by_words = KpqaRougeL::new(phrases()).score(&answers, &mut silent).unwrap();
    for ((vectors, words), case) in by_vectors.into_iter().zip(by_words).zip(list(&group["cases"]))
    {
        near_prf(vectors, &case[3], NETWORK, case);
        near_prf(words, &case[4], NETWORK, case);
    }
}
