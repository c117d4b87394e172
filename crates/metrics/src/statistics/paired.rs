//! Two systems' scores of the same turns. The t-test agrees with `scipy.stats.ttest_rel`.

use super::error::{Error, Undefined};
use super::special::student_beyond;

/// Two systems' scores of the same turns, as differences: the first's less the second's.
#[derive(Clone, Debug)]
pub struct Pairs {
    pub(super) differences: Vec<f64>,
}

/// What a paired t-test says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TTest {
    /// Student's t, above 0 where the first system is better; infinite where every turn has the
    /// same difference.
    pub t: f64,
    /// Degrees of freedom: the pairs less one.
    pub degrees: usize,
    /// The two-sided p-value.
    pub p: f64,
    /// The first system's mean less the second's.
    pub mean_difference: f64,
    /// Cohen's d for pairs: the mean difference over the differences' standard deviation.
    pub effect_size: f64,
    /// Whether the differences are all the same but for rounding. `t` is then noise, as SciPy
    /// warns, and `p` says no more than that it is small.
    pub nearly_constant: bool,
}

impl Pairs {
    /// Pairs the scores by position.
    pub fn new(first: &[f64], second: &[f64]) -> Result<Pairs, Error> {
        if first.len() != second.len() {
            return Err(Error::Lengths { first: first.len(), second: second.len() });
        }
        all_finite(first)?;
        all_finite(second)?;
        let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
        all_finite(&differences)?;
        Ok(Pairs { differences })
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.differences.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.differences.is_empty()
    }

    /// The first system's mean less the second's.
    pub fn mean_difference(&self) -> Result<f64, Undefined> {
        if self.is_empty() {
            return Err(Undefined::Nothing);
        }
        Ok(self.differences.iter().sum::<f64>() / self.len() as f64)
    }

    /// Student's t-test of whether the mean difference is 0, two-sided.
    ///
    /// ```
    /// use grice_metrics::statistics::Pairs;
    /// let test = Pairs::new(&[0.5, 0.7, 0.9], &[0.4, 0.5, 0.6])?.t_test()?;
    /// assert!((test.t - 12f64.sqrt()).abs() < 1e-9 && test.p < 0.08);
    /// # Ok::<(), grice_metrics::statistics::Error>(())
    /// ```
    pub fn t_test(&self) -> Result<TTest, Undefined> {
        let mean_difference = self.mean_difference()?;
        let first = self.differences[0];
        if self.len() == 1 {
            return Err(Undefined::OnePair);
        }
        let constant = self.differences.iter().all(|&d| d == first);
        if constant && first == 0.0 {
            return Err(Undefined::NoDifference);
        }
        if constant {
            let infinite = f64::INFINITY.copysign(first);
            return Ok(TTest {
                t: infinite,
                degrees: self.len() - 1,
                p: 0.0,
                mean_difference: first,
                effect_size: infinite,
                nearly_constant: true,
            });
        }
        let deviations = self.differences.iter().map(|d| d - mean_difference);
        let widest = deviations.clone().fold(0.0, |widest: f64, d| widest.max(d.abs()));
        let degrees = self.len() - 1;
        // Scaled by the widest, so that tiny differences do not vanish when they are squared.
        let squares: f64 = deviations.map(|d| (d / widest) * (d / widest)).sum();
        let deviation = widest * (squares / degrees as f64).sqrt();
        let effect_size = mean_difference / deviation;
        let t = effect_size * (self.len() as f64).sqrt();
        Ok(TTest {
            t,
            degrees,
            p: student_beyond(t, degrees as f64),
            mean_difference,
            effect_size,
            nearly_constant: widest < 10.0 * f64::EPSILON * mean_difference.abs(),
        })
    }
}

pub(super) fn all_finite(scores: &[f64]) -> Result<(), Error> {
    match scores.iter().position(|score| !score.is_finite()) {
        Some(place) => Err(Error::NotFinite { position: place + 1, value: scores[place] }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_that_never_differ_have_no_test() {
        let pairs = Pairs::new(&[0.5, 0.25, 1.0], &[0.5, 0.25, 1.0]).unwrap();
        assert_eq!(pairs.t_test(), Err(Undefined::NoDifference));
        assert_eq!(pairs.mean_difference(), Ok(0.0));
    }

    #[test]
    fn fewer_than_two_pairs_have_no_test() {
        assert_eq!(Pairs::new(&[], &[]).unwrap().t_test(), Err(Undefined::Nothing));
        assert_eq!(Pairs::new(&[1.0], &[0.0]).unwrap().t_test(), Err(Undefined::OnePair));
    }

    #[test]
    fn the_same_difference_everywhere_is_infinitely_significant() {
        let test = Pairs::new(&[0.0, 1.0], &[1.0, 2.0]).unwrap().t_test().unwrap();
        assert_eq!((test.t, test.p, test.nearly_constant), (f64::NEG_INFINITY, 0.0, true));
    }

    #[test]
    fn differences_that_differ_by_rounding_only_are_marked() {
        let test = Pairs::new(&[0.1, 0.2, 0.3], &[0.0, 0.1, 0.2]).unwrap().t_test().unwrap();
        assert!(test.nearly_constant && test.p < 1e-20);
    }

    #[test]
    fn scores_of_other_turns_are_refused() {
        let error = Pairs::new(&[0.1], &[0.1, 0.2]).unwrap_err();
        assert_eq!(error, Error::Lengths { first: 1, second: 2 });
        let error = Pairs::new(&[0.1, f64::NAN], &[0.1, 0.2]).unwrap_err();
        assert!(error.to_string().starts_with("score 2 is NaN"), "{error}");
    }
}
