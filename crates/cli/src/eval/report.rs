//! `grice eval report`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use grice_lab::report::{Options, TABLES, make};

use crate::bounds;
use crate::output::{stdout, tell};

/// Make a page and Markdown tables of results
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Results folders: what `grice eval` has written, or parts of it
    #[arg(value_name = "RESULTS", default_value = "results")]
    results: Vec<PathBuf>,
    /// The folder for the report
    #[arg(long, value_name = "DIR", default_value = "report")]
    out: PathBuf,
    /// The most turns of a split that the page carries
    #[arg(long, value_name = "N", value_parser = bounds::passages, conflicts_with = "all_turns")]
    turns: Option<usize>,
    /// Carry every turn, however large the page gets
    #[arg(long)]
    all_turns: bool,
}

pub fn run(args: &ReportArgs) -> Result<ExitCode> {
    let standard = Options::default();
    let options = match args.all_turns {
        true => Options { turns: None, ..standard },
        false => Options { turns: args.turns.or(standard.turns), ..standard },
    };
    let report = make(&args.results, &options)?;
    let page = report.write(&args.out)?;
    report.notes.iter().for_each(tell);
    writeln!(stdout(), "{}\n{}", page.display(), args.out.join(TABLES).display())?;
    Ok(ExitCode::SUCCESS)
}
