//! `grice eval` and `grice eval run`: systems on one split.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use grice_engine::Cancel;
use grice_lab::data::DataSet;
use grice_lab::eval::{self, Bench, BenchRequest, Progress, RunOptions, names};
use grice_lab::labels;

use super::args::{CommonArgs, RunArgs};
use super::show;

pub fn run(args: &RunArgs) -> Result<ExitCode> {
    let data = names::data_set(args.data.as_deref().unwrap_or_default())?;
    let split = args.split.as_deref().unwrap_or_default();
    let stop = show::stopped_by_ctrl_c()?;
    let done = match labels::splits(data).is_empty() {
        false => {
            let registry = grice_home::registry::open()?;
            let mut session = labels::Session::new(&registry);
            let (systems, limit) = (&args.system, args.common.limit);
            labelled(&mut session, data, split, systems, limit, &args.common, &stop)
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
    matches!(error.downcast_ref(), Some(eval::Error::Stopped { .. }))
        || matches!(error.downcast_ref(), Some(labels::Error::Stopped))
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
    let progress = Progress::default();
    let request = request(data, split, common.limit, common);
    let prefix = format!("{data} {split}");
    let bench =
        show::with_progress(common.quiet, &prefix, &progress, || Bench::open(request, &progress))?;
    for file in &files {
        one(&bench, file, common, stop)?;
    }
    Ok(())
}

/// Runs a system on a bench and says what came of it.
pub fn one(
    bench: &Bench,
    file: &names::SystemFile,
    common: &CommonArgs,
    stop: &Cancel,
) -> Result<()> {
    let options = options(common, stop);
    let progress = Progress::default();
    let started = Instant::now();
    let finished = show::with_progress(common.quiet, &file.name, &progress, || {
        bench.run(file, &options, &progress)
    })?;
    match common.quiet {
        true => Ok(()),
        false => show::finished(&finished, started.elapsed()),
    }
}

/// What a bench is made of.
pub fn request(
    data: DataSet,
    split: &str,
    limit: Option<usize>,
    common: &CommonArgs,
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
    }
}

fn options(common: &CommonArgs, stop: &Cancel) -> RunOptions {
    let standard = RunOptions::default();
    RunOptions { jobs: common.jobs.unwrap_or(standard.jobs), stop: stop.clone() }
}

/// Runs systems that label rows; all of the data set where none is named.
pub fn labelled(
    session: &mut labels::Session<'_>,
    data: DataSet,
    split: &str,
    systems: &[String],
    limit: Option<usize>,
    common: &CommonArgs,
    stop: &Cancel,
) -> Result<()> {
    let request = labels::Request {
        systems: systems.to_vec(),
        limit,
        seed: common.seed,
        encoder: common.encoder.clone(),
        vectors: common.vectors.clone(),
        ..labels::Request::new(data, &common.data_dir, split, &common.results)
    };
    let progress = Progress::default();
    let prefix = format!("{data} {split}");
    let done = show::with_progress(common.quiet, &prefix, &progress, || {
        session.run(&request, &mut |at| {
            let share = (at.runs as f64 + at.share.clamp(0.0, 1.0)) * 1000.0;
            let doing = format!("{} on {}: {}", at.system, at.split, at.doing);
            progress.tell(&doing, share as u64, at.of as u64 * 1000);
            match stop.is_cancelled() {
                true => std::ops::ControlFlow::Break(()),
                false => std::ops::ControlFlow::Continue(()),
            }
        })
    })?;
    if !common.quiet {
        done.iter().try_for_each(show::labelled)?;
    }
    Ok(())
}
