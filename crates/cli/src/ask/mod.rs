//! `grice ask`: a turn of conversation.

mod answer;
mod args;
mod show;
mod trace;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use grice_engine::{Conversation, Engine, System, Turn};
use grice_home::Opened;
use grice_index::Index;

pub use answer::Answer;
pub use args::AskArgs;
pub use trace::explained;

use crate::judgement;
use crate::lines::{self, Line};
use crate::output::{self, Misuse, Working, pretty_json, stdout, warn};

pub fn run(args: &AskArgs) -> Result<ExitCode> {
    // Nobody answers a question that is asked back in a batch.
    let engine = open(args.index.open()?, args.system.as_deref(), !args.jsonl)?;
    if args.jsonl {
        return lines::answer(ask, |asked| {
            asked.iter().map(|asked| answered(&engine, asked, args.trace)).collect()
        });
    }
    let question = args.question.clone().unwrap_or_default();
    let mut conversation = match &args.history_file {
        Some(file) => conversation(file)?,
        None => Conversation::of(&args.history.turns()),
    };
    let working = Working::start();
    let reply = engine.reply(&mut conversation, &question);
    drop(working);
    let reply = reply?;
    if args.json {
        let answer = Answer::new(&conversation, &reply, args.trace);
        pretty_json(&answer)?;
    } else {
        let text = show::reply(&reply, args.trace, output::width());
        write!(stdout(), "{text}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The engine of a system over an index; it asks back only where `asks` says so. What it has to do
/// without is told.
pub fn open(index: Index, system: Option<&Path>, asks: bool) -> Result<Engine> {
    let system = match system {
        Some(name) => System::find(name)?,
        None => System::standard()?,
    };
    let Opened { engine, warnings, .. } = Opened::over(index, system, asks)?;
    warnings.iter().for_each(warn);
    Ok(engine)
}

struct Asked {
    history: Vec<Turn>,
    question: String,
}

fn ask(line: &Line) -> Result<Asked, String> {
    Ok(Asked { history: line.history()?, question: line.text("question")?.to_owned() })
}

fn answered(engine: &Engine, asked: &Asked, trace: bool) -> Result<Answer, String> {
    let mut conversation = Conversation::of(&asked.history);
    let reply = engine.reply(&mut conversation, &asked.question);
    let reply = reply.map_err(|error| error.to_string())?;
    Ok(Answer::new(&conversation, &reply, trace))
}

/// A conversation in any of the forms in which it may be written.
fn conversation(file: &Path) -> Result<Conversation> {
    let text = judgement::text_of(file)?;
    let text = text.trim();
    if text.starts_with('{') && text.contains("\"version\"") && !text.contains("\n{") {
        return Ok(Conversation::from_json(text)?);
    }
    let wrong = |place: &str, error: serde_json::Error| {
        Misuse(format!("{}: {place} is no turn, {{question, answer}}: {error}", file.display()))
    };
    if text.starts_with('[') {
        let turns: Vec<Turn> = serde_json::from_str(text).map_err(|e| wrong("an entry", e))?;
        return Ok(Conversation::of(&turns));
    }
    let mut turns = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("line {}", number + 1);
        turns.push(serde_json::from_str(line).map_err(|e| wrong(&place, e))?);
    }
    Ok(Conversation::of(&turns))
}
