//! The text of a table's row: each cell is read with the head of its column.

use crate::block::BlockKind;
use crate::builder::Builder;

/// The heads of a table's columns; an empty one says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Heads(pub(crate) Vec<String>);

/// A cell's text and where it starts in the text read.
pub(crate) type Cell = (String, usize);

/// What stands between two cells.
const BORDER: &str = " | ";

/// A row as text: "Head: cell | Head: cell", without the empty cells.
#[allow(dead_code)] // For the formats that give a row as one string.
pub(crate) fn row_text(heads: &Heads, cells: &[String]) -> String {
    let mut out = String::new();
    for (column, cell) in cells.iter().enumerate() {
        let cell = cell.split_whitespace().collect::<Vec<_>>().join(" ");
        if cell.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push_str(BORDER);
        }
        if let Some(head) = head(&heads.0, column) {
            out.push_str(head);
            out.push_str(": ");
        }
        out.push_str(&cell);
    }
    out
}

/// Adds a row whose cells stand at these places of the file.
pub(crate) fn push_row(builder: &mut Builder, heads: &[String], cells: &[(String, u64)]) {
    let mut row = RowWriter::begin(builder);
    for (column, (cell, source)) in cells.iter().enumerate() {
        row.cell(column);
        if !cell.trim().is_empty() {
            row.before_text(builder, heads, *source);
            builder.push(cell, *source);
        }
    }
    builder.close();
}

/// Writes a row cell by cell, so that a cell's text can be pushed piece by piece. The row is
/// closed with [`Builder::close`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowWriter {
    column: usize,
    /// A cell of this row has text.
    started: bool,
    /// The cell that is open has text.
    in_cell: bool,
}

impl RowWriter {
    pub(crate) fn begin(builder: &mut Builder) -> RowWriter {
        builder.open(BlockKind::Row);
        RowWriter { column: 0, started: false, in_cell: false }
    }

    /// Begins the cell of a column, counted from 0.
    pub(crate) fn cell(&mut self, column: usize) {
        self.column = column;
        self.in_cell = false;
    }

    /// To be called before a cell's text is pushed: writes the border and the column's head.
    pub(crate) fn before_text(&mut self, builder: &mut Builder, heads: &[String], source: u64) {
        if std::mem::replace(&mut self.in_cell, true) {
            return;
        }
        if std::mem::replace(&mut self.started, true) {
            builder.push(BORDER, source);
        }
        if let Some(head) = head(heads, self.column) {
            builder.push(head, source);
            builder.push(": ", source);
        }
    }
}

fn head(heads: &[String], column: usize) -> Option<&str> {
    let head = heads.get(column)?.trim();
    let head = head.strip_suffix(':').unwrap_or(head).trim_end();
    (!head.is_empty()).then_some(head)
}

/// The rows of comma-separated text that starts at `at` of the file.
pub(crate) fn delimited(text: &str, at: usize, comma: char) -> Vec<Vec<Cell>> {
    let mut rows = vec![Vec::new()];
    let mut cell: Cell = (String::new(), at);
    let mut quoted = false;
    let mut chars = text.char_indices().peekable();
    while let Some((place, char)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        match char {
            '"' if quoted && next == Some('"') => {
                chars.next();
                cell.0.push('"');
            }
            '"' if quoted || cell.0.trim().is_empty() => quoted = !quoted,
            _ if quoted => cell.0.push(char),
            _ if char == comma || char == '\n' => {
                let done = std::mem::replace(&mut cell, (String::new(), at + place + 1));
                if let Some(row) = rows.last_mut() {
                    row.push((done.0.trim().to_owned(), done.1));
                }
                if char == '\n' {
                    rows.push(Vec::new());
                }
            }
            _ => cell.0.push(char),
        }
        if cell.0.trim().is_empty() && !quoted {
            cell.1 = at + place + char.len_utf8();
        }
    }
    if let Some(row) = rows.last_mut() {
        row.push((cell.0.trim().to_owned(), cell.1));
    }
    rows.retain(|row| row.iter().any(|(text, _)| !text.is_empty()));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Origin;

    #[test]
    fn cells_are_read_with_their_heads() {
        let heads = vec!["Name".to_owned(), String::new(), "Default:".to_owned()];
        let cells = ["port", "tcp", "  80\n", "extra"].map(str::to_owned);
        assert_eq!(
            row_text(&Heads(heads.clone()), &cells),
            "Name: port | tcp | Default: 80 | extra"
        );
        assert_eq!(
            row_text(&Heads(heads.clone()), &["".into(), "".into(), "9".into()]),
            "Default: 9"
        );

        let mut builder = Builder::new();
        builder.open(BlockKind::Table);
        push_row(&mut builder, &heads, &cells.map(|cell| (cell, 40)));
        push_row(&mut builder, &heads, &[(" ".into(), 50)]);
        builder.close();
        let document = builder.finish(String::new(), String::new(), Origin::default());
        assert_eq!(document.text, "Name: port | tcp | Default: 80 | extra");
        let kinds: Vec<_> = document.blocks.iter().map(|b| b.kind).collect();
        assert_eq!(kinds, [BlockKind::Table, BlockKind::Row]);
        assert_eq!(document.offsets.source(document.text.find("port").unwrap()), 40);
    }
}
