//! Checks an index against itself.

use std::io;
use std::path::PathBuf;

use rustc_hash::{FxHashMap, FxHashSet};
use tantivy::directory::error::OpenReadError;
use tantivy::index::SegmentComponent;

use crate::error::{Error, Result};
use crate::folder::Index;
use crate::lookup::Entry;
use crate::searcher::Searcher;

/// What every segment is made of.
const COMPONENTS: [SegmentComponent; 6] = [
    SegmentComponent::Postings,
    SegmentComponent::Positions,
    SegmentComponent::FastFields,
    SegmentComponent::FieldNorms,
    SegmentComponent::Terms,
    SegmentComponent::Store,
];

/// What checking an index found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Files whose checksum is wrong.
    pub damaged_files: Vec<String>,
    /// Files of vectors whose checksum is wrong.
    pub damaged_vectors: Vec<String>,
    /// Documents checked.
    pub documents: u64,
    /// Passages checked.
    pub passages: u64,
    /// Documents whose passages are not all there, or that have passages without a record.
    pub incomplete: Vec<String>,
    /// Links, all of them.
    pub links: u64,
    /// Links that lead to a document.
    pub resolved: u64,
    /// The names that lead nowhere, each with how many links use it, most used first.
    pub unresolved: Vec<(String, u64)>,
}

impl Verification {
    /// Whether nothing is wrong. Links that lead nowhere are no fault of the index.
    pub fn is_sound(&self) -> bool {
        self.damaged_files.is_empty()
            && self.damaged_vectors.is_empty()
            && self.incomplete.is_empty()
    }
}

impl Index {
    /// Checks checksums, that every document has exactly its passages, and where links lead.
    pub fn verify(&self) -> Result<Verification> {
        let mut result = Verification {
            damaged_files: self.damaged_files()?,
            damaged_vectors: crate::vectors::damaged_files(&self.folder)?,
            ..Verification::default()
        };
        if result.damaged_files.is_empty() {
            let searcher = self.searcher()?;
            check(&searcher, &mut result).map_err(|e| Error::engine(&self.folder, e))?;
        }
        Ok(result)
    }

    /// The files of the last commit that are missing or not what was written.
    fn damaged_files(&self) -> Result<Vec<String>> {
        let mut damaged = Vec::new();
        for path in self.files()? {
            match self.directory.check(&path) {
                Ok(()) => {}
                Err(OpenReadError::IoError { io_error, .. })
                    if io_error.kind() != io::ErrorKind::InvalidData =>
                {
                    return Err(Error::reading(&self.folder, io_error.kind().into()));
                }
                Err(_) => damaged.push(path),
            }
        }
        // What a writer has removed meanwhile is not missing.
        let still = self.files()?;
        damaged.retain(|path| still.contains(path));
        Ok(damaged.into_iter().map(|path| path.display().to_string()).collect())
    }

    fn files(&self) -> Result<Vec<PathBuf>> {
        let metas = self.engine.load_metas().map_err(|e| self.fail(e))?;
        let mut files = Vec::new();
        for segment in &metas.segments {
            files.extend(COMPONENTS.map(|component| segment.relative_path(component)));
            if segment.has_deletes() {
                files.push(segment.relative_path(SegmentComponent::Delete));
            }
        }
        files.sort();
        Ok(files)
    }
}

fn check(searcher: &Searcher, result: &mut Verification) -> tantivy::Result<()> {
    let fields = searcher.fields();
    let mut expected: FxHashMap<String, u32> = FxHashMap::default();
    let mut found: FxHashMap<String, FxHashSet<u64>> = FxHashMap::default();
    let mut targets: FxHashMap<String, u64> = FxHashMap::default();
    for (number, reader) in searcher.snapshot().segment_readers().iter().enumerate() {
        let ordinals = reader.fast_fields().u64("ordinal")?;
        let inverted = reader.inverted_index(fields.document)?;
        let mut documents = inverted.terms().stream()?;
        while documents.advance() {
            let id = String::from_utf8_lossy(documents.key()).into_owned();
            let info = documents.value().clone();
            let mut postings = inverted.read_block_postings_from_terminfo(
                &info,
                tantivy::schema::IndexRecordOption::Basic,
            )?;
            while !postings.docs().is_empty() {
                for &doc in postings.docs().iter().filter(|&&d| !reader.is_deleted(d)) {
                    if let Some(ordinal) = ordinals.first(doc) {
                        found.entry(id.clone()).or_default().insert(ordinal);
                        result.passages += 1;
                    }
                }
                postings.advance();
            }
        }
        let hashes = reader.fast_fields().u64("hash")?;
        for doc in reader.doc_ids_alive().filter(|&d| hashes.first(d).is_some()) {
            let address = tantivy::DocAddress::new(number as u32, doc);
            if let Entry::Document(record) = searcher.entry_at(address)? {
                result.documents += 1;
                result.links += record.links.len() as u64;
                for link in record.links {
                    *targets.entry(link.target).or_default() += 1;
                }
                expected.insert(record.id, record.passages);
            }
        }
    }
    for (id, passages) in &expected {
        let complete =
            (0..u64::from(*passages)).all(|n| found.get(id).is_some_and(|f| f.contains(&n)));
        let count = found.get(id).map_or(0, FxHashSet::len);
        if !complete && *passages > 0 || count != *passages as usize {
            result.incomplete.push(id.clone());
        }
    }
    result.incomplete.extend(found.into_keys().filter(|id| !expected.contains_key(id)));
    result.incomplete.sort();
    for (name, count) in targets {
        let leads = searcher
            .resolve(&name)
            .map_err(|e| tantivy::TantivyError::InternalError(e.to_string()))?;
        match leads {
            Some(_) => result.resolved += count,
            None => result.unresolved.push((name, count)),
        }
    }
    result.unresolved.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    Ok(())
}
