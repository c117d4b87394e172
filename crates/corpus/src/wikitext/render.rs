//! Walks over a wikitext and its constructs and gives the builder its text, line by line.

use super::entities;
use super::line::Line;
use super::offsets::Offsets;
use super::scan::{Kind, Span};
use super::tags::{Keep, Tag};
use crate::block::BlockKind;
use crate::builder::Builder;

/// Constructs nested deeper than this give no text.
pub(super) const DEEPEST: usize = 24;

/// A piece of the wikitext, and the index of the first span that starts in or after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub start: usize,
    pub end: usize,
    pub span: usize,
}

/// Whether line breaks count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Block,
    Inline,
}

/// What kind of line the text is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shape {
    /// A paragraph, which goes on in the next line.
    #[default]
    Text,
    /// A list's item.
    Item,
    /// A preformatted line, whose spaces count.
    Code,
}

pub(super) struct Render<'a> {
    pub text: &'a str,
    pub spans: &'a [Span],
    pub offsets: &'a Offsets,
    pub builder: &'a mut Builder,
    /// The name of the source that links are scoped to.
    pub source: &'a str,
    pub line: Line,
    pub clean: Line,
    pub state: State,
    /// The markers of the lists that are open, the outermost first.
    pub lists: Vec<u8>,
    /// A block of preformatted lines is open.
    pub in_code: bool,
    /// The text is a value of an infobox, where lists of any form count.
    pub in_box: bool,
    /// No heading was seen yet.
    pub in_lead: bool,
    /// Boxes and pictures of the lead, which come behind its paragraphs.
    pub deferred: Vec<usize>,
}

/// What the walk remembers from one line to the next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    pub shape: Shape,
    /// The shape of the last line that gave text.
    pub was: Shape,
    /// The level of the heading whose section gives no text.
    pub muted: Option<usize>,
    /// Nothing but invisible markup has been seen in this line.
    pub fresh: bool,
    /// A comment or reference stood in this line, which does not make it a blank one.
    pub invisible: bool,
    /// This line is the rest of a broken table.
    pub dropped: bool,
    /// This is the `;` line of a definition list, whose `:` is still to come.
    pub term: bool,
    /// How many `<poem>` tags are open.
    pub poems: usize,
}

impl Render<'_> {
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// The content of a span.
    pub(super) fn inside(&self, index: usize) -> Part {
        let (start, end) =
            self.spans.get(index).map_or((0, 0), |span| (span.inner, span.inner_end));
        Part { start, end, span: index + 1 }
    }

    /// The first such byte of a part that stands in none of its spans, and the index of the span
    /// after it.
    pub(super) fn find_in(&self, part: Part, byte: u8) -> Option<(usize, usize)> {
        let (mut at, mut span) = (part.start, part.span);
        while at < part.end {
            let child = self.spans.get(span).filter(|child| child.start < part.end);
            let limit = child.map_or(part.end, |child| child.start).max(at);
            let plain = self.text.as_bytes().get(at..limit).unwrap_or_default();
            if let Some(found) = memchr::memchr(byte, plain) {
                return Some((at + found, span));
            }
            let child = child?;
            (at, span) = (child.end.max(limit), child.after);
        }
        None
    }

    /// Adds a part's text to the line.
    pub(super) fn inline(&mut self, part: Part, depth: usize) {
        self.render_inline(part, Mode::Inline, depth);
    }

    pub(super) fn render_inline(&mut self, part: Part, mode: Mode, depth: usize) {
        if depth >= DEEPEST {
            self.line.hole();
            return;
        }
        let mut part = part;
        while part.start < part.end {
            self.step(&mut part, mode, depth);
        }
    }

    /// Renders one construct, or the plain text up to the next special character.
    pub(super) fn step(&mut self, part: &mut Part, mode: Mode, depth: usize) {
        while self.spans.get(part.span).is_some_and(|s| s.start < part.start) {
            part.span += 1;
        }
        let next = self.spans.get(part.span).map_or(part.end, |s| s.start);
        if next == part.start {
            let (at, span) = self.construct(part.span, mode, depth);
            // Whatever happens, the walk goes on.
            part.start = at.max(part.start);
            part.span = span.max(part.span + 1);
        } else {
            part.start = self.plain(part.start, next.min(part.end), mode);
        }
    }

    /// Renders the span `index`; answers where to go on, and with which span.
    fn construct(&mut self, index: usize, mode: Mode, depth: usize) -> (usize, usize) {
        let spans = self.spans;
        let Some(span) = spans.get(index) else {
            return (self.text.len(), spans.len());
        };
        match span.kind {
            Kind::Comment => self.state.invisible = true,
            Kind::Opaque(Keep::Nothing) => {
                self.state.invisible = true;
                self.line.hole();
            }
            Kind::Opaque(keep) => self.verbatim(span, keep, mode),
            Kind::Tag(tag) => self.tag(tag, !span.closed, span.start, mode),
            Kind::Template if span.closed => self.template(index, mode, depth),
            Kind::Table if span.closed && mode == Mode::Block && self.table(index, depth) => {
                self.state.invisible = true;
            }
            Kind::Template | Kind::Parameter | Kind::Table | Kind::HtmlTable => {
                self.line.hole();
                self.links_inside(index, depth);
            }
            Kind::Link if span.closed && mode == Mode::Block && self.captioned(index, depth) => {
                self.state.invisible = true;
            }
            Kind::Link if span.closed => return self.link(index, depth),
            Kind::External if span.closed => self.address(self.inside(index), depth),
            Kind::Link if super::links::is_file(self.text.get(span.inner..).unwrap_or("")) => {
                self.line.hole();
            }
            Kind::Link | Kind::External => return (span.inner, index + 1),
        }
        (span.end, span.after)
    }

    fn tag(&mut self, tag: Tag, closing: bool, at: usize, mode: Mode) {
        match (tag, mode) {
            (Tag::Inline | Tag::Table | Tag::Opaque(_), _) => {}
            (Tag::Line, Mode::Inline) if self.in_box => self.line.push("\n", at),
            (_, Mode::Inline) => self.line.push(" ", at),
            (Tag::Line, Mode::Block) => {
                self.flush();
                self.builder.line();
            }
            (Tag::Block | Tag::Poem, Mode::Block) => {
                self.flush();
                self.close_lists();
                self.builder.paragraph();
                if tag == Tag::Poem {
                    let poems = self.state.poems;
                    self.state.poems = if closing { poems.saturating_sub(1) } else { poems + 1 };
                }
            }
        }
    }

    /// Text in which no markup counts.
    fn verbatim(&mut self, span: &Span, keep: Keep, mode: Mode) {
        let text = self.text.get(span.inner..span.inner_end).unwrap_or_default();
        if keep == Keep::Formula {
            return self.formula(span, text, mode);
        }
        if keep == Keep::Literal || mode == Mode::Inline {
            self.literal(text, span.inner);
            return;
        }
        self.flush();
        let shape = std::mem::replace(&mut self.state.shape, Shape::Code);
        self.end_code();
        let mut at = span.inner;
        for line in text.split('\n') {
            self.literal(line, at);
            if !self.flush() && self.in_code {
                self.builder.push_verbatim("\n", self.offsets.run(at).0);
            }
            at += line.len() + 1;
        }
        self.end_code();
        self.state.shape = shape;
        self.state.invisible = true;
    }

    /// A formula in its own lines is a block, any other is part of the sentence.
    fn formula(&mut self, span: &Span, text: &str, mode: Mode) {
        let tag = self.text.get(span.start..span.inner).unwrap_or_default();
        let rest = self.text.get(span.end..).unwrap_or_default();
        let rest: String = rest.chars().take(8).take_while(|c| *c != '\n').collect();
        let alone = self.line.is_blank() && matches!(rest.trim(), "" | "." | "," | ";");
        let block = tag.contains("block") && tag.contains("display");
        if mode == Mode::Inline || self.state.muted.is_some() || !(alone || block) {
            self.literal(text, span.inner);
            return;
        }
        self.flush();
        self.end_code();
        let trimmed = text.trim_start();
        self.literal(trimmed.trim_end(), span.inner + (text.len() - trimmed.len()));
        let line = std::mem::take(&mut self.line);
        self.builder.open(BlockKind::Formula);
        self.in_code = true;
        self.give(&line);
        self.end_code();
        self.state.invisible = true;
    }

    fn literal(&mut self, text: &str, start: usize) {
        let mut at = start;
        let mut rest = text;
        while let Some(reference) = rest.find('&') {
            let (before, after) = rest.split_at(reference);
            self.line.push(before, at);
            at += before.len();
            let len = self.reference(after, at);
            at += len;
            rest = after.get(len..).unwrap_or_default();
        }
        self.line.push(rest, at);
    }

    /// Adds the character that `text` starts with a reference to; answers the reference's length.
    fn reference(&mut self, text: &str, at: usize) -> usize {
        let (char, len) = entities::decode(text).unwrap_or(('&', 1));
        self.line.push(char.encode_utf8(&mut [0; 4]), at);
        len
    }

    /// Renders plain text from `at` up to the next special character or `limit`.
    fn plain(&mut self, at: usize, limit: usize, mode: Mode) -> usize {
        let text = self.text;
        let rest = text.get(at..limit).unwrap_or_default();
        match self.byte(at) {
            b'\n' if mode == Mode::Block => {
                self.end_line(at);
                at + 1
            }
            b'\'' => {
                let run = rest.len() - rest.trim_start_matches('\'').len();
                match run {
                    1 => self.line.push("'", at),
                    _ => self.line.quotes(rest.get(..run).unwrap_or_default(), at),
                }
                at + run
            }
            b'&' => at + self.reference(rest, at),
            b'_' => self.magic_word(rest, at),
            b':' if mode == Mode::Block && self.state.term && ends_term(rest) => {
                self.state.term = false;
                self.flush();
                self.builder.line();
                at + 1
            }
            b'{' | b'}' | b'[' | b']' | b'|' | b'<' => self.bracket(rest, at),
            _ => {
                let len = rest.bytes().skip(1).position(is_special);
                let len = len.map_or(rest.len(), |len| len + 1).max(1);
                self.line.push(rest.get(..len).unwrap_or_default(), at);
                at + len
            }
        }
    }

    /// Doubled brackets and braces are what is left of broken markup; single ones are text.
    fn bracket(&mut self, rest: &str, at: usize) -> usize {
        let bytes = rest.as_bytes();
        let first = bytes.first().copied().unwrap_or(0);
        if bytes.get(1) == Some(&first) && !matches!(first, b'<' | b'|') {
            self.line.hole();
            return at + bytes.iter().take_while(|&&b| b == first).count();
        }
        self.line.bracket(rest.get(..1).unwrap_or_default(), at);
        at + 1
    }

    /// Adds text that was not looked through for markup.
    pub(super) fn words(&mut self, text: &str, at: usize) {
        let mut done = 0;
        for piece in text.split_inclusive(['{', '}', '[', ']', '|', '<']) {
            let bracket = piece.len() - 1;
            match piece.as_bytes().last() {
                Some(b'{' | b'}' | b'[' | b']' | b'|' | b'<') => {
                    self.line.push(piece.get(..bracket).unwrap_or_default(), at + done);
                    let piece = piece.get(bracket..).unwrap_or_default();
                    self.line.bracket(piece, at + done + bracket);
                }
                _ => self.line.push(piece, at + done),
            }
            done += piece.len();
        }
    }

    fn magic_word(&mut self, rest: &str, at: usize) -> usize {
        let word = rest
            .strip_prefix("__")
            .and_then(|rest| MAGIC.iter().find(|word| rest.starts_with(*word)));
        if let Some(word) = word
            && rest.get(2 + word.len()..).is_some_and(|end| end.starts_with("__"))
        {
            self.line.hole();
            return at + word.len() + 4;
        }
        let len = rest.len() - rest.trim_start_matches('_').len();
        let len = if word.is_some() { 2 } else { len };
        self.line.push(rest.get(..len).unwrap_or_default(), at);
        at + len
    }
}

const MAGIC: [&str; 16] = [
    "TOC",
    "NOTOC",
    "FORCETOC",
    "NOEDITSECTION",
    "NEWSECTIONLINK",
    "NONEWSECTIONLINK",
    "NOGALLERY",
    "HIDDENCAT",
    "INDEX",
    "NOINDEX",
    "STATICREDIRECT",
    "NOTITLECONVERT",
    "NOCONTENTCONVERT",
    "DISAMBIG",
    "NOGLOBAL",
    "EXPECTUNUSEDCATEGORY",
];

fn is_special(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\'' | b'&' | b'_' | b':' | b'{' | b'}' | b'[' | b']' | b'|' | b'<')
}

/// A term ends at a colon before white space; "http://" and "12:30" do not end one.
fn ends_term(rest: &str) -> bool {
    rest.chars().nth(1).is_none_or(char::is_whitespace)
}
