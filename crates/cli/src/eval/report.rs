//! `grice eval report`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

/// Make a report of results folders
#[derive(Debug, Args)]
pub struct ReportArgs {}

pub fn run(_args: &ReportArgs) -> Result<ExitCode> {
    anyhow::bail!("not built yet")
}
