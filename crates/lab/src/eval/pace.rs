//! How long the rest of a plan takes: its estimates, scaled by what was measured so far.

use super::plan::{Plan, PlannedRun};

/// Seconds for which the estimates stand where nothing was measured yet: one odd run does not change all others.
const STEADY: f64 = 60.0;

/// Where a plan is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pace {
    ended: usize,
    of: usize,
    /// What is planned for the run at hand and for those after it.
    left: f64,
    current: f64,
    planned: f64,
    took: f64,
}

impl Pace {
    /// Nothing is run yet.
    pub fn new(plan: &Plan) -> Pace {
        let of = plan.runs.iter().map(|planned| planned.runs.len()).sum();
        Pace { of, left: plan.seconds(), ..Pace::default() }
    }

    /// A run begins.
    pub fn begin(&mut self, run: &PlannedRun) {
        self.current = if run.done { 0.0 } else { run.seconds };
    }

    /// The run has ended, and took so many seconds; none where it was not made.
    pub fn end(&mut self, took: Option<f64>) {
        if let Some(took) = took {
            self.planned += self.current;
            self.took += took;
        }
        self.ended += 1;
        self.left = (self.left - self.current).max(0.0);
        self.current = 0.0;
    }

    /// The number of the run at hand, or of the next one, and how many there are.
    pub fn run(&self) -> (usize, usize) {
        ((self.ended + 1).min(self.of), self.of)
    }

    /// The seconds that are left where this part of the run at hand is done.
    pub fn left(&self, share: f64) -> f64 {
        let scale = (self.took + STEADY) / (self.planned + STEADY);
        scale * (self.left - self.current * share.clamp(0.0, 1.0)).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::DataSet;
    use crate::eval::plan::Planned;

    #[test]
    fn what_is_left_is_scaled_by_what_was_measured_and_falls_within_a_run() {
        let run = |seconds: f64, done| PlannedRun { system: "bare".to_owned(), seconds, done };
        let runs = vec![run(600.0, false), run(50.0, true), run(600.0, false)];
        let planned = Planned {
            data: DataSet::TopiOcqa,
            split: "dev".to_owned(),
            runs: runs.clone(),
            labels: false,
            limit: None,
        };
        let mut pace = Pace::new(&Plan { runs: vec![planned], not: Vec::new() });
        assert_eq!(pace.left(0.0), 1200.0);
        pace.begin(&runs[0]);
        assert_eq!((pace.run(), pace.left(0.5)), ((1, 3), 900.0));
        pace.end(Some(1260.0));
        // Twice as slow as planned.
        assert_eq!(pace.left(0.0), 1200.0);
        pace.begin(&runs[1]);
        pace.end(None);
        pace.begin(&runs[2]);
        assert_eq!((pace.run(), pace.left(1.0)), ((3, 3), 0.0));
        pace.end(Some(1.0));
        assert_eq!(pace.left(0.0), 0.0);
    }
}
