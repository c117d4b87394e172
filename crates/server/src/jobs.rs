//! Files that were sent, read into a collection while the client watches.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grice_corpus::Source;
use grice_home::{IngestProgress, Stage, ingest_into};
use grice_index::IngestOptions;
use parking_lot::Mutex;
use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use crate::app::App;
use crate::library::Shelf;

/// Jobs that are remembered, those under way not counted.
const REMEMBERED: usize = 100;

/// Problems of a job that are told.
const PROBLEMS: usize = 50;

/// The model that makes the vectors of uploads: a table, and so as fast as reading.
const VECTORS: &str = "grice-passages";

/// Uploads that are read, and were.
pub struct Jobs {
    all: Mutex<VecDeque<Arc<Job>>>,
    next: AtomicU64,
    running: Arc<Semaphore>,
}

/// Files that are read into a collection.
pub struct Job {
    id: String,
    owner: String,
    collection: String,
    total: u64,
    progress: IngestProgress,
    done: Mutex<Done>,
}

#[derive(Clone, Debug, Default)]
struct Done {
    state: State,
    problems: Vec<String>,
    message: Option<String>,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It waits or works.
    #[default]
    Running,
    /// All of it is in the collection.
    Done,
    /// It ended before that.
    Failed,
}

/// A job as clients read it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Job)]
pub struct JobView {
    /// Its id.
    pub id: String,
    /// The collection that is made.
    pub collection: String,
    /// How far it is.
    pub state: State,
    /// reading, vectors or done.
    #[schema(value_type = String)]
    pub step: &'static str,
    /// Bytes that were read.
    pub bytes: u64,
    /// Of so many.
    pub total: u64,
    /// Documents that were read.
    pub documents: u64,
    /// Words that were read.
    pub words: u64,
    /// What could not be read, and why.
    pub problems: Vec<String>,
    /// Why it failed.
    pub message: Option<String>,
}

impl Job {
    /// The job as it stands.
    pub fn view(&self) -> JobView {
        let done = self.done.lock().clone();
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let progress = &self.progress.reading;
        let step = match done.state {
            State::Running if self.progress.stage() != Stage::Reading => "vectors",
            State::Running => "reading",
            _ => "done",
        };
        JobView {
            id: self.id.clone(),
            collection: self.collection.clone(),
            state: done.state,
            step,
            bytes: read(&progress.bytes).min(self.total),
            total: self.total,
            documents: read(&progress.documents),
            words: read(&progress.words),
            problems: done.problems,
            message: done.message,
        }
    }
}

impl Jobs {
    /// So many at a time.
    pub fn new(at_a_time: usize) -> Jobs {
        let running = Arc::new(Semaphore::new(at_a_time.max(1)));
        Jobs { all: Mutex::default(), next: AtomicU64::new(1), running }
    }

    /// The job of that id, where it is this caller's.
    pub fn find(&self, owner: &str, id: &str) -> Option<Arc<Job>> {
        self.all.lock().iter().find(|job| job.owner == owner && job.id == id).cloned()
    }

    /// A caller's jobs, the last one first.
    pub fn of(&self, owner: &str) -> Vec<JobView> {
        let all = self.all.lock();
        all.iter().rev().filter(|job| job.owner == owner).map(|job| job.view()).collect()
    }

    /// Whether files are being read into a collection.
    pub fn is_busy(&self, owner: &str, collection: &str) -> bool {
        let all = self.all.lock();
        all.iter().any(|job| {
            job.owner == owner
                && job.collection == collection
                && job.done.lock().state == State::Running
        })
    }

    /// Begins to read the files of a folder into a collection.
    pub fn begin(
        app: &Arc<App>,
        owner: &str,
        shelf: Shelf,
        folder: PathBuf,
        total: u64,
    ) -> Arc<Job> {
        let jobs = &app.jobs;
        let job = Arc::new(Job {
            id: jobs.next.fetch_add(1, Ordering::Relaxed).to_string(),
            owner: owner.to_owned(),
            collection: shelf.name.clone(),
            total,
            progress: IngestProgress::default(),
            done: Mutex::default(),
        });
        let mut all = jobs.all.lock();
        all.push_back(job.clone());
        while all.len() > REMEMBERED
            && let Some(old) = all.iter().position(|job| job.done.lock().state != State::Running)
        {
            all.remove(old);
        }
        drop(all);
        let (app, own, running) = (app.clone(), job.clone(), jobs.running.clone());
        tokio::spawn(async move {
            let _place = running.acquire_owned().await;
            let working = own.clone();
            let (reading, name) = (shelf.clone(), shelf.name.clone());
            let read = tokio::task::spawn_blocking(move || working.read(&reading, folder, name));
            let result = read.await.unwrap_or_else(|error| Err(error.to_string()));
            app.library.forget(&shelf);
            let mut done = own.done.lock();
            (done.state, done.message) = match result {
                Ok(()) => (State::Done, None),
                Err(why) => {
                    tracing::warn!(collection = shelf.name, why, "an upload could not be read");
                    (State::Failed, Some(why))
                }
            };
        });
        job
    }

    /// Waits until nothing is being read.
    pub async fn finished(&self) {
        loop {
            let busy = self.all.lock().iter().any(|job| job.done.lock().state == State::Running);
            if !busy {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }
}

impl Job {
    fn read(&self, shelf: &Shelf, folder: PathBuf, name: String) -> Result<(), String> {
        let source = Source { path: folder, name: name.into() };
        let problem = |problem: &grice_corpus::Problem| {
            let mut done = self.done.lock();
            if done.problems.len() < PROBLEMS {
                done.problems.push(problem.to_string());
            }
        };
        let options = IngestOptions { prune: true, ..IngestOptions::default() };
        let (place, sources) = (&shelf.place, [source]);
        let read = ingest_into(place, &sources, &options, Some(VECTORS), &self.progress, &problem);
        let read = read.map_err(|error| error.to_string())?;
        if let Err(error) = read.vectors {
            // What was read can be searched by its words.
            self.done.lock().problems.push(error.to_string());
        }
        Ok(())
    }
}
