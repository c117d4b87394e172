//! Fleiss' kappa (Psychological Bulletin, 1971), as statsmodels' `fleiss_kappa` with the method
//! `fleiss`.

use std::collections::BTreeMap;

use super::{Agreement, Over, Ratings};
use crate::labels::error::Undefined;

impl Ratings {
    /// Fleiss' kappa. Which judge gave which label does not matter, but every item needs the same
    /// number of judgements: items with another number than most are left out. Items with fewer
    /// than two never count as most; of two numbers equally common, the larger is taken.
    pub fn fleiss(&self) -> Agreement {
        let mut sizes: BTreeMap<u64, usize> = BTreeMap::new();
        for item in &self.items {
            let given = item.iter().flatten().count() as u64;
            if given >= 2 {
                *sizes.entry(given).or_default() += 1;
            }
        }
        let Some((&judges, _)) = sizes.iter().max_by_key(|(size, items)| (**items, **size)) else {
            return self.over(Err(Undefined::NothingToCompare), Over::default());
        };

        let mut over = Over::default();
        let mut given = vec![0u64; self.labels.len()];
        let mut agreeing = 0u64;
        for counts in self.counts() {
            if counts.iter().map(|&(_, count)| count).sum::<u64>() != judges {
                continue;
            }
            over.add(judges);
            for (label, count) in counts {
                given[label] += count;
                agreeing += count * (count - 1);
            }
        }
        let observed = agreeing as f64 / (over.items as f64 * (judges * (judges - 1)) as f64);
        let all = over.judgements as f64;
        let expected: f64 = given.iter().map(|&count| (count as f64 / all).powi(2)).sum();
        let only = given.iter().position(|&count| count as usize == over.judgements);
        let value = match only {
            Some(label) => Err(Undefined::OneLabel(self.labels[label].clone())),
            None => Ok((observed - expected) / (1.0 - expected)),
        };
        self.over(value, over)
    }
}
