//! Fisher's randomisation test for pairs, two-sided (Smucker, Allan and Carterette, CIKM 2007).
//!
//! If the systems were the same, each turn's two scores could as well stand the other way round.
//! The p-value is the share of all 2ⁿ ways of standing that give a mean difference at least as
//! far from 0 as the one observed. With few turns all ways are counted; with many they are drawn,
//! and the one observed counts as one of them: p = (found + 1) / (rounds + 1), which is never 0
//! (Phipson and Smyth, 2010).

use super::error::Error;
use super::paired::Pairs;
use super::random::{Random, in_rounds};

/// Up to so many turns with a difference, every assignment is counted.
const ALL_UP_TO: usize = 30;

/// Sums that differ by less than this share of all differences are the same but for rounding.
const SLACK: f64 = 1e-12;

/// How many differences one look-up adds up.
const AT_ONCE: usize = 4;

/// What the randomisation test says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Randomisation {
    /// The two-sided p-value.
    pub p: f64,
    /// The first system's mean less the second's.
    pub mean_difference: f64,
    /// Turns on which the systems differ. The others change nothing.
    pub differing: usize,
    /// Which ways of standing `p` is a share of.
    pub assignments: Assignments,
}

/// Which ways of standing were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assignments {
    /// All, so many: `p` is exact.
    All(u64),
    /// A sample.
    Drawn {
        /// How many.
        rounds: usize,
        /// What they were drawn with.
        seed: u64,
    },
}

impl Pairs {
    /// Fisher's randomisation test of whether the mean difference is 0, two-sided. `rounds` and
    /// `seed` matter where the systems differ on more than 30 turns.
    ///
    /// ```
    /// use grice_metrics::statistics::Pairs;
    /// let pairs = Pairs::new(&[0.9, 0.8, 0.7, 0.6], &[0.1, 0.2, 0.3, 0.4])?;
    /// assert_eq!(pairs.randomisation(10_000, 1)?.p, 2.0 / 16.0);
    /// # Ok::<(), grice_metrics::statistics::Error>(())
    /// ```
    pub fn randomisation(&self, rounds: usize, seed: u64) -> Result<Randomisation, Error> {
        if rounds == 0 {
            return Err(Error::NoRounds);
        }
        let mean_difference = self.mean_difference()?;
        let differences: Vec<f64> =
            self.differences.iter().copied().filter(|&d| d != 0.0).collect();
        let slack = SLACK * differences.iter().map(|d| d.abs()).sum::<f64>();
        let observed = differences.iter().sum::<f64>().abs() - slack;
        let differing = differences.len();
        let (p, assignments) = if differing <= ALL_UP_TO {
            let all = 1u64 << differing;
            (exceeding(&differences, observed) as f64 / all as f64, Assignments::All(all))
        } else {
            let sums = drawn_sums(&differences, rounds, seed);
            let found = sums.iter().filter(|sum| sum.abs() >= observed).count();
            let p = (found + 1) as f64 / (rounds as f64 + 1.0);
            (p, Assignments::Drawn { rounds, seed })
        };
        Ok(Randomisation { p, mean_difference, differing, assignments })
    }
}

/// How many of all signed sums are at least `least` away from 0.
fn exceeding(differences: &[f64], least: f64) -> u64 {
    if least <= 0.0 {
        return 1 << differences.len();
    }
    let (left, right) = differences.split_at(differences.len() / 2);
    let mut right = signed_sums(right);
    right.sort_unstable_by(f64::total_cmp);
    // With every sum its negative is there too, so one side is counted and doubled.
    let above = |sum: f64| right.len() - right.partition_point(|&other| sum + other < least);
    2 * signed_sums(left).into_iter().map(|sum| above(sum) as u64).sum::<u64>()
}

/// The sum for each choice of signs; bit i of a sum's place says whether difference i is turned.
fn signed_sums(differences: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0];
    for difference in differences {
        let turned: Vec<f64> = sums.iter().map(|sum| sum - difference).collect();
        sums.iter_mut().for_each(|sum| *sum += difference);
        sums.extend(turned);
    }
    sums
}

fn drawn_sums(differences: &[f64], rounds: usize, seed: u64) -> Vec<f64> {
    const WAYS: usize = 1 << AT_ONCE;
    let tables: Vec<[f64; WAYS]> = differences
        .chunks(AT_ONCE)
        .map(|few| {
            let sums = signed_sums(few);
            std::array::from_fn(|way| sums[way % sums.len()])
        })
        .collect();
    in_rounds(rounds, seed, |random: &mut Random| {
        let mut sum = 0.0;
        for tables in tables.chunks(64 / AT_ONCE) {
            let mut bits = random.bits();
            for table in tables {
                sum += table[bits as usize % WAYS];
                bits >>= AT_ONCE;
            }
        }
        sum
    })
}

#[cfg(test)]
mod tests {
    use super::super::error::Undefined;
    use super::*;

    fn against_zero(differences: &[f64]) -> Pairs {
        Pairs::new(differences, &vec![0.0; differences.len()]).unwrap()
    }

    #[test]
    fn ways_that_tie_with_the_observed_one_are_counted_despite_rounding() {
        // 0.1 + 0.2 − 0.3 is not 0 in binary, but all eight ways are as far from 0 or farther.
        let test = against_zero(&[0.1, 0.2, -0.3]).randomisation(10, 1).unwrap();
        assert_eq!((test.p, test.assignments), (1.0, Assignments::All(8)));
    }

    #[test]
    fn turns_without_a_difference_change_nothing() {
        let few = against_zero(&[0.5, 0.25, -0.125]).randomisation(10, 1).unwrap();
        let padded =
            against_zero(&[0.0, 0.5, 0.0, 0.25, 0.0, -0.125]).randomisation(10, 1).unwrap();
        assert_eq!((few.p, few.differing), (padded.p, padded.differing));
    }

    #[test]
    fn systems_that_never_differ_have_p_one() {
        let test = against_zero(&[0.0; 5]).randomisation(10, 1).unwrap();
        assert_eq!((test.p, test.differing, test.assignments), (1.0, 0, Assignments::All(1)));
    }

    #[test]
    fn no_turns_have_no_test() {
        let error = against_zero(&[]).randomisation(10, 1).unwrap_err();
        assert_eq!(error, Error::Undefined(Undefined::Nothing));
        assert_eq!(against_zero(&[1.0]).randomisation(0, 1).unwrap_err(), Error::NoRounds);
    }

    #[test]
    fn a_drawn_p_counts_the_observed_way_and_is_never_zero() {
        let test = against_zero(&[1.0; 60]).randomisation(999, 5).unwrap();
        assert_eq!(test.p, 1.0 / 1000.0);
        assert_eq!(test.assignments, Assignments::Drawn { rounds: 999, seed: 5 });
    }

    #[test]
    fn drawn_and_counted_p_agree() {
        let differences: Vec<f64> =
            (0..ALL_UP_TO).map(|i| ((i * 37 % 23) as f64 - 8.0) / 16.0 + 0.01).collect();
        let exact = against_zero(&differences).randomisation(1, 1).unwrap().p;
        let sums = drawn_sums(&differences, 200_000, 11);
        let observed = differences.iter().sum::<f64>().abs() - 1e-12;
        let found = sums.iter().filter(|sum| sum.abs() >= observed).count() as f64 / 200_000.0;
        assert!((found - exact).abs() < 0.005, "{found} is not {exact}");
    }

    #[test]
    fn the_same_seed_draws_the_same() {
        let differences: Vec<f64> = (0..100).map(|i| (i as f64 * 0.7).sin() + 0.1).collect();
        let p = |seed| against_zero(&differences).randomisation(2_000, seed).unwrap().p;
        assert_eq!(p(3), p(3));
        assert!((1..20).any(|seed| p(seed) != p(3)));
    }
}
