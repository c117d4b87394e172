//! Numbers on the command line, each within bounds that make sense.

use std::time::Duration;

use grice_metrics::render::MOST_DIGITS;

/// Threads; more than any machine has cores only cost memory.
pub fn threads(text: &str) -> Result<usize, String> {
    within(text, 1, 1_024)
}

/// How many passages, candidates or ranks.
pub fn passages(text: &str) -> Result<usize, String> {
    within(text, 1, 1_000_000)
}

/// Decimals.
pub fn digits(text: &str) -> Result<usize, String> {
    within(text, 0, MOST_DIGITS)
}

/// Rounds of a test that draws lots.
pub fn rounds(text: &str) -> Result<usize, String> {
    within(text, 1, 10_000_000)
}

/// A size in MiB.
pub fn mebibytes(text: &str) -> Result<usize, String> {
    within(text, 1, 65_536)
}

/// A time of at most a day.
pub fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("write a number of seconds from 0.001 to 86400".to_owned()),
    }
}

fn within(text: &str, least: usize, most: usize) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("write a whole number from {least} to {most}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_refused_with_the_bounds() {
        for wrong in ["0", "-1", "1000000", "99999999999999999999", "NaN", "1.5", ""] {
            assert_eq!(threads(wrong), Err("write a whole number from 1 to 1024".to_owned()));
        }
        assert_eq!((threads("1"), threads("1024")), (Ok(1), Ok(1_024)));
        assert_eq!((digits("0"), digits("17")), (Ok(0), Ok(17)));
        for wrong in ["0", "-1", "NaN", "inf", "1e300", "0.0001", "often"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
    }
}
