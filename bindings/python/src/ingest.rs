//! Sources read into a collection.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use grice_corpus::{Options, Source};
use grice_home::{IngestProgress, Vectors, ingest_into};
use grice_index::{Counts, IngestOptions};
use parking_lot::Mutex;
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::{OrRaise, Raise, mistake};
use crate::index::PlaceLike;
use crate::patience::interruptible;
use crate::plain::to_python;

/// What an ingest did, as Python reads it.
#[derive(Serialize)]
struct Told {
    index: String,
    folder: String,
    written: u64,
    unchanged: u64,
    without_text: u64,
    duplicates: u64,
    removed: u64,
    redirects: u64,
    passages: u64,
    words: u64,
    ignored: u64,
    problems: Vec<String>,
    seconds: f64,
    embedded: Option<u64>,
    notes: Vec<String>,
}

/// How to ingest.
#[derive(FromPyObject)]
pub struct IngestSettings {
    #[pyo3(item)]
    vectors: Option<String>,
    #[pyo3(item)]
    prune: bool,
    #[pyo3(item)]
    strict: bool,
    #[pyo3(item)]
    keep_duplicates: bool,
    #[pyo3(item)]
    include: Vec<String>,
    #[pyo3(item)]
    exclude: Vec<String>,
    #[pyo3(item)]
    threads: Option<usize>,
}

impl IngestSettings {
    fn options(&self) -> PyResult<IngestOptions> {
        let usual = IngestOptions::default();
        let threads = self.threads.unwrap_or(usual.threads);
        if threads == 0 {
            return Err(mistake("threads must be at least 1"));
        }
        let (include, exclude) = (self.include.clone(), self.exclude.clone());
        Ok(IngestOptions {
            reading: Options { include, exclude, ..Options::default() },
            strict: self.strict,
            prune: self.prune,
            keep_duplicates: self.keep_duplicates,
            threads,
            ..usual
        })
    }
}

/// Reads sources into a collection. Ctrl-C is heard: what was committed stays, and the same call
/// goes on from there.
#[pyfunction]
pub fn ingest<'py>(
    py: Python<'py>,
    sources: Vec<PathBuf>,
    place: PlaceLike,
    settings: IngestSettings,
) -> PyResult<Bound<'py, PyAny>> {
    if sources.is_empty() {
        return Err(mistake("no sources were given; name at least one file, folder or archive"));
    }
    let place = place.place()?;
    let options = settings.options()?;
    let said = place.said();
    let progress = Arc::new(IngestProgress::default());
    let seen = progress.clone();
    let stop = || {
        progress.reading.stop.store(true, Ordering::Relaxed);
        progress.embedding.stop.store(true, Ordering::Relaxed);
    };
    let work = move || {
        let sources: Vec<Source> = sources.into_iter().map(Source::new).collect();
        let problems = Arc::new(Mutex::new(Vec::new()));
        let heard = problems.clone();
        let told = move |problem: &grice_corpus::Problem| heard.lock().push(problem.to_string());
        let model = settings.vectors.as_deref();
        let done = ingest_into(&place, &sources, &options, model, &seen, &told);
        done.map(|done| (done, std::mem::take(&mut *problems.lock())))
    };
    let (done, problems) = interruptible(py, work, stop)?.or_raise()?;
    let mut notes = Vec::new();
    let embedded = match done.vectors {
        Ok(Vectors::Made { report, .. }) => Some(report.embedded),
        Ok(Vectors::Kept) => None,
        Ok(Vectors::Outdated { model }) => {
            notes.push(format!(
                "new passages have no vectors yet; ingest with vectors='{model}' to make them"
            ));
            None
        }
        Err(error) => return Err(error.raise()),
    };
    let Counts { written, unchanged, without_text, duplicates, removed, .. } = done.report.counts;
    let Counts { redirects, passages, words, ignored, .. } = done.report.counts;
    let told = Told {
        index: said,
        folder: done.index.folder().display().to_string(),
        written,
        unchanged,
        without_text,
        duplicates,
        removed,
        redirects,
        passages,
        words,
        ignored,
        problems,
        seconds: done.took.as_secs_f64(),
        embedded,
        notes,
    };
    to_python(py, &told)
}
