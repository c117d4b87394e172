//! Tables between `|===` lines.

use super::Reader;
use super::attributes::BlockAttributes;
use super::blocks::is_directive;
use super::is_comment;
use crate::block::BlockKind;
use crate::rows::{Cell, delimited, push_row};
use crate::source_line::SourceLine;

/// A table has no more columns, and no cell spans more rows.
const MOST: usize = 200;
const MOST_COPIES: usize = 20;

/// A cell's text, and what stands before its bar.
struct Field {
    cell: Cell,
    columns: usize,
    rows: usize,
    copies: usize,
}

impl<'a> Reader<'a> {
    /// Reads the table whose first and last line are these.
    pub(super) fn table(&mut self, first: usize, last: usize, about: &BlockAttributes<'a>) {
        let open = self.line(first).text.chars().next();
        let separator = about.named("separator").and_then(|s| s.chars().next());
        let comma = match (open, about.named("format")) {
            (_, Some("csv")) | (Some(','), _) => Some(separator.unwrap_or(',')),
            (_, Some("dsv")) | (Some(':'), _) => Some(separator.unwrap_or(':')),
            (_, Some("tsv")) => Some('\t'),
            _ => None,
        };
        let bar = separator.unwrap_or(if open == Some('!') { '!' } else { '|' });
        let blank_after = self.line(first + 2).is_blank() && first + 2 < last;
        let implicit = !self.line(first + 1).is_blank() && blank_after && !about.option("noheader");
        let header = about.option("header") || implicit;
        let rows = match comma {
            Some(comma) => {
                let text = self.slice(self.line(first + 1), last.saturating_sub(1));
                match first + 1 < last {
                    true => delimited(text.text, text.at, comma),
                    false => Vec::new(),
                }
            }
            None => {
                let (fields, line_cells) = self.fields(first + 1, last, bar);
                let columns =
                    about.named("cols").map(count).filter(|n| *n > 0).unwrap_or(line_cells);
                arrange(fields, columns.clamp(1, MOST))
            }
        };
        self.push_table(rows, header);
    }

    /// The cells, and how many of them the first line has.
    fn fields(&self, start: usize, end: usize, bar: char) -> (Vec<Field>, usize) {
        let mut fields: Vec<Field> = Vec::new();
        let mut line_cells = 0;
        for index in start..end {
            let line = self.line(index);
            if is_comment(line.text) || is_directive(line.text) {
                continue;
            }
            let before = fields.len();
            let mut from = 0;
            let mut spec = "";
            let mut first = true;
            for part in split(line.text, bar) {
                let (text, next_spec) = take_spec(part, first, from + part.len() < line.text.len());
                if first {
                    if let Some(field) = fields.last_mut() {
                        add(&mut field.cell, text, line.at);
                    }
                } else {
                    let mut cell = (String::new(), line.at + from);
                    add(&mut cell, text, line.at + from);
                    fields.push(field(spec, cell));
                }
                first = false;
                spec = next_spec;
                from += part.len() + bar.len_utf8();
            }
            if line_cells == 0 {
                line_cells = fields.iter().skip(before).map(|f| f.columns * f.copies).sum();
            }
        }
        (fields, line_cells)
    }

    fn push_table(&mut self, rows: Vec<Vec<Cell>>, header: bool) {
        let mut heads: Vec<String> = Vec::new();
        let header = header && rows.len() > 1;
        self.builder.open(BlockKind::Table);
        for (index, row) in rows.into_iter().enumerate() {
            let cells: Vec<(String, u64)> = row
                .into_iter()
                .map(|(text, at)| (self.words(SourceLine { at, text: &text }), self.source(at)))
                .collect();
            match header && index == 0 {
                true => heads = cells.into_iter().map(|(text, _)| text.trim().to_owned()).collect(),
                false => push_row(&mut self.builder, &heads, &cells),
            }
        }
        self.builder.close();
    }
}

/// The parts of a line between its bars; an escaped bar parts nothing.
fn split(line: &str, bar: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in line.match_indices(bar) {
        if !line.get(..at).is_some_and(|t| t.ends_with('\\')) {
            parts.push(line.get(start..at).unwrap_or_default());
            start = at + bar.len_utf8();
        }
    }
    parts.push(line.get(start..).unwrap_or_default());
    parts
}

/// Parts a cell's text from the marks of the next cell, which stand before its bar.
fn take_spec(part: &str, first: bool, before_bar: bool) -> (&str, &str) {
    if !before_bar {
        return (part, "");
    }
    let at = part.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let spec = part.get(at..).unwrap_or_default();
    let marks = spec.trim_end_matches(|c: char| "aehlmdsv".contains(c));
    let style = spec.len() - marks.len() <= 1;
    let rest = marks.trim_end_matches(['<', '^', '>', '.']);
    let counted = rest.is_empty()
        || rest
            .strip_suffix(['+', '*'])
            .is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit() || b == b'.') && !n.is_empty());
    match style && counted && !spec.is_empty() && (first || at > 0) {
        true => (part.get(..at).unwrap_or_default(), spec),
        false => (part, ""),
    }
}

fn field(spec: &str, cell: Cell) -> Field {
    let mut field = Field { cell, columns: 1, rows: 1, copies: 1 };
    let number = |text: &str| text.parse().ok().filter(|n| *n > 0).unwrap_or(1).min(MOST);
    if let Some((spans, _)) = spec.split_once('+') {
        let (columns, rows) = spans.split_once('.').unwrap_or((spans, "1"));
        (field.columns, field.rows) = (number(columns), number(rows));
    } else if let Some((copies, _)) = spec.split_once('*') {
        let long = field.cell.0.len() > LONGEST_SPAN;
        field.copies = if long { 1 } else { number(copies).min(MOST_COPIES) };
    }
    field
}

/// How many columns `cols` names.
fn count(cols: &str) -> usize {
    let parts = cols.split([',', ';']).map(|part| match part.trim().split_once('*') {
        Some((times, _)) => times.parse().unwrap_or(1).min(MOST),
        None => 1,
    });
    parts.sum()
}

/// A longer cell is not read again with each of the rows it spans.
const LONGEST_SPAN: usize = 200;

/// Puts the cells into rows.
fn arrange(fields: Vec<Field>, columns: usize) -> Vec<Vec<Cell>> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut row: Vec<Cell> = Vec::new();
    // How many more rows a cell above spans, and its text.
    let mut spans: Vec<(usize, Cell)> = vec![(0, (String::new(), 0)); columns];
    for field in fields {
        for _ in 0..field.copies {
            while let Some((left, cell)) = spans.get_mut(row.len()).filter(|(left, _)| *left > 0) {
                *left -= 1;
                row.push(cell.clone());
                if row.len() >= columns {
                    rows.push(std::mem::take(&mut row));
                }
            }
            if let Some(span) = spans.get_mut(row.len()).filter(|_| field.rows > 1) {
                let text = Some(field.cell.0.clone()).filter(|t| t.len() <= LONGEST_SPAN);
                *span = (field.rows - 1, (text.unwrap_or_default(), field.cell.1));
            }
            row.push(field.cell.clone());
            for _ in 1..field.columns.min(columns) {
                row.push((String::new(), field.cell.1));
            }
            if row.len() >= columns {
                rows.push(std::mem::take(&mut row));
            }
        }
    }
    if !row.is_empty() {
        rows.push(row);
    }
    rows
}

fn add(cell: &mut Cell, text: &str, at: usize) {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return;
    }
    if cell.0.is_empty() {
        cell.1 = at + (text.len() - text.trim_start().len());
    } else {
        cell.0.push(' ');
    }
    cell.0.push_str(&trimmed.replace("\\|", "|"));
}
