//! From passages to vectors: one thread reads, one or several encode, one writes.
//!
//! A passage whose text already has its vector is passed over, so that going on after an
//! interruption and bringing vectors up to date are the same code.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::{Error, Result};
use crate::folder::Index;
use crate::searcher::Searcher;
use crate::vectors::encoder::Encoder;
use crate::vectors::label::Label;
use crate::vectors::rotation::Rotation;
use crate::vectors::store::Store;
use crate::vectors::writer::{Rows, VectorWriter};

/// Passages an encoder is given at once.
const BATCH: usize = 256;

/// Bytes of codes after which vectors are committed, however little time has passed.
const MOST_PENDING: usize = 64 << 20;

/// How to embed.
#[derive(Clone, Debug)]
pub struct EmbedOptions {
    /// Begin anew, whatever model made the vectors that are there.
    pub replace: bool,
    /// Commit at least this often.
    pub commit_every: Duration,
}

impl Default for EmbedOptions {
    fn default() -> Self {
        EmbedOptions { replace: false, commit_every: Duration::from_secs(30) }
    }
}

/// Numbers that rise while passages are embedded.
#[derive(Debug, Default)]
pub struct EmbedProgress {
    /// Passages whose vector is there, old or new.
    pub passages: AtomicU64,
    /// Ends the work with an error once it is true; the vectors that were made stay.
    pub stop: AtomicBool,
}

/// What embedding did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EmbedReport {
    /// Passages embedded.
    pub embedded: u64,
    /// Passages that had their vector already.
    pub unchanged: u64,
}

impl Index {
    /// Gives every passage a vector that has none, or whose text has changed.
    pub fn embed(
        &self,
        encoder: &dyn Encoder,
        options: &EmbedOptions,
        progress: &EmbedProgress,
    ) -> Result<EmbedReport> {
        let begin = |old: Option<Label>| self.label_for(encoder, old);
        let mut writer = VectorWriter::new(self, begin, options.replace)?;
        let searcher = self.searcher()?;
        // The label as it was: what is committed meanwhile are passages already read.
        let known = Store::of(&self.folder, writer.store.label.clone())?;
        let job = Job {
            searcher: &searcher,
            known: &known,
            encoder,
            rotation: Rotation::new(encoder.dimensions()),
            progress,
            unchanged: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        let embedded = job.run(&mut writer, options)?;
        writer.finish()?;
        Ok(EmbedReport { embedded, unchanged: job.unchanged.into_inner() })
    }

    fn label_for(&self, encoder: &dyn Encoder, old: Option<Label>) -> Result<Label> {
        let (model, dimensions) = (encoder.name(), encoder.dimensions());
        if dimensions == 0 {
            return Err(failure(encoder, "anything", "it gives vectors without dimensions"));
        }
        match old {
            None => Ok(Label::new(model, dimensions)),
            Some(label) if label.model == model && label.dimensions == dimensions => Ok(label),
            Some(label) => Err(Error::OtherModel {
                folder: self.folder.clone(),
                stored: label.model,
                asked: model.to_owned(),
            }),
        }
    }
}

/// A passage on its way.
struct Passage {
    id: String,
    key: u64,
    hash: u64,
    text: String,
}

struct Job<'a> {
    searcher: &'a Searcher,
    known: &'a Store,
    encoder: &'a dyn Encoder,
    rotation: Rotation,
    progress: &'a EmbedProgress,
    unchanged: AtomicU64,
    stop: AtomicBool,
}

impl Job<'_> {
    /// Returns how many passages were embedded.
    fn run(&self, writer: &mut VectorWriter, options: &EmbedOptions) -> Result<u64> {
        let threads = self.encoder.threads().max(1);
        let (to_encode, batches) = bounded::<Vec<Passage>>(2 * threads);
        let (to_write, encoded) = bounded::<Result<Rows>>(2 * threads);
        std::thread::scope(|scope| {
            let reader = scope.spawn(move || self.read(&to_encode));
            for _ in 0..threads {
                let (batches, to_write) = (batches.clone(), to_write.clone());
                scope.spawn(move || self.encode_all(&batches, &to_write));
            }
            drop((batches, to_write));
            let written = self.write(&encoded, writer, options);
            self.stop.store(true, Ordering::Relaxed);
            // Encoders that wait for room see that nobody is left to make it.
            drop(encoded);
            let read = reader.join().unwrap_or_else(|_| {
                Err(failure(self.encoder, "the passages", "the thread that reads them ended"))
            });
            let written = written?;
            read.map(|()| written)
        })
    }

    fn read(&self, to_encode: &Sender<Vec<Passage>>) -> Result<()> {
        let mut batch = Vec::with_capacity(BATCH);
        let mut stopped = false;
        self.searcher
            .each_passage(&mut |record| {
                if self.progress.stop.load(Ordering::Relaxed) {
                    return Err(std::io::ErrorKind::Interrupted.into());
                }
                let (key, text) = (record.key(), record.embedded_text());
                let hash = xxh3_64(text.as_bytes());
                if self.known.hash_of(key) == Some(hash) {
                    self.unchanged.fetch_add(1, Ordering::Relaxed);
                    self.progress.passages.fetch_add(1, Ordering::Relaxed);
                    return Ok(());
                }
                batch.push(Passage { id: record.passage, key, hash, text });
                if batch.len() == BATCH {
                    let full = std::mem::replace(&mut batch, Vec::with_capacity(BATCH));
                    stopped = to_encode.send(full).is_err() || self.stop.load(Ordering::Relaxed);
                }
                if stopped { Err(std::io::ErrorKind::Interrupted.into()) } else { Ok(()) }
            })
            .or_else(|error| if self.stop.load(Ordering::Relaxed) { Ok(()) } else { Err(error) })?;
        if !batch.is_empty() {
            to_encode.send(batch).ok();
        }
        Ok(())
    }

    fn encode_all(&self, batches: &Receiver<Vec<Passage>>, to_write: &Sender<Result<Rows>>) {
        for batch in batches {
            if to_write.send(self.encode(&batch)).is_err() {
                break;
            }
        }
    }

    fn encode(&self, batch: &[Passage]) -> Result<Rows> {
        let what = || {
            let first = batch.first().map(|p| p.id.as_str()).unwrap_or_default();
            format!("{} passages from {first} on", batch.len())
        };
        let texts: Vec<&str> = batch.iter().map(|p| p.text.as_str()).collect();
        let mut vectors = self.encoder.encode(&texts).map_err(|reason| Error::Encoder {
            model: self.encoder.name().to_owned(),
            what: what(),
            reason,
        })?;
        let dimensions = self.encoder.dimensions();
        if vectors.len() != batch.len() * dimensions || vectors.iter().any(|v| !v.is_finite()) {
            let why = format!("it gave something else than {dimensions} finite numbers for each");
            return Err(failure(self.encoder, &what(), &why));
        }
        let mut rows = Rows::new(dimensions);
        for (passage, vector) in batch.iter().zip(vectors.chunks_exact_mut(dimensions)) {
            rows.push(passage.key, passage.hash, vector, &self.rotation);
        }
        Ok(rows)
    }

    fn write(
        &self,
        encoded: &Receiver<Result<Rows>>,
        writer: &mut VectorWriter,
        options: &EmbedOptions,
    ) -> Result<u64> {
        let dimensions = self.encoder.dimensions();
        let mut pending = Rows::new(dimensions);
        let mut embedded = 0;
        let mut committed = Instant::now();
        for rows in encoded {
            let rows = match rows {
                Ok(rows) => rows,
                // What was encoded before the failure is worth keeping.
                Err(error) => {
                    writer.commit(&pending, self.searcher)?;
                    return Err(error);
                }
            };
            embedded += rows.len() as u64;
            self.progress.passages.fetch_add(rows.len() as u64, Ordering::Relaxed);
            pending.append(rows);
            if committed.elapsed() >= options.commit_every || pending.bytes() >= MOST_PENDING {
                writer.commit(
                    &std::mem::replace(&mut pending, Rows::new(dimensions)),
                    self.searcher,
                )?;
                committed = Instant::now();
            }
        }
        writer.commit(&pending, self.searcher)?;
        Ok(embedded)
    }
}

fn failure(encoder: &dyn Encoder, what: &str, reason: &str) -> Error {
    Error::Encoder {
        model: encoder.name().to_owned(),
        what: what.to_owned(),
        reason: reason.into(),
    }
}
