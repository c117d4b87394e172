//! A query's ranking as a list of grades, in the orders that the public scorers use.
//!
//! Three orders are in use. trec_eval 9 (and pytrec_eval) compares scores as 32-bit floats and
//! puts equal ones by document name, last name first. trec_eval 10 and `gdeval.pl` do the same
//! with 64-bit floats. ir-measures' own Python code, which it uses for `RR@k` and `Judged@k`,
//! compares 64-bit floats and puts equal ones first name first.

use std::cmp::Ordering;

use super::files::{Qrels, Run};
use super::lists::Item;
use super::measure::{Family, Gain, Measure};
use super::score::Options;

/// Which trec_eval is followed where two releases differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// trec_eval 9, as in pytrec_eval and ir-measures: scores that are equal as 32-bit floats are
    /// ties, and a level of recall is met by `trunc(recall · R + 0.9)` relevant documents.
    #[default]
    V9,
    /// trec_eval 10: scores are 64-bit floats, and a level of recall is met by
    /// `round(recall · R)` relevant documents.
    V10,
}

/// How equal scores are ordered in `RR@k`, `Judged@k`, `ERR@k` and nDCG with exponential gains,
/// none of which trec_eval computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CutoffTies {
    /// As ir-measures does: first name first in `RR@k` and `Judged@k`, last name first in the
    /// others, scores being 64-bit floats in all of them.
    #[default]
    IrMeasures,
    /// As trec_eval orders the same documents for every other measure.
    TrecEval,
}

type Grades = Vec<Option<i32>>;

/// A query's grades. A document without a judgement has none; a negative grade is a document that
/// was pooled and not judged.
#[derive(Default)]
pub(super) struct Graded {
    trec: Grades,
    /// The judged ones of `trec`.
    judged: Grades,
    last_first: Grades,
    first_first: Grades,
    /// Every grade of the query in the qrels, highest first.
    pub truth: Vec<i32>,
    scratch: Vec<(Item<f64>, Option<i32>)>,
}

/// Which orders a list of measures needs.
#[derive(Clone, Copy)]
pub(super) struct Needs {
    last_first: bool,
    first_first: bool,
    version: Version,
    depth: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Order {
    Trec,
    Judged,
    LastFirst,
    FirstFirst,
}

fn order(measure: &Measure, ties: CutoffTies) -> Order {
    match (measure.family, measure.gain, measure.cutoff) {
        _ if measure.judged_only => Order::Judged,
        _ if ties == CutoffTies::TrecEval => Order::Trec,
        (Family::Judged, ..) | (Family::Rr, _, Some(_)) => Order::FirstFirst,
        (Family::Err, ..) | (Family::Ndcg, Gain::Exponential, _) => Order::LastFirst,
        _ => Order::Trec,
    }
}

impl Needs {
    pub fn of(measures: &[Measure], options: &Options) -> Needs {
        let any = |wanted| measures.iter().any(|m| order(m, options.cutoff_ties) == wanted);
        Needs {
            last_first: any(Order::LastFirst),
            first_first: any(Order::FirstFirst),
            version: options.version,
            depth: options.depth.unwrap_or(usize::MAX),
        }
    }
}

impl Graded {
    /// Takes up a query; `ranking` is its place in the run, where it is there.
    pub fn fill(
        &mut self,
        qrels: &Qrels,
        query: usize,
        run: &Run,
        ranking: Option<usize>,
        needs: Needs,
    ) {
        self.truth.clear();
        self.truth.extend(qrels.lists.list(query).iter().map(|item| item.value));
        self.truth.sort_unstable_by(|a, b| b.cmp(a));

        self.scratch.clear();
        if let Some(ranking) = ranking {
            self.scratch.extend(
                run.lists.list(ranking).iter().map(|item| {
                    (*item, qrels.lists.find(query, item.hash, run.lists.document(item)))
                }),
            );
        }
        let depth = needs.depth;
        // The run itself is in trec_eval 9's order.
        if needs.version == Version::V9 {
            copy(&self.scratch, depth, &mut self.trec);
        }
        if needs.last_first || needs.version == Version::V10 {
            self.scratch.sort_unstable_by(|a, b| compare_double(&a.0, &b.0, run.lists.texts()));
            copy(&self.scratch, depth, &mut self.last_first);
            if needs.version == Version::V10 {
                copy(&self.scratch, depth, &mut self.trec);
            }
        }
        if needs.first_first {
            self.scratch.sort_unstable_by(|a, b| {
                by_double(&a.0, &b.0)
                    .then_with(|| a.0.name(run.lists.texts()).cmp(b.0.name(run.lists.texts())))
            });
            copy(&self.scratch, depth, &mut self.first_first);
        }
        self.judged.clear();
        self.judged.extend(self.trec.iter().filter(|grade| grade.is_some_and(|grade| grade >= 0)));
    }

    /// The grades in the order in which a measure sees them.
    pub fn list(&self, measure: &Measure, ties: CutoffTies) -> &[Option<i32>] {
        match order(measure, ties) {
            Order::Trec => &self.trec,
            Order::Judged => &self.judged,
            Order::LastFirst => &self.last_first,
            Order::FirstFirst => &self.first_first,
        }
    }

    /// How many documents of the qrels have at least that grade.
    pub fn relevant(&self, level: i32) -> usize {
        self.truth.partition_point(|&grade| grade >= level)
    }

    /// How many documents of the qrels are judged and have a lower grade.
    pub fn nonrelevant(&self, level: i32) -> usize {
        self.truth.partition_point(|&grade| grade >= 0) - self.relevant(level)
    }
}

fn copy(ranked: &[(Item<f64>, Option<i32>)], depth: usize, grades: &mut Grades) {
    grades.clear();
    grades.extend(ranked.iter().take(depth).map(|(_, grade)| grade));
}

/// trec_eval 9's order: highest score first as a 32-bit float, then last name first.
pub(super) fn compare_single(a: &Item<f64>, b: &Item<f64>, documents: &str) -> Ordering {
    let (x, y) = (a.value as f32, b.value as f32);
    y.partial_cmp(&x)
        .unwrap_or(Ordering::Equal)
        .then_with(|| b.name(documents).cmp(a.name(documents)))
}

/// The same with 64-bit floats.
fn compare_double(a: &Item<f64>, b: &Item<f64>, documents: &str) -> Ordering {
    by_double(a, b).then_with(|| b.name(documents).cmp(a.name(documents)))
}

fn by_double(a: &Item<f64>, b: &Item<f64>) -> Ordering {
    b.value.partial_cmp(&a.value).unwrap_or(Ordering::Equal)
}
