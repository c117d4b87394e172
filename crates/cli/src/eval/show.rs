//! Progress, Ctrl-C and results of runs.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use grice_engine::Cancel;
use grice_lab::eval::{Finished, Progress};
use grice_lab::labels;
use indicatif::ProgressBar;

use crate::bar;
use crate::output::{DIM, TITLE, stdout};

/// The exit code of a program that Ctrl-C ended.
pub const INTERRUPTED: u8 = 130;

const TURNS: &str = "{prefix}  {bar:30} {pos}/{len} turns  {eta_precise} left";
const SHARE: &str = "{prefix}  {msg}  {bar:30} {percent}%  {eta_precise} left";
const WORK: &str = "{prefix}  {msg} …";

/// What Ctrl-C stops: the first time the run, the second time the program.
pub fn stopped_by_ctrl_c() -> Result<Cancel> {
    let cancel = Cancel::new();
    let (stop, pressed) = (cancel.clone(), AtomicBool::new(false));
    ctrlc::set_handler(move || match pressed.swap(true, Ordering::Relaxed) {
        false => stop.cancel(),
        true => process::exit(i32::from(INTERRUPTED)),
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(cancel)
}

/// Does work while its progress is shown.
pub fn with_progress<T>(
    quiet: bool,
    prefix: &str,
    progress: &Progress,
    work: impl FnOnce() -> T,
) -> T {
    let mut shown = None;
    let draw = |bar: &ProgressBar| {
        let (doing, done, of) = progress.now();
        let stage = (doing, of);
        if shown.as_ref() != Some(&stage) {
            let style = match (stage.1, stage.0.is_empty()) {
                (0, _) => WORK,
                (_, true) => TURNS,
                _ => SHARE,
            };
            bar::begin(bar, stage.1, style);
            bar.set_prefix(prefix.to_owned());
            bar.set_message(stage.0.clone());
            bar.set_position(done);
            bar.reset_eta();
            shown = Some(stage);
        }
        bar.set_position(done);
    };
    bar::with_bar(quiet, draw, |_| work())
}

/// Says what came of a run.
pub fn finished(finished: &Finished, took: Duration) -> Result<()> {
    let (config, metrics) = (&finished.folder.config, &finished.folder.metrics);
    let how = match finished.cached {
        true => "was there already".to_owned(),
        false => format!("{:.1} s", took.as_secs_f64()),
    };
    let (data, turns) = (&config.data, config.data.count);
    writeln!(
        stdout(),
        "{TITLE}{}{TITLE:#} on {} {}, {turns} turns  {DIM}{how}{DIM:#}",
        config.system.name,
        data.name,
        data.split
    )?;
    let mut values: Vec<String> = Vec::new();
    let main = metrics.measures.get_key_value(&metrics.main);
    let others = metrics.measures.iter().filter(|(name, _)| **name != metrics.main);
    for (name, value) in main.into_iter().chain(others) {
        values.push(format!("{name} {:.3}", value.value));
    }
    if metrics.failed > 0 {
        values.push(format!("{} turns ended in an error", metrics.failed));
    }
    let values = match values.is_empty() {
        true => "nothing could be scored".to_owned(),
        false => values.join("  "),
    };
    writeln!(stdout(), "  {values}")?;
    for one in &config.stands_in {
        writeln!(stdout(), "  {DIM}{} stands in for {}{DIM:#}", one.used, one.published)?;
    }
    writeln!(stdout(), "  {DIM}{}{DIM:#}", finished.folder.path.display())?;
    Ok(())
}

/// Says what came of a run over labelled rows.
pub fn labelled(finished: &labels::Finished) -> Result<()> {
    let how = if finished.cached { "was there already" } else { "" };
    writeln!(
        stdout(),
        "{TITLE}{}{TITLE:#} on {}: {} {:.3}  {DIM}{how}{DIM:#}",
        finished.system,
        finished.split,
        finished.main,
        finished.value
    )?;
    Ok(())
}
