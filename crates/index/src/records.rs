//! What comes back from an index.

use std::ops::Range;

use grice_corpus::{Block, Link, Section};
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
    /// The line of that file it starts on, counted from 1, where the file has lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// What a link to the place nearest above it has behind its `#`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// What it is made of; ranges are bytes of `text`.
    pub blocks: Vec<Block>,
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
    /// Where it stands on the web, if it said so itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its sections.
    pub sections: Vec<Section>,
    /// Its links, by the names of their targets.
    pub links: Vec<Link>,
    /// How many passages it has.
    pub passages: u32,
}

/// What joins the headings of a section path when shown.
pub(crate) const PATH_JOIN: &str = " › ";
