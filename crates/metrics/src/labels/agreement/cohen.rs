//! Cohen's kappa (Educational and Psychological Measurement, 1960; weighted: Psychological
//! Bulletin, 1968), as scikit-learn's `cohen_kappa_score`.

use super::{Agreement, Over, Ratings};
use crate::labels::error::Undefined;

/// How much a disagreement counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// Every disagreement counts the same.
    #[default]
    None,
    /// By how many places the labels are apart, from lowest to highest.
    Linear,
    /// By the square of that.
    Quadratic,
}

impl Ratings {
    /// Cohen's kappa of two judges, counted from 0, over the items both have judged.
    ///
    /// With weights the labels need an order. Listed labels that never occur keep their places;
    /// numbers are apart by their places among the numbers that either judge gave to those items,
    /// not by their values. scikit-learn puts labels that are words in alphabetical order.
    pub fn cohen(&self, first: usize, second: usize, weights: Weights) -> Agreement {
        let label = |item: &Vec<Option<usize>>, judge: usize| item.get(judge).copied().flatten();
        let pairs: Vec<(usize, usize)> = self
            .items
            .iter()
            .filter_map(|item| Some((label(item, first)?, label(item, second)?)))
            .collect();
        let over = Over { items: pairs.len(), judgements: 2 * pairs.len() };
        self.over(self.kappa(&pairs, weights), over)
    }

    fn kappa(&self, pairs: &[(usize, usize)], weights: Weights) -> Result<f64, Undefined> {
        let Some(&(one, _)) = pairs.first() else {
            return Err(Undefined::NothingToCompare);
        };
        if pairs.iter().all(|&(a, b)| a == one && b == one) {
            return Err(Undefined::OneLabel(self.labels[one].clone()));
        }
        let places = match weights {
            Weights::None => (0..self.labels.len()).collect(),
            Weights::Linear | Weights::Quadratic => self.places(pairs)?,
        };
        let weight = |a: usize, b: usize| -> f64 {
            let apart = places[a].abs_diff(places[b]) as f64;
            match weights {
                Weights::None => f64::from(u8::from(apart > 0.0)),
                Weights::Linear => apart,
                Weights::Quadratic => apart * apart,
            }
        };
        let mut given = vec![(0u64, 0u64); self.labels.len()];
        for &(a, b) in pairs {
            given[a].0 += 1;
            given[b].1 += 1;
        }
        let observed: f64 = pairs.iter().map(|&(a, b)| weight(a, b)).sum();
        let mut expected = 0.0;
        for (a, &(by_first, _)) in given.iter().enumerate().filter(|(_, given)| given.0 > 0) {
            for (b, &(_, by_second)) in given.iter().enumerate() {
                expected += weight(a, b) * (by_first as f64 * by_second as f64);
            }
        }
        // Different spellings of one number.
        if expected == 0.0 {
            return Err(Undefined::OneLabel(self.labels[one].clone()));
        }
        Ok(1.0 - observed * pairs.len() as f64 / expected)
    }

    /// Each label's place, among those that occur in `pairs` unless a list was given.
    fn places(&self, pairs: &[(usize, usize)]) -> Result<Vec<usize>, Undefined> {
        let ranks = self.ranks()?;
        if self.ordered {
            return Ok(ranks);
        }
        let mut seen: Vec<usize> = pairs.iter().flat_map(|&(a, b)| [ranks[a], ranks[b]]).collect();
        seen.sort_unstable();
        seen.dedup();
        Ok(ranks.iter().map(|rank| seen.partition_point(|other| other < rank)).collect())
    }
}
