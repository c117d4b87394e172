//! `grice eval`.

use std::process::ExitCode;

use clap::Args;

/// Run systems on data sets, and report
#[derive(Debug, Args)]
pub struct EvalArgs {}

pub fn run(_args: &EvalArgs) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not built yet")
}
