//! Rankings against judgements.

use std::path::PathBuf;

use grice_metrics::retrieval::{self, Denominator, Measure, Options, ScoreError, Scores};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::error::{OrRaise, Raise, mistake};
use crate::plain::Text;

/// Judgements: for each query, documents and their grades.
#[pyclass(frozen, module = "grice.score")]
pub struct Qrels(retrieval::Qrels);

/// A run: for each query, documents and their scores.
#[pyclass(frozen, module = "grice.score")]
pub struct Run(retrieval::Run);

#[pymethods]
impl Qrels {
    /// Judgements from a dict of dicts.
    #[new]
    fn new(py: Python<'_>, grades: &Bound<'_, PyDict>) -> PyResult<Qrels> {
        let lists = lists::<i32>(grades, "grades")?;
        py.detach(|| retrieval::Qrels::from_grades(borrowed(&lists))).or_raise().map(Qrels)
    }

    /// Judgements from a file in TREC's form, gzipped or not.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Qrels> {
        py.detach(|| retrieval::Qrels::read(&path)).or_raise().map(Qrels)
    }

    /// The queries.
    #[getter]
    fn queries(&self) -> Vec<String> {
        self.0.queries().to_vec()
    }

    fn __len__(&self) -> usize {
        self.0.queries().len()
    }
}

#[pymethods]
impl Run {
    /// A run from a dict of dicts.
    #[new]
    fn new(py: Python<'_>, scores: &Bound<'_, PyDict>) -> PyResult<Run> {
        let lists = lists::<f64>(scores, "scores")?;
        py.detach(|| retrieval::Run::from_scores(borrowed(&lists))).or_raise().map(Run)
    }

    /// A run from a file in TREC's form, gzipped or not.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Run> {
        py.detach(|| retrieval::Run::read(&path)).or_raise().map(Run)
    }

    /// The queries.
    #[getter]
    fn queries(&self) -> Vec<String> {
        self.0.queries().to_vec()
    }

    /// A query's documents and scores, best first; none where the run lacks it.
    fn ranking(&self, query: &str) -> Option<Vec<(String, f64)>> {
        let ranking = self.0.ranking(query)?;
        Some(ranking.map(|(document, score)| (document.to_owned(), score)).collect())
    }

    fn __len__(&self) -> usize {
        self.0.queries().len()
    }
}

type Lists<V> = Vec<(Text, Vec<(Text, V)>)>;

/// The lists of a dict of dicts; their texts stay Python's.
fn lists<'py, V>(queries: &Bound<'py, PyDict>, what: &str) -> PyResult<Lists<V>>
where
    V: for<'a> FromPyObject<'a, 'py, Error: Into<PyErr>>,
{
    let mut lists = Vec::with_capacity(queries.len());
    for (query, documents) in queries {
        let documents = documents.cast::<PyDict>().map_err(|_| {
            mistake(format!("the {what} of query {query} are no dict of documents"))
        })?;
        let mut list = Vec::with_capacity(documents.len());
        for (document, value) in documents {
            let value = value.extract::<V>().map_err(|_| {
                mistake(format!(
                    "query {query}, document {document}: {value} cannot stand among its {what}"
                ))
            })?;
            list.push((document.extract::<Text>()?, value));
        }
        lists.push((query.extract::<Text>()?, list));
    }
    Ok(lists)
}

#[allow(clippy::type_complexity)]
fn borrowed<V: Copy>(
    lists: &Lists<V>,
) -> impl Iterator<Item = (&str, impl Iterator<Item = (&str, V)>)> {
    lists.iter().map(|(query, documents)| {
        (&**query, documents.iter().map(|(document, value)| (&**document, *value)))
    })
}

/// The name that ir-measures gives a measure.
#[pyfunction]
pub fn measure_name(name: &str) -> PyResult<String> {
    name.parse::<Measure>().or_raise().map(|measure| measure.to_string())
}

/// A run's means or sums, one for each measure.
#[pyfunction]
pub fn totals(
    py: Python<'_>,
    qrels: &Qrels,
    run: &Run,
    measures: Vec<String>,
    complete: bool,
) -> PyResult<Vec<f64>> {
    let measures = parse(&measures)?;
    let options = options(complete);
    let scores =
        py.detach(|| retrieval::score(&qrels.0, &run.0, &measures, &options)).or_raise()?;
    Ok((0..measures.len()).map(|number| scores.total(number)).collect())
}

fn parse(names: &[String]) -> PyResult<Vec<Measure>> {
    names.iter().map(|name| name.parse()).collect::<Result<_, _>>().or_raise()
}

fn options(complete: bool) -> Options {
    let denominator = if complete { Denominator::Truth } else { Denominator::Both };
    Options { denominator, ..Options::default() }
}

/// Scores a run: a dict of values for each query, under the keys given for the measures, and the
/// measures' means or sums. With `complete`, queries that the run lacks count, with 0.
#[pyfunction]
pub fn evaluate<'py>(
    py: Python<'py>,
    qrels: &Qrels,
    run: &Run,
    measures: Vec<String>,
    keys: Vec<String>,
    complete: bool,
) -> PyResult<(Bound<'py, PyDict>, Vec<f64>)> {
    let parsed = parse(&measures)?;
    let options = options(complete);
    let rows = PyDict::new(py);
    let scores: Scores = match py.detach(|| retrieval::score(&qrels.0, &run.0, &parsed, &options)) {
        Ok(scores) => scores,
        // pytrec_eval gives an empty dict, and so does this; means are the caller's to refuse.
        Err(ScoreError::NoCommonQuery { .. }) if !complete => return Ok((rows, Vec::new())),
        Err(error) => return Err(error.raise()),
    };
    let keys: Vec<Bound<'py, PyString>> =
        keys.iter().map(|key| PyString::intern(py, key)).collect();
    for (number, query) in scores.queries().iter().enumerate() {
        let row = PyDict::new(py);
        for (key, value) in keys.iter().zip(scores.row(number)) {
            row.set_item(key, value)?;
        }
        rows.set_item(query, row)?;
    }
    Ok((rows, (0..parsed.len()).map(|number| scores.total(number)).collect()))
}
