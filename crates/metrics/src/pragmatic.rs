//! What an answer adds beyond the literal one (PragmatiCQA, Qi et al., Findings of ACL 2023,
//! section 3.4, equations 1 and 2).
//!
//! F1_lit compares the literal spans. F1_prag compares the pragmatic spans after the gold literal
//! spans were taken out of both sides, so that repeating the literal answer earns nothing.
//!
//! The paper leaves open how spans are taken out of spans, and what two empty sides score. Here a
//! literal span is taken out wherever its normalised tokens stand in a pragmatic span in a row,
//! and nothing against nothing is 0, because nothing was added.

use crate::answer::{Normal, f1};

/// The tokens of all spans, in order.
fn tokens(spans: &[&str]) -> String {
    spans.iter().map(|span| Normal::new(span).text().to_owned()).collect::<Vec<_>>().join(" ")
}

/// F1 of the predicted and the gold literal spans.
pub fn f1_literal(predicted: &[&str], gold: &[&str]) -> f64 {
    f1(&Normal::new(&tokens(predicted)), &Normal::new(&tokens(gold))).f
}

/// F1 of what the predicted and the gold pragmatic spans say beyond the gold literal spans; 0
/// where the prediction adds nothing.
pub fn f1_pragmatic(predicted: &[&str], gold: &[&str], gold_literal: &[&str]) -> f64 {
    let predicted = beyond(predicted, gold_literal);
    if predicted.is_empty() {
        return 0.0;
    }
    let gold = beyond(gold, gold_literal);
    f1(&Normal::new(&predicted.join(" ")), &Normal::new(&gold.join(" "))).f
}

/// The tokens of `spans` that are in none of `taken_out`'s spans.
pub fn beyond(spans: &[&str], taken_out: &[&str]) -> Vec<String> {
    let mut taken_out: Vec<Vec<String>> = taken_out.iter().map(|span| words(span)).collect();
    taken_out.retain(|span| !span.is_empty());
    // The longest first, so that a span inside another does not leave the other's ends behind.
    taken_out.sort_by_key(|span| std::cmp::Reverse(span.len()));
    let mut left = Vec::new();
    for span in spans {
        let mut span: Vec<Option<String>> = words(span).into_iter().map(Some).collect();
        for taken in &taken_out {
            take_out(&mut span, taken);
        }
        left.extend(span.into_iter().flatten());
    }
    left
}

fn words(text: &str) -> Vec<String> {
    Normal::new(text).tokens().map(str::to_owned).collect()
}

fn take_out(span: &mut [Option<String>], taken: &[String]) {
    let mut at = 0;
    while at + taken.len() <= span.len() {
        let here = &mut span[at..at + taken.len()];
        if here.iter().zip(taken).all(|(word, taken)| word.as_ref() == Some(taken)) {
            here.iter_mut().for_each(|word| *word = None);
            at += taken.len();
        } else {
            at += 1;
        }
    }
}
