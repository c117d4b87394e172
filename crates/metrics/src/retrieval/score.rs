//! Scores a run against qrels: a value for each query and measure, and their means.
//!
//! trec_eval averages over the queries that are in both the run and the qrels, and with `-c` over
//! all queries of the qrels, an unanswered one scoring 0 in every measure. ir-measures always
//! does the second, but leaves unanswered queries out of `NumQ` and `NumRel`; here they count, as
//! in trec_eval. A query whose qrels hold no relevant document scores 0 and counts in all of
//! them. Which queries were scored, and which were not and why, is in [`Coverage`].

use super::error::ScoreError;
use super::files::{Qrels, Run};
use super::formulas::{ERR_HIGHEST, EXPONENTIAL_HIGHEST, Formulas, sum};
use super::graded::{CutoffTies, Graded, Needs, Version};
use super::measure::{Family, Gain, Measure};

/// Over which queries values are averaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Denominator {
    /// Those in both the run and the qrels; trec_eval's default.
    #[default]
    Both,
    /// All of the qrels, an unanswered one scoring 0; trec_eval's `-c`.
    Truth,
}

/// How a run is scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Over which queries values are averaged.
    pub denominator: Denominator,
    /// How ties are ordered in measures that trec_eval does not have.
    pub cutoff_ties: CutoffTies,
    /// Which trec_eval is followed.
    pub version: Version,
    /// How many documents of a query are looked at; trec_eval's `-M`.
    pub depth: Option<usize>,
}

/// Which queries were scored, and which were not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// How many queries the means are over.
    pub scored: usize,
    /// Queries of the run that the qrels lack; they are never scored.
    pub only_in_run: Vec<String>,
    /// Queries of the qrels that the run lacks; they are scored with [`Denominator::Truth`] only.
    pub only_in_truth: Vec<String>,
    /// Queries of the qrels without a document of grade 1 or higher; they are scored, with 0.
    pub without_relevant: Vec<String>,
}

/// The values of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    measures: Vec<Measure>,
    queries: Vec<String>,
    values: Vec<f64>,
    totals: Vec<f64>,
    coverage: Coverage,
}

impl Scores {
    /// The measures, in the order they were asked for.
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// The queries that were scored, in the order of the qrels.
    pub fn queries(&self) -> &[String] {
        &self.queries
    }

    /// A query's values, one for each measure.
    pub fn row(&self, query: usize) -> &[f64] {
        &self.values[query * self.measures.len()..][..self.measures.len()]
    }

    /// A measure's values, one for each query.
    pub fn column(&self, measure: usize) -> impl Iterator<Item = f64> + '_ {
        self.values.iter().skip(measure).step_by(self.measures.len()).copied()
    }

    /// A measure's mean over the queries, or its sum where it counts something.
    pub fn total(&self, measure: usize) -> f64 {
        self.totals[measure]
    }

    /// Which queries were scored.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }
}

/// Scores a run.
pub fn score(
    qrels: &Qrels,
    run: &Run,
    measures: &[Measure],
    options: &Options,
) -> Result<Scores, ScoreError> {
    let mut coverage = Coverage::default();
    let absent = run.queries().iter().filter(|query| qrels.lists.find_query(query).is_none());
    coverage.only_in_run = absent.cloned().collect();
    if coverage.only_in_run.len() == run.queries().len() {
        return Err(nothing_in_common(qrels, run));
    }

    let needs = Needs::of(measures, options);
    let mut formulas = Formulas::new(options.cutoff_ties, options.version);
    let mut graded = Graded::default();
    let mut queries = Vec::new();
    let mut values = Vec::new();
    for (place, query) in qrels.queries().iter().enumerate() {
        let ranking = run.lists.find_query(query);
        graded.fill(qrels, place, run, ranking, needs);
        if graded.relevant(1) == 0 {
            coverage.without_relevant.push(query.clone());
        }
        if ranking.is_none() {
            coverage.only_in_truth.push(query.clone());
            if options.denominator == Denominator::Both {
                continue;
            }
        }
        for measure in measures {
            check_grades(measure, query, &graded)?;
            values.push(formulas.value(measure, &graded));
        }
        queries.push(query.clone());
    }
    coverage.scored = queries.len();
    let mut scores =
        Scores { measures: measures.to_vec(), queries, values, totals: Vec::new(), coverage };
    scores.totals = (0..measures.len())
        .map(|number| {
            let sum = sum(scores.column(number));
            if measures[number].is_count() { sum } else { sum / scores.coverage.scored as f64 }
        })
        .collect();
    Ok(scores)
}

/// Exponential gains are defined on small grades only.
fn check_grades(measure: &Measure, query: &str, graded: &Graded) -> Result<(), ScoreError> {
    let highest = match (measure.family, measure.gain) {
        (Family::Err, _) => ERR_HIGHEST,
        (Family::Ndcg, Gain::Exponential) => EXPONENTIAL_HIGHEST,
        _ => return Ok(()),
    };
    let gains = measure.gains.iter().map(|&(_, gain)| gain);
    match graded.truth.first().copied().into_iter().chain(gains).find(|&grade| grade > highest) {
        None => Ok(()),
        Some(grade) => Err(ScoreError::GradeTooHigh {
            measure: measure.to_string(),
            query: query.to_owned(),
            grade,
            highest,
        }),
    }
}

fn nothing_in_common(qrels: &Qrels, run: &Run) -> ScoreError {
    let example =
        |queries: &[String]| queries.first().cloned().unwrap_or_else(|| "none".to_owned());
    ScoreError::NoCommonQuery {
        run_queries: run.queries().len(),
        run_query: example(run.queries()),
        truth_queries: qrels.queries().len(),
        truth_query: example(qrels.queries()),
    }
}
