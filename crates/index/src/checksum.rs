//! Checksums, so that a flipped bit on the disk is an error and never another ranking.
//!
//! A large file is summed block by block while it is written; the sums stand at its end, followed
//! by the length of the data, the size of a block, a sum of the sums and a mark. Whoever reads the
//! file later checks a block when it is first touched, so that only what is read is paid for, and
//! only once. A small file that is replaced whole gets one sum of all its bytes.

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tantivy::HasLen;
use tantivy::directory::{AntiCallToken, FileHandle, OwnedBytes, TerminatingWrite};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MARK: &[u8; 8] = b"gricesum";

/// What follows the sums: length, size of a block, sum of the sums, mark.
const TAIL: usize = 32;

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file} {why}")]
pub(crate) struct Damage {
    pub file: String,
    pub why: &'static str,
}

impl Damage {
    fn changed(file: &str) -> Damage {
        Damage { file: file.to_owned(), why: "is not what was written: its checksum is wrong" }
    }

    fn short(file: &str) -> Damage {
        Damage { file: file.to_owned(), why: "has no checksums, or is cut off" }
    }
}

impl From<Damage> for io::Error {
    fn from(damage: Damage) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, damage)
    }
}

/// A file on its way to the disk.
pub(crate) struct Summed<W> {
    pub inner: W,
    block: usize,
    /// Bytes of the block that has begun.
    filled: usize,
    hash: Xxh3,
    sums: Vec<u8>,
    length: u64,
}

impl<W: Write> Summed<W> {
    pub(crate) fn new(inner: W, block: usize) -> Summed<W> {
        Summed { inner, block, filled: 0, hash: Xxh3::new(), sums: Vec::new(), length: 0 }
    }

    fn close_block(&mut self) {
        if self.filled > 0 {
            self.sums.extend(self.hash.digest().to_le_bytes());
            self.hash.reset();
            self.filled = 0;
        }
    }

    /// Writes the sums behind the data. Returns the sum of the sums, which stands for the whole
    /// file, and the file's size.
    pub(crate) fn write_sums(&mut self) -> io::Result<(u64, u64)> {
        self.close_block();
        let mut end = std::mem::take(&mut self.sums);
        end.extend(self.length.to_le_bytes());
        end.extend((self.block as u64).to_le_bytes());
        let sum = xxh3_64(&end);
        end.extend(sum.to_le_bytes());
        end.extend(MARK);
        self.inner.write_all(&end)?;
        Ok((sum, self.length + end.len() as u64))
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        let mut rest = &bytes[..written];
        self.length += written as u64;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(self.block - self.filled));
            self.hash.update(now);
            self.filled += now.len();
            if self.filled == self.block {
                self.close_block();
            }
            rest = later;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W: TerminatingWrite> TerminatingWrite for Summed<W> {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        self.write_sums()?;
        self.inner.terminate_ref(token)
    }
}

/// A file with sums at its end, mapped into memory.
pub(crate) struct Checked {
    name: String,
    bytes: OwnedBytes,
    /// Bytes before the sums.
    length: usize,
    block: usize,
    /// The sum of the sums.
    pub(crate) sum: u64,
    /// A bit for each block that was found to be right.
    right: Box<[AtomicU64]>,
    /// How many blocks have no bit yet.
    left: AtomicUsize,
}

impl Checked {
    pub(crate) fn open(name: &str, bytes: OwnedBytes) -> Result<Checked, Damage> {
        let short = || Damage::short(name);
        let tail = bytes.len().checked_sub(TAIL).ok_or_else(short)?;
        if bytes[tail + 24..] != *MARK {
            return Err(short());
        }
        let number = |i: usize| usize::try_from(integer(&bytes[tail..], i)).map_err(|_| short());
        let (length, block) = (number(0)?, number(1)?);
        if block == 0 || length > tail || tail - length != length.div_ceil(block) * 8 {
            return Err(short());
        }
        let sum = integer(&bytes[tail..], 2);
        if xxh3_64(&bytes[length..tail + 16]) != sum {
            return Err(Damage::changed(name));
        }
        let blocks = length.div_ceil(block);
        let right = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let left = AtomicUsize::new(blocks);
        Ok(Checked { name: name.to_owned(), bytes, length, block, sum, right, left })
    }

    /// Fails if one of the blocks that a range touches is not what was written.
    pub(crate) fn check(&self, range: Range<usize>) -> Result<(), Damage> {
        if range.is_empty() || self.all_right() {
            return Ok(());
        }
        if range.end > self.length {
            return Err(Damage::short(&self.name));
        }
        for block in range.start / self.block..=(range.end - 1) / self.block {
            let bit = 1 << (block % 64);
            // The bytes never change, so that no more than the bit itself has to be seen.
            if self.right[block / 64].load(Ordering::Relaxed) & bit == 0 {
                self.check_block(block)?;
                if self.right[block / 64].fetch_or(bit, Ordering::Relaxed) & bit == 0 {
                    self.left.fetch_sub(1, Ordering::Relaxed);
                }
            }
        }
        Ok(())
    }

    #[cold]
    fn check_block(&self, block: usize) -> Result<(), Damage> {
        let start = block * self.block;
        let end = (start + self.block).min(self.length);
        let right = xxh3_64(&self.bytes[start..end]) == integer(&self.bytes[self.length..], block);
        if right { Ok(()) } else { Err(Damage::changed(&self.name)) }
    }

    /// Whether every block was read already.
    pub(crate) fn all_right(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }

    /// Reads all of it.
    pub(crate) fn check_all(&self) -> Result<(), Damage> {
        self.check(0..self.length)
    }

    /// The bytes before the sums. What is used of them must have been checked.
    pub(crate) fn data(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl FileHandle for Checked {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        self.check(range.clone())?;
        Ok(self.bytes.slice(range))
    }
}

impl HasLen for Checked {
    fn len(&self) -> usize {
        self.length
    }
}

impl fmt::Debug for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checked({}, {} bytes)", self.name, self.length)
    }
}

/// The `place`-th number of a row of little-endian integers.
pub(crate) fn integer(bytes: &[u8], place: usize) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[place * 8..place * 8 + 8]);
    u64::from_le_bytes(eight)
}

const SEAL: &[u8] = b"\nxxh3 ";
const SEAL_LENGTH: usize = SEAL.len() + 17;

/// A small file's bytes with their sum in a last line.
pub(crate) fn seal(bytes: &[u8]) -> Vec<u8> {
    let mut sealed = bytes.to_vec();
    sealed.extend(SEAL);
    sealed.extend(format!("{:016x}\n", xxh3_64(bytes)).bytes());
    sealed
}

/// What [`seal`] was given.
pub(crate) fn unseal(name: &str, mut sealed: Vec<u8>) -> Result<Vec<u8>, Damage> {
    let length = sealed.len().checked_sub(SEAL_LENGTH).ok_or_else(|| Damage::short(name))?;
    if seal(&sealed[..length])[length..] != sealed[length..] {
        return Err(Damage::changed(name));
    }
    sealed.truncate(length);
    Ok(sealed)
}

#[derive(Serialize, Deserialize)]
struct Label<T> {
    #[serde(flatten)]
    content: T,
    checksum: String,
}

/// A label as JSON, with a sum of what stands on it as its last field.
pub(crate) fn label_to_json<T: Serialize>(content: T) -> serde_json::Result<Vec<u8>> {
    let checksum = label_sum(&content)?;
    serde_json::to_vec_pretty(&Label { content, checksum })
}

/// The label that [`label_to_json`] wrote, or what is wrong with it.
pub(crate) fn label_from_json<T: Serialize + DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    let label: Label<T> =
        serde_json::from_slice(json).map_err(|e| format!("cannot be read: {e}"))?;
    match label_sum(&label.content) {
        Ok(sum) if sum == label.checksum => Ok(label.content),
        _ => Err("is not what was written: its checksum is wrong".to_owned()),
    }
}

fn label_sum<T: Serialize>(content: &T) -> serde_json::Result<String> {
    Ok(format!("{:016x}", xxh3_64(&serde_json::to_vec(content)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summed(data: &[u8], block: usize) -> Vec<u8> {
        let mut out = Summed::new(Vec::new(), block);
        for piece in data.chunks(7) {
            out.write_all(piece).unwrap();
        }
        let (_, size) = out.write_sums().unwrap();
        assert_eq!(out.inner.len() as u64, size);
        out.inner
    }

    #[test]
    fn what_was_written_is_read() {
        for length in [0, 1, 15, 16, 17, 160, 1000] {
            let data: Vec<u8> = (0..length).map(|i| i as u8).collect();
            let file = Checked::open("f", OwnedBytes::new(summed(&data, 16))).unwrap();
            assert_eq!(file.len(), length);
            assert_eq!(file.read_bytes(0..length).unwrap().as_slice(), data);
            assert!(file.all_right());
        }
    }

    #[test]
    fn only_what_is_read_is_checked() {
        let mut bytes = summed(&[3; 100], 16);
        bytes[40] ^= 1;
        let file = Checked::open("f", OwnedBytes::new(bytes)).unwrap();
        assert!(file.read_bytes(0..32).is_ok());
        assert!(file.read_bytes(48..100).is_ok());
        assert!(!file.all_right());
        let error = file.read_bytes(30..34).unwrap_err();
        assert_eq!(error.get_ref().unwrap().downcast_ref(), Some(&Damage::changed("f")));
        assert!(file.check_all().is_err());
        assert!(file.check(90..101).is_err());
    }

    #[test]
    fn a_flipped_bit_or_a_lost_end_is_found_wherever_it_is() {
        let bytes = summed(&[7; 50], 16);
        for at in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            let file = Checked::open("f", OwnedBytes::new(flipped));
            assert!(file.and_then(|f| f.check_all()).is_err(), "bit {at}");
        }
        for length in 0..bytes.len() {
            assert!(Checked::open("f", OwnedBytes::new(bytes[..length].to_vec())).is_err());
        }
    }

    #[test]
    fn a_sealed_file_is_refused_after_any_change() {
        let sealed = seal(b"{\"a\": 1}\n");
        assert_eq!(unseal("f", sealed.clone()).unwrap(), b"{\"a\": 1}\n");
        for at in 0..sealed.len() * 8 {
            let mut flipped = sealed.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            assert!(unseal("f", flipped).is_err());
        }
        for length in 0..sealed.len() {
            assert!(unseal("f", sealed[..length].to_vec()).is_err());
        }
    }
}
