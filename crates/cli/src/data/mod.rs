//! `grice data`.

use std::process::ExitCode;

use clap::Args;

/// Look at data sets: what the files hold, beside what the papers say
#[derive(Debug, Args)]
pub struct DataArgs {}

pub fn run(_args: &DataArgs) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not built yet")
}
