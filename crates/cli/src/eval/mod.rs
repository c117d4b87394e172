//! `grice eval`.

mod report;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Run systems on data sets, and report
#[derive(Debug, Args)]
pub struct EvalArgs {
    #[command(subcommand)]
    command: EvalCommand,
}

#[derive(Debug, Subcommand)]
enum EvalCommand {
    Report(report::ReportArgs),
}

pub fn run(args: &EvalArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        EvalCommand::Report(args) => report::run(args),
    }
}
