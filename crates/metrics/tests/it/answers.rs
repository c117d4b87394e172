//! Exact match, F1 and the extractive bound.

use grice_metrics::answer::{
    Answer, Normal, Policy, answer, exact_match, extractive_bound, f1, human, normalise,
};
use serde::Deserialize;

use crate::reference::{cases, same};

#[derive(Debug, Deserialize)]
struct Case {
    prediction: String,
    references: Vec<String>,
    normal: String,
    em: Vec<f64>,
    f1: Vec<[f64; 3]>,
    leave_one_out: [f64; 2],
    best: [f64; 2],
    human: Vec<f64>,
}

fn values(answer: Option<Answer>) -> Vec<f64> {
    answer.map_or_else(Vec::new, |answer| vec![answer.em, answer.f1])
}

#[test]
fn answers_score_as_with_the_squad_and_coqa_scripts() {
    let cases = cases::<Case>("answers");
    assert!(cases.len() >= 2000);
    for case in &cases {
        let prediction = Normal::new(&case.prediction);
        let references: Vec<Normal> =
            case.references.iter().map(|text| Normal::new(text)).collect();
        assert_eq!(prediction.text(), case.normal, "{case:?}");
        let exact = |reference| f64::from(u8::from(exact_match(&prediction, reference)));
        same(&references.iter().map(exact).collect::<Vec<_>>(), &case.em, case);
        for (reference, expected) in references.iter().zip(&case.f1) {
            let found = f1(&prediction, reference);
            same(&[found.precision, found.recall, found.f], expected, case);
        }
        let scored = |policy| values(answer(Some(&prediction), &references, policy));
        same(&scored(Policy::LeaveOneOut), &case.leave_one_out, case);
        same(&scored(Policy::Best), &case.best, case);
        same(&values(human(&references)), &case.human, case);
    }
}

#[derive(Debug, Deserialize)]
struct BoundCase {
    passage: String,
    gold: String,
    bound: Option<(usize, usize, f64)>,
}

#[test]
fn extractive_bounds_are_the_best_of_all_spans() {
    let lines = cases::<serde_json::Value>("bounds");
    assert!(lines.len() >= 500);
    for mut line in lines {
        if line["bound"].as_array().unwrap().is_empty() {
            line["bound"] = serde_json::Value::Null;
        }
        let case: BoundCase = serde_json::from_value(line).unwrap();
        let passage = Normal::new(&case.passage);
        let found = extractive_bound(&passage, &Normal::new(&case.gold));
        let Some((first, last, expected)) = case.bound else {
            assert_eq!(found, None, "{case:?}");
            continue;
        };
        let found = found.unwrap();
        same(&[found.score.f], &[expected], &case);
        let span = passage.source(first).unwrap().start..passage.source(last).unwrap().end;
        assert_eq!(found.span, span, "{case:?}");
        let tokens: Vec<&str> = passage.tokens().skip(first).take(last - first + 1).collect();
        assert_eq!(normalise(&case.passage[span]), tokens.join(" "), "{case:?}");
    }
}

#[derive(Deserialize)]
struct Block {
    codes: Vec<u32>,
    normal: String,
}

/// Characters that Unicode put into another category after version 14, which the reference's Python
/// has: they end a word in another way for a sigma before them.
const CHANGED: [char; 2] = ['\u{295}', '\u{1171e}'];

#[test]
fn every_character_is_lowered_kept_or_deleted_as_in_python() {
    let mut seen = 0;
    let mut other = Vec::new();
    for block in cases::<Block>("characters") {
        let codes = block.codes.chunks(2).flat_map(|range| range[0]..=range[1]);
        for (c, expected) in
            codes.filter_map(char::from_u32).zip(block.normal.split_inclusive(" end"))
        {
            seen += 1;
            if normalise(&format!("a{c}THE AΣ{c} AΣ{c}B end")) != expected.trim_start_matches(' ')
            {
                other.push(c);
            }
        }
    }
    assert!(seen > 50_000, "{seen}");
    other.retain(|c| !CHANGED.contains(c));
    assert!(other.is_empty(), "{other:?}");
}
