//! Sources read into a collection.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use grice_corpus::{Problem, Source};
use grice_index::{
    EmbedOptions, EmbedProgress, EmbedReport, Encoder, Index, IngestOptions, Progress, Report,
    ingest,
};

use crate::encoder::encoder;
use crate::error::{Error, Result};
use crate::place::Place;

/// Numbers that rise while sources are read and their passages get vectors; any thread may look.
#[derive(Debug, Default)]
pub struct IngestProgress {
    /// How far reading is.
    pub reading: Progress,
    /// How far vectors are.
    pub embedding: EmbedProgress,
    /// Passages that are to have a vector; 0 while sources are read.
    passages: AtomicU64,
}

/// What an ingest is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It reads sources.
    Reading,
    /// It gives this many passages their vectors.
    Embedding(u64),
}

impl IngestProgress {
    /// What is being done now.
    pub fn stage(&self) -> Stage {
        match self.passages.load(Ordering::Relaxed) {
            0 => Stage::Reading,
            passages => Stage::Embedding(passages),
        }
    }
}

/// What an ingest did.
pub struct Ingested {
    /// The index, with what was read committed.
    pub index: Index,
    /// What was read.
    pub report: Report,
    /// How long reading took.
    pub took: Duration,
    /// What became of the vectors. Where they failed, what was read is there all the same.
    pub vectors: Result<Vectors>,
}

/// What became of an index's vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// There is nothing to tell: the index has none, or nothing has changed.
    Kept,
    /// Passages were written, and have no vectors of the model that made the others.
    Outdated {
        /// The model.
        model: String,
    },
    /// They are up to date.
    Made {
        /// What was done.
        report: EmbedReport,
        /// How long it took.
        took: Duration,
    },
}

/// Reads sources into the collection at a place, which is made where it does not exist, and gives
/// passages their vectors where a model for that is named. A collection that was only begun is
/// removed when nothing could be read. `told` is called for each problem as it is met.
pub fn ingest_into(
    place: &Place,
    sources: &[Source],
    options: &IngestOptions,
    vectors: Option<&str>,
    progress: &IngestProgress,
    told: &(dyn Fn(&Problem) + Sync),
) -> Result<Ingested> {
    if *place == Place::Demo {
        return Err(Error::Demo);
    }
    // A model that cannot be had is told before anything is read.
    let encoder = vectors.map(encoder).transpose()?;
    let started = Instant::now();
    let (index, report) = read(place, sources, options, &progress.reading, told)?;
    let took = started.elapsed();
    let vectors = match encoder {
        Some(encoder) => embed(&index, encoder.as_ref(), options.commit_every, progress),
        None => outdated(&index, &report),
    };
    Ok(Ingested { index, report, took, vectors })
}

fn read(
    place: &Place,
    sources: &[Source],
    options: &IngestOptions,
    progress: &Progress,
    told: &(dyn Fn(&Problem) + Sync),
) -> Result<(Index, Report)> {
    let folder = place.folder()?;
    let existed = Index::open(&folder).is_ok();
    let index = Index::open_or_create(&folder)?;
    match ingest(&index, sources, options, progress, told) {
        Ok(report) => Ok((index, report)),
        Err(error) => {
            // What another process has begun is not ours to take away.
            let ours = !existed && !matches!(error, grice_index::Error::Busy(_));
            if ours && index.about()?.sources.is_empty() {
                drop(index);
                std::fs::remove_dir_all(&folder).ok();
            }
            Err(error.into())
        }
    }
}

fn embed(
    index: &Index,
    encoder: &dyn Encoder,
    commit_every: Duration,
    progress: &IngestProgress,
) -> Result<Vectors> {
    let started = Instant::now();
    progress.passages.store(index.searcher()?.info()?.passages, Ordering::Relaxed);
    let options = EmbedOptions { commit_every, ..EmbedOptions::default() };
    let report = index.embed(encoder, &options, &progress.embedding)?;
    Ok(Vectors::Made { report, took: started.elapsed() })
}

/// Vectors are not brought up to date unasked: their model may be slow, or not at hand.
fn outdated(index: &Index, report: &Report) -> Result<Vectors> {
    if report.counts.written == 0 {
        return Ok(Vectors::Kept);
    }
    Ok(match index.searcher()?.vectors() {
        Ok(Some(vectors)) => Vectors::Outdated { model: vectors.model },
        _ => Vectors::Kept,
    })
}

#[cfg(test)]
mod tests {
    use std::error::Error as StdError;
    use std::fs;
    use std::path::Path;

    use tempfile::TempDir;

    use super::*;

    /// Gives every text the same direction.
    struct Same;

    impl Encoder for Same {
        fn name(&self) -> &str {
            "same"
        }

        fn dimensions(&self) -> usize {
            8
        }

        fn encode(&self, texts: &[&str]) -> Result<Vec<f32>, Box<dyn StdError + Send + Sync>> {
            Ok(vec![1.0; 8 * texts.len()])
        }
    }

    fn folder(pages: &[(&str, &str)]) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("notes")).unwrap();
        for (name, text) in pages {
            fs::write(folder.path().join("notes").join(name), text).unwrap();
        }
        folder
    }

    fn ingested(folder: &Path, progress: &IngestProgress) -> Result<Ingested> {
        let place = Place::Path(folder.join("index"));
        let options = IngestOptions { threads: 1, ..IngestOptions::default() };
        let sources = [Source::new(folder.join("notes"))];
        ingest_into(&place, &sources, &options, None, progress, &|_| {})
    }

    #[test]
    fn a_collection_that_was_only_begun_is_removed_and_one_that_was_there_stays() {
        let folder = folder(&[("lease.png", "")]);
        let progress = IngestProgress::default();
        let error = ingested(folder.path(), &progress).err().unwrap();
        assert!(error.is_misuse(), "{error}");
        assert!(!folder.path().join("index").exists());
        fs::write(folder.path().join("notes/lease.md"), "# Lease\n\nIt ends in May.\n").unwrap();
        ingested(folder.path(), &progress).unwrap();
        fs::remove_file(folder.path().join("notes/lease.md")).unwrap();
        assert!(ingested(folder.path(), &progress).is_err());
        assert!(folder.path().join("index").exists());
    }

    #[test]
    fn vectors_are_made_counted_and_known_to_be_old() {
        let folder = folder(&[("a.md", "# A\n\nOne note.\n"), ("b.md", "# B\n\nAnother one.\n")]);
        let progress = IngestProgress::default();
        let first = ingested(folder.path(), &progress).unwrap();
        assert_eq!(first.report.counts.written, 2);
        assert_eq!(first.vectors.unwrap(), Vectors::Kept);
        assert_eq!(progress.stage(), Stage::Reading);
        let made = embed(&first.index, &Same, Duration::from_secs(30), &progress).unwrap();
        let Vectors::Made { report, .. } = made else { panic!("{made:?}") };
        assert_eq!(report, EmbedReport { embedded: 2, unchanged: 0 });
        assert_eq!(progress.stage(), Stage::Embedding(2));
        assert_eq!(progress.embedding.passages.load(Ordering::Relaxed), 2);
        let again = ingested(folder.path(), &progress).unwrap();
        assert_eq!(again.vectors.unwrap(), Vectors::Kept);
        fs::write(folder.path().join("notes/c.md"), "# C\n\nA third.\n").unwrap();
        let more = ingested(folder.path(), &progress).unwrap();
        assert_eq!(more.vectors.unwrap(), Vectors::Outdated { model: "same".to_owned() });
    }

    #[test]
    fn nothing_is_added_to_the_demo_and_a_model_is_asked_for_before_anything_is_read() {
        let folder = folder(&[("a.md", "# A\n\nOne note.\n")]);
        let ingest = |place: &Place, model: Option<&str>| {
            let sources = [Source::new(folder.path().join("notes"))];
            let options = IngestOptions::default();
            ingest_into(place, &sources, &options, model, &IngestProgress::default(), &|_| {})
        };
        assert!(matches!(ingest(&Place::Demo, None), Err(Error::Demo)));
        let place = Place::Path(folder.path().join("index"));
        assert!(matches!(ingest(&place, Some("no-such-model")), Err(Error::Registry(_))));
        assert!(!folder.path().join("index").exists());
    }
}
