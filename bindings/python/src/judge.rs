//! The judgements, each over a list of inputs.

use std::path::Path;

use grice_home::registry;
use grice_judge::{Error, Turn, analyze, anticipate, ground, interpret, rank, read, rewrite};
use grice_model::registry::{Registry, RegistryError};
use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::{OrRaise, Raise, failure, mistake};
use crate::plain::{Text, TurnLike, to_python, turns};

/// Inputs that are judged before Ctrl-C is heard again.
const AT_ONCE: usize = 128;

/// A history and two texts.
type Asked = (Text, Text, Option<Vec<TurnLike>>);

/// What takes the weights' place: its name, and how it is made.
type Fallback<T> = (&'static str, fn() -> T);

/// How a judgement gets its weights, and what takes their place.
struct Weights<T> {
    model: &'static str,
    open: fn(&Registry, &str) -> grice_judge::Result<T>,
    load: fn(&Path) -> grice_judge::Result<T>,
    fallback: Option<Fallback<T>>,
}

impl<T: Send> Weights<T> {
    /// The model that is named; without a name the usual one or, where it is not there, what takes
    /// its place, with a warning.
    fn get(&self, py: Python<'_>, model: Option<&str>) -> PyResult<T> {
        if let (Some(name), Some((fallback, make))) = (model, self.fallback)
            && name == fallback
        {
            return Ok(make());
        }
        match (py.detach(|| self.find(model.unwrap_or(self.model))), self.fallback) {
            (Err(error), Some((_, make))) if model.is_none() && error.is_absence() => {
                let message = std::ffi::CString::new(format!("{error}; words alone judge instead"));
                let message = message.map_err(|error| failure(error.to_string()))?;
                PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &message, 2)?;
                Ok(make())
            }
            (found, _) => found.or_raise(),
        }
    }

    fn find(&self, model: &str) -> grice_judge::Result<T> {
        match registry::open().map_err(Error::from).and_then(|r| (self.open)(&r, model)) {
            Err(Error::Registry(RegistryError::UnknownModel { .. }))
                if Path::new(model).is_dir() =>
            {
                (self.load)(Path::new(model))
            }
            found => found,
        }
    }
}

/// Judges inputs some at a time. What is wrong with one is told with its number.
fn judged<'py, I: Sync, T: Serialize + Send>(
    py: Python<'py>,
    inputs: &[I],
    judge: impl Fn(&[I]) -> Vec<grice_judge::Result<T>> + Sync,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut all = Vec::with_capacity(inputs.len());
    for some in inputs.chunks(AT_ONCE) {
        py.check_signals()?;
        for one in py.detach(|| judge(some)) {
            match one {
                Ok(judgement) => all.push(to_python(py, &judgement)?),
                Err(error) if inputs.len() > 1 && error.is_misuse() => {
                    return Err(mistake(format!("item {}: {error}", all.len())));
                }
                Err(error) => return Err(error.raise()),
            }
        }
    }
    Ok(all)
}

/// What a reply to a yes/no question means.
#[pyclass(frozen, module = "grice.judge")]
pub struct Interpreter(interpret::Interpreter);

#[pymethods]
impl Interpreter {
    #[new]
    fn new(py: Python<'_>, model: Option<&str>) -> PyResult<Interpreter> {
        let weights = Weights {
            model: interpret::MODEL,
            open: interpret::Interpreter::open_named,
            load: interpret::Interpreter::load,
            fallback: Some((interpret::RULES, interpret::Interpreter::rules)),
        };
        weights.get(py, model).map(Interpreter)
    }

    /// Who judges.
    #[getter]
    fn by(&self) -> &str {
        self.0.by()
    }

    fn judge<'py>(
        &self,
        py: Python<'py>,
        inputs: Vec<(Text, Text)>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        judged(py, &inputs, |some| {
            let asked: Vec<_> = some
                .iter()
                .map(|(question, answer)| interpret::Asked { question, answer })
                .collect();
            self.0.interpret(&asked)
        })
    }
}

/// A question of a conversation as one that stands alone.
#[pyclass(frozen, module = "grice.judge")]
pub struct Rewriter(rewrite::Rewriter);

#[pymethods]
impl Rewriter {
    #[new]
    fn new(py: Python<'_>, model: Option<&str>) -> PyResult<Rewriter> {
        let weights = Weights {
            model: rewrite::MODEL,
            open: rewrite::Rewriter::open_named,
            load: rewrite::Rewriter::load,
            fallback: Some((rewrite::RULES, rewrite::Rewriter::rules)),
        };
        weights.get(py, model).map(Rewriter)
    }

    /// Who judges.
    #[getter]
    fn by(&self) -> &str {
        self.0.by()
    }

    fn judge<'py>(
        &self,
        py: Python<'py>,
        inputs: Vec<(Text, Option<Vec<TurnLike>>)>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let inputs: Vec<(Text, Vec<Turn>)> =
            inputs.into_iter().map(|(question, history)| (question, turns(history))).collect();
        judged(py, &inputs, |some| {
            let asked: Vec<_> = some
                .iter()
                .map(|(question, history)| rewrite::Asked { history, question })
                .collect();
            self.0.rewrite(&asked)
        })
    }
}

/// Where in a passage the answer stands.
#[pyclass(frozen, module = "grice.judge")]
pub struct Reader(read::Reader);

#[pymethods]
impl Reader {
    #[new]
    fn new(py: Python<'_>, model: Option<&str>) -> PyResult<Reader> {
        let weights = Weights {
            model: read::MODEL,
            open: read::Reader::open_named,
            load: read::Reader::load,
            fallback: Some((read::OVERLAP, read::Reader::overlap)),
        };
        weights.get(py, model).map(Reader)
    }

    /// Who judges.
    #[getter]
    fn by(&self) -> &str {
        self.0.by()
    }

    fn judge<'py>(&self, py: Python<'py>, inputs: Vec<Asked>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let inputs: Vec<(Text, Text, Vec<Turn>)> =
            inputs.into_iter().map(|(q, p, history)| (q, p, turns(history))).collect();
        judged(py, &inputs, |some| {
            let asked: Vec<_> = some
                .iter()
                .map(|(question, passage, history)| read::Asked { history, question, passage })
                .collect();
            self.0.read(&asked)
        })
    }
}

/// Passages in the order in which they are likely to have the answer.
#[pyclass(frozen, module = "grice.judge")]
pub struct Ranker(rank::Ranker);

#[pymethods]
impl Ranker {
    #[new]
    fn new(py: Python<'_>, model: Option<&str>, deep: Option<usize>) -> PyResult<Ranker> {
        let weights = Weights {
            model: rank::MODEL,
            open: rank::Ranker::open_named,
            load: rank::Ranker::load,
            fallback: Some((rank::OVERLAP, rank::Ranker::overlap)),
        };
        Ok(Ranker(weights.get(py, model)?.deep(deep.unwrap_or(rank::DEEP))))
    }

    /// Who judges.
    #[getter]
    fn by(&self) -> &str {
        self.0.by()
    }

    fn judge<'py>(
        &self,
        py: Python<'py>,
        inputs: Vec<(Text, Vec<Text>, Option<Vec<TurnLike>>)>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let inputs: Vec<(Text, Vec<Text>, Vec<Turn>)> =
            inputs.into_iter().map(|(q, p, history)| (q, p, turns(history))).collect();
        judged(py, &inputs, |some| {
            let rank = |(question, passages, history): &(Text, Vec<Text>, Vec<Turn>)| {
                let passages: Vec<&str> = passages.iter().map(|passage| &**passage).collect();
                self.0.rank(history, question, &passages)
            };
            some.iter().map(rank).collect()
        })
    }
}

/// What the asker would want to hear next.
#[pyclass(frozen, module = "grice.judge")]
pub struct Anticipator(anticipate::Anticipator);

#[pymethods]
impl Anticipator {
    #[new]
    fn new(py: Python<'_>, model: Option<&str>) -> PyResult<Anticipator> {
        let weights = Weights {
            model: anticipate::MODEL,
            open: anticipate::Anticipator::open_named,
            load: anticipate::Anticipator::load,
            fallback: Some((anticipate::OVERLAP, anticipate::Anticipator::overlap)),
        };
        weights.get(py, model).map(Anticipator)
    }

    /// Who judges.
    #[getter]
    fn by(&self) -> &str {
        self.0.by()
    }

    #[allow(clippy::type_complexity)]
    fn judge<'py>(
        &self,
        py: Python<'py>,
        inputs: Vec<(Text, Vec<String>, Vec<String>, Option<Vec<TurnLike>>)>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let inputs: Vec<(Text, Vec<String>, Vec<String>, Vec<Turn>)> =
            inputs.into_iter().map(|(q, l, c, history)| (q, l, c, turns(history))).collect();
        judged(py, &inputs, |some| {
            let asked: Vec<_> = some
                .iter()
                .map(|(question, literal, candidates, history)| anticipate::Asked {
                    history,
                    question,
                    literal,
                    candidates,
                })
                .collect();
            self.0.anticipate(&asked)
        })
    }
}

/// Whether evidence supports a reply.
#[pyclass(frozen, module = "grice.judge")]
pub struct Grounder(ground::Grounder);

#[pymethods]
impl Grounder {
    #[new]
    fn new(py: Python<'_>, model: Option<&str>) -> PyResult<Grounder> {
        let weights = Weights {
            model: ground::MODEL,
            open: ground::Grounder::open_named,
            load: ground::Grounder::load,
            fallback: Some((ground::OVERLAP, ground::Grounder::overlap)),
        };
        weights.get(py, model).map(Grounder)
    }

    /// Who judges.
    #[getter]
    fn by(&self) -> &str {
        self.0.by()
    }

    fn judge<'py>(
        &self,
        py: Python<'py>,
        inputs: Vec<(Text, Text)>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        judged(py, &inputs, |some| {
            let replies: Vec<_> =
                some.iter().map(|(reply, evidence)| ground::Reply { evidence, reply }).collect();
            self.0.ground(&replies)
        })
    }
}

/// What kind of utterance a text is, or how two relate.
#[pyclass(frozen, module = "grice.judge")]
pub struct Analyzer(analyze::Analyzer);

#[pymethods]
impl Analyzer {
    #[new]
    fn new(py: Python<'_>, model: Option<&str>) -> PyResult<Analyzer> {
        let weights = Weights {
            model: analyze::MODEL,
            open: analyze::Analyzer::open_named,
            load: analyze::Analyzer::load,
            fallback: None,
        };
        weights.get(py, model).map(Analyzer)
    }

    /// Who judges.
    #[getter]
    fn by(&self) -> &str {
        self.0.by()
    }

    /// The tasks: name, whether it takes two texts, and what it asks.
    fn tasks(&self) -> Vec<(String, bool, Option<&'static str>)> {
        let told = |(name, takes): (&str, analyze::Takes)| {
            (name.to_owned(), takes == analyze::Takes::Pair, analyze::about(name))
        };
        self.0.tasks().map(told).collect()
    }

    fn judge<'py>(
        &self,
        py: Python<'py>,
        inputs: Vec<(Text, Option<Text>)>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        judged(py, &inputs, |some| {
            let texts: Vec<_> = some
                .iter()
                .map(|(text, text2)| analyze::Texts { text, text2: text2.as_deref() })
                .collect();
            self.0.analyze(&texts)
        })
    }
}
