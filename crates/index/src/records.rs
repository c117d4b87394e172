//! What comes back from an index.

use std::ops::Range;

use grice_corpus::{Link, Section};
use serde::{Deserialize, Serialize};

/// A passage as it is shown and cited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PassageRecord {
    /// The passage's id.
    pub passage: String,
    /// Its document's id.
    pub document: String,
    /// Its number in the document.
    pub ordinal: u64,
    /// The document's title.
    pub title: String,
    /// The headings above it, joined by ` › `; empty in the lead.
    pub section: String,
    /// The passage's text.
    pub text: String,
    /// Its bytes in the document's text.
    pub range: Range<u64>,
    /// The bytes it came from, in the file the document was read from.
    pub source: Range<u64>,
}

/// A document as the index knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentRecord {
    /// The document's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The file or archive member it was read from, inside its source.
    pub path: String,
    /// Where it starts in that file.
    pub offset: u64,
    /// Its sections.
    pub sections: Vec<Section>,
    /// Its links, by the names of their targets.
    pub links: Vec<Link>,
    /// How many passages it has.
    pub passages: u32,
}

/// What joins the headings of a section path when shown.
pub(crate) const PATH_JOIN: &str = " › ";

/// The four offsets of a passage, as they are stored.
pub(crate) fn pack(range: &Range<usize>, source: &Range<u64>) -> Vec<u8> {
    [range.start as u64, range.end as u64, source.start, source.end]
        .iter()
        .flat_map(|n| n.to_le_bytes())
        .collect()
}

pub(crate) fn unpack(bytes: &[u8]) -> (Range<u64>, Range<u64>) {
    let number = |i: usize| {
        let bytes = bytes.get(i * 8..i * 8 + 8).and_then(|b| b.try_into().ok());
        bytes.map_or(0, u64::from_le_bytes)
    };
    (number(0)..number(1), number(2)..number(3))
}
