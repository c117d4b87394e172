//! One file of a model, read in parts.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::own_file;
use crate::error::{Error, Result};

/// How much is read at a time where a whole file is gone through.
const BLOCK: usize = 1 << 18;

/// A file of a model, open for reading.
pub(crate) struct OpenFile {
    path: PathBuf,
    length: u64,
    bytes: Bytes,
}

enum Bytes {
    /// A part of a file on the disk that begins at `start`: the model's own, or the program's.
    Disk {
        file: Mutex<File>,
        start: u64,
    },
    Memory(&'static [u8]),
}

impl OpenFile {
    pub(crate) fn on_disk(path: PathBuf) -> Result<OpenFile> {
        let file = File::open(&path).map_err(|e| Error::io(&path, e))?;
        let length = file.metadata().map_err(|e| Error::io(&path, e))?.len();
        Ok(OpenFile { path, length, bytes: Bytes::Disk { file: Mutex::new(file), start: 0 } })
    }

    pub(crate) fn in_program(path: PathBuf, bytes: &'static [u8]) -> OpenFile {
        let length = bytes.len() as u64;
        let bytes = match own_file::find(bytes) {
            Some((file, start)) => Bytes::Disk { file: Mutex::new(file), start },
            None => Bytes::Memory(bytes),
        };
        OpenFile { path, length, bytes }
    }

    /// Where it is, for messages.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes it has.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// The bytes from `from` on, as many as asked for.
    pub(crate) fn part(&self, from: u64, length: usize) -> Result<Vec<u8>> {
        let mut part = vec![0; length];
        self.fill(from, &mut part)?;
        Ok(part)
    }

    /// Goes through the whole file, block by block.
    pub(crate) fn each_block(&self, mut take: impl FnMut(&[u8])) -> Result<()> {
        let mut block = vec![0; BLOCK];
        let mut from = 0;
        while from < self.length {
            let block = &mut block[..BLOCK.min((self.length - from) as usize)];
            self.fill(from, block)?;
            take(block);
            from += block.len() as u64;
        }
        Ok(())
    }

    fn fill(&self, from: u64, into: &mut [u8]) -> Result<()> {
        match &self.bytes {
            Bytes::Disk { file, start } => {
                let mut file = file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                file.seek(SeekFrom::Start(start + from))
                    .and_then(|_| file.read_exact(into))
                    .map_err(|e| Error::io(&self.path, e))
            }
            Bytes::Memory(bytes) => {
                let part = usize::try_from(from).ok().and_then(|from| bytes.get(from..));
                match part.and_then(|part| part.get(..into.len())) {
                    Some(part) => into.copy_from_slice(part),
                    None => return Err(Error::damaged(&self.path, "it ends too early")),
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    static BYTES: [u8; 1000] = [7; 1000];

    #[test]
    fn a_part_of_a_file_is_the_same_from_the_disk_and_from_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        std::fs::write(&path, BYTES).unwrap();
        for file in [OpenFile::on_disk(path).unwrap(), OpenFile::in_program("f".into(), &BYTES)] {
            assert_eq!((file.length(), file.part(990, 10).unwrap()), (1000, vec![7; 10]));
            assert!(file.part(990, 11).is_err());
            let mut all = Vec::new();
            file.each_block(|block| all.extend_from_slice(block)).unwrap();
            assert_eq!(all, BYTES);
        }
    }
}
