//! `grice score`: runs scored as their field scores them.

mod args;
mod models;
mod names;
mod show;
mod streams;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use grice_metrics::Report;
use grice_metrics::compare::{Options, Test, compare, read_report};
use grice_metrics::forms::answers::Answered;
use grice_metrics::forms::{
    Mapping, Unknown, circa, coqa, pragmaticqa, pragmeval, quac, scai, spans, squad, topiocqa, trec,
};
use grice_metrics::retrieval::{self, Denominator};
use grice_metrics::source::Source;

pub use args::ScoreArgs;
use args::{FileArgs, Form, OutputArgs, RunArgs, TestArgs, TrecArgs};
use names::{OmittedName, TestName};

use crate::output::Misuse;

pub fn run(args: ScoreArgs) -> Result<ExitCode> {
    let Some(form) = args.form else {
        return compare_reports(&args);
    };
    match form {
        Form::Scai(args) => scai(&args),
        Form::Trec(args) => trec(&args),
        Form::Topiocqa(args) => topiocqa(&args),
        Form::Pragmaticqa(args) => {
            let options = pragmaticqa::Options {
                cutoffs: args.cutoffs.clone(),
                unknown: unknown(&args.files),
            };
            let models = models::open(&args.models)?;
            over_runs(&args.files, &args.output, TestName::TTest, |truth, run| {
                let mut also =
                    |answers: &[Answered<'_>]| models::measures(models.as_ref(), answers);
                Ok(pragmaticqa::score_with(truth, run, &options, &mut also)?)
            })
        }
        Form::Circa(args) => {
            let options = circa::Options {
                only_run: args.only_run,
                mapping: args.map.clone().unwrap_or_default(),
                unknown: unknown(&args.files),
            };
            over_runs(&args.files, &args.output, TestName::Mcnemar, |truth, run| {
                Ok(circa::score(truth, run, &options)?)
            })
        }
        Form::Pragmeval(args) => {
            let options = pragmeval::Options {
                split: args.split,
                mapping: args.map.clone().unwrap_or_default(),
                unknown: unknown(&args.files),
            };
            over_runs(&args.files, &args.output, TestName::Mcnemar, |truth, run| {
                Ok(pragmeval::score(truth, run, &options)?)
            })
        }
        Form::Squad(args) => {
            let options = squad::Options {
                mapping: args.map.clone().unwrap_or_default(),
                unknown: unknown(&args.files),
            };
            over_runs(&args.files, &args.output, TestName::TTest, |truth, run| {
                Ok(squad::score(truth, run, &options)?)
            })
        }
        Form::Coqa(args) => {
            let options = coqa::Options {
                mapping: args.map.clone().unwrap_or_default(),
                unknown: unknown(&args.files),
                ..coqa::Options::default()
            };
            over_runs(&args.files, &args.output, TestName::TTest, |truth, run| {
                Ok(coqa::score(truth, run, &options)?)
            })
        }
        Form::Quac(args) => {
            let options = quac::Options {
                mapping: args.map.clone().unwrap_or_default(),
                unknown: unknown(&args.files),
                ..quac::Options::default()
            };
            over_runs(&args.files, &args.output, TestName::TTest, |truth, run| {
                Ok(quac::score(truth, run, &options)?)
            })
        }
        Form::Pairs(args) => streams::pairs(&args),
        Form::Spans(args) => {
            show::report(&spans::score(&Source::read(&args.file)?, &args.cutoffs)?, &args.output)
        }
        Form::Agreement(args) => streams::agreement(&args),
    }
}

fn scai(args: &args::ScaiArgs) -> Result<ExitCode> {
    let options = scai::Options {
        missing_truth: args.missing_truth,
        first_turns: args.first_turns,
        omitted: match args.omitted {
            OmittedName::LeftOut => scai::Omitted::LeftOut,
            OmittedName::Zero => scai::Omitted::Zero,
        },
        retrieval: args.measures.iter().flat_map(|list| list.0.clone()).collect(),
        unknown: unknown(&args.files),
    };
    let models = models::open(&args.models)?;
    over_runs(&args.files, &args.output, TestName::TTest, |truth, run| {
        let mut also = |answers: &[Answered<'_>]| models::measures(models.as_ref(), answers);
        Ok(scai::score_with(truth, run, &options, &mut also)?)
    })
}

fn trec(args: &TrecArgs) -> Result<ExitCode> {
    let options = retrieval::Options {
        denominator: if args.complete { Denominator::Truth } else { Denominator::Both },
        depth: args.depth,
        ..retrieval::Options::default()
    };
    runs(&args.runs, &args.output, TestName::TTest, |run| {
        Ok(trec::score(&args.qrels, run, &args.measures.0, &options)?)
    })
}

fn topiocqa(args: &args::TopiocqaArgs) -> Result<ExitCode> {
    let options = topiocqa::Options {
        policy: args.references.into(),
        human: args.human,
        bound: args.bound,
        top_k: args.top_k,
        mapping: mapping(args.map.as_ref(), &["id", "prediction"])?,
        unknown: unknown(&args.files),
    };
    let models = models::open(&args.models)?;
    over_runs(&args.files, &args.output, TestName::TTest, |truth, run| {
        let mut also = |answers: &[Answered<'_>]| models::measures(models.as_ref(), answers);
        Ok(topiocqa::score_with(truth, run, &options, &mut also)?)
    })
}

fn unknown(files: &FileArgs) -> Unknown {
    if files.skip_unknown { Unknown::PassOver } else { Unknown::Refuse }
}

fn mapping(given: Option<&Mapping>, parts: &[&str]) -> Result<Mapping> {
    let mapping = given.cloned().unwrap_or_default();
    mapping.check(parts).map_err(Misuse)?;
    Ok(mapping)
}

fn over_runs(
    files: &FileArgs,
    output: &OutputArgs,
    usual_test: TestName,
    score: impl Fn(&Path, &Path) -> Result<Report>,
) -> Result<ExitCode> {
    runs(&files.runs, output, usual_test, |run| score(&files.truth, run))
}

/// Scores one run and shows it, or several and compares them.
fn runs(
    given: &RunArgs,
    output: &OutputArgs,
    usual_test: TestName,
    score: impl Fn(&Path) -> Result<Report>,
) -> Result<ExitCode> {
    if given.compare.is_empty() {
        // Clap has seen to it that one of the two is there.
        let run = given.run.clone().unwrap_or_default();
        return show::report(&score(&run)?, output);
    }
    let files: Vec<&PathBuf> = given.run.iter().chain(&given.compare).collect();
    let reports = files.into_iter().map(|run| score(run)).collect::<Result<Vec<_>>>()?;
    compared(&reports, &given.test, output, usual_test)
}

fn compare_reports(args: &ScoreArgs) -> Result<ExitCode> {
    if args.compare.is_empty() {
        let why = "say what to score: a form such as scai, trec or pairs (grice score --help lists \
                   them), or --compare with saved reports";
        return Err(Misuse(why.into()).into());
    }
    let reports: Vec<Report> =
        args.compare.iter().map(|file| read_report(file)).collect::<Result<_, _>>()?;
    let usual = match reports.first() {
        Some(report) if ["circa", "pragmeval"].contains(&report.form.as_str()) => TestName::Mcnemar,
        _ => TestName::TTest,
    };
    compared(&reports, &args.test, &args.output, usual)
}

fn compared(
    reports: &[Report],
    test: &TestArgs,
    output: &OutputArgs,
    usual_test: TestName,
) -> Result<ExitCode> {
    if !(test.level > 0.0 && test.level < 1.0) {
        return Err(Misuse(format!("--level {} is not between 0 and 1", test.level)).into());
    }
    if !output.by.is_empty() || output.per_turn.is_some() || output.interval {
        let why = "--by, --per-turn and --interval are about one run; score it without --compare";
        return Err(Misuse(why.into()).into());
    }
    let options = Options {
        test: match test.test.unwrap_or(usual_test) {
            TestName::TTest => Test::TTest,
            TestName::Mcnemar => Test::McNemar,
            TestName::Randomisation => {
                Test::Randomisation { rounds: output.rounds.unwrap_or(10_000), seed: output.seed }
            }
        },
        level: test.level,
        digits: output.digits,
    };
    show::comparison(&compare(reports, &options)?, output)
}
