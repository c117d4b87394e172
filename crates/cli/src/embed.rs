//! `grice index embed`, and what is told of vectors.

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Result;
use grice_home::encoder;
use grice_index::{EmbedOptions, EmbedProgress, EmbedReport, Index};

use crate::args::EmbedArgs;
use crate::bar;
use crate::output::{bytes, count, counted, stdout};

/// The bar's style.
pub const STYLE: &str =
    "{bar:30} {percent:>3}%  {human_pos}/{human_len} passages  {per_sec}  {eta_precise} left";

pub fn run(args: EmbedArgs) -> Result<ExitCode> {
    let index = args.index.open()?;
    let encoder = encoder(&args.model)?;
    let options = EmbedOptions { replace: args.replace, commit_every: args.commit_every };
    let started = Instant::now();
    let passages = index.searcher()?.info()?.passages;
    let progress = EmbedProgress::default();
    let mut begun = false;
    let report = bar::with_bar(
        args.quiet,
        |bar| {
            if !std::mem::replace(&mut begun, true) {
                bar::begin(bar, passages, STYLE);
            }
            bar.set_position(progress.passages.load(Ordering::Relaxed));
        },
        |_| index.embed(encoder.as_ref(), &options, &progress),
    )?;
    if !args.quiet {
        summary(&index, report, started.elapsed())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Tells what embedding did.
pub fn summary(index: &Index, report: EmbedReport, took: Duration) -> Result<()> {
    let rate = report.embedded as f64 / took.as_secs_f64().max(0.001);
    writeln!(
        stdout(),
        "Embedded {} in {:.1} s ({}/s); {} had their vector already",
        counted(report.embedded, "passage"),
        took.as_secs_f64(),
        count(rate as u64),
        count(report.unchanged)
    )?;
    if let Some(info) = index.searcher()?.vectors()? {
        writeln!(
            stdout(),
            "{}: {} of {} dimensions by {}, {}",
            index.folder().display(),
            counted(info.passages, "vector"),
            info.dimensions,
            info.model,
            bytes(info.bytes)
        )?;
    }
    Ok(())
}
