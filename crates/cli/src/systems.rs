//! `grice systems`: the systems that Grice carries inside.

use std::process::ExitCode;

use anyhow::Result;
use grice_engine::{Error, System};

use crate::output::{DIM, TITLE, folded, stdout};

pub fn run(name: Option<&str>) -> Result<ExitCode> {
    let Some(name) = name else {
        let mut out = folded();
        let width = System::embedded().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, text) in System::embedded() {
            let about = text.lines().next().unwrap_or_default().trim_start_matches("# ");
            writeln!(out, "{TITLE}{name:width$}{TITLE:#}  {DIM}{about}{DIM:#}")?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let known = || System::embedded().map(|(name, _)| name).collect();
    let found = System::embedded().find(|(known, _)| *known == name);
    let unknown = || Error::NoSystem { name: name.to_owned(), known: known() };
    // As it stands: it may go to a file.
    write!(stdout(), "{}", found.ok_or_else(unknown)?.1)?;
    Ok(ExitCode::SUCCESS)
}
