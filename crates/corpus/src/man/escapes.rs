//! Escapes: fonts, characters and strings, resolved to plain text.

use super::Reader;
use super::glyphs::{accented, glyph, unicode};
use crate::source_line::SourceLine;

/// Strings within strings are not followed deeper, nor are long ones used.
const DEEPEST_STRING: usize = 3;
const LONGEST_STRING: usize = 200;

/// Text, and where in the file it was written.
pub(super) type Piece = (String, usize);

/// A line without its escapes.
#[derive(Debug, Default)]
pub(super) struct Plain {
    pub pieces: Vec<Piece>,
    /// It ends in `\c`: what follows is joined to it.
    pub joined: bool,
}

impl Plain {
    pub(super) fn text(&self) -> String {
        self.pieces.iter().map(|(text, _)| text.as_str()).collect()
    }

    fn push(&mut self, text: &str, at: usize) {
        if text.is_empty() {
            return;
        }
        match self.pieces.last_mut() {
            Some((last, from)) if *from + last.len() == at => last.push_str(text),
            _ => self.pieces.push((text.to_owned(), at)),
        }
    }
}

impl<'a> Reader<'a> {
    /// Resolves the escapes of a line.
    pub(super) fn plain(&self, line: SourceLine<'_>) -> Plain {
        let mut plain = Plain::default();
        self.resolve(line.text, line.at, 0, &mut plain);
        plain
    }

    /// The same as a string.
    pub(super) fn plain_text(&self, text: &str) -> String {
        self.plain(SourceLine { at: 0, text }).text()
    }

    fn resolve(&self, text: &str, at: usize, depth: usize, out: &mut Plain) {
        let mut from = 0;
        while let Some(found) = text.get(from..).and_then(|rest| rest.find('\\')) {
            let here = from + found;
            out.push(text.get(from..here).unwrap_or_default(), at + from);
            let rest = text.get(here + 1..).unwrap_or_default();
            let Some(char) = rest.chars().next() else {
                // The line goes on in the next one.
                out.joined = true;
                return;
            };
            if matches!(char, '"' | '#') {
                return;
            }
            from = here + 1 + self.escape(char, rest, at + here, depth, out);
        }
        out.push(text.get(from..).unwrap_or_default(), at + from);
    }

    /// Resolves one escape, given what stands behind its back slash; answers its length.
    fn escape(&self, char: char, rest: &str, at: usize, depth: usize, out: &mut Plain) -> usize {
        let width = char.len_utf8();
        let (name, end) = name(rest, width);
        match char {
            'f' | 'F' | 'm' | 'M' | 'n' | 'g' | 'V' | 'Y' | 'k' => {
                // A register may be counted up: \n+x.
                if char == 'n' && rest.get(1..).is_some_and(|r| r.starts_with(['+', '-'])) {
                    return self::name(rest, width + 1).1;
                }
                return end;
            }
            '(' => {
                let (name, end) = self::name(rest, 0);
                self.character(name, at, out);
                return end;
            }
            '[' => {
                let (name, end) = self::name(rest, 0);
                self.character(name, at, out);
                return end;
            }
            '*' => {
                self.string(name, at, depth, out);
                return end;
            }
            's' => return size(rest),
            'h' | 'v' | 'w' | 'l' | 'L' | 'D' | 'X' | 'o' | 'b' | 'x' | 'H' | 'S' | 'R' | 'A'
            | 'B' | 'Z' => {
                let (inner, end) = quoted(rest, width);
                match char {
                    'h' if !inner.starts_with('-') => out.push(" ", at),
                    'Z' => out.push(inner, at),
                    _ => {}
                }
                return end;
            }
            'N' => {
                let (inner, end) = quoted(rest, width);
                let char = inner.parse().ok().and_then(char::from_u32).filter(|c| !c.is_control());
                out.push(&char.map(String::from).unwrap_or_default(), at);
                return end;
            }
            'C' => {
                let (inner, end) = quoted(rest, width);
                self.character(inner, at, out);
                return end;
            }
            '-' => out.push("-", at),
            'e' | '\\' | 'E' => out.push("\\", at),
            ' ' | '~' | '0' => out.push(" ", at),
            't' => out.push("\t", at),
            '\'' => out.push("'", at),
            '`' => out.push("`", at),
            'c' => out.joined = true,
            '&' | ')' | '|' | '^' | '/' | ',' | '%' | ':' | 'd' | 'u' | 'r' | 'a' | 'z' | 'p'
            | '{' | '}' | '!' | '?' => {}
            char => out.push(char.encode_utf8(&mut [0; 4]), at),
        }
        width
    }

    fn character(&self, name: &str, at: usize, out: &mut Plain) {
        if let Some(text) = glyph(name) {
            out.push(text, at);
        } else if let Some(char) = unicode(name).or_else(|| accented(name)) {
            out.push(char.encode_utf8(&mut [0; 4]), at);
        } else if name.chars().count() == 1 {
            out.push(name, at);
        } else if let Some(code) =
            name.strip_prefix("char").and_then(|n| n.parse().ok()).and_then(char::from_u32)
        {
            out.push(code.encode_utf8(&mut [0; 4]), at);
        }
    }

    fn string(&self, name: &str, at: usize, depth: usize, out: &mut Plain) {
        let standard = match name {
            "R" => Some("®"),
            "Tm" => Some("™"),
            "lq" | "Lq" => Some("“"),
            "rq" | "Rq" => Some("”"),
            "q" | "Q" => Some("\""),
            "aq" | "Aq" => Some("'"),
            "Ba" => Some("|"),
            "Am" => Some("&"),
            "Lt" => Some("<"),
            "Gt" => Some(">"),
            "Le" => Some("≤"),
            "Ge" => Some("≥"),
            "Ne" => Some("≠"),
            "Pm" => Some("±"),
            _ => None,
        };
        match self.strings.get(name) {
            Some(text) if depth < DEEPEST_STRING => {
                let mut inner = Plain::default();
                self.resolve(text, 0, depth + 1, &mut inner);
                let text = inner.text();
                if text.len() <= LONGEST_STRING {
                    out.push(&text, at);
                }
            }
            _ => out.push(standard.unwrap_or_default(), at),
        }
    }

    /// Defines a string, where it is short.
    pub(super) fn define(&mut self, name: &str, text: &str) {
        if text.len() <= LONGEST_STRING && self.strings.len() < 2000 {
            self.strings.insert(name.to_owned(), text.to_owned());
        }
    }
}

/// A name of one, two or more characters: `x`, `(xx`, `[xxx]`; and where it ends.
fn name(rest: &str, from: usize) -> (&str, usize) {
    let text = rest.get(from..).unwrap_or_default();
    match text.as_bytes().first() {
        Some(b'(') => {
            let end = text.char_indices().nth(3).map_or(text.len(), |(at, _)| at);
            (text.get(1..end).unwrap_or_default(), from + end)
        }
        Some(b'[') => match text.bytes().take(100).position(|b| b == b']') {
            Some(end) => (text.get(1..end).unwrap_or_default(), from + end + 1),
            None => ("", from + 1),
        },
        Some(_) => {
            let end = text.chars().next().map_or(0, char::len_utf8);
            (text.get(..end).unwrap_or_default(), from + end)
        }
        None => ("", from),
    }
}

/// What stands between two equal marks, and where it ends.
fn quoted(rest: &str, from: usize) -> (&str, usize) {
    let text = rest.get(from..).unwrap_or_default();
    let Some(mark) = text.chars().next() else { return ("", from) };
    let inner = text.get(mark.len_utf8()..).unwrap_or_default();
    let limit = inner.char_indices().nth(200).map_or(inner.len(), |(at, _)| at);
    match inner.get(..limit).and_then(|inner| inner.find(mark)) {
        Some(end) => (inner.get(..end).unwrap_or_default(), from + end + 2 * mark.len_utf8()),
        None => ("", from + mark.len_utf8()),
    }
}

/// The length of a change of size: `\s-1`, `\s+(12`, `\s[12]`, `\s'12'`.
fn size(rest: &str) -> usize {
    let sign = usize::from(rest.get(1..).is_some_and(|r| r.starts_with(['+', '-'])));
    let at = 1 + sign;
    match rest.as_bytes().get(at) {
        Some(b'(' | b'[') => name(rest, at).1,
        Some(b'\'') => quoted(rest, at).1,
        Some(b'1'..=b'3')
            if sign == 0 && rest.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit) =>
        {
            at + 2
        }
        Some(byte) if byte.is_ascii_digit() => at + 1,
        _ => at,
    }
}

/// The arguments of a macro; quotes keep spaces, a doubled quote stands for itself.
pub(super) fn arguments(line: SourceLine<'_>) -> Vec<(String, usize)> {
    let mut arguments = Vec::new();
    let bytes = line.text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        while matches!(bytes.get(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        if at >= bytes.len() || line.text.get(at..).is_some_and(|r| r.starts_with("\\\"")) {
            break;
        }
        let quoted = bytes.get(at) == Some(&b'"');
        at += usize::from(quoted);
        let start = at;
        let mut argument = String::new();
        let mut from = at;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                b'"' if quoted && bytes.get(at + 1) == Some(&b'"') => {
                    argument.push_str(line.text.get(from..at + 1).unwrap_or_default());
                    at += 1;
                    from = at + 1;
                }
                b'"' if quoted => break,
                b' ' | b'\t' if !quoted => break,
                _ => {}
            }
            at += 1;
        }
        let end = at.min(bytes.len());
        argument.push_str(
            line.text.get(from..end).unwrap_or_else(|| line.text.get(from..).unwrap_or_default()),
        );
        arguments.push((argument, line.at + start));
        at = end + usize::from(quoted);
    }
    arguments
}
