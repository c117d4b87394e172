//! Writing: documents go in whole, and nothing is seen before a commit.

use std::time::Duration;

use grice_corpus::{Document, Passage, Redirect};
use parking_lot::Mutex;
use tantivy::directory::error::LockError;
use tantivy::indexer::UserOperation;
use tantivy::{IndexWriter, TantivyDocument, TantivyError, Term};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::error::Result;
use crate::folder::{About, Index};
use crate::lookup::REDIRECTS;
use crate::place::pack;
use crate::records::{DocumentRecord, PATH_JOIN};
use crate::schema::Fields;

/// Bytes each indexing thread gathers before it writes a segment.
const BUDGET: usize = 200 << 20;

/// Changed whenever the same document would be stored differently.
const STORED_AS: u64 = 2;

/// The longest id, and the longest name that links are followed by, in bytes: more than a file's
/// path has. The engine drops terms of 64 KiB and more, without a word, and a document that cannot
/// be found by its id would be written again at each ingest.
pub(crate) const LONGEST_NAME: usize = 8192;

/// How often a lock that somebody holds is tried again, and how long is waited between.
const TRIES: usize = 10;
const PAUSE: Duration = Duration::from_millis(30);

/// The one writer of an index.
pub(crate) struct Writer<'a> {
    index: &'a Index,
    inner: IndexWriter,
    /// Held while operations are handed over: the engine numbers them before it queues them, and
    /// takes a deletion queued out of order for one that came after the document it made room for.
    in_order: Mutex<()>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(index: &'a Index, threads: usize) -> Result<Self> {
        let threads = threads.clamp(1, 8);
        let open = || index.engine.writer_with_num_threads(threads, threads * BUDGET);
        let mut opened = open();
        // A process that is being started holds the locks of the one that starts it for a moment.
        for _ in 0..TRIES {
            if !matches!(opened, Err(TantivyError::LockFailure(LockError::LockBusy, _))) {
                break;
            }
            std::thread::sleep(PAUSE);
            opened = open();
        }
        let inner = opened.map_err(|e| index.fail(e))?;
        Ok(Writer { index, inner, in_order: Mutex::new(()) })
    }

    /// Puts a document and its passages in, all in one commit, in place of an older one.
    pub(crate) fn put(
        &self,
        document: &Document,
        passages: &[Passage],
        replace: bool,
    ) -> Result<()> {
        let fields = &self.index.fields;
        let mut operations = Vec::with_capacity(passages.len() + 3);
        if replace {
            operations.extend(deletions(fields, &document.id));
        }
        operations.push(UserOperation::Add(record(fields, document, passages.len() as u32)));
        operations
            .extend(passages.iter().map(|p| UserOperation::Add(passage(fields, document, p))));
        self.run(operations)
    }

    pub(crate) fn put_redirect(&self, redirect: &Redirect, replace: bool) -> Result<()> {
        let fields = &self.index.fields;
        let mut operations = Vec::new();
        if replace {
            operations.extend(deletions(fields, &redirect.id));
        }
        let mut entry = TantivyDocument::new();
        entry.add_text(fields.record, &redirect.id);
        entry.add_text(fields.document, REDIRECTS);
        entry.add_text(fields.names, &redirect.from);
        entry.add_text(fields.leads_to, &redirect.to);
        entry.add_u64(fields.hash, redirect_hash(redirect));
        operations.push(UserOperation::Add(entry));
        self.run(operations)
    }

    pub(crate) fn delete(&self, id: &str) -> Result<()> {
        self.run(deletions(&self.index.fields, id).into())
    }

    fn run(&self, operations: Vec<UserOperation>) -> Result<()> {
        let _turn = self.in_order.lock();
        self.inner.run(operations).map(|_| ()).map_err(|e| self.index.fail(e))
    }

    /// Makes everything since the last commit seen, together with the label.
    pub(crate) fn commit(&mut self, about: &About) -> Result<()> {
        let payload = serde_json::to_string(about).unwrap_or_default();
        let index = self.index;
        let fail = |e| index.fail(e);
        let mut prepared = self.inner.prepare_commit().map_err(fail)?;
        prepared.set_payload(&payload);
        prepared.commit().map(|_| ()).map_err(fail)
    }

    /// Waits for merges still under way.
    pub(crate) fn finish(self) -> Result<()> {
        let index = self.index;
        self.inner.wait_merging_threads().map_err(|e| index.fail(e))
    }

    /// Merges all segments into one and removes files no longer used.
    pub(crate) fn compact(mut self) -> Result<()> {
        let index = self.index;
        let segments = index.engine.searchable_segment_ids().map_err(|e| index.fail(e))?;
        if !segments.is_empty() {
            self.inner.merge(&segments).wait().map_err(|e| index.fail(e))?;
        }
        self.inner.garbage_collect_files().wait().map_err(|e| index.fail(e))?;
        self.finish()
    }
}

impl Index {
    /// Merges everything into one segment, drops deleted passages and their vectors, and frees
    /// their space.
    pub fn compact(&self) -> Result<()> {
        Writer::new(self, 1)?.compact()?;
        crate::vectors::compact(self)
    }
}

fn deletions(fields: &Fields, id: &str) -> [UserOperation; 2] {
    [
        UserOperation::Delete(Term::from_field_text(fields.record, id)),
        UserOperation::Delete(Term::from_field_text(fields.document, id)),
    ]
}

fn record(fields: &Fields, document: &Document, passages: u32) -> TantivyDocument {
    let details = DocumentRecord {
        id: document.id.clone(),
        title: document.title.clone(),
        path: document.origin.path.clone(),
        offset: document.origin.offset,
        url: document.url.clone(),
        sections: document.sections.clone(),
        links: document.links.clone(),
        passages,
    };
    let mut entry = TantivyDocument::new();
    entry.add_text(fields.record, &document.id);
    entry.add_u64(fields.hash, hash(document));
    for name in document.names.iter().filter(|name| name.len() <= LONGEST_NAME) {
        entry.add_text(fields.names, name);
    }
    entry.add_text(fields.details, serde_json::to_string(&details).unwrap_or_default());
    entry
}

fn passage(fields: &Fields, document: &Document, passage: &Passage) -> TantivyDocument {
    let mut entry = TantivyDocument::new();
    entry.add_text(fields.document, &document.id);
    entry.add_u64(fields.ordinal, u64::from(passage.ordinal));
    entry.add_u64(fields.key, xxh3_64(passage.id.as_bytes()));
    entry.add_bytes(fields.origin, &pack(passage));
    entry.add_text(fields.body, document.text.get(passage.range.clone()).unwrap_or_default());
    entry.add_text(fields.title, &document.title);
    entry.add_text(fields.section, passage.section.join(PATH_JOIN));
    entry
}

/// Tells two versions of a document apart.
pub(crate) fn hash(document: &Document) -> u64 {
    let mut hasher = Xxh3::with_seed(STORED_AS);
    let mut add = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    add(&document.title);
    add(&document.text);
    add(&document.origin.path);
    add(&document.origin.offset.to_string());
    for section in &document.sections {
        add(&section.range.start.to_string());
        section.path.iter().for_each(|heading| add(heading));
        add(section.anchor.as_deref().unwrap_or_default());
    }
    document.anchors.iter().for_each(|anchor| add(&anchor.name));
    add(document.url.as_deref().unwrap_or_default());
    document.links.iter().for_each(|link| add(&link.target));
    document.names.iter().for_each(|name| add(name));
    let mut numbers = Vec::with_capacity(document.blocks.len() * 12);
    for block in &document.blocks {
        numbers.push(block.kind.code());
        numbers.extend((block.range.start as u64).to_le_bytes());
        numbers.extend((block.range.end as u64).to_le_bytes());
    }
    document.anchors.iter().for_each(|anchor| numbers.extend((anchor.at as u64).to_le_bytes()));
    hasher.update(&numbers);
    hasher.digest()
}

pub(crate) fn redirect_hash(redirect: &Redirect) -> u64 {
    xxh3_64(format!("{}\n{}", redirect.from, redirect.to).as_bytes())
}
