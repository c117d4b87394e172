//! `grice interpret`: what a reply means.

mod args;

use std::process::ExitCode;

use anyhow::Result;
use grice_judge::interpret::{Asked, Interpreter, Label, MODEL, Reading, Shares};

pub use args::InterpretArgs;

use crate::judgement::{self, Weights};
use crate::lines::{self, Line};
use crate::output::{DIM, TITLE, pretty_json, stdout};

const WEIGHTS: Weights<Interpreter> = Weights {
    model: MODEL,
    open: Interpreter::open_named,
    load: Interpreter::load,
    fallback: Interpreter::rules,
    instead: "Replies are read by rules instead, which only know words like yes and no",
};

pub fn run(args: &InterpretArgs) -> Result<ExitCode> {
    let interpreter = judgement::open(args.model.as_deref(), &WEIGHTS)?;
    if args.jsonl {
        return lines::answer(ask, |asked| judge(&interpreter, asked));
    }
    let question = args.question.as_deref().unwrap_or_default();
    let answer = args.answer.as_deref().unwrap_or_default();
    let mut readings = interpreter.interpret(&[Asked { question, answer }]);
    let Some(reading) = readings.pop() else { return Ok(ExitCode::SUCCESS) };
    let reading = reading?;
    if args.json {
        pretty_json(&reading)?;
    } else {
        write!(stdout(), "{}", for_people(&reading))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn ask(line: &Line) -> Result<(String, String), String> {
    Ok((line.text("question")?.to_owned(), line.text("answer")?.to_owned()))
}

fn judge(interpreter: &Interpreter, asked: &[(String, String)]) -> Vec<Result<Reading, String>> {
    let asked: Vec<Asked<'_>> =
        asked.iter().map(|(question, answer)| Asked { question, answer }).collect();
    let readings = interpreter.interpret(&asked).into_iter();
    readings.map(|reading| reading.map_err(|error| error.to_string())).collect()
}

fn for_people(reading: &Reading) -> String {
    let mut text = format!("{TITLE}{}{TITLE:#}\n", reading.strict.name());
    if let Some(condition) = &reading.condition {
        text.push_str(&format!("Condition: {condition}\n"));
    }
    for (task, shares) in
        [("Strict", &reading.probabilities.strict), ("Relaxed", &reading.probabilities.relaxed)]
    {
        text.push_str(&format!("\n{task}\n{}", rows(shares)));
    }
    text.push_str(&format!("\n{DIM}Read by {}{DIM:#}\n", reading.by));
    text
}

fn rows(shares: &Shares) -> String {
    let row = |(label, share): &(Label, f32)| format!("  {share:.3}  {}\n", label.name());
    shares.ranked().iter().map(row).collect()
}
