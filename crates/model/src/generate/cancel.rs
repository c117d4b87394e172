//! A flag that stops a generation from another thread, or at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Stops a generation. Clones share one flag, so that one can be kept and the other given away.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    /// When it counts as set.
    deadline: Option<Instant>,
}

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// The same flag, which also counts as set from a time on; the earlier one, where it had one.
    pub fn by(&self, deadline: Instant) -> Cancel {
        let earlier = self.deadline.map_or(deadline, |known| known.min(deadline));
        Cancel { flag: self.flag.clone(), deadline: Some(earlier) }
    }

    /// Asks the generation to stop.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked, or it is time.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_flag_is_shared_and_a_deadline_is_not() {
        let (cancel, now) = (Cancel::new(), Instant::now());
        let late = cancel.by(now);
        assert!(late.is_cancelled() && late.by(now + Duration::from_secs(60)).is_cancelled());
        assert!(!cancel.is_cancelled());
        let later = cancel.by(now + Duration::from_secs(60));
        assert!(!later.is_cancelled());
        cancel.cancel();
        assert!(later.is_cancelled());
    }
}
