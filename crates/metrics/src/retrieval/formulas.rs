//! The formulas: trec_eval's, and `gdeval.pl`'s where gains are exponential.
//!
//! A query without relevant documents and an empty ranking score 0. (There trec_eval 9 divides
//! zero by zero in `iprec_at_recall_0.00` and `11pt_avg` of an empty ranking.)

use super::graded::{CutoffTies, Graded, Version};
use super::measure::{Family, Gain, Measure};

/// The highest grade in `gdeval.pl`.
pub(super) const ERR_HIGHEST: i32 = 4;

/// Beyond it, exponential gains lose the lower grades to rounding.
pub(super) const EXPONENTIAL_HIGHEST: i32 = 50;

const INFAP_EPSILON: f64 = 0.00001;

/// Computes a measure on one query after the other.
pub(super) struct Formulas {
    ties: CutoffTies,
    version: Version,
    /// The logarithm of rank + 1, by rank from 0.
    discounts: Vec<f64>,
    ideal: Vec<i32>,
}

type Grade = Option<i32>;

impl Formulas {
    pub fn new(ties: CutoffTies, version: Version) -> Formulas {
        Formulas { ties, version, discounts: Vec::new(), ideal: Vec::new() }
    }

    pub fn value(&mut self, measure: &Measure, query: &Graded) -> f64 {
        let level = measure.level();
        let all = query.list(measure, self.ties);
        let top = &all[..measure.cutoff.unwrap_or(all.len()).min(all.len())];
        let relevant = query.relevant(level);
        let found = || count(all, level);
        match measure.family {
            Family::Ap => average_precision(top, level, relevant),
            Family::Bpref => bpref(all, level, relevant, query.nonrelevant(level)),
            Family::ElevenPoint => {
                let points = (0..=10).map(|tenth| f64::from(tenth) / 10.0);
                sum(points.map(|point| self.interpolated(all, level, relevant, point))) / 11.0
            }
            Family::Err => expected_reciprocal_rank(top),
            Family::InfAp => inferred(all, level, relevant),
            Family::IPrec => self.interpolated(all, level, relevant, measure.recall),
            Family::Judged => ratio(top.iter().flatten().count(), top.len()),
            Family::Ndcg => self.ndcg(measure, top, &query.truth),
            Family::NumQ => 1.0,
            Family::NumRel => relevant as f64,
            Family::NumRet if measure.rel.is_none() => all.len() as f64,
            Family::NumRet => found() as f64,
            Family::P => ratio(count(top, level), measure.cutoff.unwrap_or(0)),
            Family::R => ratio(count(top, level), relevant),
            Family::Rprec => ratio(count(&all[..relevant.min(all.len())], level), relevant),
            Family::Rr => {
                let rank = top.iter().position(|&grade| is_relevant(grade, level));
                rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64)
            }
            Family::SetAp => ratio(found() * found(), all.len() * relevant),
            Family::SetF => set_f(found(), all.len(), relevant, measure.beta),
            Family::SetP if measure.relative => ratio(found(), all.len().min(relevant)),
            Family::SetP => ratio(found(), all.len()),
            Family::SetR => ratio(found(), relevant),
            Family::Success => f64::from(count(top, level) > 0),
        }
    }

    fn ndcg(&mut self, measure: &Measure, top: &[Grade], truth: &[i32]) -> f64 {
        let mapped = |grade: i32| {
            let gain = measure.gains.binary_search_by_key(&grade, |&(from, _)| from);
            gain.map_or(grade, |place| measure.gains[place].1)
        };
        self.ideal.clear();
        self.ideal.extend(truth.iter().map(|&grade| mapped(grade)).filter(|&gain| gain > 0));
        if !measure.gains.is_empty() {
            self.ideal.sort_unstable_by(|a, b| b.cmp(a));
        }
        let depth = measure.cutoff.unwrap_or(usize::MAX).min(self.ideal.len());
        while self.discounts.len() < top.len().max(depth) {
            self.discounts.push(((self.discounts.len() + 2) as f64).log2());
        }
        let gain = |grade: i32| match measure.gain {
            _ if grade <= 0 => 0.0,
            Gain::Linear => f64::from(grade),
            Gain::Exponential => f64::from(grade).exp2() - 1.0,
        };
        let discounted = |(gained, discount): (f64, &f64)| gained / discount;
        let gained = top.iter().map(|grade| grade.map_or(0.0, |grade| gain(mapped(grade))));
        let dcg = sum(gained.zip(&self.discounts).map(discounted));
        let gained = self.ideal[..depth].iter().map(|&grade| gain(grade));
        let ideal = sum(gained.zip(&self.discounts).map(discounted));
        if ideal > 0.0 { dcg / ideal } else { 0.0 }
    }

    /// The highest precision from the rank on at which enough relevant documents are found.
    fn interpolated(&self, all: &[Grade], level: i32, relevant: usize, recall: f64) -> f64 {
        let enough = match self.version {
            Version::V9 => (recall * relevant as f64 + 0.9) as usize,
            Version::V10 => (recall * relevant as f64).round() as usize,
        };
        let mut found = count(all, level);
        if enough > found {
            return 0.0;
        }
        let mut best = 0.0_f64;
        for (rank, &grade) in all.iter().enumerate().rev() {
            best = best.max(found as f64 / (rank + 1) as f64);
            if is_relevant(grade, level) {
                if found == enough {
                    break;
                }
                found -= 1;
            }
        }
        best
    }
}

/// A sum that begins with 0; the standard library's begins with −0, which would be shown.
pub(super) fn sum(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}

fn is_relevant(grade: Grade, level: i32) -> bool {
    grade.is_some_and(|grade| grade >= level)
}

fn count(grades: &[Grade], level: i32) -> usize {
    grades.iter().filter(|&&grade| is_relevant(grade, level)).count()
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn average_precision(top: &[Grade], level: i32, relevant: usize) -> f64 {
    let mut found = 0;
    let mut sum = 0.0;
    for (rank, &grade) in top.iter().enumerate() {
        if is_relevant(grade, level) {
            found += 1;
            sum += f64::from(found) / (rank + 1) as f64;
        }
    }
    if relevant == 0 { 0.0 } else { sum / relevant as f64 }
}

fn bpref(all: &[Grade], level: i32, relevant: usize, nonrelevant: usize) -> f64 {
    let bound = nonrelevant.min(relevant) as f64;
    let mut wrong = 0_usize;
    let mut sum = 0.0;
    for &grade in all {
        match grade {
            Some(grade) if grade >= level && wrong > 0 => {
                sum += 1.0 - wrong.min(relevant) as f64 / bound;
            }
            Some(grade) if grade >= level => sum += 1.0,
            Some(grade) if grade >= 0 => wrong += 1,
            _ => {}
        }
    }
    if relevant == 0 { 0.0 } else { sum / relevant as f64 }
}

fn inferred(all: &[Grade], level: i32, relevant: usize) -> f64 {
    let (mut found, mut wrong, mut unjudged) = (0.0, 0.0, 0.0);
    let mut sum = 0.0;
    for (above, &grade) in all.iter().enumerate() {
        match grade {
            Some(grade) if grade >= level => {
                let above = above as f64;
                let precision = if above == 0.0 {
                    0.0
                } else {
                    (above / (above + 1.0))
                        * ((found + wrong + unjudged) / above)
                        * ((found + INFAP_EPSILON) / (found + wrong + 2.0 * INFAP_EPSILON))
                };
                sum += 1.0 / (above + 1.0) + precision;
                found += 1.0;
            }
            Some(grade) if grade >= 0 => wrong += 1.0,
            Some(_) => unjudged += 1.0,
            None => {}
        }
    }
    if relevant == 0 { 0.0 } else { sum / relevant as f64 }
}

/// trec_eval weights recall by β where van Rijsbergen's F weights it by β².
fn set_f(found: usize, returned: usize, relevant: usize, beta: f64) -> f64 {
    let (precision, recall) = (ratio(found, returned), ratio(found, relevant));
    if found == 0 { 0.0 } else { (beta + 1.0) * precision * recall / (beta * precision + recall) }
}

fn expected_reciprocal_rank(top: &[Grade]) -> f64 {
    let mut reached = 1.0;
    let mut sum = 0.0;
    for (rank, grade) in top.iter().enumerate() {
        let grade = f64::from(grade.unwrap_or(0).max(0));
        let satisfied = (grade.exp2() - 1.0) / f64::from(ERR_HIGHEST).exp2();
        sum += satisfied * reached / (rank + 1) as f64;
        reached *= 1.0 - satisfied;
    }
    sum
}
