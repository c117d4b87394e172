//! Look-ups in a snapshot: passages and documents by id, links, counts.

use tantivy::schema::Value;
use tantivy::{DocAddress, TantivyDocument, Term};

use crate::error::{Error, Result};
use crate::place::unpack;
use crate::records::{DocumentRecord, PassageRecord};
use crate::searcher::{Hit, Searcher};

/// What an index holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Documents.
    pub documents: u64,
    /// Redirects.
    pub redirects: u64,
    /// Passages.
    pub passages: u64,
    /// Analyzed words of the passages' text.
    pub words: u64,
    /// Segments.
    pub segments: usize,
    /// Bytes on disk, vectors not counted.
    pub bytes: u64,
}

/// The value of `document` that marks a redirect; no document's id holds a space alone.
pub(crate) const REDIRECTS: &str = " ";

/// What a record leads to.
pub(crate) enum Entry {
    Document(DocumentRecord),
    Redirect(String),
}

impl Entry {
    fn document(self) -> Option<DocumentRecord> {
        match self {
            Entry::Document(record) => Some(record),
            Entry::Redirect(_) => None,
        }
    }
}

impl Searcher {
    /// The passage behind a hit.
    pub fn passage(&self, hit: &Hit) -> Result<PassageRecord> {
        self.passage_at(hit.address).map_err(|e| Error::engine(self.folder(), e))
    }

    fn passage_at(&self, address: DocAddress) -> tantivy::Result<PassageRecord> {
        let entry: TantivyDocument = self.snapshot().doc(address)?;
        let text =
            |field| entry.get_first(field).and_then(|v| v.as_str()).unwrap_or_default().to_owned();
        let ordinal = entry.get_first(self.fields().ordinal).and_then(|v| v.as_u64()).unwrap_or(0);
        let origin =
            entry.get_first(self.fields().origin).and_then(|v| v.as_bytes()).unwrap_or_default();
        let document = text(self.fields().document);
        let mut record = PassageRecord {
            passage: format!("{document}#{ordinal}"),
            document,
            ordinal,
            title: text(self.fields().title),
            section: text(self.fields().section),
            text: text(self.fields().body),
            ..PassageRecord::default()
        };
        unpack(origin, &mut record);
        Ok(record)
    }

    /// The id of the passage behind a hit.
    pub fn passage_id(&self, hit: &Hit) -> Result<String> {
        self.passage(hit).map(|record| record.passage)
    }

    /// The passage with an id.
    pub fn find_passage(&self, id: &str) -> Result<Option<PassageRecord>> {
        let Some((document, number)) = id.rsplit_once('#') else { return Ok(None) };
        let Ok(number) = number.parse::<u64>() else { return Ok(None) };
        Ok(self.passages_where(document, |ordinal| ordinal == number)?.pop())
    }

    /// All passages of a document, in order.
    pub fn document_passages(&self, document: &str) -> Result<Vec<PassageRecord>> {
        self.passages_where(document, |_| true)
    }

    fn passages_where(
        &self,
        document: &str,
        wanted: impl Fn(u64) -> bool,
    ) -> Result<Vec<PassageRecord>> {
        let read = || {
            let mut all = Vec::new();
            for (segment, reader) in self.snapshot().segment_readers().iter().enumerate() {
                let ordinals = reader.fast_fields().u64("ordinal")?;
                for doc in self.passages_of(reader, document)? {
                    if ordinals.first(doc).is_some_and(&wanted) {
                        all.push(self.passage_at(DocAddress::new(segment as u32, doc))?);
                    }
                }
            }
            all.sort_by_key(|p| p.ordinal);
            Ok(all)
        };
        read().map_err(|e| Error::engine(self.folder(), e))
    }

    /// The document with an id.
    pub fn document(&self, id: &str) -> Result<Option<DocumentRecord>> {
        self.record(&Term::from_field_text(self.fields().record, id))
            .map(|found| found.and_then(Entry::document))
    }

    /// Documents that have text, from all over the index, the same ones each time.
    pub fn some_documents(&self, most: usize) -> Result<Vec<DocumentRecord>> {
        let read = || {
            let mut found = Vec::new();
            let total: u32 = self.snapshot().segment_readers().iter().map(|r| r.max_doc()).sum();
            // Documents stand between their passages: a step that leaves enough to choose from.
            let step = (total / (most.max(1) as u32 * 8)).max(1) as usize;
            for (segment, reader) in self.snapshot().segment_readers().iter().enumerate() {
                let hashes = reader.fast_fields().u64("hash")?;
                let own = reader.doc_ids_alive().filter(|&doc| hashes.first(doc).is_some());
                for doc in own.step_by(step) {
                    if let Entry::Document(record) =
                        self.entry_at(DocAddress::new(segment as u32, doc))?
                        && record.passages > 0
                    {
                        found.push(record);
                    }
                }
            }
            Ok(found)
        };
        let mut found = read().map_err(|e| Error::engine(self.folder(), e))?;
        found.sort_by(|a, b| a.id.cmp(&b.id));
        let step = (found.len() / most.max(1)).max(1);
        Ok(found.into_iter().step_by(step).take(most).collect())
    }

    /// The document a link's name leads to, through redirects.
    pub fn resolve(&self, name: &str) -> Result<Option<DocumentRecord>> {
        let mut name = name.to_owned();
        for _ in 0..8 {
            match self.record(&Term::from_field_text(self.fields().names, &name))? {
                Some(Entry::Document(record)) => return Ok(Some(record)),
                Some(Entry::Redirect(next)) => name = next,
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    fn record(&self, term: &Term) -> Result<Option<Entry>> {
        let read = || {
            for (ordinal, reader) in self.snapshot().segment_readers().iter().enumerate() {
                if let Some(&doc) = self.with_term(reader, term)?.first() {
                    return Ok(Some(self.entry_at(DocAddress::new(ordinal as u32, doc))?));
                }
            }
            Ok(None)
        };
        read().map_err(|e| Error::engine(self.folder(), e))
    }

    pub(crate) fn entry_at(&self, address: DocAddress) -> tantivy::Result<Entry> {
        let entry: TantivyDocument = self.snapshot().doc(address)?;
        let text = |field| entry.get_first(field).and_then(|v| v.as_str());
        if let Some(name) = text(self.fields().leads_to) {
            return Ok(Entry::Redirect(name.to_owned()));
        }
        let details = text(self.fields().details).unwrap_or_default();
        serde_json::from_str(details).map(Entry::Document).map_err(|e| {
            tantivy::TantivyError::InternalError(format!("a document's record cannot be read: {e}"))
        })
    }

    /// The hash a document or redirect was stored with.
    pub(crate) fn hash_of(&self, id: &str) -> Result<Option<u64>> {
        let term = Term::from_field_text(self.fields().record, id);
        let read = || {
            for reader in self.snapshot().segment_readers() {
                if let Some(&doc) = self.with_term(reader, &term)?.first() {
                    return Ok(reader.fast_fields().u64("hash")?.first(doc));
                }
            }
            Ok(None)
        };
        read().map_err(|e| Error::engine(self.folder(), e))
    }

    /// What the index holds.
    pub fn info(&self) -> Result<Info> {
        let mut info =
            Info { segments: self.snapshot().segment_readers().len(), ..Info::default() };
        let read = |info: &mut Info| {
            for reader in self.snapshot().segment_readers() {
                let ordinals = reader.fast_fields().u64("ordinal")?;
                let hashes = reader.fast_fields().u64("hash")?;
                info.words += reader.inverted_index(self.fields().body)?.total_num_tokens();
                for doc in reader.doc_ids_alive() {
                    info.passages += u64::from(ordinals.first(doc).is_some());
                    info.documents += u64::from(hashes.first(doc).is_some());
                }
            }
            Ok(())
        };
        read(&mut info).map_err(|e| Error::engine(self.folder(), e))?;
        info.redirects = self.redirects()?;
        info.documents -= info.redirects;
        info.bytes = std::fs::read_dir(self.folder())
            .map_err(|e| Error::reading(self.folder(), e))?
            .filter_map(|f| f.ok()?.metadata().ok())
            .filter(std::fs::Metadata::is_file)
            .map(|m| m.len())
            .sum();
        Ok(info)
    }

    fn redirects(&self) -> Result<u64> {
        let term = Term::from_field_text(self.fields().document, REDIRECTS);
        let read = || {
            let mut count = 0;
            for reader in self.snapshot().segment_readers() {
                count += self.with_term(reader, &term)?.len() as u64;
            }
            Ok(count)
        };
        read().map_err(|e| Error::engine(self.folder(), e))
    }

    /// Hands out every passage, segment by segment.
    pub fn each_passage(
        &self,
        each: &mut dyn FnMut(PassageRecord) -> std::io::Result<()>,
    ) -> Result<()> {
        let fail = |e| Error::engine(self.folder(), e);
        for (number, reader) in self.snapshot().segment_readers().iter().enumerate() {
            let ordinals = reader.fast_fields().u64("ordinal").map_err(fail)?;
            for doc in reader.doc_ids_alive().filter(|&d| ordinals.first(d).is_some()) {
                let record = self.passage_at(DocAddress::new(number as u32, doc)).map_err(fail)?;
                each(record).map_err(|e| Error::writing(self.folder(), e))?;
            }
        }
        Ok(())
    }
}
