//! `grice interpret`: what a reply means.

mod args;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use grice_judge::Error;
use grice_judge::interpret::{Asked, Interpreter, Label, MODEL, Reading, Shares};
use grice_model::registry::{Registry, RegistryError};

pub use args::InterpretArgs;

use crate::lines::{self, Line};
use crate::output::{DIM, TITLE, warn};

pub fn run(args: &InterpretArgs) -> Result<ExitCode> {
    let interpreter = open(args.model.as_deref())?;
    if args.jsonl {
        return lines::answer(ask, |asked| judge(&interpreter, asked));
    }
    let question = args.question.as_deref().unwrap_or_default();
    let answer = args.answer.as_deref().unwrap_or_default();
    let mut readings = interpreter.interpret(&[Asked { question, answer }]);
    let Some(reading) = readings.pop() else { return Ok(ExitCode::SUCCESS) };
    let reading = reading?;
    if args.json {
        writeln!(std::io::stdout(), "{}", serde_json::to_string_pretty(&reading)?)?;
    } else {
        anstream::stdout().lock().write_all(for_people(&reading).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn registry_has(name: &str) -> bool {
    Registry::open().is_ok_and(|registry| registry.model(name).is_ok())
}

/// The model that was named; without a name the default, or the rules where it is not there.
fn open(model: Option<&str>) -> Result<Interpreter, Error> {
    let Some(model) = model else {
        let opened = Registry::open().map_err(Error::from);
        return match opened.and_then(|registry| Interpreter::open(&registry)) {
            Err(error) if error.is_absence() => {
                // Until weights ship, the default is in no registry, which is nothing the user did.
                let why = match registry_has(MODEL) {
                    true => error.to_string(),
                    false => {
                        "no weights for this judgement ship with Grice yet; training/interpret.py \
                              makes them, and --model FOLDER reads with them"
                            .to_owned()
                    }
                };
                warn(format_args!(
                    "{why}. Replies are read by rules instead, which only know words like yes and no"
                ));
                Ok(Interpreter::rules())
            }
            opened => opened,
        };
    };
    let named = Registry::open().map_err(Error::from);
    match named.and_then(|registry| Interpreter::open_named(&registry, model)) {
        Err(Error::Registry(RegistryError::UnknownModel { .. } | RegistryError::NoHome))
            if Path::new(model).is_dir() =>
        {
            Interpreter::load(Path::new(model))
        }
        opened => opened,
    }
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
