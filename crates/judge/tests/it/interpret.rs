//! Replies read by a model.

use grice_judge::interpret::{Asked, Interpreter, Label, Probabilities, Reading, Shares};
use serde_json::{Value, json};

use crate::tiny::{folder, reference};

fn model() -> Interpreter {
    Interpreter::load(&folder("interpret")).unwrap()
}

fn read(interpreter: &Interpreter, question: &str, answer: &str) -> Reading {
    interpreter.interpret(&[Asked { question, answer }]).remove(0).unwrap()
}

#[test]
fn probabilities_are_those_of_the_reference() {
    let reference = reference("interpret");
    let pairs = reference["pairs"].as_array().unwrap();
    let asked: Vec<Asked<'_>> = pairs
        .iter()
        .map(|pair| Asked {
            question: pair[0].as_str().unwrap(),
            answer: pair[1].as_str().unwrap(),
        })
        .collect();
    let readings = model().interpret(&asked);
    let mut compared = 0;
    for (i, reading) in readings.iter().enumerate() {
        // Those of the reference that have an empty part are refused.
        let Ok(reading) = reading else { continue };
        compared += 1;
        let heads = [
            ("strict", &reading.probabilities.strict),
            ("relaxed", &reading.probabilities.relaxed),
        ];
        for (head, shares) in heads {
            let expected: Vec<f64> = serde_json::from_value(reference[head][i].clone()).unwrap();
            assert_eq!(expected.len(), shares.iter().count());
            for ((label, share), expected) in shares.iter().zip(expected) {
                assert!((f64::from(share) - expected).abs() < 1e-4, "pair {i}, {head} {label:?}");
            }
        }
    }
    assert_eq!(compared, 5);
}

#[test]
fn the_reading_is_the_best_scored_label_of_each_head() {
    let reading = read(&model(), "who built the bridge?", "the king built the stone bridge.");
    // The tiny model gives most to a label that is not scored.
    assert_eq!(reading.probabilities.strict.ranked()[0].0, Label::NotSure);
    assert!(reading.strict.is_scored());
    let best = |shares: &Shares, scored: &[Label]| {
        scored.iter().copied().max_by(|a, b| shares.of(*a).total_cmp(&shares.of(*b))).unwrap()
    };
    assert_eq!(reading.strict, best(&reading.probabilities.strict, &Label::STRICT[..6]));
    assert_eq!(reading.relaxed, best(&reading.probabilities.relaxed, &Label::RELAXED[..4]));
    assert_eq!(reading.by, "interpret");
}

#[test]
fn the_condition_is_kept_whoever_reads() {
    for interpreter in [model(), Interpreter::rules()] {
        let reading = read(&interpreter, "Will you watch it?", "Sure, but only if it's short.");
        assert_eq!(reading.condition.as_deref(), Some("only if it's short"));
        let reading = read(&interpreter, "Are you hungry?", "I had a big lunch.");
        assert_eq!(reading.condition, None);
    }
}

#[test]
fn the_fallback_says_that_it_is_one() {
    let interpreter = Interpreter::rules();
    assert_eq!(interpreter.by(), "rules");
    let reading = read(&interpreter, "Are you hungry?", "Of course!");
    assert_eq!(
        (reading.strict, reading.relaxed, reading.by.as_str()),
        (Label::Yes, Label::Yes, "rules")
    );
}

#[test]
fn the_same_reply_is_read_the_same_alone_and_among_others() {
    let interpreter = model();
    let one = read(&interpreter, "Where?", "in the town.");
    let long = "the river was long. ".repeat(9);
    let asked = ["yes", "in the town.", &long].map(|answer| Asked { question: "Where?", answer });
    let readings = interpreter.interpret(&asked);
    let other = readings[1].as_ref().unwrap();
    assert_eq!(one.strict, other.strict);
    for (label, share) in other.probabilities.strict.iter() {
        assert!((share - one.probabilities.strict.of(label)).abs() < 1e-5);
    }
}

#[test]
fn a_reading_is_written_with_the_names_of_the_data() {
    let reading = Reading {
        strict: Label::ProbablyNo,
        relaxed: Label::No,
        probabilities: Probabilities {
            strict: Shares::new([(Label::ProbablyNo, 0.75), (Label::NotSure, 0.25)]),
            relaxed: Shares::new([(Label::No, 1.0)]),
        },
        condition: None,
        by: "m".to_owned(),
    };
    let written: Value = serde_json::to_value(&reading).unwrap();
    let expected = json!({
        "strict": "Probably no",
        "relaxed": "No",
        "probabilities": {
            "strict": { "Probably no": 0.75, "I am not sure how X will interpret Y’s answer": 0.25 },
            "relaxed": { "No": 1.0 }
        },
        "condition": null,
        "by": "m"
    });
    assert_eq!(written, expected);
}
