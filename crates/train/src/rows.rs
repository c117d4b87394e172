//! Labelled rows of a user's own: JSONL, CSV or TSV with a text, perhaps a second one, and a label.

use std::path::Path;

use serde_json::{Map, Value};

use crate::error::{Error, Result};

/// A row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The text, or the first of two.
    pub text: String,
    /// The second text.
    pub text2: Option<String>,
    /// Its label.
    pub label: String,
}

/// What the columns are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// The text.
    pub text: String,
    /// The second text; none: `text2`, where the file has such a column.
    pub text2: Option<String>,
    /// The label.
    pub label: String,
}

impl Default for Columns {
    fn default() -> Columns {
        Columns { text: "text".to_owned(), text2: None, label: "label".to_owned() }
    }
}

const SECOND: &str = "text2";

/// Reads a file: `.csv` and `.tsv` with a header, anything else as JSON, an object a line.
pub fn read_rows(path: &Path, columns: &Columns) -> Result<Vec<Row>> {
    let bytes = std::fs::read(path).map_err(|reason| Error::read(path, reason))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        Error::line(path, line, "this is not UTF-8; save the file as UTF-8 and run it again")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let no_rows = "it has no rows; a text and a label a line are expected";
    if text.trim().is_empty() {
        return Err(Error::file(path, no_rows));
    }
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let rows = match ending.as_deref() {
        Some("csv") => of_table(path, text, b',', columns)?,
        Some("tsv" | "tab") => of_table(path, text, b'\t', columns)?,
        _ => of_json_lines(path, text, columns)?,
    };
    match rows.is_empty() {
        true => Err(Error::file(path, no_rows)),
        false => Ok(rows),
    }
}

fn of_table(path: &Path, text: &str, sign: u8, columns: &Columns) -> Result<Vec<Row>> {
    let mut reader = csv::ReaderBuilder::new().delimiter(sign).from_reader(text.as_bytes());
    let misread = |error: &csv::Error| {
        let line = error.position().map_or(1, |at| usize::try_from(at.line()).unwrap_or(1));
        Error::line(path, line, format!("this row cannot be read: {error}"))
    };
    let header = reader.headers().map_err(|error| misread(&error))?.clone();
    let place = |name: &str| header.iter().position(|cell| cell.trim() == name);
    let known = || header.iter().map(str::trim).collect::<Vec<_>>().join(", ");
    let named =
        |name: &str| place(name).ok_or_else(|| Error::line(path, 1, no_column(name, &known())));
    let (first, label) = (named(&columns.text)?, named(&columns.label)?);
    let second = match &columns.text2 {
        Some(name) => Some(named(name)?),
        None => place(SECOND),
    };
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| misread(&error))?;
        let line = record.position().map_or(1, |at| usize::try_from(at.line()).unwrap_or(1));
        let cell = |place: usize| record.get(place).unwrap_or_default().to_owned();
        let row = Row { text: cell(first), text2: second.map(cell), label: cell(label) };
        rows.push(sound(path, line, row)?);
    }
    Ok(rows)
}

fn of_json_lines(path: &Path, text: &str, columns: &Columns) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut second = columns.text2.clone();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let wrong = |why: String| Error::line(path, number + 1, why);
        let fields: Map<String, Value> = serde_json::from_str(line)
            .map_err(|error| wrong(format!("this is no JSON object ({error})")))?;
        if rows.is_empty() && second.is_none() && fields.contains_key(SECOND) {
            second = Some(SECOND.to_owned());
        }
        let known = || fields.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let field = |name: &str| match fields.get(name) {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(Value::Bool(value)) => Ok(value.to_string()),
            Some(Value::Number(value)) => Ok(value.to_string()),
            Some(_) => Err(wrong(format!("\"{name}\" is neither a text nor a number"))),
            None => Err(wrong(no_column(name, &known()))),
        };
        let row = Row {
            text: field(&columns.text)?,
            text2: second.as_deref().map(field).transpose()?,
            label: field(&columns.label)?,
        };
        rows.push(sound(path, number + 1, row)?);
    }
    Ok(rows)
}

fn no_column(name: &str, known: &str) -> String {
    format!(
        "there is no column \"{name}\"; the columns here are {known} (--text, --text2 and --label name others)"
    )
}

fn sound(path: &Path, line: usize, row: Row) -> Result<Row> {
    let label = row.label.trim();
    if label.is_empty() || label.eq_ignore_ascii_case("nan") {
        let why = "this row has no label; give it one or take it out";
        return Err(Error::line(path, line, why));
    }
    if row.text.trim().is_empty() {
        return Err(Error::line(path, line, "this row has no text; give it one or take it out"));
    }
    let label = label.to_owned();
    Ok(Row { label, ..row })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn read(name: &str, bytes: &[u8]) -> Result<Vec<Row>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        read_rows(&path, &Columns::default())
    }

    fn wrong(name: &str, bytes: &[u8]) -> String {
        read(name, bytes).unwrap_err().to_string()
    }

    #[test]
    fn the_same_rows_are_read_from_json_lines_commas_and_tabs() {
        let json = b"{\"text\": \"a, b\", \"text2\": \"c\", \"label\": \"x\"}\n\n{\"text\": \"d\", \"text2\": \"\", \"label\": true}\n";
        let commas = b"label,text2,text\nx,c,\"a, b\"\ntrue,,d\n";
        let tabs = b"text\tlabel\ttext2\na, b\tx\tc\nd\ttrue\t\n";
        let rows = read("rows.jsonl", json).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].text.as_str(), rows[1].label.as_str()), ("a, b", "true"));
        assert_eq!(rows, read("rows.csv", commas).unwrap());
        assert_eq!(rows, read("rows.tsv", tabs).unwrap());
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_its_line() {
        assert!(
            wrong("a.csv", b"text,class\na,b\n").contains(
                "a.csv:1: there is no column \"label\"; the columns here are text, class"
            )
        );
        assert!(
            wrong("a.jsonl", b"{\"text\": \"a\", \"label\": \"x\"}\n{\"text\": \"b\"}\n")
                .contains("a.jsonl:2: there is no column \"label\"")
        );
        assert!(wrong("a.jsonl", b"text\n").contains("a.jsonl:1: this is no JSON object"));
        assert!(
            wrong("a.csv", b"text,label\na,x\n\xff,y\n").contains("a.csv:3: this is not UTF-8")
        );
        assert!(wrong("a.csv", b"text,label\na,NaN\n").contains("a.csv:2: this row has no label"));
        assert!(wrong("a.csv", b"text,label\n ,x\n").contains("a.csv:2: this row has no text"));
        assert!(
            wrong("a.csv", b"text,label\na,b,c\n").contains("a.csv:2: this row cannot be read")
        );
        assert!(wrong("a.jsonl", b"").contains("no rows"));
        assert!(wrong("a.csv", b"text,label\n").contains("no rows"));
    }
}
