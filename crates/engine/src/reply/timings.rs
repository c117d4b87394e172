//! How long each step of a turn takes.

use std::time::Instant;

use serde::{Deserialize, Serialize};

/// Milliseconds of each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Timings {
    /// Hearing what was meant.
    pub listen: f64,
    /// Finding the pages of a history whose words alone were known.
    pub trail: f64,
    /// What the question can mean.
    pub understand: f64,
    /// Finding passages.
    pub retrieve: f64,
    /// Ranking them.
    pub rerank: f64,
    /// Reading them.
    pub read: f64,
    /// What follows from what was read.
    pub reason: f64,
    /// Putting the reply together, with what would be asked next.
    pub compose: f64,
    /// Having a generator write it.
    pub generate: f64,
    /// Looking for follow-ups.
    pub follow: f64,
    /// All of it.
    pub total: f64,
}

/// Measures the steps one after the other.
pub(crate) struct Clock {
    began: Instant,
    last: Instant,
}

impl Clock {
    pub fn start() -> Clock {
        let now = Instant::now();
        Clock { began: now, last: now }
    }

    /// Milliseconds since the last step.
    pub fn step(&mut self) -> f64 {
        let now = Instant::now();
        let took = now.duration_since(self.last);
        self.last = now;
        took.as_secs_f64() * 1e3
    }

    /// Milliseconds since the start.
    pub fn total(&self) -> f64 {
        self.began.elapsed().as_secs_f64() * 1e3
    }
}
