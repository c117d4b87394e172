//! Search by nearness.

use std::sync::Arc;

use tantivy::DocAddress;

use crate::checksum::Damage;
use crate::error::{Error, Result};
use crate::query::Query;
use crate::searcher::{Hit, Searcher, Segment as TextSegment};
use crate::top::{Candidate, Top};
use crate::vectors::codes::QueryCodes;
use crate::vectors::file::Segment;
use crate::vectors::label::{Label, damaged};
use crate::vectors::rotation::Rotation;
use crate::vectors::sketch::QuerySketch;
use crate::vectors::store::Store;

/// Vectors looked at before the threshold is taken again.
const BLOCK: usize = 1024;

/// How thoroughly vectors are searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// The query is compared with every vector.
    Exact,
    /// A passage is passed over when its sketch puts it this many standard deviations below the
    /// best `k`. At 1.5, one in 15 of the passages that only just belong to the best is missed,
    /// and hardly any of those further up.
    Deviations(f32),
}

impl Default for Effort {
    fn default() -> Self {
        Effort::Deviations(1.5)
    }
}

/// What an index says of its vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorsInfo {
    /// The model that made them.
    pub model: String,
    /// How many numbers a vector has.
    pub dimensions: usize,
    /// Passages of the snapshot that have a vector.
    pub passages: u64,
    /// Vectors kept, with those of passages that are gone or have a newer one.
    pub vectors: u64,
    /// Files.
    pub segments: usize,
    /// Bytes on disk.
    pub bytes: u64,
}

/// Marks a vector whose passage is gone or has a newer vector.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// Where in a snapshot the passage of each vector stands.
pub(crate) struct Places {
    /// For each file and vector, the number of the passage if those of all the snapshot's
    /// segments are counted through.
    places: Vec<Vec<u32>>,
    /// The first number of each of the snapshot's segments.
    firsts: Vec<u32>,
}

impl Places {
    pub(crate) fn new(store: &Store, searcher: &Searcher) -> Places {
        let mut places: Vec<Vec<u32>> =
            store.segments.iter().map(|s| vec![NOWHERE; s.rows()]).collect();
        let mut firsts = Vec::new();
        let mut first = 0_u32;
        for segment in searcher.segments() {
            firsts.push(first);
            for (doc, key) in keys(segment) {
                // The newest vector counts; older ones stay nowhere.
                let newest = store.segments.iter().enumerate().rev();
                if let Some((file, row)) =
                    newest.filter_map(|(file, s)| Some((file, s.find(key)?))).next()
                {
                    places[file][row] = first.saturating_add(doc);
                }
            }
            first = first.saturating_add(segment.passages_end);
        }
        Places { places, firsts }
    }

    /// The places of a file's vectors.
    pub(crate) fn of(&self, file: usize) -> &[u32] {
        &self.places[file]
    }

    /// How many vectors of each file have a place.
    pub(crate) fn alive(&self) -> Vec<usize> {
        let alive = |places: &Vec<u32>| places.iter().filter(|p| **p != NOWHERE).count();
        self.places.iter().map(alive).collect()
    }

    fn address(&self, place: u32) -> DocAddress {
        let segment = self.firsts.partition_point(|first| *first <= place).saturating_sub(1);
        DocAddress::new(segment as u32, place - self.firsts[segment])
    }

    /// A mark for each allowed passage.
    fn marks(&self, allowed: &[Vec<u32>]) -> Marks {
        let mut marks = Marks(Vec::new());
        for (first, docs) in self.firsts.iter().zip(allowed) {
            docs.iter().for_each(|doc| marks.set(first.saturating_add(*doc)));
        }
        marks
    }
}

/// The passages of a segment that are not deleted, with their keys.
fn keys(segment: &TextSegment) -> impl Iterator<Item = (u32, u64)> {
    (0..segment.passages_end)
        .filter(|doc| segment.alive.as_ref().is_none_or(|alive| alive.is_alive(*doc)))
        .filter_map(|doc| Some((doc, segment.keys.first(doc)?)))
}

/// A set of places.
struct Marks(Vec<u64>);

impl Marks {
    fn set(&mut self, place: u32) {
        let word = place as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (place % 64);
    }

    fn has(&self, place: u32) -> bool {
        self.0.get(place as usize / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }
}

/// The vectors of an index, joined to a snapshot of its passages.
pub(crate) struct Dense {
    store: Store,
    rotation: Rotation,
    places: Places,
    /// The snapshot's segments, which are never changed in place.
    joined: Vec<Arc<TextSegment>>,
}

impl Dense {
    /// Takes `last` again where it fits.
    pub(crate) fn open(searcher: &Searcher, last: Option<&Arc<Dense>>) -> Result<Arc<Dense>> {
        let folder = searcher.folder();
        if let Some(last) = last.filter(|last| last.fits(searcher))
            && Label::read(folder)?.as_ref() == Some(&last.store.label)
        {
            return Ok(last.clone());
        }
        let store = Store::open(folder)?.ok_or_else(|| Error::NoVectors(folder.to_owned()))?;
        let places = Places::new(&store, searcher);
        let rotation = Rotation::new(store.label.dimensions);
        Ok(Arc::new(Dense { store, rotation, places, joined: searcher.segments().to_vec() }))
    }

    fn fits(&self, searcher: &Searcher) -> bool {
        let segments = searcher.segments();
        self.joined.len() == segments.len()
            && self.joined.iter().zip(segments).all(|(a, b)| Arc::ptr_eq(a, b))
    }

    /// Offers the best passages, among the allowed ones where there are conditions.
    fn search(
        &self,
        vector: &[f32],
        allowed: Option<&[Vec<u32>]>,
        effort: Effort,
        top: &mut Top,
    ) -> std::result::Result<(), Damage> {
        let mut query = vector.to_vec();
        self.rotation.apply(&mut query);
        let codes = QueryCodes::new(&query);
        // Conditions leave few passages, and cost less to check than a sketch.
        let sketch = match effort {
            Effort::Deviations(deviations) if allowed.is_none() => {
                Some(QuerySketch::new(&query, deviations))
            }
            _ => None,
        };
        let marks = allowed.map(|allowed| self.places.marks(allowed));
        let (mut rows, mut scores) = (Vec::new(), Vec::new());
        for (segment, places) in self.store.segments.iter().zip(&self.places.places) {
            let centre = dot(segment.mean(), &query);
            for block in blocks(segment) {
                rows.clear();
                match &sketch {
                    Some(sketch) => {
                        let sketches = segment.sketches(block.clone());
                        let first = block.start as u32;
                        sketch.pass(sketches, first, centre, top.threshold(), &mut rows);
                    }
                    None => rows.extend(block.start as u32..block.end as u32),
                }
                rows.retain(|&row| match (places[row as usize], &marks) {
                    (NOWHERE, _) => false,
                    (place, Some(marks)) => marks.has(place),
                    (_, None) => true,
                });
                segment.check_codes(&rows)?;
                codes.scores(&rows, segment.codes(), segment.scales(), &mut scores);
                for (&row, &score) in rows.iter().zip(&scores) {
                    if score >= top.threshold() {
                        let address = self.places.address(places[row as usize]);
                        top.offer(Candidate { score, address });
                    }
                }
            }
        }
        Ok(())
    }
}

fn blocks(segment: &Segment) -> impl Iterator<Item = std::ops::Range<usize>> {
    let rows = segment.rows();
    (0..rows).step_by(BLOCK).map(move |start| start..(start + BLOCK).min(rows))
}

fn dot(left: impl Iterator<Item = f32>, right: &[f32]) -> f32 {
    left.zip(right).map(|(l, r)| l * r).sum()
}

impl Searcher {
    /// The best `k` passages by their vectors' dot product with the query's, best first, among
    /// those that fulfil the query's conditions: its phrases and what it says of title, section
    /// and document. Its words play no part. Equal scores are ordered as in [`Searcher::search`].
    pub fn search_dense(
        &self,
        vector: &[f32],
        query: &Query,
        k: usize,
        effort: Effort,
    ) -> Result<Vec<Hit>> {
        let dense = self.dense()?;
        let expected = dense.store.label.dimensions;
        if vector.len() != expected || vector.iter().any(|v| !v.is_finite()) {
            return Err(Error::QueryVector { found: vector.len(), expected });
        }
        // A query in which the model sees nothing is near to nothing.
        if k == 0 || vector.iter().all(|v| *v == 0.0) {
            return Ok(Vec::new());
        }
        let mut top = Top::new(k);
        dense
            .search(vector, self.allowed(query)?.as_deref(), effort, &mut top)
            .map_err(|damage| damaged(self.folder(), damage.to_string()))?;
        Ok(self.hits(top))
    }

    /// What the index says of its vectors; `None` where it has none.
    pub fn vectors(&self) -> Result<Option<VectorsInfo>> {
        let dense = match self.dense() {
            Ok(dense) => dense,
            Err(Error::NoVectors(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let Label { model, dimensions, segments, .. } = &dense.store.label;
        Ok(Some(VectorsInfo {
            model: model.clone(),
            dimensions: *dimensions,
            passages: dense.places.alive().iter().sum::<usize>() as u64,
            vectors: dense.store.rows() as u64,
            segments: segments.len(),
            bytes: segments.iter().map(|s| s.bytes).sum(),
        }))
    }

    /// Refuses vectors of another model than the index's.
    pub fn expect_model(&self, model: &str) -> Result<()> {
        match self.vectors()? {
            Some(info) if info.model == model => Ok(()),
            Some(info) => Err(Error::OtherModel {
                folder: self.folder().to_owned(),
                stored: info.model,
                asked: model.to_owned(),
            }),
            None => Err(Error::NoVectors(self.folder().to_owned())),
        }
    }
}
