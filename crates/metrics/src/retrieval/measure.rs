//! A measure of a ranking, with its parameters.
//!
//! Names and parameters are those of ir-measures (MacAvaney, Macdonald and Ounis, ECIR 2022),
//! values those of trec_eval.

use std::fmt;
use std::str::FromStr;

use super::error::MeasureError;
use super::grammar;
use super::shapes::{self, At, Parameter};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Mean of the precisions at each relevant document.
    Ap,
    /// Share of judged documents that are in the right order (Buckley and Voorhees, SIGIR 2004).
    Bpref,
    /// Mean of the interpolated precisions at recall 0, 0.1, … 1; trec_eval's `11pt_avg`.
    ElevenPoint,
    /// Expected reciprocal rank, with grades up to 4 (Chapelle et al., CIKM 2009), as `gdeval.pl`
    /// computes it.
    Err,
    /// AP where part of the pool is judged (Yilmaz and Aslam, CIKM 2006).
    InfAp,
    /// The highest precision from a level of recall on.
    IPrec,
    /// Share of the first documents that have a judgement.
    Judged,
    /// Normalised discounted cumulative gain (Järvelin and Kekäläinen, TOIS 2002).
    Ndcg,
    /// Number of queries.
    NumQ,
    /// Number of relevant documents in the qrels.
    NumRel,
    /// Number of documents returned; with `rel`, of relevant ones.
    NumRet,
    /// Precision at a cut-off.
    P,
    /// Recall at a cut-off.
    R,
    /// Precision at the number of relevant documents.
    Rprec,
    /// One over the rank of the first relevant document.
    Rr,
    /// Precision times recall of the whole ranking.
    SetAp,
    /// Harmonic mean of precision and recall of the whole ranking.
    SetF,
    /// Precision of the whole ranking.
    SetP,
    /// Recall of the whole ranking.
    SetR,
    /// Whether a relevant document is before the cut-off.
    Success,
}

/// How a grade becomes a gain in nDCG.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gain {
    /// The grade itself (`dcg='log2'`), as in trec_eval.
    Linear,
    /// Two to the power of the grade, less one (`dcg='exp-log2'`), as in `gdeval.pl`.
    Exponential,
}

/// A measure, as `nDCG@3` or `R(rel=2)@100` name it. [`fmt::Display`] gives the name that
/// ir-measures gives it.
///
/// ```
/// use grice_metrics::retrieval::Measure;
///
/// let measures = Measure::list("ndcg_cut_10, R(rel=2)@100 MAP")?;
/// let names: Vec<_> = measures.iter().map(|m| m.to_string()).collect();
/// assert_eq!(names, ["nDCG@10", "R(rel=2)@100", "AP"]);
/// # Ok::<(), grice_metrics::retrieval::MeasureError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    pub(super) family: Family,
    pub(super) cutoff: Option<usize>,
    pub(super) rel: Option<i32>,
    pub(super) judged_only: bool,
    pub(super) gain: Gain,
    pub(super) gains: Vec<(i32, i32)>,
    pub(super) recall: f64,
    pub(super) beta: f64,
    pub(super) relative: bool,
}

impl Measure {
    pub(super) fn plain(family: Family) -> Measure {
        Measure {
            family,
            cutoff: None,
            rel: None,
            judged_only: false,
            gain: Gain::Linear,
            gains: Vec::new(),
            recall: 0.0,
            beta: 1.0,
            relative: false,
        }
    }

    /// Reads a list of measures, parted by white space or commas. A measure named twice is there
    /// once.
    pub fn list(text: &str) -> Result<Vec<Measure>, MeasureError> {
        grammar::list(text)
    }

    /// What is measured.
    pub fn family(&self) -> Family {
        self.family
    }

    /// How many documents are looked at, where that is limited.
    pub fn cutoff(&self) -> Option<usize> {
        self.cutoff
    }

    /// The lowest grade that counts as relevant.
    pub fn level(&self) -> i32 {
        self.rel.unwrap_or(1)
    }

    /// Whether the values of queries are added up, not averaged.
    pub fn is_count(&self) -> bool {
        matches!(self.family, Family::NumQ | Family::NumRel | Family::NumRet)
    }

    fn shown(&self, parameter: Parameter) -> Option<String> {
        match parameter {
            Parameter::Rel => {
                let rel = self.rel.filter(|&rel| rel != 1 || self.family == Family::NumRet)?;
                Some(format!("rel={rel}"))
            }
            Parameter::JudgedOnly => self.judged_only.then(|| "judged_only=True".to_owned()),
            Parameter::Relative => self.relative.then(|| "relative=True".to_owned()),
            Parameter::Beta => (self.beta != 1.0).then(|| format!("beta={:?}", self.beta)),
            Parameter::Dcg => (self.gain == Gain::Exponential).then(|| "dcg='exp-log2'".to_owned()),
            Parameter::Gains if self.gains.is_empty() => None,
            Parameter::Gains => {
                let pairs: Vec<_> = self.gains.iter().map(|(k, v)| format!("{k}:{v}")).collect();
                Some(format!("gains={{{}}}", pairs.join(",")))
            }
        }
    }
}

impl FromStr for Measure {
    type Err = MeasureError;

    fn from_str(text: &str) -> Result<Measure, MeasureError> {
        let mut measures = grammar::list(text)?;
        match (measures.len(), measures.pop()) {
            (1, Some(measure)) => Ok(measure),
            (found, _) => Err(MeasureError::Form {
                text: text.to_owned(),
                why: format!("it names {found} measures, where one is asked for"),
            }),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = shapes::of(self.family);
        f.write_str(shape.name)?;
        let shown: Vec<_> = shape.parameters.iter().filter_map(|&p| self.shown(p)).collect();
        if !shown.is_empty() {
            write!(f, "({})", shown.join(","))?;
        }
        match (shape.at, self.cutoff) {
            (At::Recall, _) => write!(f, "@{:?}", self.recall),
            (_, Some(cutoff)) => write!(f, "@{cutoff}"),
            (_, None) => Ok(()),
        }
    }
}
