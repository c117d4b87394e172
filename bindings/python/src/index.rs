//! Indexes: opened by name or path, searched by words, by vectors, or by both.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use grice_home::Place;
use grice_index::{
    Bm25, Boosts, Effort, Encoder, Error, Fusion, Hit, Hybrid, PassageRecord, Query, Ranking,
    Searcher,
};
use parking_lot::RwLock;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use serde::Serialize;

use crate::cores::on_cores;
use crate::error::{OrRaise, Raise, failure, mistake};
use crate::plain::to_python;

/// Queries that are searched for before Ctrl-C is heard again.
const AT_ONCE: usize = 256;

/// A collection by its name, or a folder.
#[derive(FromPyObject)]
pub enum PlaceLike {
    /// A name, or a path where it holds a slash.
    #[pyo3(transparent, annotation = "str")]
    Name(String),
    /// A path.
    #[pyo3(transparent, annotation = "os.PathLike[str]")]
    Path(PathBuf),
}

impl PlaceLike {
    /// Where that is.
    pub fn place(self) -> PyResult<Place> {
        match self {
            PlaceLike::Name(name) => Place::parse(&OsString::from(name)).or_raise(),
            PlaceLike::Path(path) => Ok(Place::Path(path)),
        }
    }
}

/// A passage that was found.
#[derive(Serialize)]
struct Found {
    passage: String,
    document: String,
    title: String,
    section: String,
    score: f32,
    text: String,
}

/// What passages are ranked by.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Bm25,
    Dense,
    Hybrid,
}

/// How to search, with what it needs.
struct Plan {
    searcher: Arc<Searcher>,
    ranking: Ranking,
    mode: Mode,
    encoder: Option<Arc<dyn Encoder>>,
    hybrid: Hybrid,
    title: Option<String>,
    section: Option<String>,
    document: Option<String>,
}

/// Passages in one folder on disk.
#[pyclass(frozen, module = "grice")]
pub struct Index {
    place: Place,
    index: grice_index::Index,
    searcher: RwLock<Arc<Searcher>>,
    encoder: OnceLock<Arc<dyn Encoder>>,
}

/// How a search is set; every field has its default in Python.
#[derive(FromPyObject)]
pub struct SearchSettings {
    #[pyo3(item)]
    mode: Option<String>,
    #[pyo3(item)]
    fields: Option<HashMap<String, f32>>,
    #[pyo3(item)]
    k1: f32,
    #[pyo3(item)]
    b: f32,
    #[pyo3(item)]
    weight: f32,
    #[pyo3(item)]
    title: Option<String>,
    #[pyo3(item)]
    section: Option<String>,
    #[pyo3(item)]
    document: Option<String>,
}

#[pymethods]
impl Index {
    #[new]
    fn new(py: Python<'_>, place: PlaceLike) -> PyResult<Index> {
        let place = place.place()?;
        let (index, searcher) = py.detach(|| {
            let index = place.open().or_raise()?;
            let searcher = Arc::new(index.searcher().or_raise()?);
            Ok::<_, PyErr>((index, searcher))
        })?;
        Ok(Index { place, index, searcher: RwLock::new(searcher), encoder: OnceLock::new() })
    }

    /// The best passages for each query, as lists of dicts.
    fn search<'py>(
        &self,
        py: Python<'py>,
        queries: Vec<String>,
        k: usize,
        settings: SearchSettings,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let plan = py.detach(|| self.plan(settings))?;
        let found = plan.each(py, &queries, k, |hits| plan.shown(hits))?;
        found.iter().map(|found| to_python(py, found)).collect()
    }

    /// The best passages for each query, as a dict of ids and scores.
    fn run<'py>(
        &self,
        py: Python<'py>,
        queries: Vec<String>,
        k: usize,
        settings: SearchSettings,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let plan = py.detach(|| self.plan(settings))?;
        let found = plan.each(py, &queries, k, |hits| {
            let id = |hit: &Hit| Ok((plan.searcher.passage_id(hit).or_raise()?, hit.score));
            hits.iter().map(id).collect::<PyResult<Vec<(String, f32)>>>()
        })?;
        let rankings = found.into_iter().map(|ranking| {
            let scores = PyDict::new(py);
            for (id, score) in ranking {
                scores.set_item(id, score)?;
            }
            Ok(scores)
        });
        rankings.collect()
    }

    /// A passage by its id; none where there is no such passage.
    fn passage<'py>(&self, py: Python<'py>, id: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let searcher = self.snapshot();
        let found: Option<PassageRecord> = py.detach(|| searcher.find_passage(id)).or_raise()?;
        found.map(|record| to_python(py, &record)).transpose()
    }

    /// A document by its id or a name that it answers to; none where there is no such document.
    fn document<'py>(&self, py: Python<'py>, id: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let searcher = self.snapshot();
        let found = py
            .detach(|| match searcher.document(id)? {
                Some(record) => Ok(Some(record)),
                None => searcher.resolve(id),
            })
            .or_raise()?;
        found.map(|record| to_python(py, &record)).transpose()
    }

    /// All passages of a document, in order.
    fn passages<'py>(&self, py: Python<'py>, document: &str) -> PyResult<Bound<'py, PyAny>> {
        let searcher = self.snapshot();
        let found = py.detach(|| searcher.document_passages(document)).or_raise()?;
        to_python(py, &found)
    }

    /// What the index holds.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let searcher = self.snapshot();
        let (info, vectors) =
            py.detach(|| Ok::<_, Error>((searcher.info()?, searcher.vectors()?))).or_raise()?;
        let told = PyDict::new(py);
        told.set_item("name", self.place.said())?;
        told.set_item("folder", self.index.folder().display().to_string())?;
        told.set_item("documents", info.documents)?;
        told.set_item("passages", info.passages)?;
        told.set_item("words", info.words)?;
        told.set_item("bytes", info.bytes)?;
        told.set_item("vectors", vectors.map(|vectors| vectors.model))?;
        Ok(told)
    }

    /// Takes up what was committed since the index was opened.
    fn refresh(&self, py: Python<'_>) -> PyResult<()> {
        let searcher = py.detach(|| self.index.searcher()).or_raise()?;
        *self.searcher.write() = Arc::new(searcher);
        Ok(())
    }
}

impl Index {
    /// Where it is.
    pub fn place(&self) -> &Place {
        &self.place
    }

    fn snapshot(&self) -> Arc<Searcher> {
        self.searcher.read().clone()
    }

    fn plan(&self, settings: SearchSettings) -> PyResult<Plan> {
        let searcher = self.snapshot();
        let mode = match settings.mode.as_deref() {
            None => None,
            Some("bm25") => Some(Mode::Bm25),
            Some("dense") => Some(Mode::Dense),
            Some("hybrid") => Some(Mode::Hybrid),
            Some(other) => {
                return Err(mistake(format!(
                    "there is no mode '{other}'; there are bm25, dense and hybrid"
                )));
            }
        };
        let encoder = match mode {
            Some(Mode::Bm25) => None,
            Some(_) => Some(self.encoder(&searcher)?),
            None if searcher.vectors().or_raise()?.is_some() => self.encoder(&searcher).ok(),
            None => None,
        };
        if !(0.0..=1.0).contains(&settings.weight) {
            return Err(mistake("weight must be between 0 (words alone) and 1 (vectors alone)"));
        }
        let fusion = Fusion::Weighted { weights: vec![1.0 - settings.weight, settings.weight] };
        Ok(Plan {
            ranking: Ranking {
                bm25: Bm25::new(settings.k1, settings.b).or_raise()?,
                boosts: boosts(settings.fields)?,
            },
            mode: match &encoder {
                None => Mode::Bm25,
                Some(_) => mode.unwrap_or(Mode::Hybrid),
            },
            searcher,
            encoder,
            hybrid: Hybrid { fusion, effort: Effort::default(), ..Hybrid::default() },
            title: settings.title,
            section: settings.section,
            document: settings.document,
        })
    }

    fn encoder(&self, searcher: &Searcher) -> PyResult<Arc<dyn Encoder>> {
        if let Some(encoder) = self.encoder.get() {
            return Ok(encoder.clone());
        }
        let Some(info) = searcher.vectors().or_raise()? else {
            return Err(Error::NoVectors(searcher.folder().to_owned()).raise());
        };
        let encoder: Arc<dyn Encoder> = grice_home::encoder(&info.model).or_raise()?.into();
        searcher.expect_model(encoder.name()).or_raise()?;
        Ok(self.encoder.get_or_init(|| encoder).clone())
    }
}

fn boosts(fields: Option<HashMap<String, f32>>) -> PyResult<Boosts> {
    let Some(fields) = fields else { return Ok(Boosts::default()) };
    let mut boosts = Boosts { body: 0.0, title: 0.0, section: 0.0 };
    for (name, weight) in fields {
        if !(weight.is_finite() && weight >= 0.0) {
            return Err(mistake(format!("the field {name} counts {weight}; use a number from 0")));
        }
        match name.as_str() {
            "body" => boosts.body = weight,
            "title" => boosts.title = weight,
            "section" => boosts.section = weight,
            other => {
                return Err(mistake(format!(
                    "there is no field '{other}'; there are body, title and section"
                )));
            }
        }
    }
    Ok(boosts)
}

impl Plan {
    /// Searches for each query and does the same to what is found, without the interpreter and on
    /// all cores; Ctrl-C is heard in between.
    fn each<R: Send>(
        &self,
        py: Python<'_>,
        queries: &[String],
        k: usize,
        work: impl Fn(&[Hit]) -> PyResult<R> + Sync,
    ) -> PyResult<Vec<R>> {
        let mut all = Vec::with_capacity(queries.len());
        for some in queries.chunks(AT_ONCE) {
            py.check_signals()?;
            let done: PyResult<Vec<R>> = py.detach(|| {
                let vectors = self.vectors(some)?;
                let search = |(number, text): (usize, &String)| {
                    let query = Query {
                        title: self.title.clone(),
                        section: self.section.clone(),
                        document: self.document.clone(),
                        ..Query::typed(text)
                    };
                    let vector = vectors.get(number).map(Vec::as_slice);
                    work(&self.search(&query, vector, k).or_raise()?)
                };
                match some.len() {
                    1 => some.iter().enumerate().map(search).collect(),
                    _ => on_cores(|| some.par_iter().enumerate().map(search).collect())?,
                }
            });
            all.append(&mut done?);
        }
        Ok(all)
    }

    fn search(&self, query: &Query, vector: Option<&[f32]>, k: usize) -> Result<Vec<Hit>, Error> {
        match (self.mode, vector) {
            (Mode::Hybrid, Some(vector)) => {
                self.searcher.search_hybrid(query, &self.ranking, vector, &self.hybrid, k)
            }
            (Mode::Dense, Some(vector)) => {
                self.searcher.search_dense(vector, query, k, self.hybrid.effort)
            }
            _ => self.searcher.search(query, &self.ranking, k),
        }
    }

    fn vectors(&self, queries: &[String]) -> PyResult<Vec<Vec<f32>>> {
        let Some(encoder) = &self.encoder else { return Ok(Vec::new()) };
        let words: Vec<String> = queries.iter().map(|text| Query::typed(text).words).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let vectors = encoder.encode_queries(&words).map_err(|error| {
            failure(format!("the model {} could not embed the query: {error}", encoder.name()))
        })?;
        Ok(vectors.chunks_exact(encoder.dimensions().max(1)).map(<[f32]>::to_vec).collect())
    }

    fn shown(&self, hits: &[Hit]) -> PyResult<Vec<Found>> {
        let show = |hit: &Hit| {
            let record = self.searcher.passage(hit).or_raise()?;
            Ok(Found {
                passage: record.passage,
                document: record.document,
                title: record.title,
                section: record.section,
                score: hit.score,
                text: record.text,
            })
        };
        hits.iter().map(show).collect()
    }
}

/// The collections on this machine, and what each holds.
#[pyfunction]
pub fn collections(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let list = py.detach(grice_home::list).or_raise()?;
    to_python(py, &list)
}
