//! One run: the turns that are not done yet, on all threads, each kept as soon as it is done.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use grice_engine::{Cancel, Control, Conversation, Engine, Judgements, System};
use grice_home::{IngestProgress, Opened, Stage};
use grice_index::Index;
use grice_judge::Turn as Exchange;
use grice_judge::read::{Asked, Reader};

use super::bench::{Bench, Runnable, passage};
use super::build::{BUILD, build};
use super::collection::Collection;
use super::error::{Error, Result};
use super::failure;
use super::gold::Unit;
use super::line::{self, Done, Line};
use super::measure::{self, Form};
use super::names::SystemFile;
use super::part::Part;
use super::results::{Config, Folder, Metrics, Passage, Task, Timing};
use super::write;
use crate::data::Turn;

/// How often the progress of reading passages is looked at.
const LOOK: Duration = Duration::from_millis(200);

/// Turns that fail one after another until the others are not tried: what they need is not there.
const MOST_FAILED: usize = 20;

/// How a run is made; nothing of it changes the result of a turn.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Turns that are taken at a time.
    pub jobs: usize,
    /// Stops the run; turns that are done are kept.
    pub stop: Cancel,
    /// Whether a run is finished although turns failed; they count as wrong.
    pub keep_failed: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        RunOptions { jobs, stop: Cancel::new(), keep_failed: false }
    }
}

/// How far a run is; any thread may look.
#[derive(Debug, Default)]
pub struct Progress {
    doing: Mutex<String>,
    done: AtomicU64,
    of: AtomicU64,
}

impl Progress {
    /// What is being done, how much of it is done, and how much there is.
    pub fn now(&self) -> (String, u64, u64) {
        let doing = self.doing.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (doing, self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed))
    }

    /// Says what is being done elsewhere, and how far it is.
    pub fn tell(&self, doing: &str, done: u64, of: u64) {
        doing.clone_into(&mut self.doing.lock().unwrap_or_else(PoisonError::into_inner));
        self.done.store(done, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    pub(super) fn begin(&self, doing: &str, of: u64) {
        self.tell(doing, 0, of);
    }

    fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Does work, shows how far the reading of passages is meanwhile, and ends it where the caller wants that.
    pub(super) fn watching<T>(
        &self,
        shown: &IngestProgress,
        stop: &Cancel,
        work: impl FnOnce() -> T,
    ) -> T {
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let looking = scope.spawn(|| {
                let mut embedding = false;
                while !over.load(Ordering::Relaxed) {
                    if stop.is_cancelled() {
                        shown.reading.stop.store(true, Ordering::Relaxed);
                        shown.embedding.stop.store(true, Ordering::Relaxed);
                    }
                    match shown.stage() {
                        Stage::Reading => {
                            self.done.store(
                                shown.reading.bytes.load(Ordering::Relaxed),
                                Ordering::Relaxed,
                            );
                        }
                        Stage::Embedding(passages) => {
                            if !embedding {
                                self.begin("making vectors", passages);
                                embedding = true;
                            }
                            let done = shown.embedding.passages.load(Ordering::Relaxed);
                            self.done.store(done, Ordering::Relaxed);
                        }
                    }
                    std::thread::park_timeout(LOOK);
                }
            });
            let result = work();
            over.store(true, Ordering::Relaxed);
            looking.thread().unpark();
            result
        })
    }
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its folder, with what was run and what came of it.
    pub folder: Folder,
    /// Whether it was there already.
    pub cached: bool,
    /// Whether it took the place of one that another build of Grice made.
    pub rebuilt: bool,
}

impl Finished {
    /// The main measure and its value; none where no turn could be scored.
    pub fn main(&self) -> Option<(&str, f64)> {
        let metrics: &Metrics = &self.folder.metrics;
        Some((metrics.main.as_str(), metrics.measures.get(&metrics.main)?.value))
    }
}

impl Bench {
    /// Runs a system, or finds the folder in which it was run.
    pub fn run(
        &self,
        file: &SystemFile,
        options: &RunOptions,
        progress: &Progress,
    ) -> Result<Finished> {
        let runnable = self.runnable(file)?;
        let path = runnable.config.folder(self.results());
        let before = Folder::open(&path).ok();
        let rebuilt = before.as_ref().is_some_and(|folder| {
            folder.config.versions.get(BUILD).map(String::as_str) != Some(build())
        });
        if let Some(folder) = before
            && folder.config == runnable.config
            && (folder.metrics.failed == 0 || options.keep_failed)
            && folder.is_whole()
        {
            return Ok(Finished { folder, cached: true, rebuilt: false });
        }
        let (mut part, known) = Part::open(&path, &runnable.config)?;
        let known: HashMap<String, Done> =
            known.into_iter().map(|done| (done.line.id.clone(), done)).collect();
        let missing: Vec<&Turn> =
            runnable.turns.iter().copied().filter(|turn| !known.contains_key(&turn.id)).collect();
        let taken = self.take(&runnable, &missing, &mut part, options, progress)?;
        let (failed, taken): (Vec<Done>, Vec<Done>) =
            taken.into_iter().partition(|done| done.line.error.is_some());
        let why = failed.first().and_then(|done| done.line.error.clone());
        let count = failed.len();
        let mut all = known;
        let kept = failed.into_iter().filter(|_| options.keep_failed);
        all.extend(taken.into_iter().chain(kept).map(|done| (done.line.id.clone(), done)));
        let mut turns: Vec<Done> =
            runnable.turns.iter().filter_map(|turn| all.remove(&turn.id)).collect();
        let of = runnable.turns.len();
        if turns.len() < of {
            return Err(match why.filter(|_| !options.stop.is_cancelled()) {
                Some(why) => Error::Failed { failed: count, of, why },
                None => Error::Stopped { done: turns.len(), of },
            });
        }
        progress.begin("scoring", 0);
        let metrics = self.finish(&path, &runnable, &mut turns, options.jobs)?;
        if count == 0 {
            part.close(&path)?;
        }
        let folder = Folder { path, config: runnable.config, metrics };
        Ok(Finished { folder, cached: false, rebuilt })
    }

    /// Takes turns; those that are done when it is stopped are in the file of parts, those that failed are not.
    fn take(
        &self,
        runnable: &Runnable<'_>,
        missing: &[&Turn],
        part: &mut Part,
        options: &RunOptions,
        progress: &Progress,
    ) -> Result<Vec<Done>> {
        if missing.is_empty() {
            return Ok(Vec::new());
        }
        progress.begin("opening models", 0);
        let taker = Taker::open(self, runnable)?;
        progress.begin("", runnable.turns.len() as u64);
        progress.done.store((runnable.turns.len() - missing.len()) as u64, Ordering::Relaxed);
        let kept: Mutex<(&mut Part, Vec<Done>)> = Mutex::new((part, Vec::new()));
        let control = Control::stopped_by(options.stop.clone());
        let failure: Mutex<Option<Error>> = Mutex::new(None);
        // Not rayon's threads: one that waits for a part of its turn would begin another whole turn meanwhile.
        let (next, failing) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            while let Some(turn) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let hopeless =
                    !options.keep_failed && failing.load(Ordering::Relaxed) >= MOST_FAILED;
                if hopeless || options.stop.is_cancelled() || lock(&failure).is_some() {
                    return;
                }
                let Some(done) = taker.done(turn, &control) else { return };
                let mut kept = lock(&kept);
                let added = match done.line.error {
                    Some(_) => {
                        failing.fetch_add(1, Ordering::Relaxed);
                        Ok(())
                    }
                    None => {
                        failing.store(0, Ordering::Relaxed);
                        kept.0.add(&done)
                    }
                };
                match added {
                    Ok(()) => kept.1.push(done),
                    Err(error) => *lock(&failure) = Some(error),
                }
                progress.step();
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..options.jobs.clamp(1, missing.len()) {
                scope.spawn(work);
            }
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(kept.into_inner().unwrap_or_else(PoisonError::into_inner).1),
        }
    }

    fn finish(
        &self,
        path: &std::path::Path,
        runnable: &Runnable<'_>,
        turns: &mut [Done],
        threads: usize,
    ) -> Result<Metrics> {
        let task = runnable.config.task;
        let form = Form::of(self.data(), task);
        let mut metrics = measure::score(path, form, task, turns)?;
        metrics.notes.extend(runnable.notes.iter().cloned());
        let scai = match form {
            Form::Scai => {
                let failed = |e: serde_json::Error| Error::Score {
                    folder: path.to_owned(),
                    why: e.to_string(),
                };
                let truth = measure::scai_truth(turns).map_err(failed)?;
                let run = measure::scai_run(turns).map_err(failed)?;
                Some(write::Scai { truth, run })
            }
            _ => None,
        };
        let worked: f64 = turns.iter().map(|done| done.seconds).sum();
        let seconds = worked / threads.max(1) as f64;
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let timing = Timing {
            seconds,
            per_second: turns.len() as f64 / seconds.max(1e-6),
            finished: now.map_or(0, |now| now.as_secs()),
            threads,
        };
        write::folder(path, &runnable.config, turns, scai.as_ref(), &metrics, &timing)?;
        Ok(metrics)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A turn of which nothing came.
fn failed(line: Line, why: String) -> Done {
    Done { line: Line { error: Some(why), ..line }, ..Done::default() }
}

/// What takes a turn.
struct Taker<'a> {
    bench: &'a Bench,
    config: &'a Config,
    system: &'a System,
    gold: &'a BTreeMap<String, Vec<Passage>>,
    /// Whether questions are asked as people rewrote them, and nothing before them.
    rewritten: bool,
    by: By,
}

/// Who takes turns.
enum By {
    Engine(Box<Engine>),
    /// A reader, which is given the passage.
    Reader(Box<Reader>),
    /// People: their rewrites are all that is scored.
    People,
}

impl<'a> Taker<'a> {
    fn open(bench: &'a Bench, runnable: &'a Runnable<'_>) -> Result<Taker<'a>> {
        let (config, system) = (&runnable.config, &runnable.system);
        let (rewritten, gold) = (runnable.rewritten, runnable.gold);
        if config.task == Task::Rewrite && rewritten {
            return Ok(Taker { bench, config, system, gold, rewritten, by: By::People });
        }
        if config.task == Task::Read {
            // With the models inside the program, which the reader would not find by itself.
            let registry = grice_home::registry::open()?;
            let opened = Judgements::open_from(&registry, &system.models)?;
            let by = By::Reader(Box::new(opened.reader));
            return Ok(Taker { bench, config, system, gold, rewritten, by });
        }
        let folder: PathBuf = match bench.collection().filter(|_| config.task == Task::Answer) {
            Some(collection) => collection.folder.clone(),
            None => Collection::empty(bench.results())?,
        };
        let mut opened = system.clone();
        if config.task == Task::Rewrite {
            // Nothing is searched, and nobody answers.
            opened.retrieve.vector = 0.0;
            opened.compose.generator = system.contextualise.rewriter == "generator";
        }
        let engine = Opened::over(Index::open(folder)?, opened, false)?.engine;
        let by = By::Engine(Box::new(engine));
        Ok(Taker { bench, config, system, gold, rewritten, by })
    }

    /// The turn, taken; none where it was stopped.
    fn done(&self, turn: &Turn, control: &Control) -> Option<Done> {
        let started = Instant::now();
        let passages = self.gold.get(&turn.id).map(Vec::as_slice).unwrap_or_default();
        let line = line::asked(turn, passages);
        let (question, history) = match (&turn.rewrite, self.rewritten) {
            (Some(rewrite), true) => (rewrite.as_str(), Vec::new()),
            _ => (turn.question.as_str(), self.history(turn)),
        };
        let mut done = match (&self.by, self.config.task) {
            (By::Reader(reader), _) => {
                let passage = passage(turn).unwrap_or_default();
                let asked = Asked { history: &history, question, passage };
                match reader.read(&[asked]).pop() {
                    Some(Ok(reading)) => line::read(line, passage, &reading),
                    Some(Err(error)) => failed(line, error.to_string()),
                    None => failed(line, "nothing was read".to_owned()),
                }
            }
            (By::Engine(engine), Task::Rewrite) => {
                let (rewrite, _, notes) = engine.rewrite(&history, question);
                match failure::of_notes(&notes) {
                    Some(why) => failed(line, why),
                    None => {
                        let line = Line { rewrite: Some(rewrite), ..line };
                        Done { line, ..Done::default() }
                    }
                }
            }
            (By::People, _) => {
                let line = Line { rewrite: Some(question.to_owned()), ..line };
                Done { line, ..Done::default() }
            }
            (By::Engine(engine), _) => {
                let mut conversation = Conversation::of(&history);
                match engine.reply_with(&mut conversation, question, control, &mut |_| {}) {
                    Ok(reply) => match failure::of_reply(self.system, &reply) {
                        Some(why) => failed(line, why),
                        None => line::answered(line, &reply, self.bench.data(), self.unit()),
                    },
                    Err(grice_engine::Error::Cancelled) => return None,
                    Err(error) => failed(line, error.to_string()),
                }
            }
        };
        done.seconds = started.elapsed().as_secs_f64();
        Some(done)
    }

    fn unit(&self) -> Unit {
        self.bench.unit()
    }

    fn history(&self, turn: &Turn) -> Vec<Exchange> {
        turn.history.iter().map(|said| Exchange::new(&*said.question, &*said.answer)).collect()
    }
}
