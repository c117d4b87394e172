//! A segment of vectors: a file that is written once, then mapped into memory and only read.
//!
//! After a head of 32 bytes (a mark, the dimensions, the number of vectors) stand, one after the
//! other and each for all vectors in the order of their keys: the mean (one vector of
//! 4-byte numbers), the keys and the hashes of the texts (8 bytes each), the scales (4 bytes), the
//! sketches and the codes. All numbers are little-endian. Behind them are checksums
//! (`checksum.rs`): all but the codes is checked when the file is opened, and the codes where they
//! are used.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;

use tantivy::directory::OwnedBytes;

use crate::checksum::{Checked, Damage, Summed, integer};
use crate::vectors::codes::{number, restore};
use crate::vectors::sketch::{sketch, sketch_bytes};

const MARK: &[u8; 16] = b"grice vectors 2\n";
const HEAD: usize = 32;

/// Bytes summed together: few, since a search uses the codes of few vectors, here and there.
/// Fewer in tests, so that there are many blocks.
const BLOCK: usize = if cfg!(test) { 64 } else { 4096 };

/// A vector as it is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    /// The passage.
    pub key: u64,
    /// Tells whether the text that was embedded is still the passage's.
    pub hash: u64,
    pub scale: f32,
    pub codes: &'a [u8],
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub bytes: u64,
    /// The sum of the checksums.
    pub checksum: u64,
}

/// Writes the rows that `row` gives, which must come in the order of their keys, and waits until
/// they are on the disk.
pub(crate) fn write<'a>(
    path: &Path,
    dimensions: usize,
    count: usize,
    row: &dyn Fn(usize) -> Row<'a>,
) -> io::Result<Written> {
    let mut out = Summed::new(BufWriter::new(File::create(path)?), BLOCK);
    let mean = mean(dimensions, count, row);
    out.write_all(MARK)?;
    out.write_all(&(dimensions as u64).to_le_bytes())?;
    out.write_all(&(count as u64).to_le_bytes())?;
    for value in &mean {
        out.write_all(&value.to_le_bytes())?;
    }
    for i in 0..count {
        out.write_all(&row(i).key.to_le_bytes())?;
    }
    for i in 0..count {
        out.write_all(&row(i).hash.to_le_bytes())?;
    }
    for i in 0..count {
        out.write_all(&row(i).scale.to_le_bytes())?;
    }
    let (mut vector, mut bytes) = (Vec::new(), Vec::new());
    for row in (0..count).map(row) {
        restore(row.codes, row.scale, &mut vector);
        bytes.clear();
        sketch(&vector, &mean, &mut bytes);
        out.write_all(&bytes)?;
    }
    for i in 0..count {
        out.write_all(row(i).codes)?;
    }
    let (checksum, bytes) = out.write_sums()?;
    out.inner.into_inner().map_err(|e| e.into_error())?.sync_all()?;
    Ok(Written { bytes, checksum })
}

fn mean<'a>(dimensions: usize, count: usize, row: &dyn Fn(usize) -> Row<'a>) -> Vec<f32> {
    let mut sums = vec![0.0_f64; dimensions];
    for row in (0..count).map(row) {
        let scale = f64::from(row.scale);
        for (sum, &code) in sums.iter_mut().zip(row.codes) {
            *sum += f64::from(code as i8) * scale;
        }
    }
    sums.into_iter().map(|sum| (sum / count.max(1) as f64) as f32).collect()
}

/// A mapped segment.
pub(crate) struct Segment {
    file: Checked,
    dimensions: usize,
    rows: usize,
    parts: Parts,
}

/// Where each part stands in the file.
#[derive(Clone, Debug)]
struct Parts {
    mean: Range<usize>,
    keys: Range<usize>,
    hashes: Range<usize>,
    scales: Range<usize>,
    sketches: Range<usize>,
    codes: Range<usize>,
}

impl Parts {
    /// `None` where the numbers are too large for any file.
    fn of(dimensions: usize, rows: usize) -> Option<Parts> {
        let mut end = HEAD;
        let mut part = |size: usize, times: usize| {
            let start = end;
            end = start.checked_add(size.checked_mul(times)?)?;
            Some(start..end)
        };
        Some(Parts {
            mean: part(4, dimensions)?,
            keys: part(8, rows)?,
            hashes: part(8, rows)?,
            scales: part(4, rows)?,
            sketches: part(sketch_bytes(dimensions), rows)?,
            codes: part(dimensions, rows)?,
        })
    }
}

impl Segment {
    /// Takes a mapped file with the checksum that is known of it, or says what is wrong with it.
    pub(crate) fn open(
        name: &str,
        bytes: OwnedBytes,
        checksum: u64,
        dimensions: usize,
    ) -> Result<Segment, String> {
        if bytes.get(..MARK.len()) != Some(MARK.as_slice()) {
            return Err(format!("{name} is no file of vectors"));
        }
        let file = Checked::open(name, bytes).map_err(|damage| damage.to_string())?;
        if file.sum != checksum {
            return Err(format!("{name} is not the file that was written under this name"));
        }
        let bytes = file.data();
        file.check(0..HEAD).map_err(|damage| damage.to_string())?;
        let (found, rows) = (integer(bytes, 2), integer(bytes, 3));
        if found != dimensions as u64 {
            return Err(format!("{name} has vectors of {found} dimensions, not {dimensions}"));
        }
        let parts = usize::try_from(rows).ok().and_then(|rows| Parts::of(dimensions, rows));
        let parts = parts
            .filter(|p| p.codes.end == bytes.len() && u32::try_from(rows).is_ok())
            .ok_or_else(|| {
                format!("{name} has {} bytes, not those of {rows} vectors", bytes.len())
            })?;
        file.check(0..parts.codes.start).map_err(|damage| damage.to_string())?;
        Ok(Segment { file, dimensions, rows: rows as usize, parts })
    }

    /// Fails if the codes of some vectors are not what was written.
    pub(crate) fn check_codes(&self, rows: &[u32]) -> Result<(), Damage> {
        if self.file.all_right() {
            return Ok(());
        }
        rows.iter().try_for_each(|&row| {
            let start = self.parts.codes.start + row as usize * self.dimensions;
            self.file.check(start..start + self.dimensions)
        })
    }

    /// Fails if anything is not what was written.
    pub(crate) fn check_all(&self) -> Result<(), Damage> {
        self.file.check_all()
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(crate) fn mean(&self) -> impl Iterator<Item = f32> {
        let mean = &self.file.data()[self.parts.mean.clone()];
        (0..self.dimensions).map(|i| number(mean, i))
    }

    pub(crate) fn scales(&self) -> &[u8] {
        &self.file.data()[self.parts.scales.clone()]
    }

    /// The codes of all vectors. Those that are used must have been checked.
    pub(crate) fn codes(&self) -> &[u8] {
        &self.file.data()[self.parts.codes.clone()]
    }

    /// The sketches of some of the vectors.
    pub(crate) fn sketches(&self, rows: Range<usize>) -> &[u8] {
        let size = sketch_bytes(self.dimensions);
        &self.file.data()[self.parts.sketches.clone()][rows.start * size..rows.end * size]
    }

    pub(crate) fn key(&self, row: usize) -> u64 {
        integer(&self.file.data()[self.parts.keys.clone()], row)
    }

    pub(crate) fn hash(&self, row: usize) -> u64 {
        integer(&self.file.data()[self.parts.hashes.clone()], row)
    }

    /// A whole row, whose codes must have been checked.
    pub(crate) fn row(&self, row: usize) -> Row<'_> {
        Row {
            key: self.key(row),
            hash: self.hash(row),
            scale: number(self.scales(), row),
            codes: &self.codes()[row * self.dimensions..(row + 1) * self.dimensions],
        }
    }

    /// The vector of a passage. Keys are hashes, so that a key's size tells nearly where it
    /// stands; from there the search goes outwards in growing steps.
    pub(crate) fn find(&self, key: u64) -> Option<usize> {
        let guess = ((u128::from(key) * self.rows as u128) >> 64) as usize;
        let (mut low, mut high, mut step) = (guess, guess, 8);
        while low > 0 && self.key(low) > key {
            high = low;
            low = low.saturating_sub(step);
            step *= 2;
        }
        while high < self.rows && self.key(high) < key {
            low = high;
            high = (high + step).min(self.rows);
            step *= 2;
        }
        while low < high {
            let middle = low.midpoint(high);
            if self.key(middle) < key { low = middle + 1 } else { high = middle }
        }
        (low < self.rows && self.key(low) == key).then_some(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::codes::quantize;

    fn written(keys: &[u64], dimensions: usize) -> (Vec<u8>, Written) {
        let mut codes = Vec::new();
        let scales: Vec<f32> = (0..keys.len())
            .map(|i| {
                let vector: Vec<f32> =
                    (0..dimensions).map(|d| ((i * 7 + d) as f32).sin()).collect();
                quantize(&vector, &mut codes)
            })
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let row = |i: usize| Row {
            key: keys[i],
            hash: !keys[i],
            scale: scales[i],
            codes: &codes[i * dimensions..(i + 1) * dimensions],
        };
        let written = write(&path, dimensions, keys.len(), &row).unwrap();
        (std::fs::read(path).unwrap(), written)
    }

    #[test]
    fn every_key_is_found_and_no_other() {
        let even: Vec<u64> = (0..1000).map(|i| i * (u64::MAX / 1000)).collect();
        let skewed: Vec<u64> = (0..1000).map(|i| i * i * 3 + 1).collect();
        let high: Vec<u64> = (0..1000).map(|i| u64::MAX - 3 * (999 - i)).collect();
        for keys in [even, skewed, high, vec![], vec![5]] {
            let (bytes, sum) = written(&keys, 3);
            let segment = open(bytes, sum, 3).unwrap();
            for (row, &key) in keys.iter().enumerate() {
                assert_eq!(segment.find(key), Some(row));
                assert_eq!(segment.row(row).hash, !key);
                assert_eq!(segment.find(key ^ 1).is_some(), keys.contains(&(key ^ 1)));
            }
            assert_eq!(segment.find(2), None);
        }
    }

    fn open(bytes: Vec<u8>, written: Written, dimensions: usize) -> Result<Segment, String> {
        Segment::open("f", OwnedBytes::new(bytes), written.checksum, dimensions)
    }

    #[test]
    fn the_size_is_that_on_the_disk() {
        let (bytes, written) = written(&[1, 2, 3], 70);
        assert_eq!(written.bytes, bytes.len() as u64);
    }

    #[test]
    fn another_file_under_the_name_is_refused() {
        let (bytes, sum) = written(&[1, 2, 3], 4);
        let (_, other) = written(&[1, 2, 4], 4);
        assert!(open(bytes.clone(), sum, 4).is_ok());
        assert!(open(bytes, other, 4).is_err());
    }

    #[test]
    fn a_flipped_bit_is_found_before_it_is_used() {
        let (bytes, sum) = written(&[1, 2, 3], 70);
        let sound = open(bytes.clone(), sum, 70).unwrap();
        for at in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            let Ok(segment) = open(flipped, sum, 70) else { continue };
            assert!(segment.check_all().is_err());
            for row in (0..3).filter(|&row| segment.check_codes(&[row]).is_ok()) {
                assert_eq!(segment.row(row as usize).codes, sound.row(row as usize).codes);
            }
        }
    }

    #[test]
    fn a_file_cut_anywhere_is_refused() {
        let (bytes, sum) = written(&[1, 2, 3], 4);
        for length in 0..bytes.len() {
            assert!(open(bytes[..length].to_vec(), sum, 4).is_err());
        }
        assert!(open(bytes, sum, 5).is_err());
    }
}
