//! The texts that models are given are those that `training/asked.py` makes.

use serde::Deserialize;

use crate::context::context;
use crate::rank::excerpt;
use crate::turn::Turn;

#[derive(Deserialize)]
struct Case {
    history: Vec<Turn>,
    question: String,
    passage: String,
    context: String,
    rank_context: String,
    excerpt: String,
}

#[test]
fn questions_and_passages_are_composed_as_in_training() {
    let cases = include_str!("../../../training/checks/asked.jsonl");
    assert!(cases.lines().count() >= 8);
    for line in cases.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        assert_eq!(context(&case.history, &case.question, 64), case.context);
        assert_eq!(context(&case.history, &case.question, 40), case.rank_context);
        assert_eq!(excerpt(&case.rank_context, &case.passage, 72), case.excerpt);
    }
}
