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

use rayon::prelude::*;

use crate::answer::{Policy, Prf, Rouge, RougeText, Words};
use crate::error::Result;
use crate::forms::Unknown;
use crate::forms::answers::{Also, Answered, nothing, overlap};
use crate::report::{Counted, Measure, Report, Score, Turn, count};
use crate::retrieval::{self, Measure as Measures, Qrels, Run, Scores};
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
        in_truth: truths.items.len(),
        in_run: runs.items.len(),
        ignored,
        ..Report::new("scai", truth, run)
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
    let rewrite = |key: &str| runs.get(key).and_then(|turn| turn.rewrite.as_deref());
    let scores: Vec<Score> = truths
        .items
        .par_iter()
        .map(|(key, truth)| {
            let reference = truth.rewrite.as_deref().unwrap_or_default();
            if truth.is_first() && !options.first_turns {
                return Err("first turns need no rewrite");
            }
            if reference.is_empty() && !options.missing_truth {
                return Err(NO_REWRITE);
            }
            Ok(unigrams(rewrite(key).unwrap_or_default(), reference).recall)
        })
        .collect();
    let scored = truths.items.iter().zip(&scores).filter(|(_, score)| score.is_ok());
    let missing = scored.filter(|((key, _), _)| rewrite(key).is_none());
    report.zeros.extend(count(missing.map(|_| "the run has no rewrite")));
    report.measures.push(Measure::mean("QR", scores));
}

fn retrieval(
    report: &mut Report,
    truths: &Truths<'_>,
    runs: &Runs<'_>,
    options: &Options,
) -> Result<()> {
    let turns: Vec<std::result::Result<Ranked<'_>, &'static str>> = truths
        .items
        .iter()
        .map(|(key, truth)| {
            let relevant = relevant(truth, options);
            let retrieved = runs.get(key).and_then(|turn| turn.passages.as_ref());
            match (relevant.is_empty(), retrieved) {
                (true, _) => Err(NO_PASSAGES),
                (_, None) if options.omitted == Omitted::LeftOut => Err("the run has no passages"),
                _ => Ok(Ranked { key, relevant, retrieved }),
            }
        })
        .collect();
    let ranked: Vec<&Ranked<'_>> = turns.iter().flatten().collect();
    if !ranked.iter().any(|turn| turn.retrieved.is_some()) {
        let why = "MRR is skipped: the run has no Model_passages for a turn with true passages.";
        report.notes.push(why.into());
        return Ok(());
    }
    let mut measures = Measures::list("RR")?;
    measures.extend(options.retrieval.iter().cloned());
    let chunks: Vec<Result<Scores>> =
        ranked.par_chunks(1024).map(|turns| scores(turns, &measures)).collect();
    let chunks = chunks.into_iter().collect::<Result<Vec<Scores>>>()?;
    for (number, measure) in measures.iter().enumerate() {
        let name = if number == 0 { "MRR".to_owned() } else { measure.to_string() };
        let mut values = chunks.iter().flat_map(|chunk| chunk.column(number));
        let column = turns.iter().map(|turn| match turn {
            Ok(_) => values.next().ok_or("it was not scored"),
            Err(why) => Err(*why),
        });
        report.measures.push(Measure::mean(name, column));
    }
    let omitted = ranked.iter().filter(|turn| turn.retrieved.is_none()).count();
    if omitted > 0 {
        let why = "the run has no passages".to_owned();
        report.zeros.push(Counted { why, turns: omitted });
    }
    let how = match options.omitted {
        Omitted::LeftOut => "over turns in both the run and the truth, as the shared task counted",
        Omitted::Zero => "over all turns of the truth with passages, omitted ones counting as 0",
    };
    report.notes.push(format!("MRR: {how}."));
    Ok(())
}

/// A turn that counts, with its true passages and the run's.
struct Ranked<'a> {
    key: &'a str,
    relevant: Vec<&'a str>,
    retrieved: Option<&'a Passages<'a>>,
}

fn relevant<'a>(truth: &'a TruthTurn<'_>, options: &Options) -> Vec<&'a str> {
    let mut ids: Vec<&str> = truth.passages.iter().flatten().map(|id| &**id).collect();
    ids.sort_unstable();
    ids.dedup();
    // As in the paper: a turn without true passages is one on which nothing can be found.
    if ids.is_empty() && options.missing_truth {
        ids.push("");
    }
    ids
}

/// The scores of turns, in their order.
fn scores(turns: &[&Ranked<'_>], measures: &[Measures]) -> Result<Scores> {
    let grades = turns.iter().map(|turn| (turn.key, turn.relevant.iter().map(|id| (*id, 1))));
    let ranks = turns.iter().map(|turn| {
        let scored = turn.retrieved.map_or(&[][..], |passages| &passages.scored);
        (turn.key, scored.iter().map(|(id, score)| (&**id, *score)))
    });
    let (qrels, run) = (Qrels::from_grades(grades)?, Run::from_scores(ranks)?);
    Ok(retrieval::score(&qrels, &run, measures, &retrieval::Options::default())?)
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
    let mut answered = Vec::with_capacity(truths.items.len());
    for (key, truth) in &truths.items {
        let reference = truth.answer.as_deref().unwrap_or_default();
        let answer = runs.get(key).and_then(|turn| turn.answer.as_deref());
        let references = match reference.is_empty() && !options.missing_truth {
            true => Err(NO_ANSWER),
            false => Ok(vec![reference]),
        };
        missing.extend((references.is_ok() && answer.is_none()).then_some("the run has no answer"));
        let prediction = Some(answer.unwrap_or_default());
        let question = truth.rewrite.as_deref().unwrap_or_default();
        answered.push(Answered { question, prediction, references });
    }
    let recall = |turn: &Answered<'_>| -> Score {
        let reference = turn.references.as_ref().map_err(|why| *why)?[0];
        Ok(unigrams(turn.prediction.unwrap_or_default(), reference).recall)
    };
    let recalls: Vec<Score> = answered.par_iter().map(recall).collect();
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
