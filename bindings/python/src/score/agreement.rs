//! Agreement of judges, and McNemar's test.

use grice_metrics::labels::{Agreement, Level, McNemar, Ratings, RightWrong, Undefined, Weights};
use pyo3::prelude::*;

use crate::error::{OrRaise, mistake};
use crate::plain::Text;

/// What a judge said of an item.
#[derive(FromPyObject)]
pub enum Judgement {
    /// A word.
    #[pyo3(annotation = "str")]
    Word(Text),
    /// A number; NaN is none.
    #[pyo3(annotation = "float")]
    Number(f64),
}

impl Judgement {
    fn label(&self) -> Option<String> {
        match self {
            Judgement::Word(word) => Some(word.to_string()),
            Judgement::Number(number) if number.is_nan() => None,
            Judgement::Number(number) => Some(number.to_string()),
        }
    }
}

/// A measure's value or why it has none, the items it is over, those left out, the judgements.
type Told = (Option<f64>, Option<String>, usize, usize, usize);

/// A measure of agreement over items, each a row with a place for each judge.
#[pyfunction]
#[pyo3(signature = (rows, measure, setting="", labels=None))]
pub fn agreement(
    py: Python<'_>,
    rows: Vec<Vec<Option<Judgement>>>,
    measure: &str,
    setting: &str,
    labels: Option<Vec<Judgement>>,
) -> PyResult<Told> {
    let labels: Option<Vec<String>> =
        labels.map(|labels| labels.iter().filter_map(Judgement::label).collect());
    let items: Vec<Vec<Option<String>>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| cell.as_ref().and_then(Judgement::label)).collect())
        .collect();
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

/// McNemar's test of two systems' outcomes: statistic and p, or why there is none.
#[pyfunction]
pub fn mcnemar(
    first: Vec<bool>,
    second: Vec<bool>,
    exact: bool,
    correction: bool,
) -> PyResult<(Option<(f64, f64)>, Option<String>)> {
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
