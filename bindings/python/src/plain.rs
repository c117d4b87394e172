//! Plain data between Rust and Python: records become dicts, and turns are taken as pairs or dicts.

use grice_judge::Turn;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use serde::Serialize;

use crate::cores::on_cores;
use crate::error::{failure, mistake};

/// A text that Python holds; it is not copied.
pub type Text = PyBackedStr;

/// A record as a dict.
pub fn to_python<'py, T: Serialize + ?Sized>(
    py: Python<'py>,
    record: &T,
) -> PyResult<Bound<'py, PyAny>> {
    pythonize::pythonize(py, record).map_err(|error| failure(error.to_string()))
}

/// A turn that was taken: a pair of question and answer, or a dict of both.
#[derive(FromPyObject)]
pub enum TurnLike {
    /// `("Who built it?", "A monk.")`
    #[pyo3(annotation = "tuple[str, str]")]
    Pair(String, String),
    /// `{"question": "Who built it?", "answer": "A monk."}`
    #[pyo3(annotation = "dict")]
    Record {
        /// What was asked.
        #[pyo3(item)]
        question: String,
        /// What was answered.
        #[pyo3(item)]
        answer: Option<String>,
    },
}

impl From<TurnLike> for Turn {
    fn from(turn: TurnLike) -> Turn {
        match turn {
            TurnLike::Pair(question, answer) => Turn::new(question, answer),
            TurnLike::Record { question, answer } => {
                Turn::new(question, answer.unwrap_or_default())
            }
        }
    }
}

/// The turns of a history.
pub fn turns(history: Option<Vec<TurnLike>>) -> Vec<Turn> {
    history.unwrap_or_default().into_iter().map(Turn::from).collect()
}

/// Refuses lists that do not belong together.
pub fn same_length(first: (&str, usize), second: (&str, usize)) -> PyResult<()> {
    match first.1 == second.1 {
        true => Ok(()),
        false => Err(mistake(format!(
            "{} has {} items and {} has {}; give one for each",
            first.0, first.1, second.0, second.1
        ))),
    }
}

/// From how many items on the work is shared between cores.
const MANY: usize = 64;

/// Items that are worked on before Ctrl-C is heard again.
const AT_ONCE: usize = 8192;

/// Does the same to each item without the interpreter, on all cores where there are many.
pub fn each<T: Sync, R: Send>(
    py: Python<'_>,
    items: &[T],
    work: impl Fn(&T) -> R + Sync + Send,
) -> PyResult<Vec<R>> {
    use rayon::prelude::*;
    if items.len() < MANY {
        return Ok(py.detach(|| items.iter().map(work).collect()));
    }
    let mut all = Vec::with_capacity(items.len());
    for some in items.chunks(AT_ONCE) {
        py.check_signals()?;
        let with_min = some.par_iter().with_min_len(16);
        all.append(&mut py.detach(|| on_cores(|| with_min.map(&work).collect()))?);
    }
    Ok(all)
}
