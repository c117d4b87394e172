//! P-values of many tests, corrected so that any false finding among all is unlikely: Holm's
//! step-down method (Scandinavian Journal of Statistics, 1979) and Bonferroni's, as statsmodels'
//! `multipletests` gives them.

use super::error::Error;

/// How p-values are corrected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Correction {
    /// The smallest is multiplied by the number of tests, the next by one less, and so on. Never
    /// weaker than Bonferroni's.
    #[default]
    Holm,
    /// Each is multiplied by the number of tests.
    Bonferroni,
}

/// The corrected p-values, in the order given. An undefined test is no test: leave it out.
///
/// ```
/// use grice_metrics::statistics::{Correction, correct};
/// let corrected = correct(&[0.25, 0.0625, 0.125], Correction::Holm)?;
/// assert_eq!(corrected, [0.25, 0.1875, 0.25]);
/// # Ok::<(), grice_metrics::statistics::Error>(())
/// ```
pub fn correct(p_values: &[f64], correction: Correction) -> Result<Vec<f64>, Error> {
    check(p_values)?;
    let mut corrected = vec![0.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (place, remaining) in ascending(p_values) {
        let factor = match correction {
            Correction::Holm => remaining,
            Correction::Bonferroni => p_values.len(),
        };
        largest = largest.max(p_values[place] * factor as f64);
        corrected[place] = largest.min(1.0);
    }
    Ok(corrected)
}

/// Which tests find something at `level`, such as 0.05, after correction.
pub fn rejected(p_values: &[f64], correction: Correction, level: f64) -> Result<Vec<bool>, Error> {
    check(p_values)?;
    if !(level > 0.0 && level < 1.0) {
        return Err(Error::Level(level));
    }
    let mut rejected = vec![false; p_values.len()];
    for (place, remaining) in ascending(p_values) {
        let parts = match correction {
            Correction::Holm => remaining,
            Correction::Bonferroni => p_values.len(),
        };
        if p_values[place] > level / parts as f64 {
            break;
        }
        rejected[place] = true;
    }
    Ok(rejected)
}

/// The places of the p-values, the smallest first, each with how many are left from there on.
fn ascending(p_values: &[f64]) -> impl Iterator<Item = (usize, usize)> {
    let mut places: Vec<usize> = (0..p_values.len()).collect();
    places.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let count = places.len();
    places.into_iter().enumerate().map(move |(rank, place)| (place, count - rank))
}

fn check(p_values: &[f64]) -> Result<(), Error> {
    match p_values.iter().position(|p| !(0.0..=1.0).contains(p)) {
        Some(place) => Err(Error::NotAProbability { position: place + 1, value: p_values[place] }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_p_is_never_corrected_below_a_smaller_one() {
        let corrected = correct(&[0.01, 0.02, 0.0201], Correction::Holm).unwrap();
        assert_eq!(corrected, [0.03, 0.04, 0.04]);
    }

    #[test]
    fn nothing_after_the_first_failure_is_rejected() {
        let found = rejected(&[0.001, 0.03, 0.04], Correction::Holm, 0.05).unwrap();
        assert_eq!(found, [true, false, false]);
    }

    #[test]
    fn no_tests_need_no_correction() {
        assert_eq!(correct(&[], Correction::Holm), Ok(vec![]));
        assert_eq!(rejected(&[], Correction::Holm, 0.05), Ok(vec![]));
    }

    #[test]
    fn what_is_no_probability_is_refused() {
        assert!(matches!(
            correct(&[0.5, f64::NAN], Correction::Bonferroni),
            Err(Error::NotAProbability { position: 2, .. })
        ));
        assert_eq!(rejected(&[0.5], Correction::Holm, 5.0), Err(Error::Level(5.0)));
    }
}
