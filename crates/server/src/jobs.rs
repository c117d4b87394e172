//! Files that were sent, read into a collection while the client watches.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grice_corpus::Source;
use grice_home::{IngestProgress, Place, Stage, ingest_into};
use grice_index::IngestOptions;
use parking_lot::Mutex;
use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Problem, Result};
use crate::library::Shelf;
use crate::threads;

/// Jobs that are remembered, those under way not counted.
const REMEMBERED: usize = 100;

/// Problems of a job that are told.
const PROBLEMS: usize = 50;

/// What the ids of documents begin with that were sent: no other source of a collection has it.
const SOURCE: &str = "uploads";

/// The model that makes the vectors of uploads: a table, and so as fast as reading.
const VECTORS: &str = "grice-passages";

/// Uploads that are read, and were.
pub struct Jobs {
    all: Mutex<All>,
    next: AtomicU64,
    running: Arc<Semaphore>,
}

#[derive(Default)]
struct All {
    jobs: VecDeque<Arc<Job>>,
    /// Owners and collections of the uploads that are being received.
    coming: Vec<(String, String)>,
}

/// An upload that is being received, as long as this lives.
pub struct Coming<'a> {
    jobs: &'a Jobs,
    owner: String,
    collection: String,
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
        let all = self.all.lock();
        all.jobs.iter().find(|job| job.owner == owner && job.id == id).cloned()
    }

    /// A caller's jobs, the last one first.
    pub fn of(&self, owner: &str) -> Vec<JobView> {
        let all = self.all.lock();
        all.jobs.iter().rev().filter(|job| job.owner == owner).map(|job| job.view()).collect()
    }

    /// Whether files come for a collection, or are being read into it.
    pub fn is_busy(&self, owner: &str, collection: &str) -> bool {
        self.all.lock().under_way(owner).any(|other| other == collection)
    }

    /// Begins to receive files for a collection, unless some are under way for it or `most` uploads
    /// of the caller are.
    pub fn receive(&self, owner: &str, collection: &str, most: usize) -> Result<Coming<'_>> {
        let mut all = self.all.lock();
        if all.under_way(owner).any(|other| other == collection) {
            return Err(Problem::conflict("reading", "files are being read into it already")
                .hint("wait until that job is done"));
        }
        if all.under_way(owner).count() >= most {
            return Err(Problem::busy("uploads", "too many uploads are under way", 5));
        }
        let (owner, collection) = (owner.to_owned(), collection.to_owned());
        all.coming.push((owner.clone(), collection.clone()));
        Ok(Coming { jobs: self, owner, collection })
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
        all.jobs.push_back(job.clone());
        while all.jobs.len() > REMEMBERED
            && let Some(old) = all.jobs.iter().position(|job| !job.is_running())
        {
            all.jobs.remove(old);
        }
        drop(all);
        let (app, own, running) = (app.clone(), job.clone(), jobs.running.clone());
        threads::beside(async move {
            let _place = running.acquire_owned().await;
            let working = own.clone();
            let place = shelf.place.clone();
            let read = threads::off(move || working.read(&place, folder));
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
            let busy = self.all.lock().jobs.iter().any(|job| job.is_running());
            if !busy {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }
}

impl All {
    /// The collections for which a caller's files come, wait or are being read.
    fn under_way(&self, owner: &str) -> impl Iterator<Item = &str> {
        let running = self.jobs.iter().filter(move |job| job.owner == owner && job.is_running());
        let coming = self.coming.iter().filter(move |(other, _)| other == owner);
        let coming = coming.map(|(_, collection)| collection.as_str());
        running.map(|job| job.collection.as_str()).chain(coming)
    }
}

impl Drop for Coming<'_> {
    fn drop(&mut self) {
        let mut all = self.jobs.all.lock();
        let own = |(owner, collection): &(String, String)| {
            *owner == self.owner && *collection == self.collection
        };
        if let Some(at) = all.coming.iter().position(own) {
            all.coming.swap_remove(at);
        }
    }
}

impl Job {
    fn is_running(&self) -> bool {
        self.done.lock().state == State::Running
    }

    /// Adds the files of a folder to a collection. Nothing is pruned: what is not in the folder may
    /// have been ingested by hand.
    fn read(&self, place: &Place, folder: PathBuf) -> std::result::Result<(), String> {
        let source = Source { name: source_name(place, &folder).into(), path: folder };
        let problem = |problem: &grice_corpus::Problem| {
            let mut done = self.done.lock();
            if done.problems.len() < PROBLEMS {
                done.problems.push(problem.to_string());
            }
        };
        let (options, sources) = (IngestOptions::default(), [source]);
        let read = ingest_into(place, &sources, &options, Some(VECTORS), &self.progress, &problem);
        let read = read.map_err(|error| error.to_string())?;
        if let Err(error) = read.vectors {
            // What was read can be searched by its words.
            self.done.lock().problems.push(error.to_string());
        }
        Ok(())
    }
}

/// The name of the source that a folder of uploads is in a collection.
fn source_name(place: &Place, folder: &Path) -> String {
    let about = place.open().ok().and_then(|index| index.about().ok());
    let known = about.map(|about| about.sources).unwrap_or_default();
    // Earlier versions called it as the collection.
    if let Some(own) = known.iter().find(|source| Path::new(&source.path) == folder) {
        return own.name.clone();
    }
    // Where Grice's home was moved, the folder's end is still the same.
    let end = Path::new(SOURCE).join(folder.file_name().unwrap_or_default());
    let free = |name: &String| {
        let same = known.iter().find(|source| source.name == *name);
        same.is_none_or(|source| Path::new(&source.path).ends_with(&end))
    };
    let names = (2..).map(|number| format!("{SOURCE}-{number}"));
    std::iter::once(SOURCE.to_owned()).chain(names).find(free).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploads_of_a_caller_are_bounded_and_one_at_a_time_for_a_collection() {
        let jobs = Jobs::new(1);
        let first = jobs.receive("ann", "notes", 2).unwrap();
        let again = jobs.receive("ann", "notes", 2).map(drop).unwrap_err();
        assert_eq!((again.status().as_u16(), again.body().code), (409, "reading"));
        let second = jobs.receive("ann", "plans", 2).unwrap();
        let third = jobs.receive("ann", "more", 2).map(drop).unwrap_err();
        assert_eq!((third.status().as_u16(), third.body().code), (429, "uploads"));
        assert!(jobs.receive("bob", "notes", 2).is_ok());
        assert!(jobs.is_busy("ann", "notes") && !jobs.is_busy("bob", "notes"));
        drop(first);
        assert!(!jobs.is_busy("ann", "notes"));
        assert!(jobs.receive("ann", "more", 2).is_ok());
        drop(second);
    }

    fn ingested(home: &Path, place: &Place, from: &Path, name: &str) {
        std::fs::create_dir_all(from).unwrap();
        std::fs::write(from.join("lamp.md"), "# Lamp\n\nThe lamp is green.\n").unwrap();
        let sources = [Source { path: home.join(from), name: name.into() }];
        let (options, progress) = (IngestOptions::default(), IngestProgress::default());
        ingest_into(place, &sources, &options, None, &progress, &|_| {}).unwrap();
    }

    #[test]
    fn uploads_have_a_source_of_their_own() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        let place = |name: &str| Place::Path(home.join("collections").join(name));
        let folder = home.join("uploads/notes");
        assert_eq!(source_name(&place("none"), &folder), "uploads");
        let notes = place("notes");
        ingested(home, &notes, &home.join("documents/notes"), "notes");
        assert_eq!(source_name(&notes, &folder), "uploads");
        ingested(home, &notes, &folder, "uploads");
        assert_eq!(source_name(&notes, &folder), "uploads");
        assert_eq!(source_name(&notes, Path::new("/moved/uploads/notes")), "uploads");
        // A folder of that name was ingested by hand.
        let by_hand = place("by-hand");
        ingested(home, &by_hand, &home.join("documents/uploads"), "uploads");
        assert_eq!(source_name(&by_hand, &home.join("uploads/by-hand")), "uploads-2");
        // An earlier version has read the files.
        let earlier = place("earlier");
        ingested(home, &earlier, &home.join("uploads/earlier"), "earlier");
        assert_eq!(source_name(&earlier, &home.join("uploads/earlier")), "earlier");
    }
}
