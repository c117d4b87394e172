//! Tables: those that only lay out a page keep their text, those that hold data do not.

use crate::builder::{Builder, Mark};

/// A cell of a layout table has at least this many words on average.
const LAYOUT: usize = 25;

/// The tables that are open, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Tables {
    open: Vec<Table>,
}

#[derive(Debug)]
struct Table {
    mark: Mark,
    apparatus: Option<u8>,
    words: usize,
    link_words: usize,
    cells: usize,
    cell_has_words: bool,
}

impl Tables {
    /// Opens a table at `mark`, in the apparatus section it stands in, if any.
    pub(super) fn begin(&mut self, mark: Mark, apparatus: Option<u8>) {
        self.open.push(Table {
            mark,
            apparatus,
            words: 0,
            link_words: 0,
            cells: 0,
            cell_has_words: false,
        });
    }

    /// Opens a cell.
    pub(super) fn cell(&mut self) {
        if let Some(table) = self.open.last_mut() {
            table.cell_has_words = false;
        }
    }

    /// Counts words of the innermost table, and those of them inside links.
    pub(super) fn words(&mut self, words: usize, linked: usize) {
        let Some(table) = self.open.last_mut() else {
            return;
        };
        table.words += words;
        table.link_words += linked;
        if words > 0 && !table.cell_has_words {
            table.cell_has_words = true;
            table.cells += 1;
        }
    }

    /// Closes the innermost table; where it held data its text is taken back, and the apparatus
    /// section to return to is given.
    pub(super) fn end(&mut self, out: &mut Builder) -> Option<Option<u8>> {
        let table = self.open.pop()?;
        let links_only = table.link_words * 5 >= table.words * 4;
        if table.words >= LAYOUT * table.cells.max(1) && !links_only {
            self.words(table.words, table.link_words);
            return None;
        }
        out.rewind(&table.mark);
        Some(table.apparatus)
    }
}
