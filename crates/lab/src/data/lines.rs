//! Lines of a file, and JSON lines.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::error::{Error, Result};
use super::json_items::{NOT_UTF8, misread};
use super::open::{Reader, failed, open};

/// The lines of a file that are not empty, each with its number from one.
pub(super) struct Lines {
    reader: Reader,
    file: PathBuf,
    line: usize,
    ended: bool,
}

impl Lines {
    pub fn open(file: &Path) -> Result<Lines> {
        Ok(Lines { reader: open(file)?, file: file.to_owned(), line: 0, ended: true })
    }

    /// Whether the line that was read last has its end; without it the file may be cut off there.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Each line as JSON. The last one may be cut off, which is told apart from a wrong one.
    pub fn parsed<T: DeserializeOwned>(
        self,
        shape: &'static str,
    ) -> impl Iterator<Item = Result<(usize, T)>> {
        let file = self.file.clone();
        self.map(move |line| {
            let (number, text) = line?;
            serde_json::from_str(&text).map(|value| (number, value)).map_err(|error| {
                if error.is_eof() {
                    let what = "a line of JSON".to_owned();
                    return Error::CutOff { file: file.clone(), line: number, what };
                }
                misread(&file, number, &error, shape)
            })
        })
    }
}

impl Iterator for Lines {
    type Item = Result<(usize, String)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let mut bytes = Vec::new();
            self.line += 1;
            match self.reader.read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(reason) => return Some(Err(failed(&self.file, self.line, reason))),
            }
            self.ended = bytes.last() == Some(&b'\n');
            while bytes.last().is_some_and(|&byte| byte == b'\n' || byte == b'\r') {
                bytes.pop();
            }
            if bytes.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            return Some(match String::from_utf8(bytes) {
                Ok(text) => Ok((self.line, text)),
                Err(_) => Err(Error::line(&self.file, self.line, NOT_UTF8)),
            });
        }
    }
}
