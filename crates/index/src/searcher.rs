//! A snapshot of an index, and search in it.

use std::sync::{Arc, OnceLock};

use grice_text::English;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tantivy::columnar::Column;
use tantivy::fastfield::AliveBitSet;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, DocSet, SegmentReader, TERMINATED, Term};

use crate::bounds::Cache;
use crate::error::{Error, Result};
use crate::folder::Index;
use crate::maxscore::{self, Cursor};
use crate::phrase::{self, Phrase};
use crate::query::{Query, Ranking};
use crate::schema::Fields;
use crate::similarity::{FieldStats, LengthFactors, score};
use crate::top::Top;
use crate::vectors::Dense;

/// What search needs of a segment, taken out once.
pub(crate) struct Segment {
    pub keys: Column<u64>,
    pub alive: Option<AliveBitSet>,
    pub passages_end: u32,
    texts: Vec<TextField>,
}

/// One searchable field of a segment.
struct TextField {
    field: Field,
    lengths: Arc<[u8]>,
    stats: FieldStats,
    bounds: Cache,
}

impl Segment {
    pub(crate) fn open(reader: &SegmentReader, fields: &Fields) -> tantivy::Result<Segment> {
        let texts = [fields.body, fields.title, fields.section].map(|field| {
            let norms = reader.get_fieldnorms_reader(field)?;
            let lengths: Arc<[u8]> = (0..reader.max_doc()).map(|d| norms.fieldnorm_id(d)).collect();
            let stats = FieldStats {
                passages: lengths.iter().filter(|&&l| l > 0).count() as u64,
                words: reader.inverted_index(field)?.total_num_tokens(),
            };
            Ok::<_, tantivy::TantivyError>(TextField {
                field,
                lengths,
                stats,
                bounds: Cache::default(),
            })
        });
        Ok(Segment {
            keys: reader.fast_fields().u64("key")?,
            alive: reader.alive_bitset().cloned(),
            passages_end: reader.max_doc(),
            texts: texts.into_iter().collect::<tantivy::Result<_>>()?,
        })
    }

    fn text(&self, field: Field) -> Option<&TextField> {
        self.texts.iter().find(|t| t.field == field)
    }
}

/// A ranked passage: where it is kept, and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub(crate) address: DocAddress,
    /// Its score.
    pub score: f32,
}

impl Hit {
    /// Where the passage is kept: the same for every hit of the passage in a snapshot, and only
    /// in it.
    pub fn place(&self) -> (u32, u32) {
        (self.address.segment_ord, self.address.doc_id)
    }
}

/// A snapshot of an index. Later commits do not change it.
pub struct Searcher {
    folder: std::path::PathBuf,
    fields: Fields,
    snapshot: tantivy::Searcher,
    segments: Vec<Arc<Segment>>,
    analyzers: Mutex<Vec<English>>,
    /// The vectors, once they were asked for.
    dense: OnceLock<Arc<Dense>>,
    /// Those that an earlier snapshot used.
    last_dense: Arc<Mutex<Option<Arc<Dense>>>>,
}

/// A term of the query in one field, before it meets a segment.
struct Wanted {
    field: Field,
    term: Term,
    weight: f32,
    factors: Arc<LengthFactors>,
    made: [u32; 3],
}

impl Searcher {
    pub(crate) fn new(
        index: &Index,
        snapshot: tantivy::Searcher,
        segments: Vec<Arc<Segment>>,
    ) -> Self {
        Searcher {
            folder: index.folder.clone(),
            fields: index.fields.clone(),
            snapshot,
            segments,
            analyzers: Mutex::default(),
            dense: OnceLock::new(),
            last_dense: index.last_dense.clone(),
        }
    }

    /// The vectors of the passages in this snapshot. They are mapped on first use; what an
    /// earlier snapshot mapped is used again where nothing has changed since.
    pub(crate) fn dense(&self) -> Result<&Dense> {
        if let Some(dense) = self.dense.get() {
            return Ok(dense);
        }
        let mut last = self.last_dense.lock();
        let dense = Dense::open(self, last.as_ref())?;
        *last = Some(dense.clone());
        drop(last);
        Ok(self.dense.get_or_init(|| dense))
    }

    /// The best `k` passages, best first. Equal scores are ordered by the passage's id, so that
    /// the same passages always come in the same order.
    pub fn search(&self, query: &Query, ranking: &Ranking, k: usize) -> Result<Vec<Hit>> {
        self.try_search(query, ranking, k).map_err(|e| Error::engine(&self.folder, e))
    }

    fn try_search(&self, query: &Query, ranking: &Ranking, k: usize) -> tantivy::Result<Vec<Hit>> {
        if k == 0 {
            return Ok(Vec::new());
        }
        let wanted = self.wanted(query, ranking)?;
        let conditions = self.conditions(query);
        let mut top = Top::new(k);
        let mut window = maxscore::Window::default();
        for (ordinal, segment) in self.segments.iter().enumerate() {
            let reader = self.snapshot.segment_reader(ordinal as u32);
            let cursors = cursors(reader, segment, &wanted)?;
            match self.among(reader, segment, query, &conditions, ranking)? {
                Some(among) => {
                    maxscore::search_among(segment, ordinal as u32, cursors, &among, &mut top);
                }
                None => maxscore::search(segment, ordinal as u32, cursors, &mut window, &mut top),
            }
        }
        Ok(self.hits(top))
    }

    /// Best first; equal scores in the order of the passages' keys.
    pub(crate) fn hits(&self, top: Top) -> Vec<Hit> {
        let sorted = top.into_sorted(|at| self.key(at)).into_iter();
        sorted.map(|c| Hit { address: c.address, score: c.score }).collect()
    }

    /// What breaks ties, whatever the segments.
    pub(crate) fn key(&self, at: DocAddress) -> u64 {
        let segment = self.segments.get(at.segment_ord as usize);
        segment.and_then(|s| s.keys.first(at.doc_id)).unwrap_or(0)
    }

    /// The passages that fulfil a query's conditions, segment by segment in rising order; `None`
    /// where it has none.
    pub(crate) fn allowed(&self, query: &Query) -> Result<Option<Vec<Vec<u32>>>> {
        let conditions = self.conditions(query);
        let mut allowed = Vec::new();
        for (ordinal, segment) in self.segments.iter().enumerate() {
            let reader = self.snapshot.segment_reader(ordinal as u32);
            let among = self
                .among(reader, segment, query, &conditions, &Ranking::default())
                .map_err(|e| Error::engine(&self.folder, e))?;
            match among {
                Some(among) => allowed.push(among.into_iter().map(|(doc, _)| doc).collect()),
                None => return Ok(None),
            }
        }
        Ok(Some(allowed))
    }

    fn stats(&self, field: Field) -> FieldStats {
        let mut all = FieldStats::default();
        for text in self.segments.iter().filter_map(|s| s.text(field)) {
            all.passages += text.stats.passages;
            all.words += text.stats.words;
        }
        all
    }

    fn wanted(&self, query: &Query, ranking: &Ranking) -> tantivy::Result<Vec<Wanted>> {
        let mut counts: FxHashMap<String, f32> = FxHashMap::default();
        for (term, _) in self.analyze(&query.words) {
            *counts.entry(term).or_default() += 1.0;
        }
        for (words, weight) in query.weighted.iter().filter(|(_, weight)| *weight > 0.0) {
            for (term, _) in self.analyze(words) {
                *counts.entry(term).or_default() += weight;
            }
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by(|a, b| a.0.cmp(&b.0));
        let boosts = &ranking.boosts;
        let fields = [
            (self.fields.body, boosts.body),
            (self.fields.title, boosts.title),
            (self.fields.section, boosts.section),
        ];
        let mut wanted = Vec::new();
        for (field, boost) in fields.into_iter().filter(|(_, boost)| *boost > 0.0) {
            let stats = self.stats(field);
            let average = stats.average_length();
            let factors = Arc::new(LengthFactors::new(ranking.bm25, average));
            let made = [ranking.bm25.k1.to_bits(), ranking.bm25.b.to_bits(), average.to_bits()];
            for (text, count) in &counts {
                let term = Term::from_field_text(field, text);
                let containing = self.snapshot.doc_freq(&term)?;
                if containing > 0 {
                    let weight = boost * *count * stats.idf(containing);
                    wanted.push(Wanted { field, term, weight, factors: factors.clone(), made });
                }
            }
        }
        Ok(wanted)
    }

    fn conditions(&self, query: &Query) -> Vec<Phrase> {
        let mut all: Vec<(Field, &String)> =
            query.phrases.iter().map(|p| (self.fields.body, p)).collect();
        all.extend(query.title.iter().map(|t| (self.fields.title, t)));
        all.extend(query.section.iter().map(|s| (self.fields.section, s)));
        all.into_iter().map(|(field, text)| Phrase { field, terms: self.analyze(text) }).collect()
    }

    /// The passages that fulfil every condition, with what their phrases score; `None` without
    /// conditions.
    fn among(
        &self,
        reader: &SegmentReader,
        segment: &Segment,
        query: &Query,
        conditions: &[Phrase],
        ranking: &Ranking,
    ) -> tantivy::Result<Option<Vec<(u32, f32)>>> {
        let mut among: Option<Vec<(u32, f32)>> = None;
        if let Some(document) = &query.document {
            among =
                Some(self.passages_of(reader, document)?.into_iter().map(|d| (d, 0.0)).collect());
        }
        for phrase in conditions {
            // A phrase of stop words alone says nothing; it holds everywhere.
            if phrase.terms.is_empty() {
                continue;
            }
            let found = self.scored(reader, segment, phrase, ranking)?;
            among = Some(match among {
                None => found,
                Some(kept) => intersect(&kept, &found),
            });
        }
        Ok(among)
    }

    /// A phrase scores like a term whose idf is the sum of its words' (Lucene's PhraseQuery);
    /// a filter on title or section scores nothing.
    fn scored(
        &self,
        reader: &SegmentReader,
        segment: &Segment,
        phrase: &Phrase,
        ranking: &Ranking,
    ) -> tantivy::Result<Vec<(u32, f32)>> {
        let found = phrase::find(reader, phrase)?;
        let Some(text) = segment.text(phrase.field) else { return Ok(Vec::new()) };
        let stats = self.stats(phrase.field);
        let factors = LengthFactors::new(ranking.bm25, stats.average_length());
        let mut weight = 0.0;
        if phrase.field == self.fields.body && phrase.terms.len() > 1 {
            for (term, _) in &phrase.terms {
                let term = Term::from_field_text(phrase.field, term);
                weight += stats.idf(self.snapshot.doc_freq(&term)?);
            }
        }
        let scored = found.into_iter().map(|(doc, count)| {
            let factor = factors.0[text.lengths[doc as usize] as usize];
            (doc, if weight > 0.0 { score(weight, count as f32 * factor) } else { 0.0 })
        });
        Ok(scored.collect())
    }

    pub(crate) fn passages_of(
        &self,
        reader: &SegmentReader,
        document: &str,
    ) -> tantivy::Result<Vec<u32>> {
        self.with_term(reader, &Term::from_field_text(self.fields.document, document))
    }

    /// Entries with a term that are not deleted.
    pub(crate) fn with_term(
        &self,
        reader: &SegmentReader,
        term: &Term,
    ) -> tantivy::Result<Vec<u32>> {
        let inverted = reader.inverted_index(term.field())?;
        let mut found = Vec::new();
        if let Some(mut postings) = inverted.read_postings(term, IndexRecordOption::Basic)? {
            let mut doc = postings.doc();
            while doc != TERMINATED {
                if !reader.is_deleted(doc) {
                    found.push(doc);
                }
                doc = postings.advance();
            }
        }
        Ok(found)
    }

    /// Terms with their places.
    fn analyze(&self, text: &str) -> Vec<(String, u32)> {
        let mut english = self.analyzers.lock().pop().unwrap_or_default();
        let mut terms = Vec::new();
        english.analyze(text, |t| terms.push((t.text.to_owned(), t.position as u32)));
        self.analyzers.lock().push(english);
        let first = terms.first().map_or(0, |t| t.1);
        terms.iter_mut().for_each(|t| t.1 -= first);
        terms
    }

    /// The byte ranges of `text` that hold words of the query, for showing.
    pub fn highlights(&self, query: &str, text: &str) -> Vec<std::ops::Range<usize>> {
        let wanted: Vec<String> = self.analyze(query).into_iter().map(|t| t.0).collect();
        let mut english = self.analyzers.lock().pop().unwrap_or_default();
        let mut ranges = Vec::new();
        english.analyze(text, |t| {
            if wanted.iter().any(|w| w == t.text) {
                ranges.push(t.bytes.clone());
            }
        });
        self.analyzers.lock().push(english);
        ranges
    }

    /// The index's folder.
    pub fn folder(&self) -> &std::path::Path {
        &self.folder
    }

    pub(crate) fn segments(&self) -> &[Arc<Segment>] {
        &self.segments
    }

    pub(crate) fn snapshot(&self) -> &tantivy::Searcher {
        &self.snapshot
    }

    pub(crate) fn fields(&self) -> &Fields {
        &self.fields
    }
}

fn cursors(
    reader: &SegmentReader,
    segment: &Segment,
    wanted: &[Wanted],
) -> tantivy::Result<Vec<Cursor>> {
    let mut cursors = Vec::with_capacity(wanted.len());
    for want in wanted {
        let inverted = reader.inverted_index(want.field)?;
        let Some(text) = segment.text(want.field) else { continue };
        let Some(info) = inverted.get_term_info(&want.term)? else { continue };
        let bounds = text.bounds.get(want.made, &inverted, &info, &text.lengths, &want.factors)?;
        cursors.push(Cursor {
            postings: inverted
                .read_block_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?,
            weight: want.weight,
            factors: want.factors.clone(),
            lengths: text.lengths.clone(),
            bounds,
            block: 0,
        });
    }
    Ok(cursors)
}

fn intersect(left: &[(u32, f32)], right: &[(u32, f32)]) -> Vec<(u32, f32)> {
    let mut both = Vec::new();
    let mut at = 0;
    for &(doc, score) in left {
        while right.get(at).is_some_and(|r| r.0 < doc) {
            at += 1;
        }
        if let Some(r) = right.get(at).filter(|r| r.0 == doc) {
            both.push((doc, score + r.1));
        }
    }
    both
}
