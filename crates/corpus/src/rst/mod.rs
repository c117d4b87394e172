//! reStructuredText, as docutils and Sphinx read it.

mod body;
mod definitions;
mod directive;
mod inline;
mod items;
mod roles;
mod signature;
mod tables;

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::builder::Builder;
use crate::names;
use crate::plain::{file_stem, title_of};
use crate::source_line::{SourceLine, source_lines};
use crate::unit::{Parsed, Problem, Unit, Why};
use definitions::Definitions;

/// Blocks nested deeper than this are read as paragraphs.
const DEEPEST: usize = 24;

/// Parses one reStructuredText file.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let text = unit.utf8()?;
    let base = unit.offset + (unit.bytes.len() - text.len()) as u64;
    let lines = source_lines(text);
    let mut reader = Reader {
        unit,
        text,
        base,
        definitions: Definitions::of(&lines),
        builder: Builder::new(),
        title: None,
        styles: Vec::new(),
        target: None,
        module: String::new(),
        classes: Vec::new(),
        ending: ending(&unit.path),
        lines,
        open_table: None,
    };
    reader.body(0..reader.lines.len(), 0, 0);
    if reader.builder.is_empty() && reader.title.is_none() {
        return Ok(Parsed::Nothing(Why::Empty));
    }
    let stem = file_stem(&unit.path);
    let title = reader.title.filter(|t| !t.is_empty()).unwrap_or_else(|| title_of(stem));
    let local = unit.path.strip_suffix(reader.ending).unwrap_or(&unit.path);
    let mut document = reader.builder.finish(unit.id(local), title, unit.origin());
    document.names = vec![names::path(&unit.source, &unit.path)];
    Ok(Parsed::Document(Box::new(document)))
}

/// What the file's name ends in; `:doc:` leaves it out.
fn ending(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let known = [".rst.txt", ".rst", ".rest", ".txt"];
    known.into_iter().find(|ending| name.ends_with(ending)).unwrap_or("")
}

struct Reader<'a> {
    unit: &'a Unit,
    text: &'a str,
    base: u64,
    lines: Vec<SourceLine<'a>>,
    definitions: Definitions<'a>,
    builder: Builder,
    title: Option<String>,
    /// The adornments of titles in order of appearance: the character, and whether there is a
    /// line above too.
    styles: Vec<(u8, bool)>,
    /// The explicit target before the next title.
    target: Option<String>,
    /// What objects are described as parts of.
    module: String,
    classes: Vec<String>,
    ending: &'a str,
    /// The end of the lines in which no simple table is closed any more.
    open_table: Option<usize>,
}

impl<'a> Reader<'a> {
    fn source(&self, at: usize) -> u64 {
        self.base + at as u64
    }

    fn line(&self, index: usize) -> SourceLine<'a> {
        self.lines.get(index).copied().unwrap_or(SourceLine { at: self.text.len(), text: "" })
    }

    /// A line from the column on at which its block stands.
    fn content(&self, index: usize, indent: usize) -> SourceLine<'a> {
        self.line(index).after_column(indent)
    }

    /// The end of a block whose lines, the first aside, are blank or indented at least this far.
    fn block_end(&self, first: usize, end: usize, indent: usize) -> usize {
        let inside = |line: &SourceLine| line.is_blank() || line.indent() >= indent;
        let mut at = first + 1;
        while at < end && self.lines.get(at).is_some_and(inside) {
            at += 1;
        }
        self.without_blank_end(first + 1..at)
    }

    fn without_blank_end(&self, lines: Range<usize>) -> usize {
        let mut end = lines.end;
        while end > lines.start && self.line(end - 1).is_blank() {
            end -= 1;
        }
        end
    }

    /// The first line that is not blank.
    fn skip_blank(&self, lines: Range<usize>) -> usize {
        lines.clone().find(|&i| !self.line(i).is_blank()).unwrap_or(lines.end)
    }

    /// The smallest indentation of the lines that are not blank.
    fn indent_of(&self, lines: Range<usize>) -> usize {
        let lines = self.lines.get(lines).unwrap_or_default();
        lines.iter().filter(|l| !l.is_blank()).map(SourceLine::indent).min().unwrap_or(0)
    }

    /// What stands from the start of one line's content to the end of another line.
    fn slice(&self, first: SourceLine<'a>, last: usize) -> SourceLine<'a> {
        let end = self.line(last).end().max(first.at);
        SourceLine { at: first.at, text: self.text.get(first.at..end).unwrap_or_default() }
    }

    /// Ends a paragraph; inside an item or a description its line.
    fn end_paragraph(&mut self) {
        match self.builder.depth() {
            0 => self.builder.paragraph(),
            _ => self.builder.line(),
        }
    }

    fn heading(&mut self, title: SourceLine<'a>, style: (u8, bool)) {
        let words = self.words(title);
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let level = match self.styles.iter().position(|known| *known == style) {
            Some(level) => level,
            None => {
                self.styles.push(style);
                self.styles.len() - 1
            }
        };
        if level == 0 && self.title.is_none() && self.builder.is_empty() {
            self.title = Some(words);
            return;
        }
        let id = self.target.take().unwrap_or_else(|| id(&words));
        let level = u8::try_from(level).unwrap_or(u8::MAX).max(1);
        self.builder.heading_at(level, &words, Some(&id));
    }
}

/// The id that docutils gives a name: lower case, with single hyphens for all else.
fn id(name: &str) -> String {
    let mut id = String::with_capacity(name.len());
    for char in name.chars().flat_map(char::to_lowercase) {
        if char.is_ascii_alphanumeric() && !(id.is_empty() && char.is_ascii_digit()) {
            id.push(char);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    while id.ends_with('-') {
        id.pop();
    }
    id
}
