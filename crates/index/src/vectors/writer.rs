//! Adding vectors and merging their files.

use std::fs::File;
use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::folder::Index;
use crate::searcher::Searcher;
use crate::vectors::codes::quantize;
use crate::vectors::dense::{NOWHERE, Places};
use crate::vectors::file::{self, Row};
use crate::vectors::label::{
    Label, Listed, damaged, file_name, folder, free_number, lock, written_checksum,
};
use crate::vectors::rotation::Rotation;
use crate::vectors::store::Store;

/// Vectors ready to be written.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    dimensions: usize,
    /// Key, hash and scale of each.
    heads: Vec<(u64, u64, f32)>,
    codes: Vec<u8>,
}

impl Rows {
    pub(crate) fn new(dimensions: usize) -> Rows {
        Rows { dimensions, ..Rows::default() }
    }

    /// Rotates a vector and adds it.
    pub(crate) fn push(&mut self, key: u64, hash: u64, vector: &mut [f32], rotation: &Rotation) {
        rotation.apply(vector);
        let scale = quantize(vector, &mut self.codes);
        self.heads.push((key, hash, scale));
    }

    pub(crate) fn append(&mut self, mut other: Rows) {
        self.heads.append(&mut other.heads);
        self.codes.append(&mut other.codes);
    }

    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.codes.len()
    }

    fn row(&self, number: usize) -> Row<'_> {
        let (key, hash, scale) = self.heads[number];
        let codes = &self.codes[number * self.dimensions..(number + 1) * self.dimensions];
        Row { key, hash, scale, codes }
    }
}

/// The one writer of an index's vectors.
pub(crate) struct VectorWriter {
    index: PathBuf,
    pub(crate) store: Store,
    /// Whether the label on the disk is the store's.
    saved: bool,
    _lock: File,
}

impl VectorWriter {
    /// Waits for nobody: a second writer is refused. Without a label to go on from, the vectors
    /// begin anew; the old ones stay until the first commit.
    pub(crate) fn new(
        index: &Index,
        begin: impl FnOnce(Option<Label>) -> Result<Label>,
        replace: bool,
    ) -> Result<VectorWriter> {
        let index = index.folder.clone();
        let lock = lock(&index)?;
        let old = if replace { None } else { Label::read(&index)? };
        let saved = old.is_some();
        let mut label = begin(old)?;
        label.next = label.next.max(free_number(&index));
        Ok(VectorWriter { store: Store::of(&index, label)?, index, saved, _lock: lock })
    }

    /// Makes vectors part of the store, in place of older ones of the same passages.
    pub(crate) fn commit(&mut self, rows: &Rows, searcher: &Searcher) -> Result<()> {
        if rows.len() > 0 {
            let mut order: Vec<usize> = (0..rows.len()).collect();
            order.sort_unstable_by_key(|&i| rows.heads[i].0);
            let mut label = self.store.label.clone();
            self.write(&mut label, order.len(), &|i| rows.row(order[i]))?;
            self.save(label)?;
        }
        self.settle(searcher)
    }

    /// Leaves a label even where no passage needed a vector.
    pub(crate) fn finish(mut self) -> Result<()> {
        if self.saved { Ok(()) } else { self.save(self.store.label.clone()) }
    }

    /// Merges files so that each is at least twice as large as all smaller ones together, which
    /// keeps them few, and those of which a quarter or more is no longer needed.
    fn settle(&mut self, searcher: &Searcher) -> Result<()> {
        let places = Places::new(&self.store, searcher);
        let mut sizes: Vec<(usize, usize)> =
            places.alive().into_iter().enumerate().map(|(number, alive)| (alive, number)).collect();
        sizes.sort_unstable();
        let mut smaller = 0;
        let mut few = 0;
        for (place, (alive, _)) in sizes.iter().enumerate() {
            if place > 0 && *alive <= 2 * smaller {
                few = place + 1;
            }
            smaller += alive;
        }
        let wasteful =
            |&(alive, number): &(usize, usize)| alive * 4 <= self.store.segments[number].rows() * 3;
        let merged: Vec<usize> = sizes
            .iter()
            .enumerate()
            .filter(|(place, size)| *place < few || wasteful(size))
            .map(|(_, (_, number))| *number)
            .collect();
        if merged.is_empty() { Ok(()) } else { self.merge(&merged, &places) }
    }

    /// Puts what is still needed of some files into one.
    fn merge(&mut self, merged: &[usize], places: &Places) -> Result<()> {
        let segments = &self.store.segments;
        let mut rows = Vec::new();
        for &number in merged {
            segments[number].check_all().map_err(|e| damaged(&self.index, e.to_string()))?;
            let alive = places.of(number).iter().enumerate().filter(|(_, p)| **p != NOWHERE);
            rows.extend(alive.map(|(row, _)| (segments[number].key(row), number, row)));
        }
        rows.sort_unstable();
        let mut label = self.store.label.clone();
        label.segments.retain({
            let gone: Vec<String> =
                merged.iter().map(|&n| label.segments[n].file.clone()).collect();
            move |listed| !gone.contains(&listed.file)
        });
        if !rows.is_empty() {
            let row = |i: usize| {
                let (_, segment, row) = rows[i];
                segments[segment].row(row)
            };
            self.write(&mut label, rows.len(), &row)?;
        }
        self.save(label)
    }

    fn write<'a>(
        &self,
        label: &mut Label,
        count: usize,
        row: &dyn Fn(usize) -> Row<'a>,
    ) -> Result<()> {
        let file = file_name(label.next);
        let folder = folder(&self.index);
        let written = file::write(&folder.join(&file), label.dimensions, count, row)
            .map_err(|e| Error::writing(&self.index, e))?;
        label.next += 1;
        label.segments.push(Listed {
            file,
            rows: count as u64,
            bytes: written.bytes,
            checksum: written_checksum(written.checksum),
        });
        Ok(())
    }

    fn save(&mut self, label: Label) -> Result<()> {
        label.save(&self.index)?;
        self.store = Store::of(&self.index, label)?;
        self.store.label.sweep(&self.index);
        self.saved = true;
        Ok(())
    }
}

/// Puts all vectors that are still needed into one file. Does nothing where there are none.
pub(crate) fn compact(index: &Index) -> Result<()> {
    let Some(label) = Label::read(&index.folder)? else { return Ok(()) };
    let mut writer = VectorWriter::new(index, |now| Ok(now.unwrap_or(label)), false)?;
    let places = Places::new(&writer.store, &index.searcher()?);
    let all: Vec<usize> = (0..writer.store.segments.len()).collect();
    let tidy = all.len() < 2 && places.alive().iter().sum::<usize>() == writer.store.rows();
    if tidy { Ok(()) } else { writer.merge(&all, &places) }
}
