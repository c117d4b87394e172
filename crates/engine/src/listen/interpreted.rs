//! Yes, no or neither: how a reply is read (Circa).

use grice_judge::interpret::{Asked, Interpreter, Label, Reading};

use crate::state::Interpreted;

/// The share below which a reading is taken for neither yes nor no.
pub(crate) const SURE: f32 = 0.5;

/// The same where nothing was asked in words, so that little speaks for a reply.
pub(crate) const SURER: f32 = 0.6;

/// Where a reply leans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaning {
    Yes,
    No,
    Middle,
}

/// How a reply is read. A model that fails is told of, and rules take its place.
pub(crate) fn interpret(
    interpreter: &Interpreter,
    question: &str,
    answer: &str,
    notes: &mut Vec<String>,
) -> Option<(Reading, Interpreted)> {
    let asked = [Asked { question, answer }];
    let reading = match interpreter.interpret(&asked).pop()? {
        Ok(reading) => reading,
        Err(error) => {
            notes.push(format!("the reply was read by rules: {error}"));
            Interpreter::rules().interpret(&asked).pop()?.ok()?
        }
    };
    let understood = Interpreted {
        asked: question.to_owned(),
        label: reading.strict.name().to_owned(),
        probability: reading.probabilities.strict.of(reading.strict),
        condition: reading.condition.clone(),
        by: reading.by.clone(),
    };
    Some((reading, understood))
}

/// Yes, no, or neither where neither is probable enough. A yes with a condition is a yes.
pub(crate) fn leaning(reading: &Reading, sure: f32) -> Leaning {
    let shares = &reading.probabilities.relaxed;
    let yes = shares.of(Label::Yes) + shares.of(Label::Conditional);
    match (yes, shares.of(Label::No)) {
        (yes, no) if yes >= sure && yes >= no => Leaning::Yes,
        (_, no) if no >= sure => Leaning::No,
        _ => Leaning::Middle,
    }
}

/// Whether the words themselves say yes, no or something between.
pub(crate) fn outright(utterance: &str) -> bool {
    let asked = Asked { question: "Would you like that?", answer: utterance };
    let reading = Interpreter::rules().interpret(&[asked]).pop();
    reading.and_then(Result::ok).is_some_and(|reading| {
        let shares = &reading.probabilities.strict;
        shares.of(Label::NotSure) < shares.of(reading.strict)
    })
}
