//! The passages that are searched: a collection that was named, the split's own passages, or the corpora that stand
//! beside the data.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use grice_corpus::Source;
use grice_engine::Cancel;
use grice_home::{IngestProgress, Place, ingest_into};
use grice_index::{Index, IngestOptions};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::{Error, Result};
use super::pool::Pool;
use super::results::{self, CollectionRecord};
use super::run::Progress;
use super::{bench, turns, used};
use crate::data::DataSet;

/// The model that makes the vectors of collections that are made here.
const VECTORS: &str = "grice-passages";
/// Where collections are kept in a results directory; no data set is called so.
const FOLDER: &str = ".collections";
/// Written last: a folder without it is made again.
const LABEL: &str = "collection.json";
const PASSAGES: &str = "passages.jsonl";
/// Where corpora stand beside the data.
const CORPORA: &str = "corpora";
/// Held by the process that makes collections.
const LOCK: &str = "lock";
/// How often it is looked whether another process has made its collection.
const LOOK: Duration = Duration::from_millis(200);
/// Bytes up to which a collection is made in one order.
const SMALL: u64 = 64 << 20;

/// A collection that can be opened.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The index's folder.
    pub folder: PathBuf,
    /// What it is.
    pub record: CollectionRecord,
    /// Whether its documents are the passages of the data set, by their ids.
    pub own: bool,
}

/// Where collections are made, who is told of it, and what stops it.
pub struct Making<'a> {
    /// The results directory.
    pub results: &'a Path,
    /// How far it is.
    pub progress: &'a Progress,
    /// Stops it.
    pub stop: &'a Cancel,
}

#[derive(Serialize, Deserialize)]
struct Label {
    format: u32,
    record: CollectionRecord,
}

impl Collection {
    /// Opens the index.
    pub fn open(&self) -> Result<Index> {
        Ok(Index::open(&self.folder)?)
    }

    /// A collection that the user has named.
    pub fn named(name: &OsStr) -> Result<Collection> {
        let place = Place::parse(name)?;
        let index = place.open()?;
        let searcher = index.searcher()?;
        let (info, about) = (searcher.info()?, index.about()?);
        let vectors = searcher.vectors()?.map(|vectors| vectors.model);
        let sources: Vec<&str> = about.sources.iter().map(|source| source.name.as_str()).collect();
        let sources = sources.join(", ");
        let counted = format!("{sources}/{}/{}/{}", info.documents, info.passages, info.words);
        let record = CollectionRecord {
            what: format!("a collection of {sources}, {} passages", info.passages),
            passages: info.passages,
            fingerprint: results::sha256(counted.as_bytes()),
            vectors,
        };
        Ok(Collection { folder: place.folder()?, record, own: false })
    }

    /// The passages that come with the turns of a split.
    pub fn of_pool(
        pool: &Pool,
        data: DataSet,
        split: &str,
        making: &Making<'_>,
    ) -> Result<Collection> {
        let mut sum = Sha256::new();
        sum.update(&pool.jsonl);
        let fingerprint = with_vectors(sum, vectors()?.as_deref());
        let name = format!("{data}.{split}-{}", &fingerprint[..12]);
        let folder = making.results.join(FOLDER).join(results::folder_name(&name));
        let kind = match data {
            DataSet::PragmatiCqa => "the gold spans of the split",
            _ => "the passages that come with the split's turns",
        };
        let whole = |record| Collection { folder: folder.join("index"), record, own: true };
        if let Some(record) = labelled(&folder) {
            return Ok(whole(record));
        }
        let _alone = making.alone()?;
        if let Some(record) = labelled(&folder) {
            return Ok(whole(record));
        }
        // Made beside and renamed, so that a run that is stopped leaves nothing that looks whole.
        let part = folder.with_extension(format!("part-{}", std::process::id()));
        make_folder(&part)?;
        let file = part.join(PASSAGES);
        fs::write(&file, &pool.jsonl).map_err(|reason| Error::write(&file, reason))?;
        let mut source = Source::new(&file);
        source.name = data.name().into();
        let what = |passages| format!("{kind}: {} passages of {passages} parts", pool.passages);
        let record = make(&part, &[source], &fingerprint, &what, making);
        let record = record.inspect_err(|_| {
            remove(&part).ok();
        })?;
        remove(&folder)?;
        fs::rename(&part, &folder).map_err(|reason| Error::write(&folder, reason))?;
        Ok(whole(record))
    }

    /// The corpora beside the data, all of them; none where there are none. Reading them takes minutes; what was read
    /// before it was stopped is not read again.
    pub fn of_corpora(dir: &Path, making: &Making<'_>) -> Result<Option<Collection>> {
        let corpora = corpora(dir);
        if corpora.is_empty() {
            return Ok(None);
        }
        let mut sum = Sha256::new();
        for path in &corpora {
            sum.update(path.file_name().unwrap_or_default().as_encoded_bytes());
            sum.update(turns::hash(path)?.as_bytes());
            bench::check(making.stop)?;
        }
        let fingerprint = with_vectors(sum, vectors()?.as_deref());
        let folder = making.results.join(FOLDER).join(format!("corpora-{}", &fingerprint[..12]));
        let whole = |record| Collection { folder: folder.join("index"), record, own: false };
        if let Some(record) = labelled(&folder) {
            return Ok(Some(whole(record)));
        }
        let _alone = making.alone()?;
        if let Some(record) = labelled(&folder) {
            return Ok(Some(whole(record)));
        }
        make_folder(&folder)?;
        let sources: Vec<Source> = corpora.iter().map(Source::new).collect();
        let names: Vec<&str> = sources.iter().map(|source| &*source.name).collect();
        let names = names.join(" and ");
        let what = |passages| format!("{names}, {passages} passages");
        let record = make(&folder, &sources, &fingerprint, &what, making)?;
        Ok(Some(whole(record)))
    }

    /// An index with nothing in it, for systems that search nothing.
    pub fn empty(results: &Path) -> Result<PathBuf> {
        let folder = results.join(FOLDER).join("empty");
        make_folder(&folder)?;
        Index::open_or_create(&folder)?;
        Ok(folder)
    }
}

/// The archives and folders of corpora beside the data, in the order of their names.
pub fn corpora(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir.join(CORPORA)).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    found.sort();
    found
}

impl Making<'_> {
    /// Waits until no other process makes a collection here, and takes away what one that has ended left half made.
    fn alone(&self) -> Result<File> {
        let folder = self.results.join(FOLDER);
        make_folder(&folder)?;
        let path = folder.join(LOCK);
        let failed = |reason| Error::write(&path, reason);
        let mut options = OpenOptions::new();
        let lock = options.write(true).create(true).truncate(false).open(&path).map_err(failed)?;
        loop {
            match lock.try_lock() {
                Ok(()) => break,
                Err(TryLockError::Error(reason)) => return Err(failed(reason)),
                Err(TryLockError::WouldBlock) => {
                    self.progress.tell("another process makes a collection", 0, 0);
                    bench::check(self.stop)?;
                    std::thread::sleep(LOOK);
                }
            }
        }
        for entry in fs::read_dir(&folder).map_err(|reason| Error::read(&folder, reason))? {
            let path = entry.map_err(|reason| Error::read(&folder, reason))?.path();
            let ending = path.extension().unwrap_or_default().to_string_lossy();
            if ending.starts_with("part-") {
                remove(&path)?;
            }
        }
        Ok(lock)
    }
}

/// The version of the model that makes vectors here; none where it is not here.
fn vectors() -> Result<Option<String>> {
    let registry = grice_home::registry::open()?;
    let here = registry.locate(VECTORS).is_ok();
    Ok(here.then(|| used::version(VECTORS, &registry)))
}

/// What a collection is made of: its passages, and the model that makes their vectors.
fn with_vectors(mut passages: Sha256, vectors: Option<&str>) -> String {
    passages.update(format!("\nvectors {}", vectors.unwrap_or("none")));
    passages.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn labelled(folder: &Path) -> Option<CollectionRecord> {
    let bytes = fs::read(folder.join(LABEL)).ok()?;
    let label: Label = serde_json::from_slice(&bytes).ok()?;
    (label.format == results::FORMAT && Index::open(folder.join("index")).is_ok())
        .then_some(label.record)
}

fn make(
    folder: &Path,
    sources: &[Source],
    fingerprint: &str,
    what: &dyn Fn(u64) -> String,
    making: &Making<'_>,
) -> Result<CollectionRecord> {
    making.progress.begin("reading passages", sources.iter().map(Source::size).sum());
    let index = folder.join("index");
    let registry = grice_home::registry::open()?;
    let vectors = registry.locate(VECTORS).is_ok().then_some(VECTORS);
    // The same passage of two pages is gold for the turns of both. One thread puts the passages of a small collection
    // into the file's order, on which depends which of equals are found.
    let standard = IngestOptions::default();
    let size: u64 = sources.iter().map(Source::size).sum();
    let threads = if size <= SMALL { 1 } else { standard.threads };
    let options = IngestOptions { keep_duplicates: true, threads, ..standard };
    let place = Place::Path(index.clone());
    let shown = IngestProgress::default();
    let ingest = || ingest_into(&place, sources, &options, vectors, &shown, &|_| {});
    let ingested = making.progress.watching(&shown, making.stop, ingest);
    let ingested = ingested.and_then(|ingested| ingested.vectors.map(|_| ingested.index));
    // An error that a stop has led to says nothing that the caller does not know.
    bench::check(making.stop)?;
    let searcher = ingested?.searcher()?;
    let passages = searcher.info()?.passages;
    let record = CollectionRecord {
        what: what(passages),
        passages,
        fingerprint: fingerprint.to_owned(),
        vectors: searcher.vectors()?.map(|vectors| vectors.model),
    };
    let label = Label { format: results::FORMAT, record: record.clone() };
    super::write::json(&folder.join(LABEL), &label)?;
    Ok(record)
}

fn make_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|reason| Error::write(folder, reason))
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(reason) if reason.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::write(folder, reason))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_with_vectors_of_another_model_are_another_collection() {
        let of = |vectors: Option<&str>| with_vectors(Sha256::new_with_prefix("passages"), vectors);
        assert_eq!(of(Some("one")), of(Some("one")));
        assert_ne!(of(Some("one")), of(Some("other")));
        assert_ne!(of(Some("one")), of(None));
    }
}
