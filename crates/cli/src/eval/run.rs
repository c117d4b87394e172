//! `grice eval` and `grice eval run`: systems on one split.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use grice_engine::Cancel;
use grice_lab::data::DataSet;
use grice_lab::eval::{self, Bench, BenchRequest, Pace, Progress, RunOptions, names};
use grice_lab::labels;

use super::args::{CommonArgs, RunArgs};
use super::show::{self, Shown};
use crate::output::warn;

pub fn run(args: &RunArgs) -> Result<ExitCode> {
    let data = names::data_set(args.data.as_deref().unwrap_or_default())?;
    let split = args.split.as_deref().unwrap_or_default();
    let stop = show::stopped_by_ctrl_c()?;
    let done = match labels::splits(data).is_empty() {
        false => {
            let registry = grice_home::registry::open()?;
            let mut session = labels::Session::new(&registry);
            let common = &args.common;
            let request = labels_request(data, split, &args.system, common.limit, common);
            let outcome = labelled(&mut session, &request, common.quiet, &stop, None);
            outcome.and_then(|outcome| {
                let of = outcome.finished.len() + outcome.failed.len();
                let told = |failed: labels::Failed| anyhow::anyhow!("{failed}");
                ended(outcome.failed.into_iter().map(told).collect(), of)
            })
        }
        true => conversational(data, split, &args.system, &args.common, &stop),
    };
    match done {
        Err(error) if is_stopped(&error) => {
            crate::output::tell(format_args!("{error:#}"));
            Ok(ExitCode::from(show::INTERRUPTED))
        }
        done => done.map(|()| ExitCode::SUCCESS),
    }
}

/// Whether Ctrl-C ended it.
pub fn is_stopped(error: &anyhow::Error) -> bool {
    error.downcast_ref::<eval::Error>().is_some_and(eval::Error::is_stopped)
        || matches!(error.downcast_ref(), Some(labels::Error::Stopped))
}

/// Tells of what failed; one alone is the error of all.
fn ended(mut failed: Vec<anyhow::Error>, of: usize) -> Result<()> {
    match (failed.len(), of) {
        (0, _) => Ok(()),
        (1, 1) => failed.pop().map_or(Ok(()), Err),
        (count, _) => {
            failed.iter().for_each(|error| warn(format_args!("{error:#}")));
            anyhow::bail!("{count} of {of} runs failed")
        }
    }
}

fn conversational(
    data: DataSet,
    split: &str,
    systems: &[String],
    common: &CommonArgs,
    stop: &Cancel,
) -> Result<()> {
    // A name that nothing has is told before anything is read.
    let files = systems.iter().map(|name| names::system(name)).collect::<eval::Result<Vec<_>>>()?;
    let bench = opened(data, split, common.limit, common, stop, None)?;
    let mut failed = Vec::new();
    for file in &files {
        match one(&bench, file, common, stop, None) {
            Err(error) if !is_stopped(&error) => failed.push(error),
            done => drop(done?),
        }
    }
    ended(failed, files.len())
}

/// Reads a split and its passages.
pub fn opened(
    data: DataSet,
    split: &str,
    limit: Option<usize>,
    common: &CommonArgs,
    stop: &Cancel,
    pace: Option<&Pace>,
) -> Result<Bench> {
    let progress = Progress::default();
    let name = format!("{data} {split}");
    let shown = Shown { quiet: common.quiet, name: &name, labels: false, pace };
    let request = request(data, split, limit, common, stop);
    Ok(show::with_progress(&shown, &progress, || Bench::open(request, &progress))?)
}

/// Runs a system on a bench and says what came of it. Whether it was there already is told.
pub fn one(
    bench: &Bench,
    file: &names::SystemFile,
    common: &CommonArgs,
    stop: &Cancel,
    pace: Option<&Pace>,
) -> Result<bool> {
    let options = options(common, stop);
    let progress = Progress::default();
    let started = Instant::now();
    let shown = Shown { quiet: common.quiet, name: &file.name, labels: false, pace };
    let finished = show::with_progress(&shown, &progress, || bench.run(file, &options, &progress))?;
    if !common.quiet {
        show::finished(&finished, started.elapsed())?;
    }
    Ok(finished.cached)
}

fn request(
    data: DataSet,
    split: &str,
    limit: Option<usize>,
    common: &CommonArgs,
    stop: &Cancel,
) -> BenchRequest {
    BenchRequest {
        data,
        split: split.to_owned(),
        dir: common.data_dir.clone(),
        index: common.index.clone(),
        limit,
        seed: common.seed,
        results: common.results.clone(),
        endpoint: common.endpoint.clone().zip(common.endpoint_model.clone()),
        stop: stop.clone(),
    }
}

fn options(common: &CommonArgs, stop: &Cancel) -> RunOptions {
    let standard = RunOptions::default();
    let jobs = common.jobs.unwrap_or(standard.jobs);
    RunOptions { jobs, stop: stop.clone(), keep_failed: common.keep_failed }
}

/// Runs systems that label rows, and says what came of them.
pub fn labelled(
    session: &mut labels::Session<'_>,
    request: &labels::Request,
    quiet: bool,
    stop: &Cancel,
    pace: Option<&Pace>,
) -> Result<labels::Outcome> {
    let progress = Progress::default();
    let name = format!("{} {}", request.data, request.split);
    let shown = Shown { quiet, name: &name, labels: true, pace };
    let outcome = show::with_progress(&shown, &progress, || {
        session.run(request, &mut |at| {
            let doing = format!("{} on {}: {}", at.system, at.split, at.doing);
            progress.tell(&doing, (at.share * 1000.0) as u64, 1000);
            match stop.is_cancelled() {
                true => std::ops::ControlFlow::Break(()),
                false => std::ops::ControlFlow::Continue(()),
            }
        })
    })?;
    if !quiet {
        outcome.finished.iter().try_for_each(show::labelled)?;
    }
    Ok(outcome)
}

/// Systems that label rows, on a split.
pub fn labels_request(
    data: DataSet,
    split: &str,
    systems: &[String],
    limit: Option<usize>,
    common: &CommonArgs,
) -> labels::Request {
    labels::Request {
        systems: systems.to_vec(),
        limit,
        seed: common.seed,
        encoder: common.encoder.clone(),
        vectors: common.vectors.clone(),
        ..labels::Request::new(data, &common.data_dir, split, &common.results)
    }
}
