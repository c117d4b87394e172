//! `grice eval compare`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use grice_lab::report::compared;

use crate::output::stdout;

/// Compare runs on one split: every measure, and whether the differences are more than chance
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// Folders of runs, as results/topiocqa.held-out/default
    #[arg(value_name = "RUN", num_args = 2.., required = true)]
    runs: Vec<PathBuf>,
}

pub fn run(args: &CompareArgs) -> Result<ExitCode> {
    write!(stdout(), "{}", compared(&args.runs)?)?;
    Ok(ExitCode::SUCCESS)
}
