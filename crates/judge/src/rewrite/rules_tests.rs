//! What the rules make of questions, and what they leave alone.

use super::{Asked, Rewriter};
use crate::turn::Turn;

fn ada() -> Vec<Turn> {
    vec![
        Turn::new("Who was Ada Lovelace?", "An English mathematician and writer."),
        Turn::new(
            "What did she write?",
            "Notes on the Analytical Engine. The notes have a program.",
        ),
    ]
}

fn rewritten(history: &[Turn], question: &str) -> String {
    Rewriter::rules().rewrite(&[Asked { history, question }]).remove(0).unwrap().rewrite
}

#[test]
fn pronouns_and_possessives_become_the_topic() {
    let cases = [
        ("When was she born?", "When was Ada Lovelace born?"),
        ("Who were her parents?", "Who were Ada Lovelace's parents?"),
        ("Who taught her?", "Who taught Ada Lovelace?"),
        ("She died when?", "Ada Lovelace died when?"),
        ("his age", "Ada Lovelace's age"),
        ("What came of that?", "What came of Ada Lovelace?"),
    ];
    for (question, wanted) in cases {
        assert_eq!(rewritten(&ada(), question), wanted);
    }
}

#[test]
fn what_is_left_out_is_put_at_the_end() {
    assert_eq!(rewritten(&ada(), "Why?"), "Why of Ada Lovelace?");
    assert_eq!(
        rewritten(&ada(), "How long are the notes?"),
        "How long are the notes of Ada Lovelace?"
    );
}

#[test]
fn a_question_that_stands_alone_stays_as_it_is() {
    let alone = [
        "Who invented the telephone?",
        "When was Ada Lovelace born?",
        "Did Charles Babbage say that he built it?",
        "What time is it in Paris?",
        "what time is it",
        "is it true that whales sleep",
        "How many people live in Norway?",
        "what is the longest river in europe",
    ];
    for question in alone {
        assert_eq!(rewritten(&ada(), question), question);
        assert_eq!(rewritten(&[], question), question);
    }
}

#[test]
fn a_topic_is_found_without_capitals_too() {
    let history = [Turn::new("what is photosynthesis", "how plants use light")];
    assert_eq!(rewritten(&history, "where does it happen"), "where does photosynthesis happen");
}

#[test]
fn terms_of_the_topic_come_first() {
    let history = ada();
    let asked = Asked { history: &history, question: "When was she born?" };
    let made = Rewriter::rules().rewrite(&[asked]).remove(0).unwrap();
    let first: Vec<&str> = made.terms.iter().take(2).map(|term| term.term.as_str()).collect();
    assert_eq!(first, ["Ada", "Lovelace"]);
    assert!(made.changed && made.terms.windows(2).all(|two| two[0].weight >= two[1].weight));
}
