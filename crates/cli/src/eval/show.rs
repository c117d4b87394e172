//! Progress, Ctrl-C and results of runs.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use grice_engine::Cancel;
use grice_lab::eval::{Finished, Pace, Progress};
use grice_lab::labels;
use indicatif::ProgressBar;

use crate::bar;
use crate::output::{DIM, TITLE, stdout};

/// The exit code of a program that Ctrl-C ended.
pub const INTERRUPTED: u8 = 130;

const TURNS: &str = "{prefix}  {bar:30} {pos}/{len} turns  {eta_precise} left";
const SHARE: &str = "{prefix}  {msg}  {bar:30} {percent}%  {eta_precise} left";
const PART: &str = "{prefix}  {msg}  {bar:30} {percent}%";
const WORK: &str = "{prefix}  {msg} …";

/// What is shown of work.
pub struct Shown<'a> {
    /// Whether nothing is.
    pub quiet: bool,
    /// What the work is called.
    pub name: &'a str,
    /// Whether rows are labelled: its parts are of many kinds, so no time is told of one call.
    pub labels: bool,
    /// Where all the work is that this is a part of.
    pub pace: Option<&'a Pace>,
}

impl Shown<'_> {
    fn prefix(&self, share: f64) -> String {
        let Some(pace) = self.pace else { return self.name.to_owned() };
        let (number, of) = pace.run();
        format!("run {number} of {of}, about {} left  {}", minutes(pace.left(share)), self.name)
    }
}

/// Seconds as a person would say them.
pub fn minutes(seconds: f64) -> String {
    // Nothing left may be a little less than nothing.
    let seconds = if seconds > 0.0 { seconds } else { 0.0 };
    match seconds {
        0.0..90.0 => format!("{seconds:.0} s"),
        90.0..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

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
pub fn with_progress<T>(shown: &Shown<'_>, progress: &Progress, work: impl FnOnce() -> T) -> T {
    let mut drawn = None;
    let draw = |bar: &ProgressBar| {
        let (doing, done, of) = progress.now();
        // What is being done of labelled rows changes within one bar.
        let stage = (if shown.labels { String::new() } else { doing.clone() }, of);
        if drawn.as_ref() != Some(&stage) {
            let style = match (of, shown.labels, doing.is_empty()) {
                (0, ..) => WORK,
                (_, true, _) => PART,
                (_, _, true) => TURNS,
                _ => SHARE,
            };
            bar::begin(bar, of, style);
            bar.set_position(done);
            bar.reset_eta();
            drawn = Some(stage);
        }
        let of_run = shown.labels || doing.is_empty();
        let share = if of_run { done as f64 / of.max(1) as f64 } else { 0.0 };
        bar.set_prefix(shown.prefix(share));
        bar.set_message(doing);
        bar.set_position(done);
    };
    bar::with_bar(shown.quiet, draw, |_| work())
}

/// Says what came of a run.
pub fn finished(finished: &Finished, took: Duration) -> Result<()> {
    let (config, metrics) = (&finished.folder.config, &finished.folder.metrics);
    let how = match (finished.cached, finished.rebuilt) {
        (true, _) => "was there already".to_owned(),
        (false, true) => {
            let seconds = took.as_secs_f64();
            format!("{seconds:.1} s; what another build of grice made was there before")
        }
        (false, false) => format!("{:.1} s", took.as_secs_f64()),
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
