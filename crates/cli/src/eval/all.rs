//! `grice eval all`: everything that the data at hand allows.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use grice_engine::Cancel;
use grice_lab::eval::plan::{self, Plan, Planned};
use grice_lab::eval::{Bench, Progress, names};
use grice_lab::labels;

use super::args::{AllArgs, CommonArgs};
use super::{run as runs, show};
use crate::output::{DIM, Misuse, TITLE, counted, stdout, tell, warn};

/// What came of the runs.
#[derive(Debug, Default)]
struct Outcome {
    finished: u64,
    failed: Vec<String>,
    passed_over: Vec<String>,
}

pub fn run(args: &AllArgs) -> Result<ExitCode> {
    let common = &args.common;
    let only = args.only.iter().map(|name| names::data_set(name)).collect::<Result<Vec<_>, _>>()?;
    let endpoint = common.endpoint.is_some();
    let mut plan = plan::make(&common.data_dir, &common.results, common.limit, args.full, endpoint);
    if !only.is_empty() {
        plan.runs.retain(|run| only.contains(&run.data));
        plan.not.retain(|not| only.contains(&not.data));
    }
    if plan.runs.is_empty() {
        let told = plan.not.iter().find(|not| not.damaged).map(|not| not.why.clone());
        let why = told.unwrap_or_else(|| {
            format!(
                "{}: no data set is there; name their folder with --data-dir",
                common.data_dir.display()
            )
        });
        return Err(Misuse(why).into());
    }
    if !common.quiet || args.plan {
        print(&plan)?;
    }
    if args.plan {
        return Ok(ExitCode::SUCCESS);
    }
    let stop = show::stopped_by_ctrl_c()?;
    let started = Instant::now();
    let mut outcome = Outcome::default();
    for not in plan.not.iter().filter(|not| not.damaged) {
        outcome.failed.push(format!("{}: {}", not.data, not.why));
    }
    let registry = grice_home::registry::open()?;
    let mut session = labels::Session::new(&registry);
    for planned in &plan.runs {
        match split(planned, &mut session, common, &stop, &mut outcome) {
            Err(error) if runs::is_stopped(&error) => {
                tell(format_args!("{error:#}"));
                return Ok(ExitCode::from(show::INTERRUPTED));
            }
            Err(error) => {
                warn(format_args!("{} {}: {error:#}", planned.data, planned.split));
                outcome.failed.push(format!("{} {}: {error:#}", planned.data, planned.split));
            }
            Ok(()) => {}
        }
    }
    summary(&outcome, common, started.elapsed())?;
    Ok(match outcome.failed.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Runs what is planned for a split; a system that fails does not keep the others from being run.
fn split(
    planned: &Planned,
    session: &mut labels::Session<'_>,
    common: &CommonArgs,
    stop: &Cancel,
    outcome: &mut Outcome,
) -> Result<()> {
    let (data, split) = (planned.data, planned.split.as_str());
    if planned.systems.is_empty() {
        runs::labelled(session, data, split, &[], planned.limit, common, stop)?;
        outcome.finished += 1;
        return Ok(());
    }
    let progress = Progress::default();
    let request = runs::request(data, split, planned.limit, common);
    let prefix = format!("{data} {split}");
    let bench =
        show::with_progress(common.quiet, &prefix, &progress, || Bench::open(request, &progress))?;
    for name in &planned.systems {
        let done = names::system(name)
            .map_err(anyhow::Error::from)
            .and_then(|file| runs::one(&bench, &file, common, stop));
        match done {
            Ok(()) => outcome.finished += 1,
            Err(error) if runs::is_stopped(&error) => return Err(error),
            Err(error) if needs(&error) => outcome.passed_over.push(format!("{error:#}")),
            Err(error) => {
                warn(format_args!("{error:#}"));
                outcome.failed.push(format!("{name} on {data} {split}: {error:#}"));
            }
        }
    }
    Ok(())
}

fn needs(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(grice_lab::eval::Error::Needs { .. }))
}

fn print(plan: &Plan) -> Result<()> {
    let mut out = stdout();
    let name = |run: &Planned| format!("{} {}", run.data, run.split);
    let width = plan.runs.iter().map(|run| name(run).len()).max().unwrap_or(0);
    for run in &plan.runs {
        let systems = match run.systems.len() {
            0 => "its systems".to_owned(),
            n => counted(n as u64, "system"),
        };
        let turns = match run.limit {
            Some(limit) => format!("at most {limit} turns"),
            None => "all".to_owned(),
        };
        writeln!(
            out,
            "{TITLE}{:width$}{TITLE:#}  {systems:>11}, {turns:<19}  about {}",
            name(run),
            minutes(run.seconds)
        )?;
    }
    let all: f64 = plan.runs.iter().map(|run| run.seconds).sum();
    writeln!(
        out,
        "About {} on two cores, reading passages not counted; what is finished is not run again.",
        minutes(all)
    )?;
    for not in &plan.not {
        writeln!(out, "{DIM}{}: {}{DIM:#}", not.data, not.why)?;
    }
    Ok(())
}

fn minutes(seconds: f64) -> String {
    match seconds {
        0.0..90.0 => format!("{seconds:.0} s"),
        90.0..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

fn summary(outcome: &Outcome, common: &CommonArgs, took: Duration) -> Result<()> {
    for why in &outcome.passed_over {
        tell(format_args!("passed over: {why}"));
    }
    for why in &outcome.failed {
        tell(format_args!("failed: {why}"));
    }
    if !common.quiet {
        writeln!(
            stdout(),
            "{} done in {}, {} failed. `grice eval report {}` makes a page of them.",
            counted(outcome.finished, "run"),
            minutes(took.as_secs_f64()),
            outcome.failed.len(),
            common.results.display()
        )?;
    }
    Ok(())
}
