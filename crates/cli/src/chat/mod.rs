//! `grice chat`: a conversation in the terminal.

mod act;
mod args;
mod command;
mod complete;
mod evidence;
mod export;
mod input;
mod interrupt;
mod keeper;
mod opener;
mod show;
mod speak;
mod talk;
mod typed;

use std::process::ExitCode;

use anyhow::Result;
use grice_engine::Conversation;
use grice_home::{Place, data_home};
use grice_store::Saved;

pub use args::ChatArgs;

use crate::output::{self, DIM, stdout, tell, tell_text};
use crate::{ask, collections};
use input::{Input, Said};
use keeper::Keeper;
use talk::Talk;

/// The file of lines typed in Grice's folder.
const TYPED: &str = "chat-history.txt";

pub fn run(args: &ChatArgs) -> Result<ExitCode> {
    let home = data_home()?;
    let mut keeper = Keeper::open(home.clone(), !args.no_save)?;
    let saved = match &args.resume {
        Some(wanted) => Some(keeper.resume(wanted.as_deref())?),
        None => None,
    };
    let place = place(args, saved.as_ref())?;
    let index = collections::open(&place)?;
    let name = place.said();
    keeper.collection = place.kept_as()?;
    let opening = show::opening(&index, (place != Place::Demo).then_some(name.as_str()))?;
    let engine = ask::open(index, args.system.as_deref(), true)?;
    let mut talk = Talk {
        engine,
        keeper,
        name,
        json: args.json,
        trace: args.trace,
        colour: output::is_styled(),
        conversation: Conversation::new(),
        replies: Vec::new(),
    };
    if !args.json {
        tell(format_args!("{opening}"));
    }
    if let Some(saved) = saved {
        let text = talk.take_up(saved, output::width_of_errors());
        tell_text(format_args!("{text}\n"));
    }
    let mut input = Input::open((!args.no_save).then(|| home.join(TYPED)))?;
    converse(&mut talk, &mut input)?;
    if input.is_terminal()
        && let Some(id) = talk.keeper.id()
    {
        tell(format_args!("{DIM}Saved: `grice chat --resume {id}` goes on.{DIM:#}"));
    }
    Ok(ExitCode::SUCCESS)
}

fn converse(talk: &mut Talk, input: &mut Input) -> Result<()> {
    loop {
        let line = match input.read()? {
            Said::Line(line) => line,
            Said::Cleared => continue,
            Said::End => break,
        };
        // A program that sends a line waits for an answer.
        if line.trim().is_empty() && !talk.json {
            continue;
        }
        if !talk.line(&line, output::width())? {
            return Ok(());
        }
        output::flush()?;
    }
    if input.is_terminal() {
        writeln!(stdout())?;
    }
    Ok(())
}

/// The collection that is named, or that of the conversation, or the demo.
fn place(args: &ChatArgs, saved: Option<&Saved>) -> Result<Place> {
    Ok(match (args.collection.given()?, saved) {
        (Some(place), _) => place,
        (None, Some(saved)) => Place::of_kept(&saved.summary.collection)?,
        (None, None) => Place::Demo,
    })
}
