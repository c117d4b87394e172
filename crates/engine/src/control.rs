//! How a turn is stopped: by whoever asked for it, or by its deadline.

use std::time::{Duration, Instant};

pub use grice_model::generate::Cancel;

use crate::error::{Error, Result};

/// The share of the time left that a generator may take.
const GENERATION: f32 = 0.8;

/// What can end a turn before it is done. Steps look at it between their parts; a turn that is
/// stopped is an error, and the conversation stays as it was.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Stops the turn once it is set.
    pub cancel: Cancel,
    /// When the turn must be done.
    pub deadline: Option<Instant>,
}

impl Control {
    /// A turn that may take this long.
    pub fn within(limit: Duration) -> Control {
        Control { deadline: Instant::now().checked_add(limit), ..Control::default() }
    }

    /// A turn that this stops.
    pub fn stopped_by(cancel: Cancel) -> Control {
        Control { cancel, deadline: None }
    }

    /// What stops a generator: the turn's end, or, so that a slow one costs no answer, a moment
    /// before its deadline.
    pub(crate) fn generation(&self) -> Cancel {
        let Some(deadline) = self.deadline else { return self.cancel.clone() };
        let now = Instant::now();
        let left = deadline.saturating_duration_since(now);
        self.cancel.by(now + left.mul_f32(GENERATION))
    }

    /// An error where the turn is to end.
    pub(crate) fn check(&self) -> Result<()> {
        if self.cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        match self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            true => Err(Error::Late),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_ends_when_it_is_cancelled_or_late() {
        assert!(Control::default().check().is_ok());
        let control = Control::default();
        control.cancel.cancel();
        assert!(matches!(control.check(), Err(Error::Cancelled)));
        assert!(matches!(Control::within(Duration::ZERO).check(), Err(Error::Late)));
        assert!(Control::within(Duration::from_secs(60)).check().is_ok());
    }
}
