//! The percentile bootstrap of a mean (Efron, 1979), as rouge-score's `BootstrapAggregator`
//! reports it: `low`, `mid` and `high` are percentiles of the means of resamples, between two of
//! which NumPy's linear rule interpolates. That scorer draws without a seed, and what is quoted
//! from it is `mid`: a number that changes from run to run. `mean` is the plain mean.

use super::error::{Error, Undefined};
use super::paired::all_finite;
use super::random::in_rounds;

/// The interval of a mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The plain mean of the scores.
    pub mean: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The median of the resamples' means.
    pub mid: f64,
    /// The interval's upper end.
    pub high: f64,
}

/// The interval that holds the share `level` of the means of `rounds` resamples of the scores.
///
/// ```
/// let scores = [0.0, 1.0, 1.0, 0.5];
/// let interval = grice_metrics::statistics::bootstrap(&scores, 0.95, 1000, 42)?;
/// assert!(interval.low < interval.mean && interval.mean < interval.high);
/// # Ok::<(), grice_metrics::statistics::Error>(())
/// ```
pub fn bootstrap(scores: &[f64], level: f64, rounds: usize, seed: u64) -> Result<Interval, Error> {
    if !(level > 0.0 && level < 1.0) {
        return Err(Error::Level(level));
    }
    if rounds == 0 {
        return Err(Error::NoRounds);
    }
    if scores.is_empty() {
        return Err(Undefined::Nothing.into());
    }
    all_finite(scores)?;
    let mut means = in_rounds(rounds, seed, |random| {
        let drawn = (0..scores.len()).map(|_| scores[random.below(scores.len())]);
        drawn.sum::<f64>() / scores.len() as f64
    });
    means.sort_unstable_by(f64::total_cmp);
    let outside = (1.0 - level) / 2.0;
    Ok(Interval {
        mean: scores.iter().sum::<f64>() / scores.len() as f64,
        low: quantile(&means, outside),
        mid: quantile(&means, 0.5),
        high: quantile(&means, 1.0 - outside),
    })
}

/// The value below which a share `q` of the sorted values lies, interpolated linearly.
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let place = q * (sorted.len() - 1) as f64;
    let below = (place as usize).min(sorted.len() - 1);
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_interpolated_linearly() {
        let sorted = [1.0, 2.0, 4.0, 8.0];
        assert_eq!(quantile(&sorted, 0.0), 1.0);
        assert_eq!(quantile(&sorted, 0.5), 3.0);
        assert_eq!(quantile(&sorted, 0.75), 5.0);
        assert_eq!(quantile(&sorted, 1.0), 8.0);
        assert_eq!(quantile(&[3.0], 0.975), 3.0);
    }

    #[test]
    fn a_seed_gives_these_very_numbers_on_every_machine() {
        let scores: Vec<f64> = (0..64).map(|i| f64::from(i % 8) / 8.0).collect();
        let interval = bootstrap(&scores, 0.95, 1000, 42).unwrap();
        assert_eq!(interval.mean, 0.4375);
        assert_eq!(
            (interval.low, interval.mid, interval.high),
            (0.367_138_671_875_000_04, 0.4375, 0.502_001_953_125)
        );
    }

    #[test]
    fn equal_scores_have_an_interval_without_width() {
        let interval = bootstrap(&[0.25; 9], 0.9, 50, 1).unwrap();
        assert_eq!(interval, Interval { mean: 0.25, low: 0.25, mid: 0.25, high: 0.25 });
    }

    #[test]
    fn a_higher_level_gives_a_wider_interval() {
        let scores: Vec<f64> = (0..50).map(|i| (f64::from(i) * 1.3).sin()).collect();
        let narrow = bootstrap(&scores, 0.5, 1000, 1).unwrap();
        let wide = bootstrap(&scores, 0.99, 1000, 1).unwrap();
        assert!(wide.low < narrow.low && narrow.high < wide.high);
        assert_eq!(wide.mid, narrow.mid);
    }

    #[test]
    fn what_has_no_interval_is_refused_with_the_reason() {
        assert_eq!(bootstrap(&[], 0.95, 10, 1), Err(Undefined::Nothing.into()));
        assert_eq!(bootstrap(&[1.0], 1.0, 10, 1), Err(Error::Level(1.0)));
        assert_eq!(bootstrap(&[1.0], 0.95, 0, 1), Err(Error::NoRounds));
        assert!(matches!(
            bootstrap(&[1.0, f64::INFINITY], 0.95, 10, 1),
            Err(Error::NotFinite { position: 2, .. })
        ));
    }
}
