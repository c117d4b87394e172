//! Tab-separated files with the quotes of CSV: a cell that starts with `"` goes on to the next
//! single `"`, and `""` in it stands for one.

use std::borrow::Cow;

use crate::error::{Error, Result};
use crate::source::Source;

/// A row of a file.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    /// The line it starts in.
    pub line: usize,
    /// Its cells.
    pub cells: Vec<Cow<'a, str>>,
}

/// The rows of a file, without empty lines.
pub(crate) fn rows(source: &Source) -> Result<Vec<Row<'_>>> {
    let mut rows = Vec::new();
    let mut rest = source.text.as_str();
    let mut line = 1;
    while !rest.is_empty() {
        let before = rest;
        let mut row = Row { line, cells: Vec::new() };
        let ended_by_tab = loop {
            let (cell, ended_by_tab) = cell(&mut rest).ok_or_else(|| {
                Error::line(&source.file, line, "a quote that opens in this row is never closed")
            })?;
            row.cells.push(cell);
            if !ended_by_tab || rest.is_empty() {
                break ended_by_tab;
            }
        };
        if ended_by_tab {
            row.cells.push(Cow::Borrowed(""));
        }
        line += before[..before.len() - rest.len()].matches('\n').count();
        if row.cells.len() > 1 || !row.cells[0].is_empty() {
            rows.push(row);
        }
    }
    Ok(rows)
}

/// Takes a cell off a text, and whether a tab came after it; nothing where a quote stays open.
fn cell<'a>(rest: &mut &'a str) -> Option<(Cow<'a, str>, bool)> {
    let text = *rest;
    let Some(quoted) = text.strip_prefix('"') else {
        let (plain, by_tab) = plain(rest);
        return Some((Cow::Borrowed(plain), by_tab));
    };
    let mut said = String::new();
    let mut open = quoted;
    loop {
        let (part, after) = open.split_once('"')?;
        said.push_str(part);
        match after.strip_prefix('"') {
            Some(after) => {
                said.push('"');
                open = after;
            }
            None => {
                *rest = after;
                break;
            }
        }
    }
    // What stands between the closing quote and the tab belongs to the cell too.
    let (tail, by_tab) = plain(rest);
    said.push_str(tail);
    Some((Cow::Owned(said), by_tab))
}

fn plain<'a>(rest: &mut &'a str) -> (&'a str, bool) {
    let text = *rest;
    let end = text.find(['\t', '\n']).unwrap_or(text.len());
    *rest = text.get(end + 1..).unwrap_or_default();
    let by_tab = text.as_bytes().get(end) == Some(&b'\t');
    let said = &text[..end];
    (if by_tab { said } else { said.trim_end_matches('\r') }, by_tab)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(usize, Vec<String>)> {
        let source = Source { file: "t.tsv".into(), text: text.into() };
        let cells = |row: Row<'_>| row.cells.into_iter().map(Cow::into_owned).collect();
        rows(&source).unwrap().into_iter().map(|row| (row.line, cells(row))).collect()
    }

    #[test]
    fn quotes_hide_tabs_lines_and_quotes() {
        let rows = read("a\tb\r\n\"x\ty\n\"\"z\"\"\"!\tq\"r\n\nlast\t");
        let cells = |list: &[&str]| list.iter().map(|cell| cell.to_string()).collect::<Vec<_>>();
        assert_eq!(rows[0], (1, cells(&["a", "b"])));
        assert_eq!(rows[1], (2, cells(&["x\ty\n\"z\"!", "q\"r"])));
        assert_eq!(rows[2], (5, cells(&["last", ""])));
        assert_eq!(rows.len(), 3);
    }

    #[test]
    fn an_open_quote_is_an_error_with_its_line() {
        let source = Source { file: "t.tsv".into(), text: "a\tb\n\"c\td\n".into() };
        let said = rows(&source).unwrap_err().to_string();
        assert_eq!(said, "t.tsv:2: a quote that opens in this row is never closed");
    }
}
