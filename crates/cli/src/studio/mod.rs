//! `grice studio`.

use std::process::ExitCode;

use clap::Args;

/// Collect and judge conversations
#[derive(Debug, Args)]
pub struct StudioArgs {}

pub fn run(_args: &StudioArgs) -> anyhow::Result<ExitCode> {
    anyhow::bail!("not built yet")
}
