//! Cells of tables. A cell that a spreadsheet would run as a formula gets an apostrophe before it,
//! which reading takes away again.

use crate::formats::unwritable;
use crate::refusal::Refusal;

const RUN: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

fn would_run(cell: &str) -> bool {
    cell.trim_start_matches('\'').starts_with(RUN)
}

/// A cell that no spreadsheet runs.
pub(super) fn harmless(cell: &str) -> String {
    if would_run(cell) { format!("'{cell}") } else { cell.to_owned() }
}

/// The cell that was made harmless.
pub(super) fn original(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if would_run(rest) => rest,
        _ => cell,
    }
}

/// A row of a table, with its line's end.
pub fn row<S: AsRef<str>>(cells: impl IntoIterator<Item = S>) -> String {
    let quoted = cells.into_iter().map(|cell| {
        let cell = harmless(cell.as_ref());
        match cell.contains([',', '"', '\n', '\r']) || cell.trim() != cell {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell,
        }
    });
    quoted.collect::<Vec<_>>().join(",") + "\r\n"
}

/// Rows of a table by the names of its columns.
pub(super) struct Table {
    names: Vec<String>,
    rows: csv::StringRecordsIntoIter<std::io::Cursor<Vec<u8>>>,
}

/// A row: its line, or why it cannot be read.
pub(super) struct Cells<'a> {
    names: &'a [String],
    /// The line it begins in.
    pub line: usize,
    cells: csv::StringRecord,
}

impl Cells<'_> {
    /// The cell of a column; empty where there is none.
    pub fn get(&self, name: &str) -> &str {
        let place = self.names.iter().position(|known| known == name);
        place.and_then(|place| self.cells.get(place)).map(original).unwrap_or_default()
    }

    /// The number of a column; 0 where it is empty.
    pub fn number(&self, name: &str) -> Result<i64, String> {
        match self.get(name) {
            "" => Ok(0),
            text => text.parse().map_err(|_| format!("{name} '{text}' is no number")),
        }
    }

    /// The JSON of a column; the default where it is empty.
    pub fn json<T: serde::de::DeserializeOwned + Default>(&self, name: &str) -> Result<T, String> {
        match self.get(name) {
            "" => Ok(T::default()),
            text => serde_json::from_str(text).map_err(|error| format!("{name}: {error}")),
        }
    }
}

/// The names of a table's columns.
pub(super) fn header(text: &str) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let names = reader.headers().map(|names| names.iter().map(str::to_owned).collect());
    names.unwrap_or_default()
}

impl Table {
    /// A table that must have certain columns.
    pub fn open(text: &str, needed: &[&str]) -> Result<Table, Refusal> {
        let names = header(text);
        if let Some(missing) = needed.iter().find(|name| !names.iter().any(|n| n == *name)) {
            let why = format!("the table has no column '{missing}'");
            let hint = format!("its first line names its columns: {}", needed.join(", "));
            return Err(Refusal::new("format", why).hint(hint));
        }
        let source = std::io::Cursor::new(text.as_bytes().to_vec());
        let reader = csv::ReaderBuilder::new().flexible(true).from_reader(source);
        Ok(Table { names, rows: reader.into_records() })
    }

    /// The next row.
    pub fn next(&mut self) -> Option<Result<Cells<'_>, (usize, String)>> {
        let row = self.rows.next()?;
        Some(match row {
            Ok(cells) => {
                let line = cells.position().map_or(0, |place| place.line() as usize);
                Ok(Cells { names: &self.names, line, cells })
            }
            Err(error) => {
                let line = error.position().map_or(0, |place| place.line() as usize);
                Err((line, format!("the row cannot be read: {error}")))
            }
        })
    }
}

/// JSON for a cell; an empty cell where there is nothing.
pub(super) fn json<T: serde::Serialize + Default + PartialEq>(
    value: &T,
) -> Result<String, Refusal> {
    match *value == T::default() {
        true => Ok(String::new()),
        false => serde_json::to_string(value).map_err(unwritable),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_would_run_is_made_harmless_and_comes_back() {
        for cell in ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "'=x", "''=x", "'Tis", "", "x", "'"] {
            assert!(!harmless(cell).starts_with(RUN), "{cell}");
            assert_eq!(original(&harmless(cell)), cell);
        }
        assert_eq!(harmless("'Tis"), "'Tis");
        assert_eq!(row(["=a", "b,c", " d"]), "'=a,\"b,c\",\" d\"\r\n");
    }
}
