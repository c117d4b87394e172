//! The items of a JSON array, one at a time: the array is the file, or stands under a key of it.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::error::{Error, Result};
use super::open::{Reader, failed, open};

/// The items of a file's array, each parsed on its own.
pub(super) struct Items {
    reader: Reader,
    file: PathBuf,
    line: usize,
    shape: &'static str,
    key: &'static str,
    state: State,
    read: usize,
    version: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// In the array that is the file.
    Alone,
    /// In the array that stands under the key.
    Keyed,
    Ended,
}

/// An item's text and the line it starts in.
pub(super) struct Item {
    pub line: usize,
    pub text: Vec<u8>,
}

impl Items {
    /// The items of the array that is the file, or that stands under `data`. `shape` is what a message shows.
    pub fn open(file: &Path, shape: &'static str) -> Result<Items> {
        Items::of(open(file)?, file, "data", shape)
    }

    /// The same with the array under another key.
    pub fn open_under(file: &Path, key: &'static str, shape: &'static str) -> Result<Items> {
        Items::of(open(file)?, file, key, shape)
    }

    fn of(reader: Reader, file: &Path, key: &'static str, shape: &'static str) -> Result<Items> {
        let mut items = Items {
            reader,
            file: file.to_owned(),
            line: 1,
            shape,
            key,
            state: State::Alone,
            read: 0,
            version: None,
        };
        items.enter()?;
        Ok(items)
    }

    /// What stands under `version` before the array.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// The items, parsed.
    pub fn parsed<T: DeserializeOwned>(mut self) -> impl Iterator<Item = Result<(usize, T)>> {
        std::iter::from_fn(move || {
            let item = match self.item() {
                Ok(item) => item?,
                Err(error) => return Some(Err(error)),
            };
            let parsed = serde_json::from_slice(&item.text);
            Some(match parsed {
                Ok(value) => Ok((item.line, value)),
                Err(error) => Err(self.misread(&item, &error)),
            })
        })
    }

    fn misread(&self, item: &Item, error: &serde_json::Error) -> Error {
        if std::str::from_utf8(&item.text).is_err() {
            return Error::line(&self.file, item.line, NOT_UTF8);
        }
        misread(&self.file, item.line, error, self.shape)
    }

    fn enter(&mut self) -> Result<()> {
        match self.next_mark()? {
            Some(b'[') => Ok(()),
            Some(b'{') => self.find_data(),
            _ => Err(self.not_this("this is no JSON array or object")),
        }
    }

    fn find_data(&mut self) -> Result<()> {
        let wanted = format!("\"{}\"", self.key);
        while let Some(key) = self.next_key()? {
            if key == wanted.as_bytes() && self.peek_mark()? == Some(b'[') {
                self.advance();
                self.state = State::Keyed;
                return Ok(());
            }
            let value = self.value()?;
            if key == b"\"version\"" {
                let said = String::from_utf8_lossy(&value);
                self.version = Some(said.trim_matches('"').to_owned());
            }
        }
        Err(self.not_this(&format!("there is no array under {wanted}")))
    }

    /// The next key of the object that is the file, behind which its value stands; none at the object's end.
    fn next_key(&mut self) -> Result<Option<Vec<u8>>> {
        if self.peek_mark()? == Some(b',') {
            self.advance();
        }
        match self.peek_mark()? {
            Some(b'"') => {}
            Some(b'}') => {
                self.advance();
                return Ok(None);
            }
            Some(_) => return Err(self.not_this("this is no JSON object")),
            None => return Err(self.cut_off()),
        }
        let key = self.value()?;
        match self.next_mark()? {
            Some(b':') => {}
            Some(_) => return Err(self.not_this("this is no JSON object")),
            None => return Err(self.cut_off()),
        }
        self.peek_mark()?;
        Ok(Some(key))
    }

    /// What stands behind the array: the rest of the object, and then nothing.
    fn leave(&mut self) -> Result<()> {
        self.advance();
        if self.state == State::Keyed {
            while self.next_key()?.is_some() {
                let line = self.line;
                let text = self.value()?;
                serde_json::from_slice::<serde::de::IgnoredAny>(&text)
                    .map_err(|error| misread(&self.file, line, &error, self.shape))?;
            }
        }
        self.state = State::Ended;
        match self.peek_mark()? {
            None => Ok(()),
            Some(_) => Err(self.not_this("there is more behind the end of the list")),
        }
    }

    fn item(&mut self) -> Result<Option<Item>> {
        if self.state == State::Ended {
            return Ok(None);
        }
        match self.peek_mark()? {
            Some(b']') => return self.leave().map(|()| None),
            Some(b',') if self.read > 0 => {
                self.advance();
                self.peek_mark()?;
            }
            Some(_) if self.read > 0 => {
                return Err(self.not_this("a comma or the array's end was expected here"));
            }
            Some(_) => {}
            None => return Err(self.cut_off()),
        }
        let line = self.line;
        let text = self.value()?;
        self.read += 1;
        Ok(Some(Item { line, text }))
    }

    /// One JSON value's text; it is only balanced here, serde checks the rest.
    fn value(&mut self) -> Result<Vec<u8>> {
        let mut text = Vec::new();
        let mut balance = Balance::default();
        loop {
            let buffer =
                self.reader.fill_buf().map_err(|reason| failed(&self.file, self.line, reason))?;
            if buffer.is_empty() {
                return Err(self.cut_off());
            }
            let (used, done) = balance.take(buffer);
            text.extend_from_slice(&buffer[..used]);
            self.line += buffer[..used].iter().filter(|&&byte| byte == b'\n').count();
            self.reader.consume(used);
            if done {
                return Ok(text);
            }
        }
    }

    /// The next byte that is no white space, left in place.
    fn peek_mark(&mut self) -> Result<Option<u8>> {
        loop {
            let buffer =
                self.reader.fill_buf().map_err(|reason| failed(&self.file, self.line, reason))?;
            if buffer.is_empty() {
                return Ok(None);
            }
            let space = buffer.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.line += buffer[..space].iter().filter(|&&byte| byte == b'\n').count();
            let mark = buffer.get(space).copied();
            self.reader.consume(space);
            if mark.is_some() {
                return Ok(mark);
            }
        }
    }

    fn next_mark(&mut self) -> Result<Option<u8>> {
        let mark = self.peek_mark()?;
        if mark.is_some() {
            self.advance();
        }
        Ok(mark)
    }

    fn advance(&mut self) {
        self.reader.consume(1);
    }

    fn cut_off(&self) -> Error {
        Error::CutOff {
            file: self.file.clone(),
            line: self.line,
            what: format!("its list, after {} whole items", self.read),
        }
    }

    fn not_this(&self, why: &str) -> Error {
        Error::line(&self.file, self.line, format!("{why}: expected {}", self.shape))
    }
}

/// What is said of text in another encoding.
pub(super) const NOT_UTF8: &str =
    "this is not UTF-8 text; convert the file (`iconv -t UTF-8`) or get it again";

/// How deep a value stands open, and whether in a string.
#[derive(Default)]
struct Balance {
    depth: usize,
    string: bool,
    escaped: bool,
    bare: bool,
}

impl Balance {
    /// How many bytes of the buffer belong to the value, and whether it ends with them.
    fn take(&mut self, buffer: &[u8]) -> (usize, bool) {
        for (place, &byte) in buffer.iter().enumerate() {
            if self.string {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => {
                        self.string = false;
                        if self.depth == 0 {
                            return (place + 1, true);
                        }
                    }
                    _ => {}
                }
                continue;
            }
            match byte {
                b',' | b']' | b'}' if self.depth == 0 => return (place, true),
                b' ' | b'\n' | b'\r' | b'\t' if self.bare && self.depth == 0 => {
                    return (place, true);
                }
                b'"' => self.string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return (place + 1, true);
                    }
                }
                _ => self.bare = true,
            }
        }
        (buffer.len(), false)
    }
}

/// Says where an item is not what it should be.
pub(super) fn misread(file: &Path, line: usize, error: &serde_json::Error, shape: &str) -> Error {
    let mut why = error.to_string();
    if let Some(at) = why.rfind(" at line ") {
        why.truncate(at);
    }
    let line = line + error.line().saturating_sub(1);
    Error::line(file, line, format!("{why}: expected {shape}"))
}
