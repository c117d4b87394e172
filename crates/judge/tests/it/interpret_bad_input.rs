//! Questions and replies that nobody should send, and that somebody will.

use grice_judge::interpret::{Asked, Interpreter, Label};
use grice_judge::{Error, Part};

use crate::tiny::folder;

fn both() -> [Interpreter; 2] {
    [Interpreter::load(&folder("interpret")).unwrap(), Interpreter::rules()]
}

#[test]
fn an_empty_part_is_named_and_the_rest_is_read() {
    let pairs =
        [("q?", "yes"), ("", "yes"), ("q?", " \t\n"), ("\u{0}\u{7}", "\u{1b}"), ("q?", "no")];
    let asked = pairs.map(|(question, answer)| Asked { question, answer });
    for interpreter in both() {
        let readings = interpreter.interpret(&asked);
        let empty = |i: usize, part: Part| {
            let error = readings[i].as_ref().unwrap_err();
            assert!(matches!(error, Error::Empty(p) if *p == part) && error.is_misuse(), "{error}");
        };
        assert!(readings[0].is_ok() && readings[4].is_ok());
        empty(1, Part::Question);
        empty(2, Part::Answer);
        empty(3, Part::Question);
        let text = readings[2].as_ref().unwrap_err().to_string();
        assert_eq!(text, "the answer is empty; give at least one character that can be seen");
        assert!(interpreter.interpret(&[]).is_empty());
    }
}

#[test]
fn strange_texts_are_read_with_probabilities_that_add_up() {
    let long = "the king said if ".repeat(6_000);
    let unbroken = "é".repeat(50_000);
    let texts = [
        long.as_str(),
        unbroken.as_str(),
        "🍕👨‍👩‍👧‍👦🏳️‍🌈",
        "Нет, я уже поел.",
        "もう食べました。",
        "لقد أكلت بالفعل",
        "a\u{0}b\u{202e}c\u{feff}\u{200d}",
        "if",
        "but only",
        "’’’ - -- , , .",
        "e\u{301}\u{301}\u{301}",
        "\u{10ffff}",
    ];
    for interpreter in both() {
        for text in texts {
            for (question, answer) in [(text, "yes"), ("who?", text), (text, text)] {
                let reading =
                    interpreter.interpret(&[Asked { question, answer }]).remove(0).unwrap();
                for shares in [&reading.probabilities.strict, &reading.probabilities.relaxed] {
                    let sum: f32 = shares.iter().map(|(_, share)| share).sum();
                    assert!((sum - 1.0).abs() < 1e-4, "{sum}");
                }
                assert!(reading.condition.is_none_or(|condition| answer.contains(&condition)));
            }
        }
    }
}

#[test]
fn the_fallback_is_unsure_of_languages_it_does_not_know() {
    for answer in ["Нет, я уже поел.", "もう食べました。", "🍕"] {
        let asked = Asked { question: "Are you hungry?", answer };
        let reading = Interpreter::rules().interpret(&[asked]).remove(0).unwrap();
        assert_eq!(reading.strict, Label::Middle);
        assert!(reading.probabilities.strict.of(Label::Middle) < 0.3);
    }
}
