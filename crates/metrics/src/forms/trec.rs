//! TREC qrels and runs, scored as trec_eval scores them.

use std::path::Path;

use rustc_hash::FxHashMap;

use crate::error::Result;
use crate::report::{Counted, Measure, Report, Turn};
use crate::retrieval::{self, Denominator, Qrels, Run};

/// Scores a run.
pub fn score(
    qrels: &Path,
    run: &Path,
    measures: &[retrieval::Measure],
    options: &retrieval::Options,
) -> Result<Report> {
    let (judged, ranked) = (Qrels::read(qrels)?, Run::read(run)?);
    let scores = retrieval::score(&judged, &ranked, measures, options)?;
    let rows: FxHashMap<&str, usize> =
        scores.queries().iter().enumerate().map(|(row, query)| (query.as_str(), row)).collect();
    let mut report = Report {
        in_truth: judged.queries().len(),
        in_run: ranked.queries().len(),
        turns: judged.queries().iter().map(|query| Turn::new(query.clone())).collect(),
        ..Report::new("trec", qrels, run)
    };
    for (number, measure) in measures.iter().enumerate() {
        let column = judged.queries().iter().map(|query| match rows.get(query.as_str()) {
            Some(&row) => Ok(scores.row(row)[number]),
            None => Err("the run does not have the query"),
        });
        let mean = Measure::mean(measure.to_string(), column);
        report.measures.push(Measure { value: Some(scores.total(number)), ..mean });
    }
    let coverage = scores.coverage();
    let counted = |why: &str, turns: usize| Counted { why: why.to_owned(), turns };
    if !coverage.only_in_run.is_empty() {
        let why = "the qrels do not have the query";
        report.ignored.push(counted(why, coverage.only_in_run.len()));
    }
    if !coverage.only_in_truth.is_empty() && options.denominator == Denominator::Truth {
        let why = "the run does not have the query";
        report.zeros.push(counted(why, coverage.only_in_truth.len()));
    }
    if !coverage.without_relevant.is_empty() {
        report.notes.push(format!(
            "{} queries of the qrels have no relevant document; where the run has them they score 0.",
            coverage.without_relevant.len()
        ));
    }
    report.notes.push(match options.denominator {
        Denominator::Both => {
            "Means are over queries in both the run and the qrels, as trec_eval counts without -c."
                .to_owned()
        }
        Denominator::Truth => {
            "Means are over all queries of the qrels, as trec_eval counts with -c.".to_owned()
        }
    });
    Ok(report)
}
