//! Files of turns: a JSON array, or JSON lines, each entry with the line it starts in.

use std::borrow::Cow;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::{Deserializer, Visitor};
use serde_json::value::RawValue;

use crate::error::{Error, Result};

/// A file read whole, so that errors can name their line.
#[derive(Debug)]
pub struct Source {
    /// Where it came from.
    pub file: PathBuf,
    /// What it says.
    pub text: String,
}

/// One entry of a source: a turn, as a rule.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    source: &'a Source,
    text: &'a str,
}

impl Source {
    /// Reads a file, unpacked where its name ends in `.gz`; `-` is the standard input.
    pub fn read(file: &Path) -> Result<Source> {
        let fail = |source| Error::Read { file: file.to_owned(), source };
        let mut bytes = Vec::new();
        if file == Path::new("-") {
            std::io::stdin().lock().read_to_end(&mut bytes).map_err(fail)?;
        } else if file.extension().is_some_and(|e| e == "gz") {
            let packed = std::fs::File::open(file).map_err(fail)?;
            flate2::read::MultiGzDecoder::new(packed).read_to_end(&mut bytes).map_err(fail)?;
        } else {
            bytes = std::fs::read(file).map_err(fail)?;
        }
        let file = if file == Path::new("-") { Path::new("standard input") } else { file };
        let text = String::from_utf8(bytes).map_err(|e| {
            let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
            let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
            Error::line(file, line, "this is not UTF-8 text")
        })?;
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        Ok(Source { file: file.to_owned(), text })
    }

    /// The line, counted from one, that a part of the text starts in.
    pub fn line_of(&self, part: &str) -> usize {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        1 + self.text.as_bytes().iter().take(start).filter(|&&b| b == b'\n').count()
    }

    /// Whether this is one JSON array, rather than lines.
    pub fn is_array(&self) -> bool {
        self.text.trim_start().starts_with('[')
    }

    /// The entries of a JSON array, or of JSON lines.
    pub fn entries(&self) -> Result<Vec<Entry<'_>>> {
        if self.is_array() {
            let raw: Vec<&RawValue> =
                serde_json::from_str(&self.text).map_err(|e| self.json_error(&e, 0, ""))?;
            return Ok(raw.iter().map(|r| Entry { source: self, text: r.get() }).collect());
        }
        let lines = self.text.split('\n').map(|line| line.trim_end_matches('\r'));
        Ok(lines
            .filter(|line| !line.trim().is_empty())
            .map(|text| Entry { source: self, text })
            .collect())
    }

    /// The whole file as one JSON value.
    pub fn parse<'a, T: Deserialize<'a>>(&'a self) -> Result<T> {
        serde_json::from_str(&self.text).map_err(|e| self.json_error(&e, 0, ""))
    }

    /// An error about this file as a whole.
    pub fn fail(&self, why: impl Into<String>) -> Error {
        Error::whole(&self.file, why)
    }

    fn json_error(&self, error: &serde_json::Error, lines_before: usize, of: &str) -> Error {
        let line = lines_before + error.line();
        let mut why = error.to_string();
        if let Some(at) = why.rfind(" at line ") {
            why.truncate(at);
        }
        let text = if of.is_empty() { &self.text } else { of };
        let there = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
        let token = there.get(error.column().saturating_sub(1)..).unwrap_or_default();
        if ["NaN", "Infinity", "-Infinity", "aN", "nfinity", "Inf"]
            .iter()
            .any(|word| token.starts_with(word))
        {
            why = "NaN and infinity are no scores; give a number".to_owned();
        }
        Error::line(&self.file, line, why)
    }
}

impl<'a> Entry<'a> {
    /// A whole file as one entry.
    pub fn whole(source: &'a Source) -> Entry<'a> {
        Entry { source, text: source.text.trim_start() }
    }

    /// Reads the entry as a value of some type.
    pub fn parse<T: Deserialize<'a>>(&self) -> Result<T> {
        serde_json::from_str(self.text)
            .map_err(|e| self.source.json_error(&e, self.line() - 1, self.text))
    }

    /// The entry as it stands in the file.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The line it starts in.
    pub fn line(&self) -> usize {
        self.source.line_of(self.text)
    }

    /// An error about this entry.
    pub fn fail(&self, why: impl Into<String>) -> Error {
        Error::line(&self.source.file, self.line(), why)
    }
}

/// A JSON text, borrowed where it holds no escapes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text<'a>(pub Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Borrowing;
        impl<'de> Visitor<'de> for Borrowing {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> std::result::Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> std::result::Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Borrowing)
    }
}

impl std::ops::Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}
