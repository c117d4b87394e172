//! The folder an index lives in: opening, creating, and what is written on its label.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tantivy::directory::MmapDirectory;
use tantivy::index::SegmentId;
use tantivy::{IndexReader, ReloadPolicy};

use crate::analyzer::Analyzer;
use crate::duplicates::Duplicate;
use crate::error::{Error, Result};
use crate::schema::{ENGLISH, Fields, schema};
use crate::searcher::{Searcher, Segment};
use crate::vectors::Dense;

/// The newest folder format this program reads and the one it writes.
const FORMAT: u32 = 1;
const LABEL: &str = "grice.json";
const ENGINE_LABEL: &str = "meta.json";

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
    reader: IndexReader,
    segments: Mutex<FxHashMap<SegmentKey, Arc<Segment>>>,
    /// The vectors that the last snapshot used.
    pub(crate) last_dense: Arc<Mutex<Option<Arc<Dense>>>>,
}

impl Index {
    /// Opens an index that exists.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Index> {
        let folder = folder.into();
        let label = read_label(&folder)?.ok_or_else(|| Error::NoIndex(folder.clone()))?;
        check_label(&folder, &label)?;
        if !folder.join(ENGINE_LABEL).exists() {
            return Err(Error::NoIndex(folder));
        }
        let engine = tantivy::Index::open_in_dir(&folder).map_err(|e| Error::engine(&folder, e))?;
        Self::with_engine(folder, engine)
    }

    /// Opens an index, or makes an empty one where none is. A folder with other files in it is
    /// refused.
    pub fn open_or_create(folder: impl Into<PathBuf>) -> Result<Index> {
        let folder = folder.into();
        match read_label(&folder)? {
            Some(label) => check_label(&folder, &label)?,
            None => make_label(&folder)?,
        }
        let directory =
            MmapDirectory::open(&folder).map_err(|e| Error::engine(&folder, e.into()))?;
        let (schema, _) = schema();
        let engine = tantivy::Index::open_or_create(directory, schema)
            .map_err(|e| Error::engine(&folder, e))?;
        Self::with_engine(folder, engine)
    }

    fn with_engine(folder: PathBuf, mut engine: tantivy::Index) -> Result<Index> {
        let (expected, fields) = schema();
        if engine.schema() != expected {
            let why = "its fields are not the ones this version writes".to_owned();
            return Err(Error::Damaged { folder, why });
        }
        engine.tokenizers().register(ENGLISH, Analyzer::default());
        engine.set_default_multithread_executor().ok();
        let reader = engine
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(64)
            .try_into()
            .map_err(|e| Error::engine(&folder, e))?;
        let (segments, last_dense) = Default::default();
        Ok(Index { folder, engine, fields, reader, segments, last_dense })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A snapshot of the last commit.
    pub fn searcher(&self) -> Result<Searcher> {
        self.reader.reload().map_err(|e| Error::engine(&self.folder, e))?;
        let snapshot = self.reader.searcher();
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

    /// What the last commit says of the index.
    pub fn about(&self) -> Result<About> {
        let metas = self.engine.load_metas().map_err(|e| Error::engine(&self.folder, e))?;
        Ok(metas.payload.and_then(|p| serde_json::from_str(&p).ok()).unwrap_or_default())
    }

    pub(crate) fn fail(&self, error: tantivy::TantivyError) -> Error {
        Error::engine(&self.folder, error)
    }
}

fn read_label(folder: &Path) -> Result<Option<Label>> {
    match fs::read(folder.join(LABEL)) {
        Ok(bytes) => match serde_json::from_slice(&bytes) {
            Ok(label) => Ok(Some(label)),
            Err(e) => Err(Error::Damaged {
                folder: folder.to_owned(),
                why: format!("{LABEL} cannot be read: {e}"),
            }),
        },
        Err(e)
            if matches!(
                e.kind(),
                std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory
            ) =>
        {
            Ok(None)
        }
        Err(e) => Err(Error::io(folder, e)),
    }
}

fn check_label(folder: &Path, label: &Label) -> Result<()> {
    if label.format > FORMAT {
        return Err(Error::Newer { folder: folder.to_owned(), found: label.format, known: FORMAT });
    }
    Ok(())
}

fn make_label(folder: &Path) -> Result<()> {
    if folder.is_file() {
        return Err(Error::NotAFolder(folder.to_owned()));
    }
    fs::create_dir_all(folder).map_err(|e| Error::io(folder, e))?;
    let mut entries = fs::read_dir(folder).map_err(|e| Error::io(folder, e))?;
    let unfinished = format!("{LABEL}.new");
    if entries.any(|e| e.is_ok_and(|e| e.file_name() != unfinished.as_str())) {
        return Err(Error::NotEmpty(folder.to_owned()));
    }
    let label = Label {
        format: FORMAT,
        analyzer: "english".to_owned(),
        made_by: format!("grice {}", env!("CARGO_PKG_VERSION")),
    };
    let json = serde_json::to_vec_pretty(&label).unwrap_or_default();
    let unfinished = folder.join(unfinished);
    fs::write(&unfinished, json)
        .and_then(|()| fs::rename(&unfinished, folder.join(LABEL)))
        .map_err(|e| Error::io(folder, e))
}
