//! Plain text: blank lines part paragraphs; hard-wrapped lines are joined.

use crate::builder::Builder;
use crate::names;
use crate::unit::{Parsed, Problem, Unit, Why};

/// Parses one text file.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let text = unit.utf8()?;
    if text.contains('\0') {
        return Err(
            unit.problem(text.find('\0').unwrap_or(0), "holds NUL bytes, so it is no text file")
        );
    }
    let skipped = (unit.bytes.len() - text.len()) as u64;
    let mut builder = Builder::new();
    push_lines(text, unit.offset + skipped, &mut builder);
    Ok(file_document(unit, builder))
}

/// The document of a file that names no title itself.
pub(crate) fn file_document(unit: &Unit, builder: Builder) -> Parsed {
    if builder.is_empty() {
        return Parsed::Nothing(Why::Empty);
    }
    let stem = file_stem(&unit.path);
    let mut document = builder.finish(unit.id(&unit.path), title_of(stem), unit.origin());
    document.names = vec![names::path(&unit.source, &unit.path), names::page(&unit.source, stem)];
    Parsed::Document(Box::new(document))
}

/// The file's name without folder and extension.
pub(crate) fn file_stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// A file's stem as a title.
pub(crate) fn title_of(stem: &str) -> String {
    stem.replace(['_', '-'], " ")
}

pub(crate) fn push_lines(text: &str, base: u64, builder: &mut Builder) {
    let wrapped = is_wrapped(text);
    let mut at = base;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            builder.paragraph();
        } else {
            if wrapped && is_list_item(line) {
                builder.line();
            }
            builder.push(line, at);
            if !wrapped {
                builder.line();
            }
        }
        at += line.len() as u64;
    }
}

/// Where most lines that go on in the next one end near a column, a program broke them, not the
/// writer.
fn is_wrapped(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().take(2000).map(str::trim_end).collect();
    let going_on: Vec<usize> = lines
        .windows(2)
        .filter(|pair| !pair[0].is_empty() && !pair[1].is_empty() && !is_list_item(pair[1]))
        .map(|pair| pair[0].chars().count())
        .collect();
    let near_column = going_on.iter().filter(|&&n| (45..=100).contains(&n)).count();
    near_column > 0 && near_column * 3 >= going_on.len() * 2
}

fn is_list_item(line: &str) -> bool {
    let line = line.trim_start();
    if line.starts_with(['-', '*', '•', '–']) {
        return true;
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    (1..=3).contains(&digits) && line[digits..].starts_with(['.', ')'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Origin;

    fn text_of(text: &str) -> String {
        let mut b = Builder::new();
        push_lines(text, 0, &mut b);
        b.finish(String::new(), String::new(), Origin::default()).text
    }

    #[test]
    fn hard_wrapped_lines_are_joined_and_lists_kept() {
        let wrapped = "The planet turns once in a little under ten hours, which\nflattens it visibly at the poles.\n\nIt has:\n- rings\n- moons\n";
        assert_eq!(
            text_of(wrapped),
            "The planet turns once in a little under ten hours, which flattens it visibly at the poles.\n\nIt has:\n- rings\n- moons"
        );
    }

    #[test]
    fn long_lines_are_paragraphs_of_their_own() {
        let line = "word ".repeat(60);
        assert_eq!(text_of(&format!("{line}\n{line}")).lines().count(), 2);
    }
}
