//! How long to wait before asking again.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, Instant};

use super::config::EndpointConfig;
use crate::generate::cancel::Cancel;

/// How often cancellation is looked for.
pub(super) const TICK: Duration = Duration::from_millis(20);

/// The pauses between the tries of one call: twice as long each time, shortened at random so that
/// clients that failed together do not come back together.
pub(super) struct Pauses {
    left: u32,
    next: Duration,
    longest: Duration,
}

impl Pauses {
    pub(super) fn new(config: &EndpointConfig) -> Pauses {
        Pauses {
            left: config.retries,
            next: config.first_pause.min(config.longest_pause),
            longest: config.longest_pause,
        }
    }

    /// The pause before the next try; `None` when there is to be none. The server may have asked
    /// for one.
    pub(super) fn next(&mut self, asked: Option<Duration>) -> Option<Duration> {
        self.left = self.left.checked_sub(1)?;
        let own = self.next.mul_f64(0.5 + 0.5 * random());
        self.next = (self.next * 2).min(self.longest);
        let asked = asked.unwrap_or_default();
        (asked <= self.longest).then_some(own.max(asked))
    }
}

/// Sleeps, unless cancelled. Whether it slept to the end.
pub(super) fn sleep(pause: Duration, cancel: &Cancel) -> bool {
    let start = Instant::now();
    while !cancel.is_cancelled() {
        let left = pause.saturating_sub(start.elapsed());
        if left.is_zero() {
            return true;
        }
        std::thread::sleep(left.min(TICK));
    }
    false
}

/// A number from 0 to 1. The standard library's hasher keys are random enough for a pause.
fn random() -> f64 {
    let bits = RandomState::new().build_hasher().finish() >> 11;
    bits as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pauses(retries: u32) -> Pauses {
        let mut config = EndpointConfig::new("http://h", "m");
        config.retries = retries;
        config.first_pause = Duration::from_secs(1);
        config.longest_pause = Duration::from_secs(3);
        Pauses::new(&config)
    }

    #[test]
    fn pauses_double_up_to_the_longest_and_vary() {
        for (n, full) in [1.0, 2.0, 3.0, 3.0].into_iter().enumerate() {
            let mut pauses = pauses(4);
            let pause = (0..=n).filter_map(|_| pauses.next(None)).last().unwrap();
            let seconds = pause.as_secs_f64();
            assert!((full / 2.0..=full).contains(&seconds), "{n}: {seconds}");
        }
        assert_ne!(pauses(1).next(None), pauses(1).next(None));
    }

    #[test]
    fn tries_come_to_an_end() {
        let mut pauses = pauses(2);
        assert!(pauses.next(None).is_some() && pauses.next(None).is_some());
        assert_eq!(pauses.next(None), None);
    }

    #[test]
    fn a_wait_the_server_asks_for_is_kept_unless_it_is_too_long() {
        assert_eq!(pauses(1).next(Some(Duration::from_secs(2))), Some(Duration::from_secs(2)));
        assert_eq!(pauses(1).next(Some(Duration::from_secs(60))), None);
    }

    #[test]
    fn a_cancelled_sleep_ends_at_once() {
        let cancel = Cancel::new();
        assert!(sleep(Duration::from_millis(1), &cancel));
        cancel.cancel();
        assert!(!sleep(Duration::from_secs(60), &cancel));
    }
}
