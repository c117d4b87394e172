//! A unit: the piece of a source that is parsed at once (a page, a `<doc>`, a JSON line).

use std::fmt;
use std::sync::Arc;

use crate::document::{Document, Lines, Origin};
use crate::jsonl::FieldMap;

/// The formats Grice reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// HTML pages.
    Html,
    /// `<page>` elements of a MediaWiki XML dump.
    MediaWiki,
    /// `<doc id title>` elements, as WikiExtractor writes them.
    Extract,
    /// Markdown notes.
    Markdown,
    /// Plain text.
    Text,
    /// The text of a PDF.
    Pdf,
    /// One JSON object a line.
    Jsonl,
    /// reStructuredText.
    Rst,
    /// AsciiDoc.
    AsciiDoc,
    /// Manual pages in `man` or `mdoc` macros.
    Man,
    /// DocBook XML.
    DocBook,
    /// Word documents.
    Docx,
    /// OpenDocument texts.
    Odt,
    /// Books in EPUB.
    Epub,
    /// Tables, a row a line, with commas or tabs between the cells.
    Csv,
}

impl Format {
    /// All formats, with the name each has on the command line.
    pub const NAMES: [(&'static str, Format); 15] = [
        ("html", Format::Html),
        ("mediawiki", Format::MediaWiki),
        ("extract", Format::Extract),
        ("markdown", Format::Markdown),
        ("text", Format::Text),
        ("pdf", Format::Pdf),
        ("jsonl", Format::Jsonl),
        ("rst", Format::Rst),
        ("asciidoc", Format::AsciiDoc),
        ("man", Format::Man),
        ("docbook", Format::DocBook),
        ("docx", Format::Docx),
        ("odt", Format::Odt),
        ("epub", Format::Epub),
        ("csv", Format::Csv),
    ];

    /// Whether a file of this format holds many documents, each of which is one of its kind.
    pub fn has_records(self) -> bool {
        matches!(self, Format::MediaWiki | Format::Extract | Format::Jsonl)
    }

    /// Whether files of this format hold text as it is typed, and so have lines.
    pub fn has_lines(self) -> bool {
        !matches!(self, Format::Pdf | Format::Docx | Format::Odt | Format::Epub)
    }

    /// The format's name on the command line.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, f)| *f == self).map_or("", |(name, _)| name)
    }
}

/// A piece of a source, read but not yet parsed.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The source's name, which scopes ids and names.
    pub source: Arc<str>,
    /// Path inside the source, with `/` between parts.
    pub path: Arc<str>,
    /// What the bytes are.
    pub format: Format,
    /// The unit's bytes.
    pub bytes: Vec<u8>,
    /// Where the bytes start in the (decompressed) file.
    pub offset: u64,
    /// The line they start on, counted from 1, where the format has lines.
    pub line: u64,
}

/// What parsing a unit gave.
#[derive(Clone, Debug, PartialEq)]
pub enum Parsed {
    /// A document.
    Document(Box<Document>),
    /// Another name for a page.
    Redirect(Redirect),
    /// Nothing to keep, and nothing wrong: a talk page, an empty file.
    Nothing(Why),
}

/// A page that only points to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// Unique in an index, as a document's id is.
    pub id: String,
    /// The name that leads on.
    pub from: String,
    /// The name it leads to.
    pub to: String,
}

/// Why a unit gave no document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Why {
    /// Neither text nor a title.
    Empty,
    /// A talk page, a template, a category: outside the article name space.
    Namespace,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Empty => "without text or title",
            Why::Namespace => "outside the article name space",
        })
    }
}

/// Something in a source that could not be read, where, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}{}: {message}", position(.line, .offset))]
pub struct Problem {
    /// The file, or the archive and member.
    pub path: String,
    /// The line, where known.
    pub line: Option<u64>,
    /// The byte, where known.
    pub offset: Option<u64>,
    /// What is wrong and what to do about it.
    pub message: String,
}

fn position(line: &Option<u64>, offset: &Option<u64>) -> String {
    match (line, offset) {
        (Some(line), _) => format!(":{line}"),
        (None, Some(offset)) => format!(" at byte {offset}"),
        (None, None) => String::new(),
    }
}

impl Unit {
    /// A problem in this unit, `at` bytes from its start.
    pub fn problem(&self, at: usize, message: impl Into<String>) -> Problem {
        Problem {
            path: format!("{}/{}", self.source, self.path),
            line: None,
            offset: Some(self.offset + at as u64),
            message: message.into(),
        }
    }

    /// The id of the document with this local id.
    pub fn id(&self, local: &str) -> String {
        format!("{}/{local}", self.source)
    }

    /// Where this unit stands.
    pub fn origin(&self) -> Origin {
        Origin { path: self.path.to_string(), offset: self.offset }
    }

    /// The bytes as UTF-8, without a byte order mark.
    pub fn utf8(&self) -> Result<&str, Problem> {
        let text = std::str::from_utf8(&self.bytes).map_err(|e| {
            self.problem(
                e.valid_up_to(),
                "not UTF-8; name its encoding with --encoding (for example windows-1252)",
            )
        })?;
        Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
    }
}

/// Parses one unit. Pure: the same unit gives the same result, on any thread.
pub fn parse(unit: &Unit, map: &FieldMap) -> Result<Parsed, Problem> {
    let mut parsed = read(unit, map)?;
    if let Parsed::Document(document) = &mut parsed
        && document.lines.is_none()
        && unit.format.has_lines()
    {
        let text = std::str::from_utf8(&unit.bytes).ok();
        document.lines = text.map(|text| Lines::of(text, unit.offset, unit.line));
    }
    Ok(parsed)
}

fn read(unit: &Unit, map: &FieldMap) -> Result<Parsed, Problem> {
    match unit.format {
        Format::Html => crate::html::parse(unit),
        Format::MediaWiki => crate::dump::parse(unit),
        Format::Extract => crate::extract::parse(unit),
        Format::Markdown => crate::markdown::parse(unit),
        Format::Text => crate::plain::parse(unit),
        Format::Pdf => crate::pdf::parse(unit),
        Format::Jsonl => crate::jsonl::parse(unit, map),
        Format::Rst => crate::rst::parse(unit),
        Format::AsciiDoc => crate::asciidoc::parse(unit),
        Format::Man => crate::man::parse(unit),
        Format::DocBook => crate::docbook::parse(unit),
        Format::Docx => crate::docx::parse(unit),
        Format::Odt => crate::odt::parse(unit),
        Format::Epub => crate::epub::parse(unit),
        Format::Csv => crate::csv::parse(unit),
    }
}
