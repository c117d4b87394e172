//! How many requests a minute one caller may send.

use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::auth::Caller;
use crate::error::{Problem, Result};

/// Callers that are remembered before those who have rested are forgotten.
const REMEMBERED: usize = 10_000;

/// Bounds the requests of each caller.
pub struct Pace {
    limiter: Option<DefaultKeyedRateLimiter<String>>,
    clock: DefaultClock,
}

impl Pace {
    /// So many requests a minute; 0 means any number.
    pub fn new(per_minute: u32) -> Pace {
        let quota = NonZeroU32::new(per_minute).map(Quota::per_minute);
        Pace { limiter: quota.map(RateLimiter::keyed), clock: DefaultClock::default() }
    }

    /// Counts a request, or says when the next may come.
    pub fn check(&self, caller: &Caller) -> Result<()> {
        self.check_name(&caller.owner)
    }

    /// The same for somebody who is no owner.
    pub fn check_name(&self, name: &str) -> Result<()> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        if limiter.len() > REMEMBERED {
            limiter.retain_recent();
        }
        limiter.check_key(&name.to_owned()).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            Problem::busy("rate", "too many requests of this caller", wait.as_secs() + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_caller_has_a_pace_of_their_own() {
        let pace = Pace::new(2);
        let caller = |owner: &str| Caller { owner: owner.into(), ..Caller::local() };
        assert!(pace.check(&caller("a")).is_ok() && pace.check(&caller("a")).is_ok());
        assert_eq!(pace.check(&caller("a")).unwrap_err().status().as_u16(), 429);
        assert!(pace.check(&caller("b")).is_ok());
        let any = Pace::new(0);
        assert!((0..100).all(|_| any.check(&caller("a")).is_ok()));
    }
}
