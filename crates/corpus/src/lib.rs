//! Documents in: streaming readers for HTML, MediaWiki dumps, `<doc>` extracts, Markdown, plain
//! text, PDF and JSONL, in folders and archives, and the passages they are cut into.
//!
//! Reading has two steps. [`read`] walks a source and hands out [`Unit`]s (a page, a line) in
//! bounded memory; [`parse`] turns a unit into a [`Document`] and is pure, so that it can run on
//! as many threads as there are. [`passages`] cuts a document.

#![forbid(unsafe_code)]

mod apparatus;
mod archive;
mod asciidoc;
mod block;
mod bomb;
mod builder;
mod csv;
mod decode;
mod detect;
mod docbook;
mod document;
mod docx;
mod dump;
mod epub;
mod extract;
mod formula;
mod grid;
mod gzip;
mod html;
mod ignored;
mod json_string;
mod jsonl;
mod leftovers;
mod man;
mod markdown;
pub mod names;
mod odt;
mod office;
mod package;
mod passage;
mod pdf;
mod plain;
mod reader;
mod rows;
mod rst;
mod scan;
mod source;
mod source_line;
mod titled;
mod unit;
mod walk;
mod wikitext;
mod xml;

pub use block::{Block, BlockKind};
pub use builder::{Builder, Mark};
pub use document::{Anchor, Document, Lines, Link, OffsetMap, Origin, Section};
mod zip_members;

pub use decode::Encoding;
pub use ignored::{IgnoredFile, IgnoredKind};
pub use jsonl::{FieldMap, FieldMapError};
pub use passage::{Passage, passages};
pub use pdf::PDF_THREAD;
pub use source::{Event, Options, ReadError, Source, read};
pub use unit::{Format, Parsed, Problem, Redirect, Unit, Why, parse};
