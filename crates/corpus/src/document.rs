//! A document: its text in sections, what it links to, and where each byte came from.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::block::Block;

/// One page of a collection, cleaned: text in sections, links, and the way back to the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Unique in an index: the source's name, `/`, and the page's own id or path.
    pub id: String,
    /// The page's title.
    pub title: String,
    /// The whole cleaned text. No line spans two sections.
    pub text: String,
    /// Consecutive parts of `text`, each under its own heading path.
    pub sections: Vec<Section>,
    /// What the text is made of, in order; a block that holds others comes before them.
    pub blocks: Vec<Block>,
    /// The places in `text` that a link can name, in order.
    pub anchors: Vec<Anchor>,
    /// What the page links to, in order of appearance.
    pub links: Vec<Link>,
    /// The names by which links reach this page; see [`crate::names`].
    pub names: Vec<String>,
    /// Where the page stands on the web, if it says so itself.
    pub url: Option<String>,
    /// Where the page was read.
    pub origin: Origin,
    /// Maps offsets in `text` to byte offsets in the file or archive member it came from.
    pub offsets: OffsetMap,
    /// Where the file's lines begin; `None` for a format without lines.
    pub lines: Option<Lines>,
}

/// Where lines begin in what a document was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The number of the first line.
    first: u64,
    /// The offsets of the line breaks.
    breaks: Vec<u64>,
}

impl Lines {
    /// The lines of a text that starts at `offset` of its file, on line `first`.
    pub fn of(text: &str, offset: u64, first: u64) -> Lines {
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| offset + at as u64);
        Lines { first, breaks: breaks.collect() }
    }

    /// The number of the line that the byte at `offset` stands on.
    pub fn line(&self, offset: u64) -> u64 {
        self.first + self.breaks.partition_point(|&at| at < offset) as u64
    }
}

/// A part of a document under one heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The headings from the top down to this one; empty for the lead.
    pub path: Vec<String>,
    /// The section's bytes in [`Document::text`].
    pub range: Range<usize>,
    /// What a link to the section has behind its `#`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
}

/// A place in a document's text that a link can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Where the text behind it begins.
    pub at: usize,
    /// Its name, without `#`.
    pub name: String,
}

/// A link from a document to another page, by one of that page's names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// One of the target's [`Document::names`].
    pub target: String,
    /// The words that were linked.
    pub text: String,
}

/// The file, and the archive member inside it, that a document was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Path relative to the source given by the user (the member's path inside an archive).
    pub path: String,
    /// Where the page starts in that (decompressed) file.
    pub offset: u64,
}

/// Piecewise linear map from text offsets to source offsets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OffsetMap {
    points: Vec<(usize, u64)>,
    /// Where the last of what was read ends in the source.
    end: u64,
}

impl OffsetMap {
    /// The source offset of the byte at `offset` of the text.
    pub fn source(&self, offset: usize) -> u64 {
        let after = self.points.partition_point(|&(text, _)| text <= offset);
        let Some(&(text, source)) = after.checked_sub(1).and_then(|i| self.points.get(i)) else {
            return self.points.first().map_or(0, |&(_, source)| source);
        };
        let exact = source + (offset - text) as u64;
        let exact = if self.end > 0 { exact.min(self.end) } else { exact };
        // Between two anchors the source can be shorter than the text (an entity that decodes
        // to more bytes), never past the next anchor.
        match self.points.get(after) {
            Some(&(_, next)) if next >= source => exact.min(next),
            _ => exact,
        }
    }

    /// The smallest source range that covers a range of the text.
    pub fn source_range(&self, range: Range<usize>) -> Range<u64> {
        if range.is_empty() {
            let at = self.source(range.start);
            return at..at;
        }
        let start = self.source(range.start);
        start..self.source(range.end - 1).max(start) + 1
    }

    pub(crate) fn push(&mut self, text: usize, source: u64) {
        if let Some(&(last_text, last_source)) = self.points.last() {
            if text >= last_text && last_source + (text - last_text) as u64 == source {
                return;
            }
            if last_text == text {
                self.points.pop();
            }
        }
        self.points.push((text, source));
    }

    /// The points between which the map is linear.
    pub(crate) fn points(&self) -> &[(usize, u64)] {
        &self.points
    }

    /// How many points there are, for [`OffsetMap::truncate`].
    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }

    pub(crate) fn truncate(&mut self, points: usize) {
        self.points.truncate(points);
    }

    /// Notes that the source was read up to here.
    pub(crate) fn reach(&mut self, end: u64) {
        self.end = self.end.max(end);
    }

    /// Forgets what stood after this many bytes of text, which were taken back.
    pub(crate) fn forget_after(&mut self, text: usize) {
        while self.points.last().is_some_and(|&(at, _)| at > text) {
            self.points.pop();
        }
    }
}
