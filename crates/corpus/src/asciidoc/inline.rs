//! Inline markup: emphasis, literals, attributes; macros are read in `macros`.

use std::borrow::Cow;

use super::Reader;
use super::attributes::intrinsic;
use crate::source_line::SourceLine;

/// Markup nested deeper is left as it stands.
const DEEPEST_MARKUP: usize = 6;

/// What the text of a line becomes.
#[derive(Debug)]
pub(super) enum Piece<'t> {
    /// Text, and where in the file it was written.
    Text(Cow<'t, str>, usize),
    Break,
}

impl<'a> Reader<'a> {
    /// Adds text without its markup.
    pub(super) fn inline(&mut self, text: SourceLine<'a>) {
        for piece in self.pieces(text.text, text.at) {
            match piece {
                Piece::Text(words, at) => self.builder.push(&words, self.source(at)),
                Piece::Break => self.builder.line(),
            }
        }
    }

    /// The same as a string.
    pub(super) fn words(&mut self, text: SourceLine<'_>) -> String {
        let mut out = String::new();
        for piece in self.pieces(text.text, text.at) {
            match piece {
                Piece::Text(words, _) => out.push_str(&words),
                Piece::Break => out.push(' '),
            }
        }
        out
    }

    fn pieces<'t>(&mut self, text: &'t str, at: usize) -> Vec<Piece<'t>> {
        let mut inline = Inline::new(self, text, at, 0);
        inline.run();
        inline.out
    }
}

pub(super) struct Inline<'r, 'a, 't> {
    pub reader: &'r mut Reader<'a>,
    pub text: &'t str,
    /// Where the text stands in the file.
    pub at: usize,
    pub out: Vec<Piece<'t>>,
    /// Text up to here was given or left out.
    pub done: usize,
    /// Marks whose ends are known not to come any more.
    none: Vec<&'static str>,
    pub depth: usize,
}

/// Marks around text, the longer ones first, and whether the text between them is literal.
const MARKS: [(&str, bool); 14] = [
    ("+++", true),
    ("++", true),
    ("+", true),
    ("**", false),
    ("*", false),
    ("__", false),
    ("_", false),
    ("``", false),
    ("`", false),
    ("##", false),
    ("#", false),
    ("^", false),
    ("~", false),
    ("$$", true),
];

impl<'r, 'a, 't> Inline<'r, 'a, 't> {
    pub(super) fn new(reader: &'r mut Reader<'a>, text: &'t str, at: usize, depth: usize) -> Self {
        Inline { reader, text, at, out: Vec::new(), done: 0, none: Vec::new(), depth }
    }

    pub(super) fn run(&mut self) {
        const SPECIAL: [char; 16] =
            ['\\', '{', '<', '[', ':', '&', '(', '+', '*', '_', '`', '#', '^', '~', '$', '"'];
        let mut at = 0;
        while let Some(found) = self.rest(at).find(SPECIAL) {
            let here = at + found;
            at = self.markup(here).max(here + 1);
        }
        self.give(self.text.len());
    }

    pub(super) fn rest(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    /// Gives the text up to `end` as it stands.
    pub(super) fn give(&mut self, end: usize) {
        let text = self.text.get(self.done..end).unwrap_or_default();
        if !text.is_empty() {
            self.out.push(Piece::Text(Cow::Borrowed(text), self.at + self.done));
        }
        self.done = self.done.max(end);
    }

    /// Gives the text before `start`, and leaves out what stands up to `end`.
    pub(super) fn skip(&mut self, start: usize, end: usize) -> usize {
        self.give(start);
        self.done = end;
        end
    }

    /// The same, with other words in its place.
    pub(super) fn replace(&mut self, start: usize, words: Cow<'t, str>, end: usize) -> usize {
        self.give(start);
        if !words.is_empty() {
            self.out.push(Piece::Text(words, self.at + start));
        }
        self.done = end;
        end
    }

    /// The same, with what stands at `inner` of the text, whose markup is read too.
    pub(super) fn nested(
        &mut self,
        start: usize,
        inner: std::ops::Range<usize>,
        end: usize,
    ) -> usize {
        self.give(start);
        let text = self.text.get(inner.clone()).unwrap_or_default();
        let at = self.at + inner.start;
        if self.depth >= DEEPEST_MARKUP {
            self.out.push(Piece::Text(Cow::Borrowed(text), at));
        } else {
            let mut within = Inline::new(self.reader, text, at, self.depth + 1);
            within.run();
            let pieces = within.out;
            self.out.extend(pieces);
        }
        self.done = end;
        end
    }

    fn before(&self, at: usize) -> Option<char> {
        self.text.get(..at).and_then(|t| t.chars().next_back())
    }

    fn markup(&mut self, at: usize) -> usize {
        let rest = self.rest(at);
        match rest.as_bytes() {
            [b'\\', next, ..] if b"\\{<[*_`#^~+:'-.(".contains(next) => {
                self.skip(at, at + 1);
                // An escaped URL or macro is text; so is the mark itself.
                at + 2
            }
            [b'{', ..] => self.attribute(at),
            [b'<', b'<', ..] => self.cross_reference(at),
            [b'[', b'[', ..] => self.anchor(at),
            [b'[', ..] => self.role(at),
            [b':', ..] => self.named_macro(at),
            [b'&', ..] => match crate::wikitext::decode_entity(rest) {
                Some((char, len)) => self.replace(at, Cow::Owned(char.to_string()), at + len),
                None => at + 1,
            },
            [b'(', b'(', ..] => self.index_term(at),
            [b'"', b'`', ..] => {
                self.skip(at + 1, at + 2);
                at + 2
            }
            [b'`', b'"', ..] => self.skip(at, at + 1),
            [b'+', ..] if self.is_break(at) => {
                self.skip(at, at + 1);
                self.out.push(Piece::Break);
                at + 1
            }
            _ => self.formatting(at),
        }
    }

    /// " +" at the end of a line.
    fn is_break(&self, at: usize) -> bool {
        let rest = self.rest(at + 1);
        self.before(at) == Some(' ') && (rest.is_empty() || rest.starts_with(['\n', '\r']))
    }

    fn attribute(&mut self, at: usize) -> usize {
        let rest = self.rest(at + 1);
        let len = rest
            .bytes()
            .take(64)
            .take_while(|b| b.is_ascii_alphanumeric() || b"-_".contains(b))
            .count();
        if len == 0 || rest.as_bytes().get(len) != Some(&b'}') {
            return at + 1;
        }
        let name = rest.get(..len).unwrap_or_default();
        let end = at + len + 2;
        if let Some(value) = self.reader.attributes.get(name).copied().filter(|_| self.depth < 2) {
            let mut within = Inline::new(self.reader, value, 0, self.depth + 2);
            within.run();
            let words: String = within
                .out
                .into_iter()
                .map(|piece| match piece {
                    Piece::Text(words, _) => words.into_owned(),
                    Piece::Break => " ".into(),
                })
                .collect();
            return self.replace(at, Cow::Owned(words), end);
        }
        match intrinsic(name) {
            Some(text) => self.replace(at, Cow::Borrowed(text), end),
            None => end,
        }
    }

    /// `[.role]#text#`: the brackets go, the text is read as marked.
    fn role(&mut self, at: usize) -> usize {
        let rest = self.rest(at + 1);
        let Some(len) = rest.bytes().take(80).position(|b| b == b']' || b == b'\n') else {
            return at + 1;
        };
        let after = rest.get(len + 1..).unwrap_or_default();
        let marked =
            after.starts_with(['#', '*', '_', '`']) && after.get(1..2).is_some_and(|c| c != " ");
        let list = rest.get(..len).unwrap_or_default();
        let named =
            list.starts_with(['.', '#']) || list.starts_with(|c: char| c.is_ascii_lowercase());
        if rest.as_bytes().get(len) == Some(&b']') && marked && named {
            return self.skip(at, at + len + 2);
        }
        at + 1
    }

    fn formatting(&mut self, at: usize) -> usize {
        let rest = self.rest(at);
        let Some(&(mark, literal)) = MARKS.iter().find(|(mark, _)| rest.starts_with(mark)) else {
            return at + 1;
        };
        let len = mark.len();
        let script = matches!(mark, "^" | "~");
        let unconstrained = len > 1 || script;
        let next = self.rest(at + len).chars().next();
        let opens = next.is_some_and(|c| !c.is_whitespace());
        let free = unconstrained
            || !self
                .before(at)
                .is_some_and(|c| c.is_alphanumeric() || matches!(c, ';' | ':' | '}' | '\\'));
        if !opens || !free {
            return at + len;
        }
        match self.end(at + len, mark, unconstrained, script) {
            Some(end) if literal => {
                let words = self.text.get(at + len..end).unwrap_or_default();
                self.give(at);
                self.out.push(Piece::Text(Cow::Borrowed(words), self.at + at + len));
                self.done = end + len;
                self.done
            }
            Some(end) => self.nested(at, at + len..end, end + len),
            None => at + len,
        }
    }

    fn end(
        &mut self,
        from: usize,
        mark: &'static str,
        unconstrained: bool,
        script: bool,
    ) -> Option<usize> {
        if self.none.contains(&mark) {
            return None;
        }
        let mut at = from;
        while let Some(found) = self.rest(at).find(mark) {
            let end = at + found;
            let after = self.rest(end + mark.len()).chars().next();
            let tight = end > from && !self.before(end).is_some_and(char::is_whitespace);
            if script
                && self
                    .text
                    .get(from..end)
                    .is_some_and(|t| t.len() > 40 || t.contains(char::is_whitespace))
            {
                return None;
            }
            if tight && (unconstrained || !after.is_some_and(|c| c.is_alphanumeric() || c == '_')) {
                return Some(end);
            }
            at = end + mark.len();
        }
        self.none.push(mark);
        None
    }
}
