//! Tables: those that only lay out a page are read as running text, those that hold data row by
//! row, each cell with the head of its column.

use std::ops::Range;

use super::boilerplate::Removal;
use super::content::inner_text;
use super::page::{Node, Page};
use super::tag::Tag;

/// A cell of a layout table has at least this many bytes of text on average.
const LAYOUT: usize = 130;
/// A head that is longer is said once, not in every row.
const LONGEST_HEAD: usize = 40;
/// More columns than this have no heads.
const MOST_COLUMNS: usize = 64;

/// How the rows of a table are read.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) table: usize,
    pub(super) end: usize,
    heads: Vec<String>,
    /// The row that the heads are in, which is not read again.
    head_row: Option<usize>,
    /// For how many rows a cell above still takes each column.
    taken: Vec<u16>,
    column: usize,
    /// Whether a cell of this row gave text.
    pub(super) row_has_text: bool,
}

/// What stands in a table.
#[derive(Default)]
struct Seen {
    rows: Vec<usize>,
    /// The rows whose cells are all heads, and there are several.
    head_rows: Vec<usize>,
    cells: usize,
    widest: usize,
    nested: bool,
}

impl Plan {
    /// How to read the table at `index`; `None` where it only lays out a page.
    pub(super) fn of(page: &Page, source: &str, index: usize) -> Option<Plan> {
        let end = page.after(index);
        let seen = look(page, index + 1..end);
        if seen.nested || seen.rows.is_empty() || seen.widest < 2 {
            return None;
        }
        let first = *seen.rows.first()?;
        // Only the last of several rows of heads is right above the columns.
        let leading =
            seen.rows.iter().zip(&seen.head_rows).take_while(|(row, head)| row == head).count();
        let head_row = leading.checked_sub(1).and_then(|last| seen.head_rows.get(last)).copied();
        let length = page.length(first..end).all;
        if head_row.is_none() && length >= LAYOUT * seen.cells.max(1) {
            return None;
        }
        let heads = head_row.map(|row| heads(page, source, row)).unwrap_or_default();
        let short = heads.iter().all(|head| head.len() <= LONGEST_HEAD);
        let (heads, head_row) = if short { (heads, head_row) } else { (Vec::new(), None) };
        Some(Plan { table: index, end, heads, head_row, ..Plan::default() })
    }

    /// Whether the row at `index` only repeats the heads.
    pub(super) fn is_heads(&self, index: usize) -> bool {
        self.head_row == Some(index)
    }

    /// Begins a row.
    pub(super) fn row(&mut self) {
        self.column = 0;
        self.row_has_text = false;
    }

    /// Begins a cell that takes `spans` columns and rows; the head of its column.
    pub(super) fn cell(&mut self, spans: (u16, u16)) -> &str {
        while let Some(taken) = self.taken.get_mut(self.column).filter(|taken| **taken > 0) {
            *taken -= 1;
            self.column += 1;
        }
        let column = self.column;
        let to = (column + usize::from(spans.0)).min(MOST_COLUMNS);
        if spans.1 > 1 && to > column {
            self.taken.resize(self.taken.len().max(to), 0);
            self.taken.iter_mut().take(to).skip(column).for_each(|taken| *taken = spans.1 - 1);
        }
        self.column = to.max(column + 1);
        // A cell across several columns stands under none of their heads.
        let whole = spans.0 > 1;
        self.heads.get(column).filter(|_| !whole).map_or("", String::as_str)
    }
}

fn look(page: &Page, range: Range<usize>) -> Seen {
    let mut seen = Seen::default();
    let mut row: Option<(usize, usize, usize)> = None;
    let end_row = |row: Option<(usize, usize, usize)>, seen: &mut Seen| {
        if let Some((index, cells, heads)) = row {
            seen.rows.push(index);
            seen.widest = seen.widest.max(cells);
            if heads == cells && cells > 1 {
                seen.head_rows.push(index);
            }
        }
    };
    let mut index = range.start;
    while index < range.end {
        let mut next = index + 1;
        if let Some(Node::Element(element)) = page.nodes.get(index) {
            match element.tag {
                Tag::Table => {
                    seen.nested = true;
                    break;
                }
                // The numbers of code's lines stand in a column of their own.
                _ if element.removal == Removal::All => {
                    seen.nested |= matches!(element.tag, Tag::Td);
                    next = page.after(index);
                }
                Tag::Tr => {
                    end_row(row.take(), &mut seen);
                    row = Some((index, 0, 0));
                }
                Tag::Td | Tag::Th if page.length(index..element.end).all > 0 => {
                    seen.cells += 1;
                    if let Some((_, cells, heads)) = &mut row {
                        *cells += 1;
                        *heads += usize::from(element.tag == Tag::Th);
                    }
                }
                _ => {}
            }
        }
        index = next;
    }
    end_row(row, &mut seen);
    seen
}

fn heads(page: &Page, source: &str, row: usize) -> Vec<String> {
    let mut heads: Vec<String> = Vec::new();
    let mut index = row + 1;
    while index < page.after(row) {
        if let Some(element) = page.element(index)
            && matches!(element.tag, Tag::Td | Tag::Th)
        {
            let head = inner_text(page, source, index);
            let head = head.trim_end_matches([':', ' ']).to_owned();
            for _ in 0..usize::from(element.spans.0).min(MOST_COLUMNS) {
                heads.push(head.clone());
            }
            index = page.after(index);
        } else {
            index += 1;
        }
    }
    heads.truncate(MOST_COLUMNS);
    heads
}
