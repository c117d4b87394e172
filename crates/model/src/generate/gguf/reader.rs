//! Reads the pieces a GGUF header is made of.

use std::io::{self, BufReader, Read};

use super::{ARRAY, Checked, LONGEST_NAME, STRING};

/// A file read from its beginning, which knows where it is and never reads past its end.
pub(super) struct Reader<R> {
    inner: BufReader<R>,
    pub(super) at: u64,
    pub(super) length: u64,
}

impl<R: Read> Reader<R> {
    pub(super) fn new(inner: R, length: u64) -> Reader<R> {
        Reader { inner: BufReader::with_capacity(1 << 16, inner), at: 0, length }
    }

    fn claim(&mut self, bytes: u64) -> Checked<()> {
        if bytes > self.length - self.at {
            return Err(format!("it ends early, inside its header ({} bytes)", self.length));
        }
        self.at += bytes;
        Ok(())
    }

    pub(super) fn bytes<const N: usize>(&mut self) -> Checked<[u8; N]> {
        self.claim(N as u64)?;
        let mut bytes = [0; N];
        self.inner.read_exact(&mut bytes).map_err(|e| e.to_string())?;
        Ok(bytes)
    }

    pub(super) fn u32(&mut self) -> Checked<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Checked<u64> {
        self.bytes().map(u64::from_le_bytes)
    }

    pub(super) fn name(&mut self) -> Checked<String> {
        self.string(LONGEST_NAME)
    }

    pub(super) fn string(&mut self, longest: u64) -> Checked<String> {
        let length = self.u64()?;
        if length > longest {
            return Err(self.damaged());
        }
        let bytes = self.taken(length)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The bytes of a string.
    pub(super) fn raw_string(&mut self) -> Checked<Vec<u8>> {
        let length = self.u64()?;
        self.taken(length)
    }

    fn taken(&mut self, length: u64) -> Checked<Vec<u8>> {
        self.claim(length)?;
        let mut bytes = Vec::new();
        (&mut self.inner).take(length).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
        Ok(bytes)
    }

    pub(super) fn damaged(&self) -> String {
        format!("its header is damaged near byte {}", self.at)
    }

    fn skip(&mut self, bytes: u64) -> Checked<()> {
        self.claim(bytes)?;
        let mut rest = (&mut self.inner).take(bytes);
        io::copy(&mut rest, &mut io::sink()).map(drop).map_err(|e| e.to_string())
    }

    pub(super) fn skip_value(&mut self, kind: u32) -> Checked<()> {
        match kind {
            STRING => {
                let length = self.u64()?;
                self.skip(length)
            }
            ARRAY => {
                let kind = self.u32()?;
                self.skip_list(kind)
            }
            _ => {
                let bytes = self.width(kind)?;
                self.skip(bytes)
            }
        }
    }

    /// Reads what a list is of, where it must be a list of one of these.
    pub(super) fn list_of(&mut self, kind: u32, kinds: &[u32]) -> Checked<u32> {
        if kind != ARRAY {
            return Err(self.damaged());
        }
        let kind = self.u32()?;
        if kinds.contains(&kind) { Ok(kind) } else { Err(self.damaged()) }
    }

    /// Skips a list, from its length on.
    pub(super) fn skip_list(&mut self, kind: u32) -> Checked<()> {
        let count = self.u64()?;
        if kind == STRING {
            return (0..count).try_for_each(|_| self.skip_value(STRING));
        }
        let bytes = self.width(kind)?.checked_mul(count);
        self.skip(bytes.ok_or_else(|| self.damaged())?)
    }

    fn width(&self, kind: u32) -> Checked<u64> {
        match kind {
            0 | 1 | 7 => Ok(1),
            2 | 3 => Ok(2),
            4..=6 => Ok(4),
            10..=12 => Ok(8),
            _ => Err(self.damaged()),
        }
    }
}
