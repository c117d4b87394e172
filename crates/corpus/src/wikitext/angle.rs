//! Finds the end of what starts with `<`: comments, HTML tags and extension tags.

use memchr::memmem;

use super::scan::Kind;
use super::tags::{self, Keep, OPAQUES, Opaque, Tag};

/// Attributes longer than this are no attributes.
const LONGEST_TAG: usize = 2000;

/// No known tag has a longer name.
const LONGEST_NAME: usize = 20;

/// A comment, a tag, or an extension tag with its text.
pub(super) struct Found {
    pub start: usize,
    pub inner: usize,
    pub inner_end: usize,
    pub end: usize,
    pub kind: Kind,
    /// `</…>`
    pub closing: bool,
}

/// Remembers what it found ahead, so that text without closing tags is not searched again for
/// each opening one. Positions are asked for in ascending order.
pub(super) struct Angles<'a> {
    text: &'a str,
    bytes: &'a [u8],
    closers: [Ahead; OPAQUES],
    comment: Ahead,
    paragraph: Ahead,
    reference: Ahead,
}

#[derive(Clone, Copy, Default)]
struct Ahead {
    known: bool,
    from: usize,
    found: Option<usize>,
}

impl Ahead {
    fn find(&mut self, at: usize, search: impl FnOnce() -> Option<usize>) -> Option<usize> {
        let stale = match self.found {
            Some(found) => found < at,
            None => false,
        };
        if !self.known || stale || at < self.from {
            *self = Ahead { known: true, from: at, found: search() };
        }
        self.found
    }
}

impl<'a> Angles<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Angles {
            text,
            bytes: text.as_bytes(),
            closers: [Ahead::default(); OPAQUES],
            comment: Ahead::default(),
            paragraph: Ahead::default(),
            reference: Ahead::default(),
        }
    }

    /// What the `<` at `start` opens.
    pub(super) fn at(&mut self, start: usize) -> Option<Found> {
        if self.bytes.get(start..)?.starts_with(b"<!--") {
            return Some(self.comment(start));
        }
        let closing = self.bytes.get(start + 1) == Some(&b'/');
        let name_start = start + 1 + usize::from(closing);
        let name_len = self
            .bytes
            .get(name_start..)?
            .iter()
            .take(LONGEST_NAME)
            .take_while(|b| b.is_ascii_alphanumeric())
            .count();
        let name_end = name_start + name_len;
        let tag = tags::find(self.text.get(name_start..name_end)?)?;
        let Some(end) = self.tag_end(name_end) else {
            return self.broken(start, name_end, tag);
        };
        let empty = self.bytes.get(end - 2) == Some(&b'/');
        match tag {
            Tag::Opaque(opaque) if !closing && !empty => Some(self.opaque(start, end, opaque)),
            // A closing tag without its opening one, or one without text, leaves nothing.
            Tag::Opaque(_) => Some(alone(start, end, Kind::Opaque(Keep::Nothing), closing)),
            Tag::Table if empty => Some(alone(start, end, Kind::Tag(Tag::Inline), closing)),
            tag => Some(alone(start, end, Kind::Tag(tag), closing)),
        }
    }

    fn comment(&mut self, start: usize) -> Found {
        let bytes = self.bytes;
        let from = start + 4;
        let close = self.comment.find(from, || search(bytes, b"-->", from));
        let (inner_end, end) = match close {
            Some(close) => (close, close + 3),
            None => {
                let end = self.paragraph_end(start);
                (end.max(from), end.max(from))
            }
        };
        Found { start, inner: from, inner_end, end, kind: Kind::Comment, closing: false }
    }

    /// The end of the tag whose name ends at `at`.
    fn tag_end(&self, at: usize) -> Option<usize> {
        let rest = self.bytes.get(at..)?;
        let first = *rest.first()?;
        if !(first.is_ascii_whitespace() || matches!(first, b'>' | b'/')) {
            return None;
        }
        let len = rest.iter().take(LONGEST_TAG).position(|&b| b == b'>' || b == b'<')?;
        (rest.get(len) == Some(&b'>')).then_some(at + len + 1)
    }

    /// `<ref name=x` without an end.
    fn broken(&mut self, start: usize, name_end: usize, tag: Tag) -> Option<Found> {
        let Tag::Opaque(opaque) = tag else {
            return None;
        };
        if !opaque.name.starts_with("ref") {
            return None;
        }
        let after = *self.bytes.get(name_end).unwrap_or(&b' ');
        let end = match after.is_ascii_whitespace() {
            true => {
                let next = self.bytes.get(name_end..).unwrap_or_default();
                let tag = memchr::memchr(b'<', next).map_or(usize::MAX, |i| name_end + i);
                self.paragraph_end(start).min(tag).max(name_end)
            }
            false => name_end,
        };
        Some(alone(start, end, Kind::Opaque(Keep::Nothing), false))
    }

    fn opaque(&mut self, start: usize, inner: usize, opaque: Opaque) -> Found {
        let close = self.closer(inner, opaque);
        let paragraph_end = self.paragraph_end(start).max(inner);
        let found = |inner_end, end| Found {
            start,
            inner,
            inner_end,
            end,
            kind: Kind::Opaque(opaque.text),
            closing: false,
        };
        match close {
            Some(close) if !self.runs_away(inner, close, paragraph_end, opaque) => {
                let name_end = close + 2 + opaque.name.len();
                let end = self.tag_end(name_end).unwrap_or(name_end);
                found(close, end)
            }
            _ if opaque.greedy => found(paragraph_end, paragraph_end),
            _ => alone(start, inner, Kind::Opaque(Keep::Nothing), false),
        }
    }

    /// Whether a `<ref>` took the closing tag of another one, in a later paragraph.
    fn runs_away(&mut self, inner: usize, close: usize, limit: usize, opaque: Opaque) -> bool {
        if opaque.index != tags::REF || close <= limit {
            return false;
        }
        let bytes = self.bytes;
        let next = self.reference.find(inner, || search(bytes, b"<ref", inner));
        next.is_some_and(|next| next < close)
    }

    fn closer(&mut self, from: usize, opaque: Opaque) -> Option<usize> {
        let bytes = self.bytes;
        let ahead = self.closers.get_mut(opaque.index)?;
        ahead.find(from, || {
            let name = opaque.name.as_bytes();
            let rest = bytes.get(from..)?;
            memmem::find_iter(rest, b"</").map(|at| at + from).find(|at| {
                let end = at + 2 + name.len();
                bytes.get(at + 2..end).is_some_and(|seen| seen.eq_ignore_ascii_case(name))
                    && !bytes.get(end).is_some_and(u8::is_ascii_alphanumeric)
            })
        })
    }

    /// The next newline after which a blank line or a heading follows.
    fn paragraph_end(&mut self, from: usize) -> usize {
        let bytes = self.bytes;
        let found = self.paragraph.find(from, || {
            let rest = bytes.get(from..)?;
            memchr::memchr_iter(b'\n', rest).map(|at| at + from).find(|at| {
                let line = bytes.get(at + 1..).unwrap_or_default();
                line.starts_with(b"==") || is_blank(line)
            })
        });
        found.unwrap_or(bytes.len())
    }
}

fn is_blank(line: &[u8]) -> bool {
    // Longer indents are not looked at, so that this stays constant.
    line.iter().take(64).find(|b| !matches!(b, b' ' | b'\t' | b'\r')).is_some_and(|&b| b == b'\n')
}

fn search(bytes: &[u8], needle: &[u8], from: usize) -> Option<usize> {
    memmem::find(bytes.get(from..)?, needle).map(|at| at + from)
}

fn alone(start: usize, end: usize, kind: Kind, closing: bool) -> Found {
    Found { start, inner: end, inner_end: end, end, kind, closing }
}

#[cfg(test)]
mod tests {
    use super::super::scan::{Kind, scan};
    use super::*;

    fn first(text: &str) -> Option<(&str, Kind)> {
        scan(text).first().map(|s| (&text[s.start..s.end], s.kind))
    }

    #[test]
    fn references_end_at_their_closing_tag_or_with_the_paragraph() {
        const GONE: Kind = Kind::Opaque(Keep::Nothing);
        for (text, seen) in [
            ("<ref>a</ref>b", Some("<ref>a</ref>")),
            ("<REF name=x>a</Ref >b", Some("<REF name=x>a</Ref >")),
            ("<ref name=x />b</ref>", Some("<ref name=x />")),
            ("<ref>a\n\nb<ref>c</ref>", Some("<ref>a")),
            ("<ref>a\n\nb</ref>", Some("<ref>a\n\nb</ref>")),
            ("<ref>a\n== H ==", Some("<ref>a")),
            ("<ref name=x\n\nb", Some("<ref name=x")),
            ("<reference x", None),
            ("a < b", None),
        ] {
            assert_eq!(first(text), seen.map(|s| (s, GONE)), "{text:?}");
        }
    }

    #[test]
    fn comments_and_literal_text_hide_markup() {
        assert_eq!(first("<!-- {{ -->}}"), Some(("<!-- {{ -->", Kind::Comment)));
        assert_eq!(first("<!-- a\n\nb"), Some(("<!-- a", Kind::Comment)));
        assert_eq!(
            first("<nowiki>{{</nowiki>x"),
            Some(("<nowiki>{{</nowiki>", Kind::Opaque(Keep::Literal)))
        );
    }
}
