//! AsciiDoc, as Asciidoctor reads it.

mod attributes;
mod blocks;
mod inline;
mod lists;
mod macros;
mod table;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::block::BlockKind;
use crate::builder::Builder;
use crate::names;
use crate::plain::{file_stem, title_of};
use crate::source_line::{SourceLine, source_lines};
use crate::unit::{Parsed, Problem, Unit, Why};
use attributes::BlockAttributes;

/// Blocks nested deeper than this are read as paragraphs.
const DEEPEST: usize = 24;

/// Parses one AsciiDoc file.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let text = unit.utf8()?;
    let base = unit.offset + (unit.bytes.len() - text.len()) as u64;
    let lines = source_lines(text);
    let mut reader = Reader {
        unit,
        text,
        base,
        builder: Builder::new(),
        title: None,
        attributes: HashMap::new(),
        pending: BlockAttributes::default(),
        markers: Vec::new(),
        ends: HashMap::new(),
        lines,
    };
    let start = reader.header();
    reader.blocks(start, reader.lines.len(), 0);
    if reader.builder.is_empty() && reader.title.is_none() {
        return Ok(Parsed::Nothing(Why::Empty));
    }
    let stem = file_stem(&unit.path);
    let title = reader.title.filter(|t| !t.is_empty()).unwrap_or_else(|| title_of(stem));
    let mut document = reader.builder.finish(unit.id(local(&unit.path)), title, unit.origin());
    document.names = vec![names::path(&unit.source, &unit.path)];
    Ok(Parsed::Document(Box::new(document)))
}

fn local(path: &str) -> &str {
    let endings = [".adoc", ".asciidoc", ".asc", ".ad"];
    endings.iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path)
}

struct Reader<'a> {
    unit: &'a Unit,
    text: &'a str,
    base: u64,
    lines: Vec<SourceLine<'a>>,
    builder: Builder,
    title: Option<String>,
    attributes: HashMap<&'a str, &'a str>,
    /// What the lines above a block say of it.
    pending: BlockAttributes<'a>,
    /// The markers of the lists that are open.
    markers: Vec<lists::Marker>,
    /// For each delimiter the last line it was looked for from in vain.
    ends: HashMap<&'a str, usize>,
}

impl<'a> Reader<'a> {
    fn source(&self, at: usize) -> u64 {
        self.base + at as u64
    }

    fn line(&self, index: usize) -> SourceLine<'a> {
        self.lines.get(index).copied().unwrap_or(SourceLine { at: self.text.len(), text: "" })
    }

    /// What stands from the start of one line to the end of another.
    fn slice(&self, first: SourceLine<'a>, last: usize) -> SourceLine<'a> {
        let end = self.line(last).end().max(first.at);
        SourceLine { at: first.at, text: self.text.get(first.at..end).unwrap_or_default() }
    }

    fn end_paragraph(&mut self) {
        match self.builder.depth() {
            0 => self.builder.paragraph(),
            _ => self.builder.line(),
        }
    }

    /// Reads the document's title, its authors and its attributes; answers the line after them.
    fn header(&mut self) -> usize {
        let mut at = 0;
        while at < self.lines.len() {
            let line = self.line(at).text;
            if line.is_empty() || is_comment(line) || self.attribute_entry(at) {
                at += 1;
            } else {
                break;
            }
        }
        let Some((0, title, next)) = self.section_title(at) else { return at };
        let words = self.words(title);
        self.title = Some(words.split_whitespace().collect::<Vec<_>>().join(" "));
        at = next;
        // The author's line, and the revision's below it.
        let mut authors = 0;
        while at < self.lines.len() && !self.line(at).is_blank() {
            let line = self.line(at).text;
            if !is_comment(line) && !self.attribute_entry(at) {
                let a_block = line.starts_with(['[', '.', '=', '*', '|']) || line.contains("::");
                if authors == 2 || a_block {
                    break;
                }
                authors += 1;
            }
            at += 1;
        }
        at
    }

    /// Reads `:name: value`; true where the line is one.
    fn attribute_entry(&mut self, at: usize) -> bool {
        let line = self.line(at).text;
        let Some((name, value)) = attributes::entry(line) else { return false };
        match name.strip_prefix('!').or_else(|| name.strip_suffix('!')) {
            Some(name) => {
                self.attributes.remove(name);
            }
            None if value.len() <= attributes::LONGEST_VALUE => {
                self.attributes.insert(name, value);
            }
            None => {}
        }
        true
    }

    /// The level, the words and the line after a section's title.
    fn section_title(&self, at: usize) -> Option<(u8, SourceLine<'a>, usize)> {
        let line = self.line(at);
        let mark = line.text.chars().next().filter(|c| matches!(c, '=' | '#'));
        if let Some(mark) = mark {
            let level = line.text.len() - line.text.trim_start_matches(mark).len();
            let title = line.text.get(level..)?;
            let titled = title.starts_with([' ', '\t']) && !title.trim().is_empty();
            if level <= 6 && titled {
                let title = SourceLine { at: line.at + level, text: title }.trimmed();
                return Some((level as u8 - 1, title, at + 1));
            }
            return None;
        }
        // A line under the title.
        let under = self.line(at + 1).text;
        let mark = *under.as_bytes().first()?;
        let level = b"=-~^+".iter().position(|known| *known == mark)?;
        let width = line.text.chars().count();
        let fits = under.len().abs_diff(width) <= 2 && under.len() >= 2;
        let word = line.text.starts_with(|c: char| !c.is_whitespace() && !".[|/+".contains(c))
            && line.text.contains(char::is_alphanumeric);
        (fits && word && under.bytes().all(|b| b == mark)).then_some((level as u8, line, at + 2))
    }

    fn heading(&mut self, level: u8, title: SourceLine<'a>) {
        let words = self.words(title);
        let pending = std::mem::take(&mut self.pending);
        if level == 0 && self.title.is_none() && self.builder.is_empty() {
            self.title = Some(words.split_whitespace().collect::<Vec<_>>().join(" "));
            return;
        }
        let id = pending.id.map_or_else(|| id(&words), str::to_owned);
        self.builder.heading_at(level.max(1), &words, Some(&id));
    }

    /// The title over a block.
    fn block_title(&mut self) {
        if let Some(title) = self.pending.title.take() {
            self.builder.open(BlockKind::Caption);
            self.inline(title);
            self.builder.close();
        }
        if let Some(id) = self.pending.id.take() {
            self.builder.anchor(id);
        }
    }
}

fn is_comment(line: &str) -> bool {
    line.starts_with("//") && !line.starts_with("///")
}

/// The id that Asciidoctor gives a section.
fn id(title: &str) -> String {
    let mut id = String::from("_");
    for char in title.chars().flat_map(char::to_lowercase) {
        if char.is_alphanumeric() {
            id.push(char);
        } else if matches!(char, ' ' | '-' | '.' | '_') && !id.ends_with('_') {
            id.push('_');
        }
    }
    while id.len() > 1 && id.ends_with('_') {
        id.pop();
    }
    id
}
