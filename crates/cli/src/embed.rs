//! `grice index embed`, and `grice ingest --vectors`.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use grice_index::{EmbedOptions, EmbedProgress, EmbedReport, Encoder, Index};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::EmbedArgs;
use crate::encoder::encoder;
use crate::output::{bytes, count, counted, stdout};

pub fn run(args: EmbedArgs) -> Result<ExitCode> {
    let index = args.index.open()?;
    let encoder = encoder(&args.model)?;
    let options = EmbedOptions { replace: args.replace, commit_every: args.commit_every };
    embed(&index, encoder.as_ref(), &options, args.quiet)?;
    Ok(ExitCode::SUCCESS)
}

/// Embeds with a progress bar and a summary.
pub fn embed(
    index: &Index,
    encoder: &dyn Encoder,
    options: &EmbedOptions,
    quiet: bool,
) -> Result<()> {
    let started = Instant::now();
    let passages = index.searcher()?.info()?.passages;
    let report = with_bar(passages, quiet, |progress| index.embed(encoder, options, progress))?;
    if !quiet {
        summary(index, report, started.elapsed())?;
    }
    Ok(())
}

fn with_bar<T>(passages: u64, quiet: bool, work: impl FnOnce(&EmbedProgress) -> T) -> T {
    let bar = ProgressBar::with_draw_target(Some(passages), ProgressDrawTarget::stderr_with_hz(8));
    if quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let style =
        "{bar:30} {percent:>3}%  {human_pos}/{human_len} passages  {per_sec}  {eta_precise} left";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    let progress = EmbedProgress::default();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let drawing = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                bar.set_position(progress.passages.load(Ordering::Relaxed));
                std::thread::park_timeout(Duration::from_millis(100));
            }
            bar.finish_and_clear();
        });
        let result = work(&progress);
        done.store(true, Ordering::Relaxed);
        drawing.thread().unpark();
        result
    })
}

fn summary(index: &Index, report: EmbedReport, took: Duration) -> Result<()> {
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
