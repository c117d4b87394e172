//! Tests of significance and intervals.

use grice_metrics::statistics::{self, Assignments, Correction, Error, Pairs, Undefined};
use pyo3::prelude::*;

use crate::error::{OrRaise, Raise, mistake};
use crate::patience::interruptible;

/// A value, or why there is none.
type Told<T> = (Option<T>, Option<String>);

fn told<T>(result: Result<T, Error>) -> PyResult<Told<T>> {
    match result {
        Ok(value) => Ok((Some(value), None)),
        Err(Error::Undefined(why)) => Ok((None, Some(why.to_string()))),
        Err(error) => Err(error.raise()),
    }
}

/// A t-test's t, p, degrees of freedom, mean difference and effect size.
type TTest = (f64, f64, usize, f64, f64);

/// The paired t-test: t, p, degrees of freedom, mean difference, effect size.
#[pyfunction]
pub fn t_test(py: Python<'_>, first: Vec<f64>, second: Vec<f64>) -> PyResult<Told<TTest>> {
    let pairs = Pairs::new(&first, &second).or_raise()?;
    let test = py.detach(|| pairs.t_test());
    let parts = test.map(|t| (t.t, t.p, t.degrees, t.mean_difference, t.effect_size));
    told(parts.map_err(|why: Undefined| Error::from(why)))
}

/// Fisher's randomisation test: p, mean difference, turns that differ, whether p is exact.
#[pyfunction]
pub fn randomisation(
    py: Python<'_>,
    first: Vec<f64>,
    second: Vec<f64>,
    rounds: usize,
    seed: u64,
) -> PyResult<Told<(f64, f64, usize, bool)>> {
    let pairs = Pairs::new(&first, &second).or_raise()?;
    let test = interruptible(py, move || pairs.randomisation(rounds, seed), || ())?;
    told(test.map(|t| {
        (t.p, t.mean_difference, t.differing, matches!(t.assignments, Assignments::All(_)))
    }))
}

/// The percentile bootstrap of a mean: mean, low, mid, high.
#[pyfunction]
pub fn bootstrap(
    py: Python<'_>,
    scores: Vec<f64>,
    level: f64,
    rounds: usize,
    seed: u64,
) -> PyResult<Told<(f64, f64, f64, f64)>> {
    let work = move || statistics::bootstrap(&scores, level, rounds, seed);
    let interval = interruptible(py, work, || ())?;
    told(interval.map(|i| (i.mean, i.low, i.mid, i.high)))
}

/// A share with Wilson's interval: share, low, high.
#[pyfunction]
pub fn wilson(successes: u64, trials: u64, level: f64) -> PyResult<Told<(f64, f64, f64)>> {
    told(statistics::wilson(successes, trials, level).map(|s| (s.share, s.low, s.high)))
}

/// P-values corrected for how many there are.
#[pyfunction]
pub fn correct(p_values: Vec<f64>, method: &str) -> PyResult<Vec<f64>> {
    let correction = match method {
        "holm" => Correction::Holm,
        "bonferroni" => Correction::Bonferroni,
        other => {
            return Err(mistake(format!(
                "there is no correction '{other}'; there are holm and bonferroni"
            )));
        }
    };
    statistics::correct(&p_values, correction).or_raise()
}
