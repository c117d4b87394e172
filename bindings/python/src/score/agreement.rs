//! Agreement of judges, and McNemar's test.

use grice_metrics::labels::{Agreement, Level, McNemar, Ratings, RightWrong, Undefined, Weights};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rustc_hash::FxHashMap;

use crate::error::{OrRaise, mistake};
use crate::plain::Text;

/// What judges say, each word and number once.
#[derive(Default)]
struct Names {
    names: Vec<String>,
    numbers: FxHashMap<u64, usize>,
    words: FxHashMap<String, usize>,
}

impl Names {
    /// The place of what a judge said of an item; none for None and NaN, which is nothing.
    fn place(&mut self, said: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        if said.is_none() {
            return Ok(None);
        }
        let next = self.names.len();
        if let Ok(word) = said.cast::<PyString>() {
            let word: Text = word.extract()?;
            if let Some(&place) = self.words.get(&*word) {
                return Ok(Some(place));
            }
            self.words.insert(word.to_string(), next);
            self.names.push(word.to_string());
            return Ok(Some(next));
        }
        let number: f64 = said.extract()?;
        if number.is_nan() {
            return Ok(None);
        }
        let place = *self.numbers.entry((number + 0.0).to_bits()).or_insert(next);
        if place == next {
            self.names.push(number.to_string());
        }
        Ok(Some(place))
    }
}

/// A measure's value or why it has none, the items it is over, those left out, the judgements.
type Told = (Option<f64>, Option<String>, usize, usize, usize);

/// A measure of agreement over items, each a row with a place for each judge.
#[pyfunction]
pub fn agreement(
    py: Python<'_>,
    rows: Vec<Vec<Bound<'_, PyAny>>>,
    measure: &str,
    setting: &str,
    labels: Option<Vec<Bound<'_, PyAny>>>,
) -> PyResult<Told> {
    let mut names = Names::default();
    let mut places = |said: &Vec<Bound<'_, PyAny>>| {
        said.iter().map(|one| names.place(one)).collect::<PyResult<Vec<Option<usize>>>>()
    };
    let labels = labels.as_ref().map(&mut places).transpose()?;
    let rows = rows.iter().map(places).collect::<PyResult<Vec<_>>>()?;
    let name = |place: &usize| names.names[*place].as_str();
    let labels: Option<Vec<&str>> =
        labels.map(|labels| labels.iter().flatten().map(name).collect());
    let items = rows.iter().map(|row| row.iter().map(|place| place.as_ref().map(name)));
    let found = py.detach(|| {
        let ratings = match labels {
            Some(labels) => Ratings::ordered(items, labels).or_raise()?,
            None => Ratings::new(items),
        };
        by_name(&ratings, measure, setting)
    })?;
    let Agreement { value, used, left_out, judgements } = found;
    let why = value.as_ref().err().map(Undefined::to_string);
    Ok((value.ok(), why, used, left_out, judgements))
}

fn by_name(ratings: &Ratings, measure: &str, setting: &str) -> PyResult<Agreement> {
    Ok(match (measure, setting) {
        ("pairwise", "") => ratings.pairwise(),
        ("fleiss", "") => ratings.fleiss(),
        ("cohen", "") => ratings.cohen(0, 1, Weights::None),
        ("cohen", "linear") => ratings.cohen(0, 1, Weights::Linear),
        ("cohen", "quadratic") => ratings.cohen(0, 1, Weights::Quadratic),
        ("cohen", other) => {
            return Err(mistake(format!(
                "there are no weights '{other}'; there are None, 'linear' and 'quadratic'"
            )));
        }
        ("krippendorff", "nominal") => ratings.krippendorff(Level::Nominal),
        ("krippendorff", "ordinal") => ratings.krippendorff(Level::Ordinal),
        ("krippendorff", "interval") => ratings.krippendorff(Level::Interval),
        ("krippendorff", "ratio") => ratings.krippendorff(Level::Ratio),
        (_, other) => {
            return Err(mistake(format!(
                "there is no level of measurement '{other}'; there are nominal, ordinal, interval and ratio"
            )));
        }
    })
}

/// Statistic and p, or why there are none.
type Tested = (Option<(f64, f64)>, Option<String>);

/// McNemar's test of two systems' outcomes: statistic and p, or why there is none.
#[pyfunction]
pub fn mcnemar(
    first: Vec<bool>,
    second: Vec<bool>,
    exact: bool,
    correction: bool,
) -> PyResult<Tested> {
    let counts = RightWrong::new(&first, &second).or_raise()?;
    let test = match (exact, correction) {
        (true, _) => Ok(counts.exact()),
        (false, true) => counts.corrected(),
        (false, false) => counts.uncorrected(),
    };
    Ok(match test {
        Ok(McNemar { statistic, p }) => (Some((statistic, p)), None),
        Err(why) => (None, Some(why.to_string())),
    })
}
