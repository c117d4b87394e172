//! `grice eval`.

mod all;
mod args;
mod compare;
mod report;
mod run;
mod show;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Run systems on data sets, and report
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct EvalArgs {
    #[command(subcommand)]
    command: Option<EvalCommand>,
    #[command(flatten)]
    run: args::RunArgs,
}

#[derive(Debug, Subcommand)]
enum EvalCommand {
    Run(Box<args::RunArgs>),
    All(Box<args::AllArgs>),
    Report(report::ReportArgs),
    Compare(compare::CompareArgs),
}

pub fn run(args: &EvalArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        None => run::run(&args.run),
        Some(EvalCommand::Run(args)) => run::run(args),
        Some(EvalCommand::All(args)) => all::run(args),
        Some(EvalCommand::Report(args)) => report::run(args),
        Some(EvalCommand::Compare(args)) => compare::run(args),
    }
}
