//! `grice eval all`: everything that the data at hand allows.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use grice_engine::Cancel;
use grice_lab::eval::plan::{self, Plan, Planned, PlannedRun, Wanted};
use grice_lab::eval::{self, Pace, names};
use grice_lab::labels;

use super::args::{AllArgs, CommonArgs};
use super::run as runs;
use super::show::{self, minutes};
use crate::output::{DIM, Misuse, TITLE, counted, stdout, tell, warn};

/// What came of the runs.
#[derive(Debug, Default)]
struct Outcome {
    finished: u64,
    /// Runs, or data sets, and why nothing came of them.
    failed: Vec<(String, String)>,
    passed_over: Vec<String>,
}

pub fn run(args: &AllArgs) -> Result<ExitCode> {
    let common = &args.common;
    let only = args.only.iter().map(|name| names::data_set(name)).collect::<Result<Vec<_>, _>>()?;
    let mut plan = plan::make(&Wanted {
        dir: &common.data_dir,
        results: &common.results,
        limit: common.limit,
        full: args.full,
        endpoint: common.endpoint.is_some(),
        seed: common.seed,
    });
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
    let (mut outcome, mut pace) = (Outcome::default(), Pace::new(&plan));
    for not in plan.not.iter().filter(|not| not.damaged) {
        outcome.failed.push((not.data.to_string(), not.why.clone()));
    }
    let registry = grice_home::registry::open()?;
    let mut session = labels::Session::new(&registry);
    for planned in &plan.runs {
        let done = match planned.labels {
            true => labelled(planned, &mut session, common, &stop, &mut pace, &mut outcome),
            false => answered(planned, common, &stop, &mut pace, &mut outcome),
        };
        match done {
            Err(error) if runs::is_stopped(&error) => {
                tell(format_args!("{error:#}"));
                return Ok(ExitCode::from(show::INTERRUPTED));
            }
            Err(error) => {
                outcome.fail(format!("{} {}", planned.data, planned.split), format!("{error:#}"));
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
fn answered(
    planned: &Planned,
    common: &CommonArgs,
    stop: &Cancel,
    pace: &mut Pace,
    outcome: &mut Outcome,
) -> Result<()> {
    let (data, split) = (planned.data, planned.split.as_str());
    let bench = match runs::opened(data, split, planned.limit, common, stop, Some(pace)) {
        Ok(bench) => bench,
        Err(error) => {
            for run in &planned.runs {
                pace.begin(run);
                pace.end(None);
            }
            return Err(error);
        }
    };
    for run in &planned.runs {
        let began = begin(pace, run);
        let done = names::system(&run.system)
            .map_err(anyhow::Error::from)
            .and_then(|file| runs::one(&bench, &file, common, stop, Some(pace)));
        let made = matches!(done, Ok(false));
        pace.end(made.then(|| began.elapsed().as_secs_f64()));
        match done {
            Ok(_) => outcome.finished += 1,
            Err(error) => outcome.tell(&format!("{} on {data} {split}", run.system), error)?,
        }
    }
    Ok(())
}

/// The same for systems that label rows.
fn labelled(
    planned: &Planned,
    session: &mut labels::Session<'_>,
    common: &CommonArgs,
    stop: &Cancel,
    pace: &mut Pace,
    outcome: &mut Outcome,
) -> Result<()> {
    let (data, split) = (planned.data, planned.split.as_str());
    for run in &planned.runs {
        let began = begin(pace, run);
        let system = std::slice::from_ref(&run.system);
        let request = runs::labels_request(data, split, system, planned.limit, common);
        let done = runs::labelled(session, &request, common.quiet, stop, Some(pace));
        let made = done.as_ref().is_ok_and(|done| done.finished.iter().any(|one| !one.cached));
        pace.end(made.then(|| began.elapsed().as_secs_f64()));
        match done {
            Ok(done) => {
                outcome.finished += u64::from(!done.finished.is_empty());
                for failed in done.failed {
                    let split = format!("{data} {}", failed.split);
                    let run = match &failed.system {
                        Some(system) => format!("{system} on {split}"),
                        None => split,
                    };
                    outcome.fail(run, failed.error.to_string());
                }
            }
            Err(error) => outcome.tell(&format!("{} on {data} {split}", run.system), error)?,
        }
    }
    Ok(())
}

fn begin(pace: &mut Pace, run: &PlannedRun) -> Instant {
    pace.begin(run);
    Instant::now()
}

impl Outcome {
    /// Takes up why a run came to nothing; that it was stopped ends all.
    fn tell(&mut self, run: &str, error: anyhow::Error) -> Result<()> {
        if runs::is_stopped(&error) {
            return Err(error);
        }
        match needs(&error) {
            true => self.passed_over.push(format!("{error:#}")),
            false => self.fail(run.to_owned(), format!("{error:#}")),
        }
        Ok(())
    }

    /// Keeps why a run failed. What several fail of is told once, with their names at the end.
    fn fail(&mut self, run: String, why: String) {
        if !self.failed.iter().any(|(_, known)| *known == why) {
            warn(format_args!("{run}: {why}"));
        }
        if !self.failed.iter().any(|(known, _)| *known == run) {
            self.failed.push((run, why));
        }
    }
}

fn needs(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(eval::Error::Needs { .. }))
        || matches!(error.downcast_ref(), Some(labels::Error::Needs { .. }))
}

fn print(plan: &Plan) -> Result<()> {
    let mut out = stdout();
    let name = |run: &Planned| format!("{} {}", run.data, run.split);
    let width = plan.runs.iter().map(|run| name(run).len()).max().unwrap_or(0);
    for run in &plan.runs {
        let systems = counted(run.runs.len() as u64, "system");
        let done = run.runs.iter().filter(|run| run.done).count();
        let turns = match run.limit {
            Some(limit) => format!("at most {limit} {}", if run.labels { "rows" } else { "turns" }),
            None => "all".to_owned(),
        };
        writeln!(
            out,
            "{TITLE}{:width$}{TITLE:#}  {systems:>11}, {turns:<19}  about {}{}",
            name(run),
            minutes(run.seconds()),
            if done > 0 { format!(", {done} finished") } else { String::new() },
        )?;
    }
    writeln!(
        out,
        "About {} on two cores, reading passages not counted; what is finished is not run again.",
        minutes(plan.seconds())
    )?;
    for not in &plan.not {
        writeln!(out, "{DIM}{}: {}{DIM:#}", not.data, not.why)?;
    }
    Ok(())
}

fn summary(outcome: &Outcome, common: &CommonArgs, took: Duration) -> Result<()> {
    for why in &outcome.passed_over {
        tell(format_args!("passed over: {why}"));
    }
    let mut told: Vec<&str> = Vec::new();
    for (_, why) in &outcome.failed {
        if told.contains(&why.as_str()) {
            continue;
        }
        let runs = outcome.failed.iter().filter(|(_, other)| other == why);
        let runs: Vec<&str> = runs.map(|(run, _)| run.as_str()).collect();
        tell(format_args!("failed: {}: {why}", runs.join(", ")));
        told.push(why);
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
