//! Tables: grids, simple ones, and those of the list-table and csv-table directives.

use std::ops::Range;

use super::Reader;
use super::directive::Directive;
use crate::block::BlockKind;
use crate::rows::{Cell, delimited, push_row};
use crate::source_line::SourceLine;

/// A table has no more columns.
const MOST_COLUMNS: usize = 200;

/// A longer cell is not read again with each of the rows it spans.
const LONGEST_SPAN: usize = 200;

/// A table's rows, and how many of them are heads.
struct Rows {
    rows: Vec<Vec<Cell>>,
    heads: usize,
}

impl<'a> Reader<'a> {
    /// Reads a table drawn with characters; `None` where there is none.
    pub(super) fn table(&mut self, at: usize, end: usize, indent: usize) -> Option<usize> {
        let line = self.content(at, indent).text;
        if line.starts_with("+-") && line.ends_with('+') {
            return self.grid_table(at, end, indent);
        }
        if simple_border(line).is_some_and(|columns| columns.len() > 1) {
            return self.simple_table(at, end, indent);
        }
        None
    }

    fn grid_table(&mut self, at: usize, end: usize, indent: usize) -> Option<usize> {
        let in_table = |i: &usize| self.content(*i, indent).text.starts_with(['+', '|']);
        let next = (at..end).find(|i| !in_table(i)).unwrap_or(end);
        let first: Vec<char> = self.content(at, indent).text.chars().collect();
        let borders: Vec<usize> =
            (0..first.len()).filter(|&i| first.get(i) == Some(&'+')).take(MOST_COLUMNS).collect();
        if next < at + 3 || borders.len() < 2 {
            return None;
        }
        let columns = borders.len() - 1;
        let mut rows = Rows { rows: Vec::new(), heads: 0 };
        let mut open: Vec<Cell> = vec![(String::new(), 0); columns];
        for index in at + 1..next {
            let line = self.content(index, indent);
            let chars: Vec<(usize, char)> = line.text.char_indices().collect();
            let char = |i: usize| chars.get(i).map(|(_, c)| *c);
            let place = |i: usize| chars.get(i).map_or(line.text.len(), |(at, _)| *at);
            let ruled: Vec<bool> = borders
                .windows(2)
                .map(|pair| {
                    (pair[0] + 1..pair[1]).all(|i| matches!(char(i), Some('-' | '=' | '+')))
                })
                .collect();
            if ruled.contains(&true) {
                rows.rows.push(open.clone());
                // A cell that the rule leaves out goes on; it is read with each of its rows.
                for (cell, _) in open.iter_mut().zip(&ruled).filter(|(_, ruled)| **ruled) {
                    *cell = (String::new(), 0);
                }
                open.iter_mut()
                    .filter(|(text, _)| text.len() > LONGEST_SPAN)
                    .for_each(|(text, _)| text.clear());
                if chars.iter().any(|(_, c)| *c == '=')
                    && ruled.iter().all(|r| *r)
                    && line.text.trim_matches(['+', '=']).is_empty()
                {
                    rows.heads = rows.rows.len();
                }
                continue;
            }
            let mut column = 0;
            while column < columns {
                let start = borders.get(column).copied().unwrap_or(0) + 1;
                let first = column;
                // Without a bar at the border the cell spans columns.
                while column + 1 < columns
                    && char(borders.get(column + 1).copied().unwrap_or(0)) != Some('|')
                {
                    column += 1;
                }
                let stop = borders.get(column + 1).copied().unwrap_or(start);
                let text = line.text.get(place(start)..place(stop)).unwrap_or_default();
                if let Some(cell) = open.get_mut(first) {
                    add(cell, text, line.at + place(start));
                }
                column += 1;
            }
        }
        rows.rows.push(open);
        self.push_table(rows);
        Some(next)
    }

    fn simple_table(&mut self, at: usize, end: usize, indent: usize) -> Option<usize> {
        let columns = simple_border(self.content(at, indent).text)?;
        if self.open_table == Some(end) {
            return None;
        }
        let mut rows = Rows { rows: Vec::new(), heads: 0 };
        let mut borders = 1;
        let mut index = at + 1;
        let mut closed = false;
        while index < end && !closed {
            let line = self.content(index, indent);
            index += 1;
            if line.text.starts_with('=') && simple_border(line.text).is_some() {
                borders += 1;
                closed = index >= end || self.line(index).is_blank();
                if !closed && borders == 2 {
                    rows.heads = rows.rows.len();
                }
                continue;
            }
            let rule = line.text.contains('-') && line.text.bytes().all(|b| b == b'-' || b == b' ');
            if line.text.is_empty() || rule {
                continue;
            }
            let cells = simple_cells(line, &columns);
            let goes_on = cells.first().is_some_and(|(text, _)| text.trim().is_empty());
            match rows.rows.last_mut().filter(|_| goes_on) {
                Some(row) => {
                    for (cell, (text, at)) in row.iter_mut().zip(cells) {
                        add(cell, &text, at);
                    }
                }
                None => rows.rows.push(cells.into_iter().map(trimmed).collect()),
            }
        }
        if !closed {
            self.open_table = Some(end);
            return None;
        }
        self.push_table(rows);
        Some(index)
    }

    pub(super) fn list_table(&mut self, directive: &Directive<'a>) {
        self.caption(directive);
        let heads = number(directive, "header-rows");
        let mut rows = Rows { rows: Vec::new(), heads };
        let indent = directive.indent;
        for index in directive.body.clone() {
            let mut line = self.content(index, indent);
            if let Some(rest) = line.text.strip_prefix(['*', '-']).filter(|r| r.starts_with(' ')) {
                rows.rows.push(Vec::new());
                line = SourceLine { at: line.at + 1, text: rest }.trimmed();
            } else if line.text.trim_start().len() + 4 < line.text.len() {
                // Deeper than a cell's marker: the cell goes on.
                self.list_cell(&mut rows, line.trimmed(), false);
                continue;
            } else {
                line = line.trimmed();
            }
            let cell =
                line.text.strip_prefix(['-', '*']).filter(|r| r.is_empty() || r.starts_with(' '));
            match cell {
                Some(rest) => self.list_cell(
                    &mut rows,
                    SourceLine { at: line.at + 1, text: rest }.trimmed(),
                    true,
                ),
                None => self.list_cell(&mut rows, line, false),
            }
        }
        self.push_table(rows);
    }

    fn list_cell(&mut self, rows: &mut Rows, line: SourceLine<'a>, new: bool) {
        let Some(row) = rows.rows.last_mut() else { return };
        if new && row.len() < MOST_COLUMNS {
            row.push((String::new(), line.at));
        }
        // Directives inside a cell leave their text only.
        if let Some(cell) = row.last_mut().filter(|_| !line.text.starts_with(".. ")) {
            add(cell, line.text, line.at);
        }
    }

    pub(super) fn csv_table(&mut self, directive: &Directive<'a>) {
        self.caption(directive);
        let comma = match directive.option("delim").map(|d| d.text) {
            Some("tab") => '\t',
            Some("space") => ' ',
            Some(delim) => delim.chars().next().unwrap_or(','),
            None => ',',
        };
        let mut rows = Rows { rows: Vec::new(), heads: number(directive, "header-rows") };
        if let Some(head) = directive.option("header") {
            rows.rows.extend(delimited(head.text, head.at, comma));
            rows.heads += 1;
        }
        let first = directive.body.start;
        if first < directive.body.end {
            let body = self.slice(self.line(first), directive.body.end - 1);
            rows.rows.extend(delimited(body.text, body.at, comma));
        }
        self.push_table(rows);
    }

    fn push_table(&mut self, table: Rows) {
        let mut heads: Vec<String> = Vec::new();
        self.builder.open(BlockKind::Table);
        let count = table.rows.len();
        // A table of heads alone is a table of rows.
        let head_rows = if table.heads < count { table.heads } else { 0 };
        for (index, row) in table.rows.into_iter().enumerate() {
            let cells: Vec<Cell> = row
                .into_iter()
                .map(|(text, at)| (self.words(SourceLine { at, text: &text }), at))
                .collect();
            if index < head_rows {
                heads.resize(heads.len().max(cells.len()), String::new());
                for (head, (cell, _)) in heads.iter_mut().zip(&cells) {
                    if !head.is_empty() && !cell.is_empty() {
                        head.push(' ');
                    }
                    head.push_str(cell.trim());
                }
                continue;
            }
            let cells: Vec<(String, u64)> =
                cells.into_iter().map(|(text, at)| (text, self.base + at as u64)).collect();
            push_row(&mut self.builder, &heads, &cells);
        }
        self.builder.close();
    }
}

fn number(directive: &Directive, option: &str) -> usize {
    directive.option(option).and_then(|value| value.text.trim().parse().ok()).unwrap_or(0)
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
    cell.0.push_str(trimmed);
}

fn trimmed((text, at): Cell) -> Cell {
    let mut cell = (String::new(), at);
    add(&mut cell, &text, at);
    cell
}

/// The columns of a simple table's border, in characters.
fn simple_border(line: &str) -> Option<Vec<Range<usize>>> {
    let bytes = line.as_bytes();
    if bytes.first() != Some(&b'=') || bytes.iter().any(|b| !matches!(b, b'=' | b' ')) {
        return None;
    }
    let mut columns = Vec::new();
    let mut at = 0;
    while at < bytes.len() && columns.len() < MOST_COLUMNS {
        let len = bytes.iter().skip(at).take_while(|b| **b == b'=').count();
        columns.push(at..at + len);
        let spaces = bytes.iter().skip(at + len).take_while(|b| **b == b' ').count();
        at += len + spaces.max(1);
    }
    Some(columns)
}

/// The cells of a line; the last column goes on to the line's end.
fn simple_cells(line: SourceLine, columns: &[Range<usize>]) -> Vec<Cell> {
    let places: Vec<usize> = line.text.char_indices().map(|(at, _)| at).collect();
    let place = |i: usize| places.get(i).copied().unwrap_or(line.text.len());
    let starts: Vec<usize> = columns.iter().map(|column| place(column.start)).collect();
    let ends = starts.iter().skip(1).copied().chain([line.text.len()]);
    let cell = |(start, end): (&usize, usize)| {
        (line.text.get(*start..end).unwrap_or_default().to_owned(), line.at + start)
    };
    starts.iter().zip(ends).map(cell).collect()
}
