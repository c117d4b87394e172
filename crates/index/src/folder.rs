//! The folder an index lives in: opening, creating, and what is written on its label.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tantivy::directory::MmapDirectory;
use tantivy::directory::error::OpenReadError;
use tantivy::index::SegmentId;
use tantivy::{Directory, IndexReader, ReloadPolicy, TantivyError};

use crate::analyzer::Analyzer;
use crate::checksum::{label_from_json, label_to_json};
use crate::directory::CheckedDirectory;
use crate::duplicates::Duplicate;
use crate::error::{Error, Result};
use crate::schema::{ENGLISH, Fields, schema};
use crate::searcher::{Searcher, Segment};
use crate::vectors::Dense;

/// The folder format this program reads and writes: 2 since files carry checksums.
pub const FORMAT: u32 = 2;
const LABEL: &str = "grice.json";
const ENGINE_LABEL: &str = "meta.json";

/// How often a snapshot is tried again when a writer removes its files meanwhile.
const TRIES: usize = 5;

#[derive(Serialize, Deserialize)]
struct Label {
    format: u32,
    analyzer: String,
    made_by: String,
}

/// What an index says of itself, committed together with its passages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// What was ingested, in order.
    pub sources: Vec<IngestedSource>,
    /// Documents left out because another one has their text.
    #[serde(default)]
    pub duplicates: Vec<Duplicate>,
}

/// A source that was ingested into an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IngestedSource {
    /// The name that scopes its ids.
    pub name: String,
    /// Its absolute path.
    pub path: String,
    /// Seconds since 1970 when its last commit was made.
    pub at: u64,
    /// Whether it was read to its end.
    pub complete: bool,
}

/// A segment and the deletions made in it.
type SegmentKey = (SegmentId, Option<u64>);

/// An index on disk.
pub struct Index {
    pub(crate) folder: PathBuf,
    pub(crate) engine: tantivy::Index,
    pub(crate) fields: Fields,
    pub(crate) directory: CheckedDirectory,
    /// Made with the first snapshot, so that an index with damaged files can be opened and
    /// verified.
    reader: OnceLock<IndexReader>,
    segments: Mutex<FxHashMap<SegmentKey, Arc<Segment>>>,
    /// The vectors that the last snapshot used.
    pub(crate) last_dense: Arc<Mutex<Option<Arc<Dense>>>>,
}

impl Index {
    /// Opens an index that exists.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Index> {
        let folder = folder.into();
        if !read_label(&folder)? {
            return Err(Error::NoIndex(folder));
        }
        let directory = open_directory(&folder)?;
        let made = directory.exists(Path::new(ENGINE_LABEL));
        if !made.map_err(|e| Error::engine(&folder, e.into()))? {
            return Err(Error::NoIndex(folder));
        }
        let engine =
            tantivy::Index::open(directory.clone()).map_err(|e| Error::engine(&folder, e))?;
        Self::with_engine(folder, engine, directory)
    }

    /// Opens an index, or makes an empty one where none is. A folder with other files in it is
    /// refused.
    pub fn open_or_create(folder: impl Into<PathBuf>) -> Result<Index> {
        let folder = folder.into();
        if !read_label(&folder)? {
            make_label(&folder)?;
        }
        let directory = open_directory(&folder)?;
        let (schema, _) = schema();
        let engine = tantivy::Index::open_or_create(directory.clone(), schema)
            .map_err(|e| Error::engine(&folder, e))?;
        Self::with_engine(folder, engine, directory)
    }

    fn with_engine(
        folder: PathBuf,
        mut engine: tantivy::Index,
        directory: CheckedDirectory,
    ) -> Result<Index> {
        let (expected, fields) = schema();
        if engine.schema() != expected {
            let why = "its fields are not the ones this version writes".to_owned();
            return Err(Error::Damaged { folder, why });
        }
        engine.tokenizers().register(ENGLISH, Analyzer::default());
        engine.set_default_multithread_executor().ok();
        let (reader, segments, last_dense) = Default::default();
        Ok(Index { folder, engine, fields, directory, reader, segments, last_dense })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A snapshot of the last commit.
    pub fn searcher(&self) -> Result<Searcher> {
        let snapshot = self.reload().map_err(|e| self.fail(e))?;
        let mut known = self.segments.lock();
        let mut kept = FxHashMap::default();
        let mut segments = Vec::new();
        for reader in snapshot.segment_readers() {
            let id = (reader.segment_id(), reader.delete_opstamp());
            let segment = match known.get(&id) {
                Some(segment) => segment.clone(),
                None => Arc::new(
                    Segment::open(reader, &self.fields)
                        .map_err(|e| Error::engine(&self.folder, e))?,
                ),
            };
            kept.insert(id, segment.clone());
            segments.push(segment);
        }
        *known = kept;
        Ok(Searcher::new(self, snapshot, segments))
    }

    /// Opens the last commit's files. A reader that may not hold off the writer can find one gone
    /// that a merge has just replaced; the label then names others.
    fn reload(&self) -> tantivy::Result<tantivy::Searcher> {
        let mut tried = 1;
        loop {
            match self.try_reload() {
                Err(TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(_)))
                    if tried < TRIES =>
                {
                    tried += 1;
                    std::thread::sleep(Duration::from_millis(10));
                }
                other => return other,
            }
        }
    }

    fn try_reload(&self) -> tantivy::Result<tantivy::Searcher> {
        if let Some(reader) = self.reader.get() {
            reader.reload()?;
            return Ok(reader.searcher());
        }
        let reader: IndexReader = self
            .engine
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(64)
            .try_into()?;
        Ok(self.reader.get_or_init(|| reader).searcher())
    }

    /// What the last commit says of the index.
    pub fn about(&self) -> Result<About> {
        let metas = self.engine.load_metas().map_err(|e| Error::engine(&self.folder, e))?;
        Ok(metas.payload.and_then(|p| serde_json::from_str(&p).ok()).unwrap_or_default())
    }

    /// Puts the storage engine's error into the user's words, by what made its threads end where
    /// it says no more than that they did.
    pub(crate) fn fail(&self, error: TantivyError) -> Error {
        let failure = self.directory.take_failure();
        match (Error::engine(&self.folder, error), failure) {
            (Error::Damaged { .. }, Some(kind)) => Error::writing(&self.folder, kind.into()),
            (told, _) => told,
        }
    }
}

fn open_directory(folder: &Path) -> Result<CheckedDirectory> {
    let files = MmapDirectory::open(folder).map_err(|e| Error::engine(folder, e.into()))?;
    Ok(CheckedDirectory::new(files))
}

/// Whether there is a label; one that cannot be used is an error.
fn read_label(folder: &Path) -> Result<bool> {
    let json = match fs::read(folder.join(LABEL)) {
        Ok(json) => json,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(false);
        }
        Err(e) => return Err(Error::reading(folder, e)),
    };
    check_format(folder, &json, FORMAT)
        .and_then(|()| label_from_json::<Label>(&json).map_err(Unusable::Damaged))
        .map(|_| true)
        .map_err(|unusable| match unusable {
            Unusable::Error(error) => error,
            Unusable::Damaged(why) => {
                Error::Damaged { folder: folder.to_owned(), why: format!("{LABEL} {why}") }
            }
        })
}

/// Why a label cannot be used.
pub(crate) enum Unusable {
    Error(Error),
    Damaged(String),
}

/// Refuses a label of another format than the one this program writes.
pub(crate) fn check_format(
    folder: &Path,
    json: &[u8],
    known: u32,
) -> std::result::Result<(), Unusable> {
    #[derive(Deserialize)]
    struct Version {
        format: u32,
    }
    let Version { format: found } = serde_json::from_slice(json)
        .map_err(|e| Unusable::Damaged(format!("cannot be read: {e}")))?;
    let folder = || folder.to_owned();
    match found.cmp(&known) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Less => {
            Err(Unusable::Error(Error::Older { folder: folder(), found, known }))
        }
        std::cmp::Ordering::Greater => {
            Err(Unusable::Error(Error::Newer { folder: folder(), found, known }))
        }
    }
}

fn make_label(folder: &Path) -> Result<()> {
    if folder.is_file() {
        return Err(Error::NotAFolder(folder.to_owned()));
    }
    fs::create_dir_all(folder).map_err(|e| Error::writing(folder, e))?;
    let mut entries = fs::read_dir(folder).map_err(|e| Error::reading(folder, e))?;
    let unfinished = format!("{LABEL}.new");
    if entries.any(|e| e.is_ok_and(|e| e.file_name() != unfinished.as_str())) {
        return Err(Error::NotEmpty(folder.to_owned()));
    }
    let label = Label {
        format: FORMAT,
        analyzer: "english".to_owned(),
        made_by: format!("grice {}", env!("CARGO_PKG_VERSION")),
    };
    let unfinished = folder.join(unfinished);
    label_to_json(label)
        .map_err(io::Error::from)
        .and_then(|json| fs::write(&unfinished, json))
        .and_then(|()| fs::rename(&unfinished, folder.join(LABEL)))
        .map_err(|e| Error::writing(folder, e))
}
