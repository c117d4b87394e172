//! Lists: bullets, numbers, callouts and terms with their descriptions.

use super::blocks::{delimiter, is_directive};
use super::{DEEPEST, Reader, is_comment};
use crate::block::BlockKind;
use crate::source_line::SourceLine;

/// What marks an item; lists of different markers nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    /// The character, and how often it stands there.
    Bullet(char, usize),
    Dots(usize),
    Number,
    Letter,
    Callout,
    /// `::` with two, three or four colons, or `;;` as 0.
    Term(usize),
}

/// An item that starts on a line.
struct Start<'a> {
    marker: Marker,
    /// What stands before the marker, for a term.
    term: SourceLine<'a>,
    text: SourceLine<'a>,
}

fn start(line: SourceLine<'_>) -> Option<Start<'_>> {
    let line = line.trimmed();
    let text = |len: usize| {
        SourceLine { at: line.at + len, text: line.text.get(len..).unwrap_or_default() }.trimmed()
    };
    let spaced = |len: usize| {
        let rest = line.text.get(len..).unwrap_or_default();
        rest.starts_with([' ', '\t']) && !rest.trim().is_empty()
    };
    let none = SourceLine { at: line.at, text: "" };
    let first = line.text.chars().next()?;
    let run = line.text.len() - line.text.trim_start_matches(first).len();
    let plain = |marker, len| Some(Start { marker, term: none, text: text(len) });
    match first {
        '*' if run <= 5 && spaced(run) => return plain(Marker::Bullet('*', run), run),
        '-' if run == 1 && spaced(1) => return plain(Marker::Bullet('-', 1), 1),
        '•' if spaced('•'.len_utf8()) => return plain(Marker::Bullet('•', 1), '•'.len_utf8()),
        '.' if run <= 5 && spaced(run) => return plain(Marker::Dots(run), run),
        '<' => {
            let end = line.text.bytes().take(5).position(|b| b == b'>')?;
            let number = line.text.get(1..end)?;
            let counts =
                number == "." || !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
            if counts && spaced(end + 1) {
                return plain(Marker::Callout, end + 1);
            }
        }
        _ => {}
    }
    let digits = line.text.bytes().take(4).take_while(u8::is_ascii_digit).count();
    if digits > 0 && line.text.as_bytes().get(digits) == Some(&b'.') && spaced(digits + 1) {
        return plain(Marker::Number, digits + 1);
    }
    if first.is_ascii_lowercase() && line.text.as_bytes().get(1) == Some(&b'.') && spaced(2) {
        return plain(Marker::Letter, 2);
    }
    term(line)
}

/// `term:: text`
fn term(line: SourceLine<'_>) -> Option<Start<'_>> {
    if is_directive(line.text) || is_comment(line.text) {
        return None;
    }
    let mut from = 0;
    while let Some(found) = line.text.get(from..)?.find([':', ';']) {
        let at = from + found;
        let mark = line.text.get(at..at + 1)?;
        let rest = line.text.get(at..)?;
        let run = rest.len() - rest.trim_start_matches(mark.chars().next()?).len();
        let after = rest.get(run..)?;
        let ends = after.is_empty() || after.starts_with([' ', '\t']);
        let marks = if mark == ":" { (2..=4).contains(&run) } else { run == 2 };
        if marks && ends && at > 0 {
            let marker = Marker::Term(if mark == ":" { run } else { 0 });
            let text = SourceLine { at: line.at + at + run, text: after }.trimmed();
            let term = SourceLine { at: line.at, text: line.text.get(..at)?.trim_end() };
            return Some(Start { marker, term, text });
        }
        from = at + run;
    }
    None
}

impl<'a> Reader<'a> {
    /// Reads the list that starts on a line; `None` where none does.
    pub(super) fn list(&mut self, at: usize, end: usize, depth: usize) -> Option<usize> {
        let first = start(self.line(at))?;
        if self.markers.len() >= DEEPEST {
            return None;
        }
        self.block_title();
        self.pending = Default::default();
        let kind = match first.marker {
            Marker::Bullet(..) | Marker::Callout => BlockKind::Item,
            Marker::Dots(_) | Marker::Number | Marker::Letter => BlockKind::Step,
            Marker::Term(_) => BlockKind::Definition,
        };
        self.markers.push(first.marker);
        if kind != BlockKind::Definition {
            self.builder.open(BlockKind::List);
        }
        let mut at = at;
        while at < end {
            // An empty line, or one of attributes, may stand between two items.
            let item = (at..end).find(|&i| !self.line(i).is_blank());
            let Some(item) = item else { break };
            match start(self.line(item)).filter(|s| s.marker == first.marker) {
                Some(start) => {
                    self.builder.open(kind);
                    at = self.item(start, item, end, depth);
                    self.builder.close();
                }
                None => break,
            }
        }
        if kind != BlockKind::Definition {
            self.builder.close();
        }
        self.markers.pop();
        Some(at)
    }

    /// Reads an item; answers the line after it.
    fn item(&mut self, first: Start<'a>, at: usize, end: usize, depth: usize) -> usize {
        let mut at = at;
        let mut text = first.text;
        if let Marker::Term(_) = first.marker {
            self.inline(first.term);
            self.builder.line();
            // Terms on lines of their own share what follows the last of them.
            while text.text.is_empty() {
                let next = (at + 1..end).find(|&i| !self.line(i).is_blank()).unwrap_or(end);
                match start(self.line(next)).filter(|s| s.marker == first.marker && next < end) {
                    Some(more) => {
                        self.inline(more.term);
                        self.builder.line();
                        (at, text) = (next, more.text);
                    }
                    None => break,
                }
            }
        } else if let Some(rest) =
            ["[ ] ", "[x] ", "[*] "].iter().find_map(|m| text.text.strip_prefix(m))
        {
            text = SourceLine { at: text.end() - rest.len(), text: rest };
        }
        at = self.principal_text(text, at, end);
        self.attached(at, end, depth)
    }

    /// Reads an item's own text, which starts on line `at` or, where nothing stands there, below.
    fn principal_text(&mut self, text: SourceLine<'a>, at: usize, end: usize) -> usize {
        let mut first = (text, at);
        if text.text.is_empty() {
            let next = (at + 1..end).find(|&i| !self.line(i).is_blank()).unwrap_or(end);
            if next >= end || self.stops_text(next) {
                return at + 1;
            }
            first = (self.line(next).trimmed(), next);
        }
        let (text, line) = first;
        let mut next = line + 1;
        while next < end && !self.stops_text(next) {
            next += 1;
        }
        self.text_lines(text, line, next);
        self.builder.line();
        next
    }

    fn stops_text(&self, at: usize) -> bool {
        let line = self.line(at);
        self.ends_paragraph(at)
            || start(line).is_some()
            || line.text.starts_with('[') && line.text.ends_with(']')
            || line.text.starts_with("//")
            || self.line(at + 1).text.len() > 3 && self.section_title(at).is_some()
    }

    /// Reads what belongs to an item besides its text: nested lists and attached blocks.
    fn attached(&mut self, at: usize, end: usize, depth: usize) -> usize {
        let mut at = at;
        while at < end {
            let line = self.line(at);
            if line.text == "+" {
                at = self.attached_block(at + 1, end, depth);
                continue;
            }
            let after_blank = at > 0 && self.line(at - 1).is_blank();
            // A comment between empty lines parts two lists.
            if is_comment(line.text) && after_blank {
                return at;
            }
            if is_comment(line.text) || is_directive(line.text) {
                at += 1;
                continue;
            }
            let next = (at..end).find(|&i| !self.line(i).is_blank()).unwrap_or(end);
            if next >= end {
                return next;
            }
            let line = self.line(next);
            if line.text == "+" {
                at = next;
                continue;
            }
            match start(line) {
                Some(start) if self.markers.contains(&start.marker) => return next,
                Some(_) => match self.list(next, end, depth + 1) {
                    Some(after) => at = after.max(next + 1),
                    None => return next,
                },
                // An indented paragraph after an empty line is literal, and the item's.
                None if line.text.starts_with([' ', '\t']) && next > at => {
                    at = self.block(next, end, depth + 1).max(next + 1);
                }
                None => return at,
            }
        }
        at
    }

    fn attached_block(&mut self, at: usize, end: usize, depth: usize) -> usize {
        let mut at = at;
        while at < end {
            let line = self.line(at);
            let opens = delimiter(line.text).is_some();
            let about = !opens
                && (line.is_blank()
                    || is_comment(line.text)
                    || line.text.starts_with('[') && line.text.ends_with(']')
                    || line.text.starts_with('.') && start(line).is_none());
            if line.text == "+" {
                return at;
            }
            let next = self.block(at, end, depth + 1).max(at + 1);
            at = next;
            if !about {
                break;
            }
        }
        at
    }
}
