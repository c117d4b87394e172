//! The weights that ship.

use grice_judge::interpret::{Asked, Interpreter, Label};
use grice_model::registry::Registry;

fn shipped() -> Interpreter {
    Interpreter::open(&Registry::open().unwrap()).unwrap()
}

#[test]
fn the_shipped_model_reads_what_is_not_said_outright() {
    let interpreter = shipped();
    let replies = [
        ("Are you hungry?", "I had a big lunch.", Label::No),
        ("Are you hungry?", "I could eat a horse.", Label::Yes),
        ("Do you like jazz?", "I can't stand it.", Label::No),
        ("Do you want to go for a walk?", "Let me get my shoes.", Label::Yes),
        ("Would you like to see a film tonight?", "Only if it's short.", Label::Conditional),
        ("Is your new flat quiet?", "There is a nightclub downstairs.", Label::No),
        ("Do you read a lot?", "I finish a book every week.", Label::Yes),
        ("Did you like the concert?", "It was neither good nor bad.", Label::Middle),
    ];
    let asked = replies.map(|(question, answer, _)| Asked { question, answer });
    let readings = interpreter.interpret(&asked);
    for ((question, answer, label), reading) in replies.iter().zip(readings) {
        assert_eq!(reading.unwrap().relaxed, *label, "{question} {answer}");
    }
}

#[test]
fn the_shipped_model_is_not_shaken_by_strange_replies() {
    let interpreter = shipped();
    let long = "and then it rained again ".repeat(4_000);
    let answers =
        [long.as_str(), "🍕🍕", "\u{7}\u{0} x", "Ich habe schon gegessen.", "もう食べました。"];
    let asked = answers.map(|answer| Asked { question: "Are you hungry?", answer });
    for reading in interpreter.interpret(&asked) {
        let reading = reading.unwrap();
        let sum: f32 = reading.probabilities.strict.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
    }
}
