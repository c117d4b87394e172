//! `grice chat`: a conversation in the terminal.

mod args;
mod command;
mod input;
mod keeper;
mod show;
mod speak;
mod talk;
mod typed;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use grice_engine::Conversation;
use grice_index::Index;
use grice_store::Saved;

pub use args::ChatArgs;

use crate::ask;
use crate::collections::Place;
use crate::demo;
use crate::output::{self, DIM, stdout, tell};
use input::{Input, Said};
use keeper::Keeper;
use talk::Talk;

/// The file of lines typed in Grice's folder.
const TYPED: &str = "chat-history.txt";

pub fn run(args: &ChatArgs) -> Result<ExitCode> {
    let home = demo::data_home()?;
    let mut keeper = Keeper::open(home.clone(), !args.no_save)?;
    let saved = match &args.resume {
        Some(wanted) => Some(keeper.resume(wanted.as_deref())?),
        None => None,
    };
    let (index, collection) = collection(args, saved.as_ref())?;
    keeper.collection = collection;
    let opening = show::opening(&index, keeper.collection.is_empty())?;
    let engine = ask::open(index, args.system.as_deref(), true)?;
    let mut talk = Talk {
        engine,
        keeper,
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
        let text = talk.take_up(saved);
        tell(format_args!("{text}"));
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
        if !talk.line(&line, input.width())? {
            return Ok(());
        }
        output::flush()?;
    }
    if input.is_terminal() {
        writeln!(stdout())?;
    }
    Ok(())
}

/// The index that is named, or that of the conversation, or the demo's; and how the store calls it.
fn collection(args: &ChatArgs, saved: Option<&Saved>) -> Result<(Index, String)> {
    let own = saved.map(|saved| saved.summary.collection.as_str()).filter(|own| !own.is_empty());
    match (args.collection.given()?, own) {
        (None, Some(own)) => Ok((Index::open(own)?, own.to_owned())),
        (None | Some(Place::Demo), _) => Ok((Place::Demo.open()?, String::new())),
        (Some(place), _) => Ok((place.open()?, absolute(&place.folder()?))),
    }
}

fn absolute(folder: &Path) -> String {
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).to_string_lossy().into_owned()
}
