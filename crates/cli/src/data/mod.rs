//! `grice data`.

mod args;
mod check;
mod list;
mod show;
mod stats;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

pub use args::DataArgs;
use args::DataCommand;

use crate::output::Misuse;

pub fn run(args: &DataArgs) -> Result<ExitCode> {
    match &args.command {
        DataCommand::List { place, json } => list::run(&place.dir, *json),
        DataCommand::Stats { name, place, json } => stats::run(*name, folder(&place.dir)?, *json),
        DataCommand::Check { name, place, json } => check::run(*name, folder(&place.dir)?, *json),
        DataCommand::Show { name, split, turn, limit, place } => {
            show::run(*name, folder(&place.dir)?, split, turn.as_deref(), *limit)
        }
    }
}

/// Refuses a folder that is not there before anything is looked for in it.
fn folder(dir: &Path) -> Result<&Path> {
    if dir.is_dir() {
        return Ok(dir);
    }
    let what = if dir.exists() { "is not a folder" } else { "is not there" };
    Err(Misuse(format!(
        "{} {what}: name the folder with the data sets' files with --data, or in GRICE_DATA",
        dir.display()
    ))
    .into())
}
