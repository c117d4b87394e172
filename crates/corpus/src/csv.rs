//! Tables as text: a record a line, with commas, semicolons, tabs or bars between the cells.

use crate::block::BlockKind;
use crate::builder::Builder;
use crate::grid::look_like_heads;
use crate::plain::file_document;
use crate::rows::push_row;
use crate::unit::{Parsed, Problem, Unit};

/// Parses one table.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let text = unit.utf8()?;
    let base = unit.offset + (unit.bytes.len() - text.len()) as u64;
    let mut reader = ::csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator(&unit.path, text))
        .from_reader(text.as_bytes());
    let mut record = ::csv::StringRecord::new();
    let mut builder = Builder::new();
    let mut heads: Option<Vec<String>> = None;
    let mut first = None;
    builder.open(BlockKind::Table);
    loop {
        let start = reader.position().byte() as usize;
        let more = reader.read_record(&mut record);
        if !more.map_err(|error| unit.problem(start, format!("no table: {error}")))? {
            break;
        }
        let raw = text.get(start..reader.position().byte() as usize).unwrap_or_default();
        let cells = cells(&record, raw, base + start as u64);
        match &heads {
            Some(heads) => push_row(&mut builder, heads, &cells),
            None if first.is_none() && look_like_heads(record.iter()) => {
                first = Some(cells);
                heads = Some(record.iter().map(str::to_owned).collect());
            }
            None => {
                heads = Some(Vec::new());
                push_row(&mut builder, &[], &cells);
            }
        }
    }
    // A table of nothing but heads is read as a row.
    if let Some(cells) = first.filter(|_| builder.is_empty()) {
        push_row(&mut builder, &[], &cells);
    }
    builder.close();
    Ok(file_document(unit, builder))
}

/// A record's cells with their places. One that is written otherwise (with quotes in it) gets its
/// record's, and so do those behind it.
fn cells(record: &::csv::StringRecord, raw: &str, start: u64) -> Vec<(String, u64)> {
    let mut from = Some(0);
    let place = |cell: &str| {
        let found = from.and_then(|from| Some(from + raw.get(from..)?.find(cell)?));
        from = found.map(|at| at + cell.len());
        (cell.to_owned(), start + found.unwrap_or(0) as u64)
    };
    record.iter().map(place).collect()
}

const SEPARATORS: [u8; 4] = [b',', b'\t', b';', b'|'];
/// How many lines tell the separator.
const TELLING_LINES: usize = 20;

/// The file's separator: by its ending, else the one that stands in the first lines most evenly.
fn separator(path: &str, text: &str) -> u8 {
    let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    if ending == "tsv" || ending == "tab" {
        return b'\t';
    }
    let counts = counts(text);
    let evenness = |index: usize| {
        let counts: Vec<usize> =
            counts.iter().filter_map(|line| line.get(index).copied()).collect();
        let first = counts.first().copied().unwrap_or(0);
        let same = counts.iter().filter(|count| **count == first && first > 0).count();
        (same, first)
    };
    // The first of equals is the commonest.
    let best = (0..SEPARATORS.len()).rev().max_by_key(|index| evenness(*index));
    best.and_then(|index| SEPARATORS.get(index).copied()).unwrap_or(b',')
}

/// How often each separator stands outside quotes, in each of the first lines.
fn counts(text: &str) -> Vec<[usize; SEPARATORS.len()]> {
    let mut lines = Vec::new();
    let mut line = [0; SEPARATORS.len()];
    let mut quoted = false;
    for byte in text.bytes().take(64 << 10) {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => {
                lines.push(std::mem::take(&mut line));
                if lines.len() == TELLING_LINES {
                    return lines;
                }
            }
            _ if quoted => {}
            byte => {
                let known = SEPARATORS.iter().position(|separator| *separator == byte);
                if let Some(count) = known.and_then(|index| line.get_mut(index)) {
                    *count += 1;
                }
            }
        }
    }
    if line.iter().any(|count| *count > 0) {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::unit::{Format, Why};
    use proptest::prelude::*;

    fn read(path: &str, bytes: &[u8]) -> Result<Parsed, Problem> {
        parse(&Unit {
            source: "s".into(),
            path: path.into(),
            format: Format::Csv,
            bytes: bytes.to_vec(),
            offset: 0,
            line: 1,
        })
    }

    fn document(path: &str, text: &str) -> Document {
        let Ok(Parsed::Document(document)) = read(path, text.as_bytes()) else { panic!("{text}") };
        *document
    }

    #[test]
    fn records_are_rows_read_with_the_heads() {
        let text =
            "\u{feff}Name,Port,Note\nssh,22,\"a \"\"safe\"\" shell,\nof old\"\nhttp,80,,extra\n";
        let d = document("well-known.csv", text);
        assert_eq!(d.title, "well known");
        assert_eq!(
            d.text,
            "Name: ssh | Port: 22 | Note: a \"safe\" shell, of old\nName: http | Port: 80 | extra"
        );
        let kinds: Vec<_> = d.blocks.iter().map(|b| b.kind).collect();
        assert_eq!(kinds, [BlockKind::Table, BlockKind::Row, BlockKind::Row]);
        for word in ["ssh", "22", "http", "extra"] {
            let at = d.text.find(word).unwrap();
            assert_eq!(d.offsets.source(at) as usize, text.find(word).unwrap(), "{word}");
        }
    }

    #[test]
    fn the_separator_is_told_by_the_ending_or_the_lines() {
        for (path, text) in [
            ("a.csv", "Name;Price\nox;1,5\ncow;2,5\n"),
            ("a.csv", "Name|Price\nox|1,5\n"),
            ("a.txt", "Name\tPrice\nox\t1,5\n"),
            ("a.TSV", "Name\tPrice\nox\t1,5\n"),
            ("a.csv", "Name,Price\nox,\"1,5\"\n"),
        ] {
            assert!(document(path, text).text.starts_with("Name: ox | Price: 1,5"), "{text}");
        }
    }

    #[test]
    fn a_first_record_of_values_is_a_row() {
        assert_eq!(document("a.csv", "ssh,22\nhttp,80\n").text, "ssh | 22\nhttp | 80");
        assert_eq!(document("a.csv", "Name,Port\n").text, "Name | Port");
    }

    #[test]
    fn bad_bytes_are_a_problem_and_nothing_is_nothing() {
        assert_eq!(read("a.csv", b"a,b\n\xff,c\n").unwrap_err().offset, Some(4));
        assert_eq!(read("a.csv", b"\n\n").unwrap(), Parsed::Nothing(Why::Empty));
    }

    proptest! {
        #[test]
        fn any_text_keeps_its_words(text in "[a-c1,;\"|\t\n ]{0,80}") {
            let parsed = read("a.csv", text.as_bytes());
            prop_assert!(parsed.is_ok());
        }
    }
}
