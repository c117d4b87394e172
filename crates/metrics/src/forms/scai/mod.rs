//! SCAI-QReCC 2021: question rewriting, passage retrieval and answers, as the shared task's
//! evaluator (version 2021-07-20 and its successors) scores them.
//!
//! What that evaluator does, and what is done here:
//! - ROUGE is its `mid`, the median of 1,000 unseeded bootstrap means; here it is the plain mean,
//!   and the interval can be asked for with a seed.
//! - MRR is over turns in both the run and the truth, an omitted turn is no zero; here too, unless
//!   [`Omitted::Zero`] is asked for. The report says which.
//! - Turns without a true answer or true passages are left out; [`Options::missing_truth`] scores
//!   them as the paper did.
//! - Rewrites of first turns are left out, unless [`Options::first_turns`].
//! - A step is skipped when a run has nothing for it in any turn.

mod files;

use std::path::Path;

use rustc_hash::FxHashMap;

use crate::answer::{Policy, Prf, Rouge, RougeText, Words};
use crate::error::Result;
use crate::forms::Unknown;
use crate::forms::answers::{Also, Answered, nothing, overlap};
use crate::report::{Counted, Measure, Report, Score, Turn, count};
use crate::retrieval::{self, Denominator, Measure as Measures, Qrels, Run};
use crate::source::Source;
use crate::turn_key::Keyed;
use files::{Passages, RunTurn, TruthTurn};

/// What an omitted turn is for retrieval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Omitted {
    /// Not counted, as the shared task had it.
    #[default]
    LeftOut,
    /// A turn on which nothing was found.
    Zero,
}

/// How a run is scored.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Score turns whose truth is empty too, as the paper did.
    pub missing_truth: bool,
    /// Score rewrites of first turns too.
    pub first_turns: bool,
    /// What an omitted turn is for retrieval.
    pub omitted: Omitted,
    /// Measures of retrieval besides MRR.
    pub retrieval: Vec<retrieval::Measure>,
    /// What to do with turns the truth does not have.
    pub unknown: Unknown,
}

const NO_REWRITE: &str = "the truth has no rewrite";
const NO_ANSWER: &str = "the truth has no answer";
const NO_PASSAGES: &str = "the truth has no passages";

/// Scores a run against a ground truth.
pub fn score(truth: &Path, run: &Path, options: &Options) -> Result<Report> {
    score_with(truth, run, options, &mut nothing)
}

/// Scores a run against a ground truth, its answers also by other measures.
pub fn score_with(truth: &Path, run: &Path, options: &Options, also: Also<'_>) -> Result<Report> {
    let (truth_source, run_source) = (Source::read(truth)?, Source::read(run)?);
    let truths = files::truth(&truth_source)?;
    let runs = files::run(&run_source)?;
    let unknown = runs.items.iter().map(|(key, _)| key.as_str()).filter(|key| !truths.has(key));
    let ignored = options.unknown.check(truth, run, unknown, runs.items.len())?;
    let mut report = Report {
        form: "scai".into(),
        truth: truth.display().to_string(),
        run: run.display().to_string(),
        in_truth: truths.items.len(),
        in_run: runs.items.len(),
        ignored,
        ..Report::default()
    };
    report.turns = truths
        .items
        .iter()
        .map(|(key, turn)| {
            let kind = if turn.is_first() { "first" } else { "later" };
            Turn::new(key.clone()).group("turn-type", kind)
        })
        .collect();
    rewriting(&mut report, &truths, &runs, options);
    retrieval(&mut report, &truths, &runs, options)?;
    answering(&mut report, &truths, &runs, options, also)?;
    Ok(report)
}

type Truths<'a> = Keyed<TruthTurn<'a>>;
type Runs<'a> = Keyed<RunTurn<'a>>;

fn rewriting(report: &mut Report, truths: &Truths<'_>, runs: &Runs<'_>, options: &Options) {
    if !runs.items.iter().any(|(_, turn)| turn.rewrite.is_some()) {
        report.notes.push("QR is skipped: the run has no Model_rewrite in any turn.".into());
        return;
    }
    let mut missing = Vec::new();
    let scores: Vec<Score> = truths
        .items
        .iter()
        .map(|(key, truth)| {
            let reference = truth.rewrite.as_deref().unwrap_or_default();
            if truth.is_first() && !options.first_turns {
                return Err("first turns need no rewrite");
            }
            if reference.is_empty() && !options.missing_truth {
                return Err(NO_REWRITE);
            }
            let rewrite = runs.get(key).and_then(|turn| turn.rewrite.as_deref());
            missing.extend(rewrite.is_none().then_some("the run has no rewrite"));
            Ok(unigrams(rewrite.unwrap_or_default(), reference).recall)
        })
        .collect();
    report.measures.push(Measure::mean("QR", scores));
    report.zeros.extend(count(missing));
}

fn retrieval(
    report: &mut Report,
    truths: &Truths<'_>,
    runs: &Runs<'_>,
    options: &Options,
) -> Result<()> {
    let relevant = |truth: &TruthTurn<'_>| {
        let mut ids: Vec<String> =
            truth.passages.iter().flatten().map(|id| id.to_string()).collect();
        ids.sort_unstable();
        ids.dedup();
        // As in the paper: a turn without relevant passages is one on which nothing can be found.
        if ids.is_empty() && options.missing_truth {
            ids.push(String::new());
        }
        ids
    };
    let judged: Vec<(&str, Vec<String>)> = truths
        .items
        .iter()
        .map(|(key, truth)| (key.as_str(), relevant(truth)))
        .filter(|(_, ids)| !ids.is_empty())
        .collect();
    let ranked = runs.items.iter().filter_map(|(key, turn)| {
        turn.passages.as_ref().map(|Passages(list)| (key.as_str(), list))
    });
    if !judged.iter().any(|(key, _)| runs.get(key).is_some_and(|turn| turn.passages.is_some())) {
        let why = "MRR is skipped: the run has no Model_passages for a turn with true passages.";
        report.notes.push(why.into());
        return Ok(());
    }
    let qrels = Qrels::from_grades(
        judged.iter().map(|(key, ids)| (*key, ids.iter().map(|id| (id.as_str(), 1)))),
    )?;
    let run = Run::from_scores(
        ranked.map(|(key, list)| (key, list.iter().map(|(id, score)| (&**id, *score)))),
    )?;
    let mut measures = Measures::list("RR")?;
    measures.extend(options.retrieval.iter().cloned());
    let denominator = match options.omitted {
        Omitted::LeftOut => Denominator::Both,
        Omitted::Zero => Denominator::Truth,
    };
    let how = retrieval::Options { denominator, ..retrieval::Options::default() };
    let scores = retrieval::score(&qrels, &run, &measures, &how)?;
    let rows: FxHashMap<&str, usize> =
        scores.queries().iter().enumerate().map(|(row, query)| (query.as_str(), row)).collect();
    for (number, measure) in measures.iter().enumerate() {
        let name = if number == 0 { "MRR".to_owned() } else { measure.to_string() };
        let column = truths.items.iter().map(|(key, truth)| match rows.get(key.as_str()) {
            Some(&row) => Ok(scores.row(row)[number]),
            None if relevant(truth).is_empty() => Err(NO_PASSAGES),
            None => Err("the run has no passages for it"),
        });
        report.measures.push(Measure::mean(name, column));
    }
    let omitted = scores.coverage().only_in_truth.len();
    if omitted > 0 && options.omitted == Omitted::Zero {
        let why = "the run has no passages".to_owned();
        report.zeros.push(Counted { why, turns: omitted });
    }
    report.notes.push(format!(
        "MRR: {}.",
        match options.omitted {
            Omitted::LeftOut =>
                "over turns in both the run and the truth, as the shared task counted",
            Omitted::Zero =>
                "over all turns of the truth with passages, omitted ones counting as 0",
        }
    ));
    Ok(())
}

fn answering(
    report: &mut Report,
    truths: &Truths<'_>,
    runs: &Runs<'_>,
    options: &Options,
    also: Also<'_>,
) -> Result<()> {
    if !runs.items.iter().any(|(_, turn)| turn.answer.is_some()) {
        report.notes.push("EM, F1 and ROUGE1-R are skipped: the run has no Model_answer.".into());
        return Ok(());
    }
    let mut missing = Vec::new();
    let mut recalls = Vec::with_capacity(truths.items.len());
    let mut answered = Vec::with_capacity(truths.items.len());
    for (key, truth) in &truths.items {
        let reference = truth.answer.as_deref().unwrap_or_default();
        let answer = runs.get(key).and_then(|turn| turn.answer.as_deref());
        let references = match reference.is_empty() && !options.missing_truth {
            true => Err(NO_ANSWER),
            false => Ok(vec![reference]),
        };
        missing.extend((references.is_ok() && answer.is_none()).then_some("the run has no answer"));
        let recall = unigrams(answer.unwrap_or_default(), reference).recall;
        recalls.push(references.as_ref().map(|_| recall).map_err(|why| *why));
        let prediction = Some(answer.unwrap_or_default());
        answered.push(Answered {
            question: truth.rewrite.as_deref().unwrap_or_default(),
            prediction,
            references,
        });
    }
    report.measures.extend(overlap(&answered, Policy::Best));
    report.measures.push(Measure::mean("ROUGE1-R", recalls));
    report.measures.extend(also(&answered)?);
    report.zeros.extend(count(missing));
    Ok(())
}

fn unigrams(prediction: &str, reference: &str) -> Prf {
    let text = |text: &str| RougeText::new(text, Words::Plain);
    Rouge::N(1).score(&text(prediction), &text(reference))
}
