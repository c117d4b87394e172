//! Plain text: blank lines part paragraphs; hard-wrapped lines are joined; lists, code and underlined
//! headings are told by their looks.

use crate::block::BlockKind;
use crate::builder::Builder;
use crate::names;
use crate::source_line::{SourceLine, source_lines};
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
    let lines = source_lines(text);
    let mut page = Page {
        wrapped: is_wrapped(text),
        prose: is_prose(&lines),
        lines,
        base,
        builder,
        list: None,
    };
    let mut at = 0;
    while at < page.lines.len() {
        at = page.step(at).max(at + 1);
    }
    page.end_list();
}

struct Page<'a, 'b> {
    lines: Vec<SourceLine<'a>>,
    base: u64,
    builder: &'b mut Builder,
    wrapped: bool,
    /// Most of the text stands at the left margin.
    prose: bool,
    /// The indentation of the list that is open.
    list: Option<usize>,
}

impl Page<'_, '_> {
    /// Reads a line, or what starts on it; answers the line after it.
    fn step(&mut self, at: usize) -> usize {
        let Some(&line) = self.lines.get(at) else { return at + 1 };
        if line.is_blank() {
            if self.list.is_none() {
                self.builder.paragraph();
            }
            return at + 1;
        }
        let after_blank = at == 0 || self.lines.get(at - 1).is_some_and(SourceLine::is_blank);
        if after_blank {
            if let Some(level) = self.underlined(at) {
                self.end_list();
                self.builder.heading(level, line.text.trim());
                return at + 2;
            }
            let indent = line.indent();
            if self.list.is_some_and(|list| indent <= list) && marker(line.text).is_none() {
                self.end_list();
            }
            if let Some(end) = self.code_end(at) {
                return self.code(at, end);
            }
        }
        match self.item(line, at) {
            true => {}
            false => {
                if after_blank && self.list.is_some() {
                    self.builder.line();
                }
                self.builder.push(line.text, self.base + line.at as u64);
            }
        }
        match self.wrapped || self.list.is_some() {
            true => self.builder.push(" ", self.base + line.end() as u64),
            false => self.builder.line(),
        }
        at + 1
    }

    /// Opens an item of a list where the line starts one.
    fn item(&mut self, line: SourceLine, at: usize) -> bool {
        let Some((kind, len)) = marker(line.text) else { return false };
        // A number at the start of a line inside a paragraph is a number.
        let number = kind == BlockKind::Step;
        let before = at.checked_sub(1).and_then(|i| self.lines.get(i)).map_or("", |l| l.text);
        let starts =
            before.is_empty() || self.list.is_some() || before.ends_with(':') || !self.wrapped;
        let first = line.text.trim_start().starts_with("1");
        if number && !starts && !first {
            return false;
        }
        if self.list.is_none() {
            self.builder.open(BlockKind::List);
        } else {
            self.builder.close();
        }
        self.list = Some(line.indent());
        self.builder.open(kind);
        let text = line.text.get(len..).unwrap_or_default();
        self.builder.push(text, self.base + (line.at + len) as u64);
        true
    }

    fn end_list(&mut self) {
        if self.list.take().is_some() {
            self.builder.close();
            self.builder.close();
        }
    }

    /// The level of a heading with a line of `=` or `-` under it.
    fn underlined(&self, at: usize) -> Option<u8> {
        let title = self.lines.get(at)?.text.trim();
        let under = self.lines.get(at + 1)?.text.trim();
        let mark = under.chars().next().filter(|c| matches!(c, '=' | '-'))?;
        let width = title.chars().count();
        let fits = under.len() >= 3 && under.len().abs_diff(width) <= 3 + width / 4;
        let words = title.contains(char::is_alphabetic) && width <= 100;
        let level = if mark == '=' { 1 } else { 2 };
        (fits && words && under.chars().all(|c| c == mark)).then_some(level)
    }

    /// Where the indented code that starts here ends; `None` where none does.
    fn code_end(&self, at: usize) -> Option<usize> {
        let margin = self.list.map_or(0, |list| list + 2);
        let indented = |i: &usize| {
            self.lines.get(*i).is_some_and(|l| !l.is_blank() && l.indent() >= margin + 2)
        };
        if !self.prose
            || !indented(&at)
            || self.lines.get(at).is_some_and(|l| marker(l.text).is_some())
        {
            return None;
        }
        let mut end = at;
        let mut coded = 0;
        while indented(&end) {
            coded += usize::from(self.lines.get(end).is_some_and(|l| is_code(l.text.trim_start())));
            end += 1;
        }
        (coded * 2 >= end - at).then_some(end)
    }

    fn code(&mut self, at: usize, end: usize) -> usize {
        let lines = self.lines.get(at..end).unwrap_or_default();
        let indent = lines.iter().map(SourceLine::indent).min().unwrap_or(0);
        self.builder.open(BlockKind::Code);
        for line in lines {
            let line = line.after_column(indent);
            self.builder.push_verbatim(line.text, self.base + line.at as u64);
            self.builder.push_verbatim("\n", self.base + line.end() as u64);
        }
        self.builder.close();
        end
    }
}

/// Whether most lines stand at the left margin.
fn is_prose(lines: &[SourceLine]) -> bool {
    let lines: Vec<usize> =
        lines.iter().take(2000).filter(|l| !l.is_blank()).map(SourceLine::indent).collect();
    let at_margin = lines.iter().filter(|&&indent| indent < 2).count();
    at_margin * 2 >= lines.len()
}

/// Whether a line looks like code, a command, or columns.
fn is_code(line: &str) -> bool {
    const SIGNS: [&str; 16] = [
        "{", "}", "();", "()", " = ", "==", "=>", "->", "::", "&&", "||", "#!", "</", "$(", "\\",
        ";",
    ];
    let prompt =
        ["$ ", "# ", "% ", "> ", ">>> ", "./", "sudo ", "--"].iter().any(|p| line.starts_with(p));
    let columns = line.contains("   ");
    prompt || columns || SIGNS.iter().any(|sign| line.contains(sign))
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
    marker(line).is_some()
}

/// What an item's marker says it is, and the bytes up to its text.
fn marker(line: &str) -> Option<(BlockKind, usize)> {
    let bare = line.trim_start();
    let first = bare.chars().next()?;
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let (kind, len) = match digits {
        0 if "-*•–+".contains(first) => (BlockKind::Item, first.len_utf8()),
        1..=3 if bare.get(digits..).is_some_and(|r| r.starts_with(['.', ')'])) => {
            (BlockKind::Step, digits + 1)
        }
        _ => return None,
    };
    let rest = bare.get(len..)?;
    let spaces = rest.len() - rest.trim_start().len();
    (spaces > 0 && spaces < rest.len()).then_some((kind, line.len() - bare.len() + len + spaces))
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
            "The planet turns once in a little under ten hours, which flattens it visibly at the poles.\n\nIt has:\n\nrings\nmoons"
        );
    }

    #[test]
    fn long_lines_are_paragraphs_of_their_own() {
        let line = "word ".repeat(60);
        assert_eq!(text_of(&format!("{line}\n{line}")).lines().count(), 2);
    }

    fn blocks_of(text: &str) -> Vec<(BlockKind, String)> {
        let mut b = Builder::new();
        push_lines(text, 0, &mut b);
        let d = b.finish(String::new(), String::new(), Origin::default());
        for word in ["second", "make", "After"] {
            if let (Some(at), Some(source)) = (d.text.find(word), text.find(word)) {
                assert_eq!(d.offsets.source(at) as usize, source);
            }
        }
        d.blocks.iter().map(|b| (b.kind, d.text[b.range.clone()].to_owned())).collect()
    }

    #[test]
    fn lists_and_code_are_blocks() {
        use BlockKind::*;
        let seen = blocks_of(
            "To build this you need a compiler and the sources of the program, then do\nthe following steps in their order, and wait a while for it:\n\n1. first\n   goes on\n2. second\n\n    ./configure\n      make  install\n\nAfter that all is well.\n",
        );
        let seen: Vec<_> = seen.iter().map(|(k, t)| (*k, t.as_str())).skip(1).collect();
        assert_eq!(
            seen,
            [
                (List, "first goes on\nsecond\n./configure\n  make  install"),
                (Step, "first goes on"),
                (Step, "second\n./configure\n  make  install"),
                (Code, "./configure\n  make  install"),
                (Paragraph, "After that all is well."),
            ]
        );
    }

    #[test]
    fn underlined_lines_are_headings() {
        let mut b = Builder::new();
        push_lines("Intro\n=====\n\nText.\n\nPart\n----\nMore.\n", 0, &mut b);
        let d = b.finish(String::new(), String::new(), Origin::default());
        let seen: Vec<_> =
            d.sections.iter().map(|s| (s.path.join("/"), &d.text[s.range.clone()])).collect();
        assert_eq!(seen, [("Intro".into(), "Text."), ("Intro/Part".to_owned(), "More.")]);
    }
}
