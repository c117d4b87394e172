//! The same cases as `training/anticipate.py` checks before it trains.

#![allow(clippy::unwrap_used)]

use serde::Deserialize;

use super::compose::{Said, context, words};
use crate::turn::Turn;

#[derive(Deserialize)]
struct Case {
    history: Vec<Turn>,
    question: String,
    literal: Vec<String>,
    candidate: String,
    context: String,
    composed: String,
}

#[test]
fn texts_are_composed_as_in_training() {
    let cases = include_str!("../../../../training/checks/anticipate.jsonl");
    for line in cases.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        let literal: Vec<&str> = case.literal.iter().map(String::as_str).collect();
        assert_eq!(context(&case.history, &case.question, &literal), case.context);
        assert_eq!(Said::of(&case.history).candidate(&case.candidate), case.composed);
    }
    assert!(cases.lines().count() >= 9);
}

#[test]
fn words_are_runs_of_letters_and_digits() {
    assert_eq!(words("It's 3.5 m_2, ÉCOLE!"), ["it", "s", "3", "5", "m", "2", "école"]);
    assert!(words(" ,–🍕").is_empty());
}

#[test]
fn what_was_said_is_measured_by_the_answer_that_said_most() {
    let history = [Turn::new("a?", "the red bridge"), Turn::new("b?", "old stone")];
    let said = Said::of(&history);
    assert!((said.share("The old red bridge") - 0.75).abs() < 1e-9);
    assert_eq!((said.share(""), Said::of(&[]).share("a")), (0.0, 0.0));
}
