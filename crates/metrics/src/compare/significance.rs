//! Which of several systems are significantly better than which, on one measure.

use std::collections::BTreeSet;

use super::Options;
use crate::labels::RightWrong;
use crate::report::Measure;
use crate::statistics::{Correction, Pairs, correct};

/// A test of significance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// The paired t-test.
    TTest,
    /// Fisher's randomisation test.
    Randomisation {
        /// Random assignments tried.
        rounds: usize,
        /// Where chance starts.
        seed: u64,
    },
    /// McNemar's test, for measures that are right or wrong on each turn.
    McNemar,
}

impl Test {
    /// How the test is called.
    pub fn name(self) -> String {
        match self {
            Test::TTest => "paired t-test".to_owned(),
            Test::Randomisation { rounds, seed } => {
                format!("Fisher's randomisation test ({rounds} rounds, seed {seed})")
            }
            Test::McNemar => "McNemar's exact test".to_owned(),
        }
    }

    /// The p-value of two systems' scores of the same turns; none where it is undefined.
    fn p(self, first: &[f64], second: &[f64]) -> Option<f64> {
        if let Test::McNemar = self {
            let right = |scores: &[f64]| scores.iter().map(|&s| s == 1.0).collect::<Vec<_>>();
            let table = RightWrong::new(&right(first), &right(second)).ok()?;
            return Some(table.exact().p);
        }
        let pairs = Pairs::new(first, second).ok()?;
        match self {
            Test::Randomisation { rounds, seed } => {
                pairs.randomisation(rounds, seed).ok().map(|r| r.p)
            }
            _ => pairs.t_test().ok().map(|t| t.p),
        }
    }
}

/// For each system, those it is significantly better than.
pub(super) fn better_than(
    columns: &[Option<&Measure>],
    name: &str,
    options: &Options,
    notes: &mut BTreeSet<String>,
) -> Vec<Vec<usize>> {
    let mut better = vec![Vec::new(); columns.len()];
    let mut tested: Vec<(usize, usize, f64)> = Vec::new();
    for first in 0..columns.len() {
        for second in first + 1..columns.len() {
            let (Some(a), Some(b)) = (columns[first], columns[second]) else { continue };
            if a.scores.is_empty() || a.scores.len() != b.scores.len() {
                if a.value.is_some() && b.value.is_some() {
                    notes.insert(format!("{name}: not tested, it has no scores turn by turn."));
                }
                continue;
            }
            if options.test == Test::McNemar && !(a.binary && b.binary) {
                notes.insert(format!("{name}: not tested, its turns are not right or wrong."));
                continue;
            }
            let both: Vec<(f64, f64)> =
                a.scores.iter().zip(&b.scores).filter_map(|(a, b)| a.zip(*b)).collect();
            let only_one = a.scored.max(b.scored) - both.len();
            if only_one > 0 {
                notes.insert(format!(
                    "{name}: tested over the {} turns that both of two systems have a score for.",
                    both.len()
                ));
            }
            let (mine, theirs): (Vec<f64>, Vec<f64>) = both.into_iter().unzip();
            // Where the test is undefined, as for equal scores, no difference is claimed.
            tested.push((first, second, options.test.p(&mine, &theirs).unwrap_or(1.0)));
        }
    }
    let p_values: Vec<f64> = tested.iter().map(|t| t.2).collect();
    let corrected = correct(&p_values, Correction::Holm).unwrap_or_default();
    for ((first, second, _), p) in tested.into_iter().zip(corrected) {
        let value = |system: usize| columns[system].and_then(|m| m.value).unwrap_or(0.0);
        if p < options.level && value(first) > value(second) {
            better[first].push(second);
        } else if p < options.level && value(second) > value(first) {
            better[second].push(first);
        }
    }
    better
}
