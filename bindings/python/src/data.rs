//! Data sets, turn by turn or row by row.

use std::collections::VecDeque;
use std::path::PathBuf;

use grice_lab::data::{DataSet, Kind, Row, Rows, Turn, Turns};
use parking_lot::Mutex;
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::OrRaise;
use crate::plain::to_python;

/// How many are read at once, without the interpreter.
const AT_ONCE: usize = 256;

/// A turn or a row.
#[derive(Serialize)]
#[serde(untagged)]
enum Item {
    Turn(Box<Turn>),
    Row(Box<Row>),
}

enum Source {
    Turns(Turns),
    Rows(Rows),
}

struct Reading {
    source: Source,
    ahead: VecDeque<PyResult<Item>>,
}

/// The turns or rows of a split, one dict after another.
#[pyclass(frozen, module = "grice.data")]
pub struct DataStream(Mutex<Reading>);

#[pymethods]
impl DataStream {
    fn __iter__(slf: Bound<'_, DataStream>) -> Bound<'_, DataStream> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let item = py.detach(|| self.0.lock().next());
        item.transpose()?.map(|item| to_python(py, &item)).transpose()
    }

    /// What was skipped so far, and why; complete once the stream has ended.
    #[getter]
    fn skipped<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let reading = self.0.lock();
        let skipped = match &reading.source {
            Source::Turns(turns) => turns.skipped().to_vec(),
            Source::Rows(rows) => rows.skipped().to_vec(),
        };
        drop(reading);
        to_python(py, &skipped)
    }

    /// How the files differ from the official ones; none where they do not.
    #[getter]
    fn part(&self) -> Option<&'static str> {
        match &self.0.lock().source {
            Source::Turns(turns) => turns.part(),
            Source::Rows(rows) => rows.part(),
        }
    }

    /// What a reader of numbers over these files must know; complete once the stream has ended.
    #[getter]
    fn notes(&self) -> Vec<String> {
        match &self.0.lock().source {
            Source::Turns(turns) => turns.notes(),
            Source::Rows(rows) => rows.notes(),
        }
    }

    /// The files that are read.
    #[getter]
    fn files(&self) -> Vec<PathBuf> {
        match &self.0.lock().source {
            Source::Turns(turns) => turns.files().map(PathBuf::from).collect(),
            Source::Rows(rows) => rows.files().map(PathBuf::from).collect(),
        }
    }
}

impl Reading {
    fn next(&mut self) -> Option<PyResult<Item>> {
        if self.ahead.is_empty() {
            let ahead: VecDeque<PyResult<Item>> = match &mut self.source {
                Source::Turns(turns) => {
                    let item = |turn: Turn| Item::Turn(Box::new(turn));
                    turns.take(AT_ONCE).map(|turn| turn.or_raise().map(item)).collect()
                }
                Source::Rows(rows) => {
                    let item = |row: Row| Item::Row(Box::new(row));
                    rows.take(AT_ONCE).map(|row| row.or_raise().map(item)).collect()
                }
            };
            self.ahead = ahead;
        }
        self.ahead.pop_front()
    }
}

/// The data sets by name: title, whether it has turns or rows, splits.
#[pyfunction]
pub fn data_sets() -> Vec<(&'static str, &'static str, &'static str, Vec<&'static str>)> {
    let told = |set: DataSet| {
        let kind = match set.kind() {
            Kind::Conversations => "turns",
            Kind::Rows => "rows",
        };
        (set.name(), set.title(), kind, set.splits().to_vec())
    };
    DataSet::ALL.into_iter().map(told).collect()
}

/// The turns or rows of a split.
#[pyfunction]
pub fn open_data(py: Python<'_>, name: &str, folder: PathBuf, split: &str) -> PyResult<DataStream> {
    let set: DataSet = name.parse().or_raise()?;
    let source = py.detach(|| match set.kind() {
        Kind::Conversations => set.turns(&folder, split).or_raise().map(Source::Turns),
        Kind::Rows => set.rows(&folder, split).or_raise().map(Source::Rows),
    })?;
    Ok(DataStream(Mutex::new(Reading { source, ahead: VecDeque::new() })))
}
