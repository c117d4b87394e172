//! The recipe's own compositions and rewrites, which Rust must make too.

use std::path::Path;

use serde_json::Value;

use super::assemble::assemble;
use super::judged::{JOINS, Judged, Slots};
use super::settings::Settings;
use super::talk::Talk;
use crate::turn::Turn;

fn golden() -> Vec<Value> {
    let path = "../../training/checks/rewrite-golden.jsonl";
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn talk(case: &Value) -> Talk {
    let history: Vec<Turn> = serde_json::from_value(case["history"].clone()).unwrap();
    Talk::new(&history, case["question"].as_str().unwrap())
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// A model that is sure of the case's edits.
fn judged(talk: &Talk, case: &Value, patterns: &[String]) -> Judged {
    let (asked, said) = (talk.asked.len() + 1, talk.said.len());
    let one = |size: usize, at: usize| (0..size).map(|n| f32::from(u8::from(n == at))).collect();
    let mut judged = Judged {
        alone: if case["slots"].as_array().unwrap().is_empty() { 1.0 } else { 0.0 },
        delete: vec![0.0; asked],
        insert: vec![one(patterns.len(), 0); asked],
        join: vec![0; asked],
        pick: serde_json::from_value(case["picks"].clone()).unwrap(),
        slots: Slots {
            slot: vec![[vec![0.0; said], vec![0.0; said], vec![0.0; said], vec![0.0; said]]; asked],
            word: (0..said).map(|n| Some([one(said, n), one(said, n)])).collect(),
        },
    };
    for slot in case["slots"].as_array().unwrap() {
        let at = number(&slot["at"]);
        let pattern = patterns.iter().position(|p| p == slot["pattern"].as_str().unwrap());
        judged.insert[at] = one(patterns.len(), pattern.unwrap());
        judged.join[at] = JOINS.iter().position(|j| *j == slot["join"].as_str().unwrap()).unwrap();
        judged.delete[at..at + number(&slot["replaces"])].fill(1.0);
        for (k, span) in slot["spans"].as_array().unwrap().iter().enumerate() {
            judged.slots.slot[at][2 * k][number(&span[0])] = 1.0;
            judged.slots.slot[at][2 * k + 1][number(&span[1])] = 1.0;
        }
    }
    judged
}

#[test]
fn what_the_model_reads_is_what_it_was_trained_on() {
    for case in golden() {
        let talk = talk(&case);
        assert_eq!(talk.question, case["a"].as_str().unwrap());
        assert_eq!(talk.history, case["b"].as_str().unwrap());
        let words = |of: &[super::words::Word]| -> Vec<String> {
            of.iter().map(|word| word.lower.clone()).collect()
        };
        assert_eq!(serde_json::json!(words(&talk.asked)), case["asked"]);
        assert_eq!(serde_json::json!(words(&talk.said)), case["said"]);
        assert_eq!(serde_json::json!(talk.part), case["part"]);
    }
}

#[test]
fn edits_give_the_rewrite_that_the_recipe_made_of_them() {
    let mut changed = 0;
    for case in golden() {
        let talk = talk(&case);
        let patterns: Vec<String> = serde_json::from_value(case["patterns"].clone()).unwrap();
        let settings: Settings = serde_json::from_value(case["settings"].clone()).unwrap();
        let made = assemble(&talk, &judged(&talk, &case, &patterns), &patterns, &settings);
        changed += usize::from(made.is_some());
        assert_eq!(made.unwrap_or(talk.question), case["made"].as_str().unwrap());
    }
    assert!(changed > 10, "{changed}");
}
