//! `grice train`.

use std::process::ExitCode;

use clap::Args;

/// Train a small model on labelled rows
#[derive(Debug, Args)]
pub struct TrainArgs {}

pub fn run(_args: &TrainArgs) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not built yet")
}
