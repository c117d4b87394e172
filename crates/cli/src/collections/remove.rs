//! `grice index remove`.

use std::ffi::OsString;
use std::io::{BufRead, IsTerminal};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use grice_home::Place;

use crate::output::{Misuse, stdout, tell_text};

/// What is to be removed.
#[derive(Debug, Args)]
pub struct RemoveArgs {
    /// The collection's name, or the path of an index
    #[arg(value_name = "COLLECTION")]
    collection: OsString,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
}

pub fn remove(args: &RemoveArgs) -> Result<ExitCode> {
    let place = Place::parse(&args.collection)?;
    place.expect_index()?;
    let said = place.said();
    if !args.yes && !is_meant(&said, &place)? {
        writeln!(stdout(), "Nothing is removed")?;
        return Ok(ExitCode::SUCCESS);
    }
    place.remove()?;
    writeln!(stdout(), "Removed {said}")?;
    Ok(ExitCode::SUCCESS)
}

/// Asks on the terminal.
fn is_meant(said: &str, place: &Place) -> Result<bool> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        let why = format!("removing {said} cannot be undone; say --yes where nobody can be asked");
        return Err(Misuse(why).into());
    }
    let passages = match place.open().and_then(|index| Ok(index.searcher()?.info()?)) {
        Ok(info) => crate::output::counted(info.passages, "passage"),
        Err(_) => "it cannot be read".to_owned(),
    };
    tell_text(format_args!("Remove {said} ({passages})? The documents themselves stay. [y/N] "));
    let mut line = String::new();
    stdin.lock().read_line(&mut line).context("cannot read from the terminal")?;
    Ok(["y", "yes"].contains(&line.trim().to_lowercase().as_str()))
}
