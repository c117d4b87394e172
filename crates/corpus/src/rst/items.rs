//! Lists: bullets, numbers, fields, options; line blocks and doctests.

use super::Reader;
use crate::block::BlockKind;
use crate::source_line::SourceLine;

/// What marks an item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marker {
    Bullet(char),
    /// With what stands before and after the number.
    Number(bool, u8),
}

/// An item's marker, and the bytes up to its text.
fn marker(line: &str) -> Option<(Marker, usize)> {
    let first = line.chars().next()?;
    let width = |marker: usize| {
        let rest = line.get(marker..).unwrap_or_default();
        let spaces = rest.len() - rest.trim_start().len();
        (rest.is_empty() || spaces > 0).then_some(marker + spaces)
    };
    if "-*+•‣⁃".contains(first) {
        return Some((Marker::Bullet(first), width(first.len_utf8())?));
    }
    let open = usize::from(first == '(');
    let rest = line.get(open..)?;
    let digits = rest.bytes().take(9).take_while(u8::is_ascii_digit).count();
    let number = match digits {
        0 => enumerator(rest)?,
        _ => digits,
    };
    let close = *rest.as_bytes().get(number)?;
    let closes = if open == 1 { close == b')' } else { matches!(close, b'.' | b')') };
    if !closes || (digits == 0 && rest.len() == number + 1) {
        return None;
    }
    let width = width(open + number + 1)?;
    (width > open + number + 1 || rest.len() == number + 1)
        .then_some((Marker::Number(open == 1, close), width))
}

/// The length of "#", a letter or a small Roman number.
fn enumerator(rest: &str) -> Option<usize> {
    let first = *rest.as_bytes().first()?;
    if first == b'#' {
        return Some(1);
    }
    let letters = rest.bytes().take(6).take_while(u8::is_ascii_alphabetic).count();
    let name = rest.get(..letters)?;
    let roman = letters > 1 && name.bytes().all(|b| b"ivxIVX".contains(&b));
    (letters == 1 || roman).then_some(letters)
}

/// A field's name, and the bytes up to its text: `:name: text`.
pub(super) fn field(line: &str) -> Option<(&str, usize)> {
    let rest = line.strip_prefix(':')?;
    if rest.starts_with([':', ' ', '`']) {
        return None;
    }
    let mut from = 0;
    loop {
        let end = from + rest.get(from..)?.find(':')?;
        let after = rest.get(end + 1..).unwrap_or_default();
        // The colon of a role or an escaped one is part of the name.
        if rest.as_bytes().get(end.wrapping_sub(1)) != Some(&b'\\')
            && (after.is_empty() || after.starts_with([' ', '\t']))
        {
            let spaces = after.len() - after.trim_start().len();
            return Some((rest.get(..end)?, end + 2 + spaces));
        }
        if after.starts_with('`') && from == 0 {
            return None;
        }
        from = end + 1;
    }
}

/// The length of the options that a line starts with, where it is an item of an option list.
fn options(line: &str) -> Option<usize> {
    let is_option = |word: &str| {
        let name = word.trim_start_matches(['-', '+', '/']);
        let marks = word.len() - name.len();
        let long = marks == 2 && word.starts_with("--");
        let short = marks == 1
            && (name.len() == 1
                || name.get(1..).is_some_and(|r| r.starts_with('='))
                || word.starts_with('/'));
        (long || short || (marks == 1 && word.starts_with('-')))
            && name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '?')
    };
    if !line.starts_with(['-', '+', '/']) {
        return None;
    }
    let end = line.find("  ").unwrap_or(line.len());
    let head = line.get(..end)?;
    let mut parts = head.split(", ");
    parts
        .all(|part| {
            let mut words = part.split(' ');
            words.next().is_some_and(is_option) && words.clone().count() <= 1
        })
        .then_some(end)
}

impl<'a> Reader<'a> {
    /// Reads an item of a list; `None` where the line is none.
    pub(super) fn item(
        &mut self,
        at: usize,
        end: usize,
        indent: usize,
        depth: usize,
    ) -> Option<usize> {
        let line = self.content(at, indent);
        if let Some((marker, _)) = marker(line.text) {
            if self.breaks_off(at, end, indent, marker) {
                return None;
            }
            return Some(self.list(at, end, indent, depth, marker));
        }
        if let Some((name, width)) = field(line.text) {
            return Some(self.field_item(at, end, indent, depth, name, width));
        }
        if let Some(len) = options(line.text) {
            let described = len < line.text.len()
                || at + 1 < end
                    && !self.line(at + 1).is_blank()
                    && self.line(at + 1).indent() > indent;
            if described {
                return Some(self.option_item(at, end, indent, depth, len));
            }
        }
        if line.text.starts_with(">>> ") || line.text == ">>>" {
            let next = (at..end).find(|&i| self.line(i).is_blank()).unwrap_or(end);
            self.code(at..next);
            return Some(next);
        }
        if line.text == "|" || line.text.starts_with("| ") {
            return Some(self.line_block(at, end, indent));
        }
        None
    }

    /// A numbered first line whose next line stands at the left is a paragraph that happens to
    /// start with a number or a letter.
    fn breaks_off(&self, at: usize, end: usize, indent: usize, first: Marker) -> bool {
        if at + 1 >= end || matches!(first, Marker::Bullet(_)) {
            return false;
        }
        let below = self.line(at + 1);
        !below.is_blank()
            && below.indent() <= indent
            && marker(below.after_column(indent).text).is_none()
    }

    fn list(&mut self, at: usize, end: usize, indent: usize, depth: usize, first: Marker) -> usize {
        let kind = match first {
            Marker::Bullet(_) => BlockKind::Item,
            Marker::Number(..) => BlockKind::Step,
        };
        self.builder.open(BlockKind::List);
        let mut at = at;
        loop {
            let line = self.content(at, indent);
            let Some((_, width)) = marker(line.text).filter(|(m, _)| *m == first) else { break };
            let columns = line.text.get(..width).unwrap_or_default().chars().count();
            let next = self.block_end(at, end, indent + 1);
            let below = self.indent_of(at + 1..next);
            let inner = match below > indent {
                true => below.min(indent + columns),
                false => indent + columns,
            };
            self.builder.open(kind);
            if below > indent && below < indent + columns {
                self.inline(line.after_column(columns));
                self.builder.line();
                self.body(at + 1..next, inner, depth + 1);
            } else {
                self.body(at..next, inner, depth + 1);
            }
            self.builder.close();
            at = self.skip_blank(next..end);
            if at >= end || self.line(at).indent() != indent {
                at = next;
                break;
            }
            if marker(self.content(at, indent).text).is_none_or(|(m, _)| m != first) {
                at = next;
                break;
            }
        }
        self.builder.close();
        at
    }

    fn field_item(
        &mut self,
        at: usize,
        end: usize,
        indent: usize,
        depth: usize,
        name: &'a str,
        width: usize,
    ) -> usize {
        let line = self.content(at, indent);
        let next = self.block_end(at, end, indent + 1);
        if indent == 0 && is_setting(name) {
            return next;
        }
        let name_at = line.at + 1;
        self.builder.open(BlockKind::Definition);
        for (word, place) in field_name(name) {
            self.inline(SourceLine { at: name_at + place, text: word });
            self.builder.push(" ", self.source(name_at + name.len()));
        }
        self.builder.line();
        let first = SourceLine {
            at: line.at + width.min(line.text.len()),
            text: line.text.get(width..).unwrap_or_default(),
        };
        self.first_line_and_body(first, at, next, indent, depth);
        self.builder.close();
        next
    }

    fn option_item(
        &mut self,
        at: usize,
        end: usize,
        indent: usize,
        depth: usize,
        len: usize,
    ) -> usize {
        let line = self.content(at, indent);
        let next = self.block_end(at, end, indent + 1);
        self.builder.open(BlockKind::Definition);
        let term = line.text.get(..len).unwrap_or_default();
        self.builder.push(term, self.source(line.at));
        self.builder.line();
        let rest = SourceLine { at: line.at + len, text: line.text.get(len..).unwrap_or_default() };
        self.first_line_and_body(rest.trimmed(), at, next, indent, depth);
        self.builder.close();
        next
    }

    /// Reads a description that starts on its term's line.
    fn first_line_and_body(
        &mut self,
        first: SourceLine<'a>,
        at: usize,
        next: usize,
        indent: usize,
        depth: usize,
    ) {
        let inner = self.indent_of(at + 1..next).max(indent + 1);
        if first.text.is_empty() || first.text.ends_with("::") {
            self.inline(SourceLine {
                text: first.text.strip_suffix("::").unwrap_or_default(),
                ..first
            });
            self.builder.line();
            self.body(at + 1..next, inner, depth + 1);
            return;
        }
        let paragraph = (at + 1..next).find(|&i| self.line(i).is_blank()).unwrap_or(next);
        self.inline(self.slice(first, paragraph - 1));
        self.builder.line();
        self.body(paragraph..next, inner, depth + 1);
    }

    fn line_block(&mut self, at: usize, end: usize, indent: usize) -> usize {
        let mut at = at;
        while at < end {
            let line = self.content(at, indent);
            let Some(rest) = line.text.strip_prefix('|') else { break };
            self.inline(SourceLine { at: line.at + 1, text: rest });
            self.builder.line();
            at += 1;
            // A line that goes on stands under its text.
            while at < end && !self.line(at).is_blank() && self.line(at).indent() > indent {
                let more = self.line(at).trimmed();
                self.inline(more);
                self.builder.line();
                at += 1;
            }
        }
        self.end_paragraph();
        at
    }
}

/// Fields at a page's start that set something in the generator.
fn is_setting(name: &str) -> bool {
    matches!(
        name,
        "orphan"
            | "tocdepth"
            | "nocomments"
            | "nosearch"
            | "no-search"
            | "no_search"
            | "allow_comments"
            | "sd_hide_title"
    )
}

/// A field's name as Sphinx shows it, in parts with their places: `param int x` is "x (int)".
fn field_name(name: &str) -> Vec<(&str, usize)> {
    let Some((kind, rest)) = name.split_once(' ') else { return vec![(name, 0)] };
    let known = [
        "param",
        "parameter",
        "arg",
        "argument",
        "key",
        "keyword",
        "kwarg",
        "var",
        "ivar",
        "cvar",
        "type",
        "vartype",
    ];
    if !known.contains(&kind) {
        return vec![(name, 0)];
    }
    let at = |part: &str| part.as_ptr() as usize - name.as_ptr() as usize;
    match rest.trim().rsplit_once(' ') {
        Some((type_, name)) => vec![(name, at(name)), (type_, at(type_))],
        None => vec![(rest, at(rest))],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_told_from_words() {
        for (line, width) in [
            ("- a", Some(2)),
            ("* a", Some(2)),
            ("-a", None),
            ("12. a", Some(4)),
            ("(a) b", Some(4)),
            ("#. b", Some(3)),
            ("iv) b", Some(4)),
            ("A. Einstein", Some(3)),
            ("word. b", None),
            ("3.14 is", None),
        ] {
            assert_eq!(marker(line).map(|(_, width)| width), width, "{line}");
        }
        assert_eq!(field(":a b: c"), Some(("a b", 6)));
        assert_eq!(field(":ref:`x` y"), None);
        assert_eq!(options("-a, --all  text"), Some(9));
        assert_eq!(options("-1 degrees"), Some(10));
        assert_eq!(options("--file=F  x"), Some(8));
        assert_eq!(options("- a"), None);
    }
}
