//! The interval of a share (Wilson, 1927), as statsmodels' `proportion_confint` with the method
//! `wilson`.

use super::error::{Error, Undefined};
use super::special::normal_point;

/// A share and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share counted.
    pub share: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

/// The share of `successes` in `trials`, with Wilson's interval at `level`, such as 0.95.
pub fn wilson(successes: u64, trials: u64, level: f64) -> Result<Share, Error> {
    if !(level > 0.0 && level < 1.0) {
        return Err(Error::Level(level));
    }
    if trials == 0 {
        return Err(Undefined::Nothing.into());
    }
    if successes > trials {
        return Err(Error::MoreThanAll { successes, trials });
    }
    let n = trials as f64;
    let share = successes as f64 / n;
    let z = normal_point((1.0 - level) / 2.0);
    let scale = 1.0 + z * z / n;
    let centre = (share + z * z / (2.0 * n)) / scale;
    let reach = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() / scale;
    Ok(Share { share, low: (centre - reach).max(0.0), high: (centre + reach).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_counted_has_no_share() {
        assert_eq!(wilson(0, 0, 0.95), Err(Undefined::Nothing.into()));
    }

    #[test]
    fn impossible_counts_and_levels_are_refused() {
        assert_eq!(wilson(3, 2, 0.95), Err(Error::MoreThanAll { successes: 3, trials: 2 }));
        assert_eq!(wilson(1, 2, 95.0), Err(Error::Level(95.0)));
    }
}
