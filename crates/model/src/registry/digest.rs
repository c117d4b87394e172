//! Checksums.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::Digest;

use crate::files::OpenFile;

/// How much is read at a time.
pub(crate) const BLOCK: usize = 1 << 18;

/// A SHA-256 checksum.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sha256([u8; 32]);

impl Sha256 {
    /// The checksum of some bytes.
    pub fn of(bytes: &[u8]) -> Sha256 {
        let mut running = Running::default();
        running.add(bytes);
        running.finish()
    }

    pub(crate) fn of_open(file: &OpenFile, tell: &mut dyn FnMut(u64)) -> crate::Result<Sha256> {
        let mut running = Running::default();
        file.each_block(|block| {
            running.add(block);
            tell(block.len() as u64);
        })?;
        Ok(running.finish())
    }

    /// The checksum of a file; `tell` hears how many more bytes have been read.
    pub(crate) fn of_file(path: &Path, tell: &mut dyn FnMut(u64)) -> io::Result<Sha256> {
        let mut running = Running::default();
        running.add_file(&mut File::open(path)?, tell)?;
        Ok(running.finish())
    }
}

/// An XXH3 checksum of 64 bits: no proof of where a file comes from, but fast enough to be made
/// each time a model is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Xxh3(u64);

impl Xxh3 {
    /// The checksum of some bytes.
    pub fn of(bytes: &[u8]) -> Xxh3 {
        Xxh3(xxhash_rust::xxh3::xxh3_64(bytes))
    }

    pub(crate) fn of_open(file: &OpenFile) -> crate::Result<Xxh3> {
        let mut state = xxhash_rust::xxh3::Xxh3::new();
        file.each_block(|block| state.update(block))?;
        Ok(Xxh3(state.digest()))
    }
}

impl fmt::Display for Xxh3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Xxh3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Xxh3({self})")
    }
}

impl FromStr for Xxh3 {
    type Err = String;

    fn from_str(text: &str) -> Result<Xxh3, String> {
        let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let number = u64::from_str_radix(text, 16).ok().filter(|_| digits).map(Xxh3);
        number.ok_or_else(|| format!("'{text}' is no xxh3; it must have 16 hexadecimal digits"))
    }
}

impl<'de> Deserialize<'de> for Xxh3 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Xxh3, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A checksum in the making.
#[derive(Default)]
pub(crate) struct Running {
    state: sha2::Sha256,
    bytes: u64,
}

impl Running {
    pub fn add(&mut self, bytes: &[u8]) {
        self.state.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    pub fn add_file(&mut self, file: &mut File, tell: &mut dyn FnMut(u64)) -> io::Result<()> {
        let mut block = vec![0; BLOCK];
        loop {
            match file.read(&mut block)? {
                0 => return Ok(()),
                n => {
                    self.add(&block[..n]);
                    tell(n as u64);
                }
            }
        }
    }

    /// How many bytes went in.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub fn finish(self) -> Sha256 {
        Sha256(self.state.finalize().into())
    }
}

impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sha256({self})")
    }
}

impl FromStr for Sha256 {
    type Err = String;

    fn from_str(text: &str) -> Result<Sha256, String> {
        let digits: Option<Vec<u8>> =
            text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
        let mut sum = [0; 32];
        match digits {
            Some(digits) if digits.len() == 64 => {
                for (byte, pair) in sum.iter_mut().zip(digits.chunks_exact(2)) {
                    *byte = pair[0] << 4 | pair[1];
                }
                Ok(Sha256(sum))
            }
            _ => Err(format!("'{text}' is no sha256; it must have 64 hexadecimal digits")),
        }
    }
}

impl Serialize for Sha256 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sha256 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sha256, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_is_written_as_sha256sum_writes_it_and_read_back() {
        let sum = Sha256::of(b"abc");
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sum.to_string(), text);
        assert_eq!(text.parse(), Ok(sum));
        assert_eq!(text.to_uppercase().parse(), Ok(sum));
    }

    #[test]
    fn a_fast_checksum_is_written_as_xxhsum_writes_it_and_read_back() {
        let sum = Xxh3::of(b"abc");
        assert_eq!(sum.to_string(), "78af5f94892f3950");
        assert_eq!("78af5f94892f3950".parse(), Ok(sum));
        for text in ["", "78af5f94892f395", "+8af5f94892f3950", "g8af5f94892f3950"] {
            assert!(text.parse::<Xxh3>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_no_checksum_is_refused() {
        for text in ["", "abc", &"g".repeat(64), &"é".repeat(32)] {
            assert!(text.parse::<Sha256>().is_err(), "{text}");
        }
    }
}
