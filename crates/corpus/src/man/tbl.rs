//! Tables, as `tbl` reads them.

use super::Reader;
use super::escapes::arguments;
use crate::block::BlockKind;
use crate::rows::push_row;
use crate::source_line::SourceLine;

/// A cell's text and where it starts in the file.
type Cell = (String, usize);

impl<'a> Reader<'a> {
    /// Reads the table that starts here; answers the line after it.
    pub(super) fn tbl(&mut self, at: usize) -> usize {
        let after = self.skip_to(at, ".TE");
        if after == at + 1 {
            return after;
        }
        let end = after - 1;
        let mut next = at + 1;
        let mut tab = '\t';
        if self.line(next).text.ends_with(';') {
            let options = self.line(next).text;
            tab = options
                .find("tab")
                .and_then(|i| {
                    options
                        .get(i..)?
                        .find('(')
                        .and_then(|j| options.get(i + j + 1..)?.chars().next())
                })
                .unwrap_or('\t');
            next += 1;
        }
        let formats = next;
        while next < end && !self.line(next).text.trim_end().ends_with('.') {
            next += 1;
        }
        let styled = self.first_row_differs(formats, next);
        let (rows, ruled) = self.tbl_rows(next + 1, end, tab);
        let header = rows.len() > 1 && (ruled || styled);
        self.close_code();
        self.builder.open(BlockKind::Table);
        let mut heads = Vec::new();
        for (index, row) in rows.into_iter().enumerate() {
            match header && index == 0 {
                true => heads = row.into_iter().map(|(text, _)| text).collect(),
                false => {
                    let cells: Vec<(String, u64)> =
                        row.into_iter().map(|(text, at)| (text, self.source(at))).collect();
                    push_row(&mut self.builder, &heads, &cells);
                }
            }
        }
        self.builder.close();
        self.end_paragraph();
        end + 1
    }

    /// Whether the format of the first row, alone, is bold or centred.
    fn first_row_differs(&self, start: usize, end: usize) -> bool {
        let formats: Vec<&str> = (start..=end)
            .take(3)
            .flat_map(|i| self.line(i).text.split(','))
            .map(str::trim)
            .collect();
        let stands_out = |format: &&str| {
            let format = format.to_ascii_lowercase();
            format.contains('b') || format.split_whitespace().all(|column| column.starts_with('c'))
        };
        formats.len() > 1
            && formats.first().is_some_and(stands_out)
            && !formats.get(1).is_some_and(stands_out)
    }

    /// The rows, and whether a rule follows the first of them.
    fn tbl_rows(&mut self, start: usize, end: usize, tab: char) -> (Vec<Vec<Cell>>, bool) {
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut ruled = false;
        // The text of a cell between T{ and T}.
        let mut block: Option<Cell> = None;
        for index in start..end {
            let line = self.line(index);
            if let Some((text, _)) = &mut block {
                if let Some(rest) = line.text.strip_prefix("T}") {
                    let cell = block.take().unwrap_or_default();
                    let row = rows.last_mut();
                    if let Some(row) = row {
                        row.push(cell);
                    }
                    let rest = SourceLine { at: line.at + 2, text: rest };
                    self.tbl_line(rest, tab, &mut rows, &mut block, true);
                } else {
                    text.push_str(&self.tbl_text(line));
                    text.push(' ');
                }
                continue;
            }
            if matches!(line.text, "_" | "=") {
                ruled |= rows.len() == 1;
                continue;
            }
            if line.text.starts_with(".T&")
                || line.text.starts_with('.') && !line.text.starts_with("..")
            {
                continue;
            }
            rows.push(Vec::new());
            self.tbl_line(line, tab, &mut rows, &mut block, false);
        }
        rows.retain(|row| {
            row.iter().any(|(text, _)| {
                text.chars().any(|c| {
                    c.is_alphanumeric() || c.is_ascii_punctuation() && c != '_' && c != '='
                })
            })
        });
        (rows, ruled)
    }

    /// Takes a line's cells apart; the last may open a block.
    fn tbl_line(
        &self,
        line: SourceLine<'a>,
        tab: char,
        rows: &mut [Vec<Cell>],
        block: &mut Option<Cell>,
        goes_on: bool,
    ) {
        let Some(row) = rows.last_mut() else { return };
        let mut at = line.at;
        for (index, part) in line.text.split(tab).enumerate() {
            let here = at;
            at += part.len() + tab.len_utf8();
            if index == 0 && goes_on {
                continue;
            }
            match part {
                "T{" => *block = Some((String::new(), here + 3)),
                // A cell that spans rows or columns has no text of its own.
                "\\^" | "\\_" | "_" | "=" => row.push((String::new(), here)),
                part => {
                    let text = self.plain_text(part);
                    row.push((text, here));
                }
            }
        }
    }

    /// A line of a cell: text, or words in another font.
    fn tbl_text(&self, line: SourceLine<'a>) -> String {
        let Some(request) = line.text.strip_prefix('.') else { return self.plain_text(line.text) };
        let (name, rest) = request.split_once(' ').unwrap_or((request, ""));
        let words = arguments(SourceLine { at: 0, text: rest });
        let words: Vec<String> = words.iter().map(|(word, _)| self.plain_text(word)).collect();
        match name {
            "B" | "I" | "SM" | "SB" => words.join(" "),
            "BR" | "BI" | "RB" | "RI" | "IR" | "IB" => words.concat(),
            _ => String::new(),
        }
    }
}
