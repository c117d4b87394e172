//! From sources to a committed index: one thread reads, several parse and cut, the storage
//! engine's own threads write.
//!
//! A document that is already there, unchanged, is passed over; this makes an ingest resumable
//! (what an earlier run committed is not done again) and incremental with the same few lines.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Receiver, Sender, bounded};
use grice_corpus::{
    Document, Event, Parsed, Passage, Problem, ReadError, Source, Unit, Why, parse, passages, read,
};
use grice_text::word_count;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tantivy::TantivyDocument;
use tantivy::schema::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::duplicates::{Duplicate, Duplicates, Sketch};
use crate::error::{Error, Result};
use crate::folder::{About, Index, IngestedSource};
use crate::order::{Order, Turn};
use crate::passed_over::{self, Ignored};
use crate::searcher::Searcher;
use crate::writer::{LONGEST_NAME, Writer, hash, redirect_hash};

/// How many documents that were left out are remembered by name.
const MOST_NAMED: usize = 10_000;

/// How to ingest.
#[derive(Clone, Debug)]
pub struct IngestOptions {
    /// How sources are read.
    pub reading: grice_corpus::Options,
    /// Stop at the first problem.
    pub strict: bool,
    /// Remove documents of these sources that are no longer in them.
    pub prune: bool,
    /// Keep documents whose text another one has.
    pub keep_duplicates: bool,
    /// Threads that parse, and as many that write.
    pub threads: usize,
    /// Commit at least this often.
    pub commit_every: Duration,
}

impl Default for IngestOptions {
    fn default() -> Self {
        IngestOptions {
            reading: grice_corpus::Options::default(),
            strict: false,
            prune: false,
            keep_duplicates: false,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            commit_every: Duration::from_secs(30),
        }
    }
}

/// Numbers that rise while an ingest runs.
#[derive(Debug, Default)]
pub struct Progress {
    /// Bytes read from disk.
    pub bytes: Arc<AtomicU64>,
    /// Documents seen so far.
    pub documents: AtomicU64,
    /// Words in them.
    pub words: AtomicU64,
    /// Ends the ingest with [`ReadError::Stopped`] once it is true; what was committed stays.
    pub stop: AtomicBool,
}

/// What an ingest did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What was read.
    pub counts: Counts,
    /// Units that gave no document, by reason.
    pub nothing: BTreeMap<Why, u64>,
    /// Problems met.
    pub problems: u64,
    /// Files passed over, by kind ("images", ".docx").
    pub ignored: BTreeMap<String, Ignored>,
}

/// What an ingest read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Documents that were new or had changed.
    pub written: u64,
    /// Documents that were there already.
    pub unchanged: u64,
    /// Documents without text: pages of links, pages that are all tables.
    pub without_text: u64,
    /// Documents left out because another one has their text.
    pub duplicates: u64,
    /// Documents removed because their source no longer has them.
    pub removed: u64,
    /// Redirects.
    pub redirects: u64,
    /// Passages written.
    pub passages: u64,
    /// Words of all documents read.
    pub words: u64,
    /// Files passed over.
    pub ignored: u64,
}

/// Reads sources into an index. `told` is called for each problem as it is met.
pub fn ingest(
    index: &Index,
    sources: &[Source],
    options: &IngestOptions,
    progress: &Progress,
    told: &(dyn Fn(&Problem) + Sync),
) -> Result<Report> {
    let mut writer = Writer::new(index, options.threads)?;
    let mut about = index.about()?;
    let mut report = Report::default();
    for source in sources {
        let job = Job {
            snapshot: index.searcher()?,
            options,
            progress,
            told,
            seen: Mutex::default(),
            order: Order::default(),
            duplicates: Mutex::default(),
            left_out: Mutex::default(),
            report: Mutex::new(std::mem::take(&mut report)),
            stop: AtomicBool::new(false),
            failure: Mutex::new(None),
        };
        job.run(source, &mut writer, &mut about)?;
        job.check_any(source)?;
        if options.prune {
            job.prune(source, &writer)?;
        }
        about.record(source, true);
        about.left_out(source, job.left_out.into_inner());
        writer.commit(&about)?;
        report = job.report.into_inner();
    }
    writer.finish()?;
    Ok(report)
}

struct Job<'a> {
    snapshot: Searcher,
    options: &'a IngestOptions,
    progress: &'a Progress,
    told: &'a (dyn Fn(&Problem) + Sync),
    /// The place in the source at which each id was met, so that of two pages with one id the
    /// first is kept, whichever thread comes first.
    seen: Mutex<FxHashMap<u64, u64>>,
    /// Files are judged in the order in which they stand in the source.
    order: Order,
    duplicates: Mutex<Duplicates>,
    left_out: Mutex<Vec<Duplicate>>,
    report: Mutex<Report>,
    stop: AtomicBool,
    failure: Mutex<Option<Error>>,
}

/// A document before it is decided whether it is kept.
struct Ready {
    /// Whether the index has another version of it.
    stored: bool,
    /// Its passages; `None` where the index has it as it is.
    passages: Option<Vec<Passage>>,
}

/// A unit, its place in the source, and its place among the files.
type Numbered = (u64, Option<u64>, Unit);

impl Job<'_> {
    fn run(&self, source: &Source, writer: &mut Writer<'_>, about: &mut About) -> Result<()> {
        let (send, receive) = bounded::<Numbered>(self.options.threads * 32);
        let ended = std::thread::scope(|scope| {
            let reader = scope.spawn(move || self.read(source, &send));
            while self.parse_until(&receive, writer, Instant::now() + self.options.commit_every)
                && !self.stop.load(Ordering::Relaxed)
            {
                about.record(source, false);
                if let Err(e) = writer.commit(about) {
                    self.fail(e);
                }
            }
            // A reader that waits for room sees that nobody is left to make it.
            drop(receive);
            reader.join()
        });
        if let Some(failure) = self.failure.lock().take() {
            return Err(failure);
        }
        match ended {
            Ok(outcome) => outcome,
            Err(_) => Err(Error::Damaged {
                folder: self.snapshot.folder().to_owned(),
                why: "the thread that reads sources ended unexpectedly".to_owned(),
            }),
        }
    }

    fn read(&self, source: &Source, sender: &Sender<Numbered>) -> Result<()> {
        let mut next = 0;
        let mut files = 0;
        let mut sink = |event: Event| {
            next += 1;
            match event {
                Event::Unit(unit) => {
                    let is_file = !unit.format.has_records();
                    let file = is_file.then_some(files);
                    files += u64::from(is_file);
                    if sender.send((next, file, unit)).is_err() {
                        return ControlFlow::Break(());
                    }
                }
                Event::Problem(problem) => self.problem(problem),
                Event::Ignored(file) => {
                    let mut report = self.report.lock();
                    report.counts.ignored += 1;
                    passed_over::note(&mut report.ignored, file);
                }
            }
            if self.progress.stop.load(Ordering::Relaxed) {
                self.fail(ReadError::Stopped.into());
            }
            match self.stop.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        match read(source, &self.options.reading, &self.progress.bytes, &mut sink) {
            Err(ReadError::Stopped) if self.stop.load(Ordering::Relaxed) => Ok(()),
            other => Ok(other?),
        }
    }

    /// Parses on all threads until the deadline; false when the source is read to its end.
    fn parse_until(
        &self,
        receive: &Receiver<Numbered>,
        writer: &Writer<'_>,
        deadline: Instant,
    ) -> bool {
        let ended = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..self.options.threads.max(1) {
                scope.spawn(|| {
                    while Instant::now() < deadline && !self.stop.load(Ordering::Relaxed) {
                        match receive.recv_deadline(deadline) {
                            Ok((number, file, unit)) => {
                                let turn = file.map(|file| self.order.turn(file));
                                if let Err(e) = self.unit(number, &unit, turn.as_ref(), writer) {
                                    self.fail(e);
                                }
                            }
                            Err(e) if e.is_timeout() => break,
                            Err(_) => {
                                ended.store(true, Ordering::Relaxed);
                                break;
                            }
                        }
                    }
                });
            }
        });
        !ended.into_inner()
    }

    fn unit(
        &self,
        number: u64,
        unit: &Unit,
        turn: Option<&Turn<'_>>,
        writer: &Writer<'_>,
    ) -> Result<()> {
        match parse(unit, &self.options.reading.map) {
            Ok(parsed) if longest_name(&parsed) > LONGEST_NAME => self.problem(unit.problem(
                0,
                format!("the id is longer than {LONGEST_NAME} bytes; give it a shorter one"),
            )),
            Ok(Parsed::Document(document)) => {
                self.document(number, unit, document, turn, writer)?;
            }
            Ok(Parsed::Redirect(redirect)) => {
                if let Some(replace) = self.first(number, unit, &redirect.id) {
                    let stored = self.snapshot.hash_of(&redirect.id)?;
                    if stored != Some(redirect_hash(&redirect)) || replace {
                        writer.put_redirect(&redirect, replace || stored.is_some())?;
                    }
                    self.report.lock().counts.redirects += 1;
                }
            }
            Ok(Parsed::Nothing(why)) => {
                *self.report.lock().nothing.entry(why).or_default() += 1;
            }
            Err(problem) => self.problem(problem),
        }
        Ok(())
    }

    fn document(
        &self,
        number: u64,
        unit: &Unit,
        mut document: Box<Document>,
        turn: Option<&Turn<'_>>,
        writer: &Writer<'_>,
    ) -> Result<()> {
        let mut ready = self.prepare(&document)?;
        let compared = turn.filter(|_| !self.options.keep_duplicates && !document.text.is_empty());
        let sketch = compared.map(|_| Sketch::of(&document, unit.format));
        if let Some(turn) = turn {
            turn.wait();
            // `lamp.html` and `lamp.md` are two files, whatever they say.
            if self.is_taken(&document.id) {
                document.id = unit.id(&unit.path);
                ready = self.prepare(&document)?;
            }
        }
        let Some(replace) = self.first(number, unit, &document.id) else { return Ok(()) };
        if let Some(sketch) = sketch
            && self.is_duplicate(&document, sketch, writer)?
        {
            return Ok(());
        }
        let words = word_count(&document.text) as u64;
        self.progress.documents.fetch_add(1, Ordering::Relaxed);
        self.progress.words.fetch_add(words, Ordering::Relaxed);
        let written = match ready.passages {
            Some(cut) => {
                writer.put(&document, &cut, replace || ready.stored)?;
                Some(cut.len() as u64)
            }
            // Another thread wrote a later page of this id in its place.
            None if replace => {
                let cut = passages(&document);
                writer.put(&document, &cut, true)?;
                Some(cut.len() as u64)
            }
            None => None,
        };
        let counts = &mut self.report.lock().counts;
        counts.written += u64::from(written.is_some());
        counts.unchanged += u64::from(written.is_none());
        counts.passages += written.unwrap_or_default();
        counts.without_text += u64::from(document.text.is_empty());
        counts.words += words;
        Ok(())
    }

    /// What can be done before a document's turn comes.
    fn prepare(&self, document: &Document) -> Result<Ready> {
        let stored = self.snapshot.hash_of(&document.id)?;
        let unchanged = stored == Some(hash(document));
        let passages = (!unchanged).then(|| passages(document));
        Ok(Ready { stored: stored.is_some(), passages })
    }

    /// Whether a file before this one has its id.
    fn is_taken(&self, id: &str) -> bool {
        self.seen.lock().contains_key(&xxh3_64(id.as_bytes()))
    }

    /// Whether another document has this one's text. Poorer ones that it takes the place of go.
    fn is_duplicate(
        &self,
        document: &Document,
        sketch: Sketch,
        writer: &Writer<'_>,
    ) -> Result<bool> {
        let verdict = self.duplicates.lock().judge(&document.id, sketch);
        let pairs = verdict.replaces.into_iter().map(|poorer| (poorer, document.id.clone()));
        let itself = verdict.of.map(|of| (document.id.clone(), of));
        let is_duplicate = itself.is_some();
        for (left_out, of) in pairs.chain(itself) {
            writer.delete(&left_out)?;
            self.report.lock().counts.duplicates += 1;
            self.left_out.lock().push(Duplicate { document: left_out, of });
        }
        Ok(is_duplicate)
    }

    /// Whether this is the first unit in the source with its id, and whether it takes the place
    /// of a later one that another thread wrote already.
    fn first(&self, number: u64, unit: &Unit, id: &str) -> Option<bool> {
        let mut seen = self.seen.lock();
        let earliest = seen.entry(xxh3_64(id.as_bytes())).or_insert(number);
        if *earliest == number {
            return Some(false);
        }
        let replaces = number < *earliest;
        *earliest = number.min(*earliest);
        drop(seen);
        self.problem(
            unit.problem(
                0,
                format!("the id '{id}' stands twice in this source; the first is kept"),
            ),
        );
        replaces.then_some(true)
    }

    fn problem(&self, problem: Problem) {
        self.report.lock().problems += 1;
        (self.told)(&problem);
        if self.options.strict {
            self.fail(Error::Strict(problem));
        }
    }

    fn fail(&self, error: Error) {
        self.failure.lock().get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// A source of which nothing could be kept is a failure.
    fn check_any(&self, source: &Source) -> Result<()> {
        if !self.seen.lock().is_empty() {
            return Ok(());
        }
        let report = self.report.lock();
        let mut why: Vec<String> =
            report.nothing.iter().map(|(why, count)| format!("{count} {why}")).collect();
        if report.problems > 0 {
            why.push(format!("problems: {}", report.problems));
        }
        let why = if why.is_empty() { "no document".to_owned() } else { why.join(", ") };
        Err(ReadError::NothingReadable { path: source.path.clone(), why }.into())
    }

    /// Removes the documents of this source that were not met.
    fn prune(&self, source: &Source, writer: &Writer<'_>) -> Result<()> {
        let seen = self.seen.lock();
        let prefix = format!("{}/", source.name);
        for id in self.snapshot.record_ids()? {
            if id.starts_with(&prefix) && !seen.contains_key(&xxh3_64(id.as_bytes())) {
                writer.delete(&id)?;
                self.report.lock().counts.removed += 1;
            }
        }
        Ok(())
    }
}

/// The length of what a document or redirect must be found by.
fn longest_name(parsed: &Parsed) -> usize {
    match parsed {
        Parsed::Document(document) => document.id.len(),
        Parsed::Redirect(redirect) => redirect.id.len().max(redirect.from.len()),
        Parsed::Nothing(_) => 0,
    }
}

impl Searcher {
    fn record_ids(&self) -> Result<Vec<String>> {
        let field = self.fields().record;
        let mut ids = Vec::new();
        for reader in self.snapshot().segment_readers() {
            let hashes =
                reader.fast_fields().u64("hash").map_err(|e| Error::engine(self.folder(), e))?;
            let store = reader.get_store_reader(8).map_err(|e| Error::reading(self.folder(), e))?;
            for doc in reader.doc_ids_alive().filter(|&d| hashes.first(d).is_some()) {
                let entry: TantivyDocument =
                    store.get(doc).map_err(|e| Error::engine(self.folder(), e))?;
                ids.extend(entry.get_first(field).and_then(|v| v.as_str()).map(str::to_owned));
            }
        }
        Ok(ids)
    }
}

impl About {
    /// Notes which documents of a source were left out, in place of what was noted before.
    fn left_out(&mut self, source: &Source, mut duplicates: Vec<Duplicate>) {
        let prefix = format!("{}/", source.name);
        self.duplicates.retain(|duplicate| !duplicate.document.starts_with(&prefix));
        duplicates.sort_by(|a, b| a.document.cmp(&b.document));
        duplicates.truncate(MOST_NAMED);
        self.duplicates.extend(duplicates);
    }

    fn record(&mut self, source: &Source, complete: bool) {
        let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        self.sources.retain(|s| s.name != *source.name);
        self.sources.push(IngestedSource {
            name: source.name.to_string(),
            path: std::path::absolute(&source.path)
                .unwrap_or_else(|_| source.path.clone())
                .display()
                .to_string(),
            at,
            complete,
        });
    }
}
