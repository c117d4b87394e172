//! McNemar's test of whether one system is right more often than another (Psychometrika, 1947),
//! as statsmodels' `mcnemar`.

use super::error::{Error, Undefined};
use crate::statistics::special::{chi_square_above, fair_binomial_to};

/// On how many items two systems are right and wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RightWrong {
    /// Both are right.
    pub both: u64,
    /// Only the first is right.
    pub first_only: u64,
    /// Only the second is right.
    pub second_only: u64,
    /// Neither is right.
    pub neither: u64,
}

/// What McNemar's test says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct McNemar {
    /// The smaller of the two counts that differ (exact), or χ² with one degree of freedom.
    pub statistic: f64,
    /// The two-sided p-value.
    pub p: f64,
}

impl RightWrong {
    /// Counts two systems' outcomes, true where right, on the same items.
    pub fn new(first: &[bool], second: &[bool]) -> Result<RightWrong, Error> {
        if first.len() != second.len() {
            return Err(Error::Lengths { first: first.len(), second: second.len() });
        }
        let mut counts = RightWrong::default();
        for outcome in first.iter().zip(second) {
            match outcome {
                (true, true) => counts.both += 1,
                (true, false) => counts.first_only += 1,
                (false, true) => counts.second_only += 1,
                (false, false) => counts.neither += 1,
            }
        }
        Ok(counts)
    }

    /// The exact test, by the binomial distribution. Where the systems never differ, p is 1.
    pub fn exact(&self) -> McNemar {
        let smaller = self.first_only.min(self.second_only);
        let below = fair_binomial_to(smaller, self.differing());
        McNemar { statistic: smaller as f64, p: (2.0 * below).min(1.0) }
    }

    /// The χ² test with Edwards' continuity correction, (|b − c| − 1)² / (b + c), which is above
    /// 0 even where b = c. Undefined where the systems never differ; statsmodels says p = 0 there.
    pub fn corrected(&self) -> Result<McNemar, Undefined> {
        self.chi_square(1.0)
    }

    /// The χ² test without correction.
    pub fn uncorrected(&self) -> Result<McNemar, Undefined> {
        self.chi_square(0.0)
    }

    fn differing(&self) -> u64 {
        self.first_only + self.second_only
    }

    fn chi_square(&self, correction: f64) -> Result<McNemar, Undefined> {
        if self.differing() == 0 {
            return Err(Undefined::NoDifference);
        }
        let distance = self.first_only.abs_diff(self.second_only) as f64 - correction;
        let statistic = distance * distance / self.differing() as f64;
        Ok(McNemar { statistic, p: chi_square_above(statistic) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_counted_by_who_is_right() {
        let counts =
            RightWrong::new(&[true, true, true, false, false], &[true, false, false, true, false]);
        let expected = RightWrong { both: 1, first_only: 2, second_only: 1, neither: 1 };
        assert_eq!(counts, Ok(expected));
    }

    #[test]
    fn systems_that_never_differ_have_no_chi_square() {
        let counts = RightWrong { both: 3, neither: 5, ..RightWrong::default() };
        assert_eq!(counts.corrected(), Err(Undefined::NoDifference));
        assert_eq!(counts.uncorrected(), Err(Undefined::NoDifference));
        assert_eq!(counts.exact(), McNemar { statistic: 0.0, p: 1.0 });
    }

    #[test]
    fn outcomes_on_other_items_are_refused() {
        let error = RightWrong::new(&[true], &[]).unwrap_err();
        assert_eq!(error, Error::Lengths { first: 1, second: 0 });
    }
}
