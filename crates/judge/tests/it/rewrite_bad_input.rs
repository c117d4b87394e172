//! Conversations that nobody should have, and that somebody will.

use grice_judge::rewrite::{Asked, Rewriter};
use grice_judge::{Error, Part, Turn};
use proptest::prelude::*;

use crate::tiny::folder;

fn both() -> [Rewriter; 2] {
    [Rewriter::load(&folder("rewrite")).unwrap(), Rewriter::rules()]
}

#[test]
fn an_empty_question_is_named_and_the_rest_is_rewritten() {
    let history = [Turn::new("Who was the king?", "An old king.")];
    let questions = ["Why?", "", " \t\n", "\u{0}\u{7}", "When was he there?"];
    let asked = questions.map(|question| Asked { history: &history, question });
    for rewriter in both() {
        let made = rewriter.rewrite(&asked);
        assert!(made[0].is_ok() && made[4].is_ok());
        for empty in &made[1..4] {
            let error = empty.as_ref().unwrap_err();
            assert!(matches!(error, Error::Empty(Part::Question)) && error.is_misuse(), "{error}");
        }
        assert!(rewriter.rewrite(&[]).is_empty());
    }
}

#[test]
fn strange_texts_are_rewritten_or_left_alone() {
    let long = "the king said it ".repeat(6_000);
    let unbroken = "é".repeat(50_000);
    let texts = [
        long.as_str(),
        unbroken.as_str(),
        "🍕👨‍👩‍👧‍👦🏳️‍🌈",
        "Кто построил мост?",
        "誰が橋を架けましたか？",
        "من بنى الجسر؟",
        "a\u{0}b\u{202e}c\u{feff}\u{200d}",
        "?!",
        "_ 's _",
        "[SEP] [CLS] it [MASK]",
        "e\u{301}\u{301}\u{301} it",
        "\u{10ffff}",
        "İ it ẞ",
    ];
    for rewriter in both() {
        for text in texts {
            for (said, question) in [(text, "When was it?"), ("Who?", text), (text, text)] {
                let history = [Turn::new(said, said), Turn::new(said, "")];
                let made = rewriter.rewrite(&[Asked { history: &history, question }]).remove(0);
                let made = made.unwrap();
                assert!(!made.rewrite.is_empty());
                assert!(made.changed || made.rewrite == question);
                assert!(made.terms.iter().all(|term| (0.0..=1.0).contains(&term.weight)));
            }
        }
    }
}

#[test]
fn a_question_too_long_to_be_read_whole_is_not_shortened() {
    let history = [Turn::new("Who was the king?", "An old king.")];
    let question = format!("When was he there {}?", "and there ".repeat(60));
    for rewriter in both() {
        let made = rewriter.rewrite(&[Asked { history: &history, question: &question }]).remove(0);
        assert_eq!(made.unwrap().rewrite, question);
    }
}

proptest! {
    #[test]
    fn any_conversation_is_answered(
        turns in prop::collection::vec((".{0,40}", ".{0,40}"), 0..4),
        question in ".{0,40}",
    ) {
        let history: Vec<Turn> = turns.iter().map(|(q, a)| Turn::new(q.clone(), a.clone())).collect();
        for rewriter in both() {
            let made = rewriter.rewrite(&[Asked { history: &history, question: &question }]).remove(0);
            match made {
                Ok(made) => prop_assert!(made.changed || made.rewrite == question),
                Err(error) => prop_assert!(matches!(error, Error::Empty(Part::Question))),
            }
        }
    }
}
