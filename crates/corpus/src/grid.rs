//! A table under construction: cells that span columns and rows, heads of one row or more, told
//! or guessed.

use crate::block::BlockKind;
use crate::builder::Builder;
use crate::rows::push_row;

/// More columns than this are no table for reading.
const MOST_COLUMNS: usize = 512;
/// A cell spans no more columns than this.
const WIDEST: usize = 64;
/// How many cells a table may repeat for the rows they span; beyond, they stand once.
const MOST_REPEATED: usize = 20_000;
/// Only short cells are repeated: they name what their rows have in common.
pub(crate) const LONGEST_REPEATED: usize = 120;

/// A table, filled cell by cell.
#[derive(Default)]
pub(crate) struct Grid {
    rows: Vec<Row>,
    cells: Vec<(String, u64)>,
    /// For each column the cell that reaches down to the next rows, and how many.
    spans: Vec<(usize, String)>,
    repeated: usize,
}

struct Row {
    cells: Vec<(String, u64)>,
    head: bool,
}

impl Grid {
    /// Adds a cell that takes this many columns and rows.
    pub(crate) fn cell(&mut self, text: &str, at: u64, columns: usize, rows: usize) {
        self.spanned(at);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for column in 0..columns.clamp(1, WIDEST) {
            if column > 0 && self.cells.len() >= MOST_COLUMNS {
                break;
            }
            if rows > 1 && self.cells.len() < MOST_COLUMNS {
                let short = column == 0 && text.len() <= LONGEST_REPEATED;
                self.reach_down(rows - 1, if short { &text } else { "" });
            }
            let own = if column == 0 { text.clone() } else { String::new() };
            self.cells.push((own, at));
        }
    }

    fn reach_down(&mut self, rows: usize, text: &str) {
        let column = self.cells.len();
        if self.spans.len() <= column {
            self.spans.resize(column + 1, (0, String::new()));
        }
        if let Some(span) = self.spans.get_mut(column) {
            *span = (rows, text.to_owned());
        }
    }

    /// Fills the columns that cells of rows above reach down to.
    fn spanned(&mut self, at: u64) {
        while let Some((left, text)) = self.spans.get_mut(self.cells.len()).filter(|s| s.0 > 0) {
            *left -= 1;
            self.repeated += 1;
            if self.repeated > MOST_REPEATED {
                self.spans.clear();
                return;
            }
            self.cells.push((text.clone(), at));
        }
    }

    /// Ends the row; `head` where it holds the heads of the columns.
    pub(crate) fn end_row(&mut self, head: bool) {
        if self.cells.is_empty() {
            return;
        }
        self.spanned(0);
        // What reaches down beyond the row's end.
        let beyond = self.spans.iter_mut().skip(self.cells.len());
        beyond.for_each(|span| span.0 = span.0.saturating_sub(1));
        let cells = std::mem::take(&mut self.cells);
        if cells.iter().any(|(text, _)| !text.is_empty()) {
            self.rows.push(Row { cells, head });
        }
    }

    /// Where no row was told to hold heads, takes the first if it looks so.
    pub(crate) fn guess_heads(&mut self) {
        if self.rows.len() > 1
            && !self.rows.iter().any(|row| row.head)
            && let Some(first) = self.rows.first_mut()
        {
            first.head = look_like_heads(first.cells.iter().map(|(text, _)| text.as_str()));
        }
    }

    /// Writes the table.
    pub(crate) fn write(self, builder: &mut Builder) {
        let told = self.rows.iter().take_while(|row| row.head).count();
        // A table of nothing but heads is read as rows.
        let heads = if told < self.rows.len() { told } else { 0 };
        let names = joined(self.rows.get(..heads).unwrap_or_default());
        builder.open(BlockKind::Table);
        for row in self.rows.get(heads..).unwrap_or_default() {
            push_row(builder, &names, &row.cells);
        }
        builder.close();
    }
}

/// The heads of the columns: those of several rows stand one after the other, and one that spans
/// columns heads them all.
fn joined(rows: &[Row]) -> Vec<String> {
    let mut heads: Vec<String> = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let mut above = "";
        for (column, (text, _)) in row.cells.iter().enumerate() {
            // Only heads over others spread; the last row of them stands over its own columns.
            let spreads = number + 1 < rows.len() && text.len() <= LONGEST_REPEATED;
            let text = if text.is_empty() && spreads { above } else { text.as_str() };
            above = if spreads { text } else { "" };
            if heads.len() <= column {
                heads.resize(column + 1, String::new());
            }
            if let Some(head) = heads.get_mut(column).filter(|head| *head != text) {
                let gap = if head.is_empty() || text.is_empty() { "" } else { " " };
                head.push_str(gap);
                head.push_str(text);
            }
        }
    }
    heads
}

/// Whether a first row reads like the heads of columns: short, all different, none a number.
pub(crate) fn look_like_heads<'c>(cells: impl Iterator<Item = &'c str>) -> bool {
    let cells: Vec<&str> = cells.map(str::trim).collect();
    let mut seen = std::collections::HashSet::new();
    // The first column may be without a head: it numbers the rows.
    let named = |(column, cell): (usize, &&str)| {
        (column == 0 && cells.len() > 1 && cell.is_empty())
            || (cell.len() <= LONGEST_REPEATED
                && cell.chars().any(char::is_alphabetic)
                && !is_number(cell))
    };
    !cells.is_empty()
        && cells.iter().enumerate().all(named)
        && cells.iter().all(|cell| seen.insert(cell.to_lowercase()))
}

fn is_number(cell: &str) -> bool {
    let bare = cell.trim_matches(|c: char| "$€£¥%+-".contains(c));
    bare.replace([',', '.', ' ', '\u{a0}'], "").parse::<u128>().is_ok()
        || bare.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Origin;

    fn written(grid: Grid) -> String {
        let mut builder = Builder::new();
        grid.write(&mut builder);
        builder.finish(String::new(), String::new(), Origin::default()).text
    }

    #[test]
    fn heads_of_two_rows_and_cells_over_rows_are_read_with_each_cell() {
        let mut grid = Grid::default();
        for (text, columns, rows) in [("Kind", 1, 2), ("Size", 2, 1)] {
            grid.cell(text, 0, columns, rows);
        }
        grid.end_row(true);
        for text in ["min", "max"] {
            grid.cell(text, 0, 1, 1);
        }
        grid.end_row(true);
        grid.cell("ox", 0, 1, 2);
        grid.cell("1", 0, 1, 1);
        grid.cell("2", 0, 1, 1);
        grid.end_row(false);
        grid.cell("3", 0, 1, 1);
        grid.end_row(false);
        assert_eq!(written(grid), "Kind: ox | Size min: 1 | Size max: 2\nKind: ox | Size min: 3");
    }

    #[test]
    fn heads_are_guessed_from_their_look() {
        for (cells, heads) in [
            (&["Name", "Age"][..], true),
            (&["", "Age"], true),
            (&["Name", "12"], false),
            (&["Name", "name"], false),
            (&["Name", "1e5"], false),
            (&[], false),
        ] {
            assert_eq!(look_like_heads(cells.iter().copied()), heads, "{cells:?}");
        }
    }

    #[test]
    fn cells_that_span_a_million_rows_cost_little() {
        let mut grid = Grid::default();
        for _ in 0..500 {
            grid.cell("x", 0, usize::MAX, usize::MAX);
        }
        grid.end_row(false);
        for _ in 0..50_000 {
            grid.cell("y", 0, 1, 1);
            grid.end_row(false);
        }
        assert!(written(grid).len() < 4 << 20);
    }
}
