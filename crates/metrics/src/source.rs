//! Files of turns: a JSON array, or JSON lines, each entry with the line it starts in.

use std::borrow::Cow;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, Visitor};
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
        let fail = |reason| Error::Read { file: file.to_owned(), reason };
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
    fn line_of(&self, part: &str) -> usize {
        let start = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        1 + self.text.as_bytes().iter().take(start).filter(|&&b| b == b'\n').count()
    }

    /// Whether this is one JSON array, rather than lines.
    pub fn is_array(&self) -> bool {
        self.text.trim_start().starts_with('[')
    }

    /// The entries of a JSON array, or of JSON lines.
    pub fn entries(&self) -> Result<Vec<Entry<'_>>> {
        let entry = |text| Entry { source: self, text };
        if self.is_array() {
            if let Some(elements) = elements(&self.text) {
                return Ok(elements.into_iter().map(entry).collect());
            }
            // What the quick look cannot take apart is broken, and serde says where.
            let raw: Vec<&RawValue> =
                serde_json::from_str(&self.text).map_err(|e| self.json_error(&e, 0, ""))?;
            return Ok(raw.iter().map(|r| entry(r.get())).collect());
        }
        if self.is_one_object() {
            return Ok(vec![Entry::whole(self)]);
        }
        let lines = self.text.split('\n').map(|line| line.trim_end_matches('\r'));
        Ok(lines.filter(|line| !line.trim().is_empty()).map(entry).collect())
    }

    /// Whether this is one object over several lines, which a form can then say more of than that
    /// its first line is no JSON.
    fn is_one_object(&self) -> bool {
        let text = self.text.trim_start();
        let whole = |text| serde_json::from_str::<IgnoredAny>(text).is_ok();
        text.starts_with('{') && !text.lines().next().is_some_and(whole) && whole(text)
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

/// The texts between a JSON array's commas, not looked into; none where brackets or quotation
/// marks do not match. Reading an element later finds what else may be wrong with it.
fn elements(text: &str) -> Option<Vec<&str>> {
    let bytes = text.as_bytes();
    let mut at = bytes.iter().position(|&b| b == b'[')? + 1;
    let (mut start, mut depth) = (at, 0usize);
    let mut found = Vec::new();
    loop {
        match bytes.get(at)? {
            b'"' => {
                at += 1;
                loop {
                    at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
                    if bytes[at] == b'"' {
                        break;
                    }
                    at += 2;
                }
            }
            b'[' | b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            b']' if depth > 0 => depth -= 1,
            end @ (b',' | b']') if depth == 0 => {
                let element = text[start..at].trim();
                if *end == b']' {
                    let nothing = element.is_empty() && found.is_empty();
                    let last = text[at + 1..].trim().is_empty();
                    if !nothing {
                        found.push(element);
                    }
                    return (last && found.iter().all(|e| !e.is_empty())).then_some(found);
                }
                found.push(element);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
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

    /// Reads entries on all cores; the first that cannot be read is the error.
    pub fn parse_all<T: Deserialize<'a> + Send>(entries: &[Entry<'a>]) -> Result<Vec<T>> {
        let parsed: Vec<Result<T>> = entries.par_iter().map(Entry::parse).collect();
        parsed.into_iter().collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrays_elements_are_found_without_reading_them() {
        let text = r#" [ {"a": "x],[\"\\"}, [1, [2]] ,3 ] "#;
        assert_eq!(elements(text).unwrap(), [r#"{"a": "x],[\"\\"}"#, "[1, [2]]", "3"]);
        assert_eq!(elements("[]").unwrap(), [""; 0]);
        for broken in ["[", "[1,]", "[{]", "[\"a]", "[1] 2", "[,]", "[}]", "[\"\\"] {
            assert_eq!(elements(broken), None, "{broken}");
        }
    }

    proptest::proptest! {
        #[test]
        fn elements_are_those_serde_finds(values in proptest::collection::vec("\\PC{0,8}", 0..6)) {
            let nested: Vec<serde_json::Value> = values
                .iter()
                .enumerate()
                .map(|(i, v)| match i % 3 {
                    0 => v.clone().into(),
                    1 => serde_json::json!({ v.as_str(): [v, i] }),
                    _ => serde_json::json!([[v], {}]),
                })
                .collect();
            let text = serde_json::to_string(&nested).unwrap();
            let expected: Vec<String> = nested.iter().map(ToString::to_string).collect();
            proptest::prop_assert_eq!(elements(&text).unwrap(), expected);
        }
    }
}
