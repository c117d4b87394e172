//! Krippendorff's alpha (Content Analysis, 2004, chapter 11), as PyPI's `krippendorff`.

use super::{Agreement, Over, Ratings};
use crate::labels::error::Undefined;

/// What the distance between two labels is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Labels are the same or not.
    #[default]
    Nominal,
    /// Labels have an order: how many judgements lie between them.
    Ordinal,
    /// Labels are numbers: their difference.
    Interval,
    /// Labels are numbers with a true zero: their difference over their sum.
    Ratio,
}

impl Ratings {
    /// Krippendorff's alpha, over the items with at least two judgements. Any judgement may be
    /// missing.
    pub fn krippendorff(&self, level: Level) -> Agreement {
        let mut over = Over::default();
        let mut units = Vec::new();
        for counts in self.counts() {
            let given: u64 = counts.iter().map(|&(_, count)| count).sum();
            if given >= 2 {
                over.add(given);
                units.push((counts, given));
            }
        }
        self.over(self.alpha(level, &units), over)
    }

    fn alpha(&self, level: Level, units: &[(Vec<(usize, u64)>, u64)]) -> Result<f64, Undefined> {
        let Some((first, _)) = units.first() else {
            return Err(Undefined::NothingToCompare);
        };
        let mut given = vec![0u64; self.labels.len()];
        for &(label, count) in units.iter().flat_map(|(counts, _)| counts) {
            given[label] += count;
        }
        let all: u64 = given.iter().sum();
        let one = first[0].0;
        if given[one] == all {
            return Err(Undefined::OneLabel(self.labels[one].clone()));
        }
        let distance = self.distances(level, &given)?;

        let mut observed = 0.0;
        for (counts, judgements) in units {
            let mut within = 0.0;
            for &(a, a_count) in counts {
                for &(b, b_count) in counts {
                    within += (a_count * b_count) as f64 * distance(a, b);
                }
            }
            observed += within / (judgements - 1) as f64;
        }
        let mut expected = 0.0;
        let met: Vec<usize> = (0..given.len()).filter(|&label| given[label] > 0).collect();
        for &a in &met {
            for &b in &met {
                expected += given[a] as f64 * given[b] as f64 * distance(a, b);
            }
        }
        if expected == 0.0 {
            return Err(Undefined::NoDistance);
        }
        Ok(1.0 - (all - 1) as f64 * observed / expected)
    }

    /// The squared distance between two labels, of which `given` says how often each was given.
    fn distances(
        &self,
        level: Level,
        given: &[u64],
    ) -> Result<Box<dyn Fn(usize, usize) -> f64>, Undefined> {
        Ok(match level {
            Level::Nominal => Box::new(|a, b| f64::from(u8::from(a != b))),
            Level::Ordinal => {
                let middles = self.middles(given)?;
                Box::new(move |a, b| (middles[a] - middles[b]).powi(2))
            }
            Level::Interval => {
                let numbers = self.numbers()?;
                Box::new(move |a, b| (numbers[a] - numbers[b]).powi(2))
            }
            Level::Ratio => {
                let numbers = self.numbers()?;
                Box::new(move |a, b| match numbers[a] + numbers[b] {
                    0.0 => 0.0,
                    sum => ((numbers[a] - numbers[b]) / sum).powi(2),
                })
            }
        })
    }

    /// Where the middle of each label's judgements stands when all are laid out from the lowest
    /// label to the highest. The ordinal distance is how far apart two middles are.
    fn middles(&self, given: &[u64]) -> Result<Vec<f64>, Undefined> {
        let ranks = self.ranks()?;
        let mut at_rank = vec![0u64; self.labels.len()];
        for (&rank, &count) in ranks.iter().zip(given) {
            at_rank[rank] += count;
        }
        let mut below = 0.0;
        let mut middles = Vec::with_capacity(at_rank.len());
        for count in at_rank {
            middles.push(below + count as f64 / 2.0);
            below += count as f64;
        }
        Ok(ranks.into_iter().map(|rank| middles[rank]).collect())
    }
}
