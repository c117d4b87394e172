//! Finds the constructs of a wikitext that enclose text, in one pass and without recursion.
//!
//! The result is a flat list in order of appearance; a construct's descendants follow it up to
//! its `after`, so that a reader steps into it or past it in constant time.

use super::angle::Angles;
use super::links;
use super::tags::{Keep, Tag};

/// A construct: `text[start..end]`, with its content in `text[inner..inner_end]`.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub start: usize,
    pub inner: usize,
    pub inner_end: usize,
    pub end: usize,
    /// The index of the first span that does not stand inside this one.
    pub after: usize,
    pub kind: Kind,
    /// Whether its closing markup was found; an unclosed construct ends with its paragraph.
    pub closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `<!-- … -->`
    Comment,
    /// An extension tag with its text.
    Opaque(Keep),
    /// One HTML tag, without its text.
    Tag(Tag),
    /// `{{…}}`
    Template,
    /// `{{{…}}}`
    Parameter,
    /// `{| … |}`
    Table,
    /// `<table> … </table>`
    HtmlTable,
    /// `[[…]]`
    Link,
    /// `[http://… …]`
    External,
}

/// The constructs of `text`.
pub(super) fn scan(text: &str) -> Vec<Span> {
    let mut scanner = Scanner {
        bytes: text.as_bytes(),
        spans: Vec::new(),
        open: Vec::new(),
        braces: 0,
        tables: 0,
        angles: Angles::new(text),
        text,
    };
    scanner.run();
    scanner.spans
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    spans: Vec<Span>,
    open: Vec<Open>,
    /// How many templates and parameters are open.
    braces: usize,
    /// How many tables are open.
    tables: usize,
    angles: Angles<'a>,
}

struct Open {
    span: usize,
    kind: Kind,
    /// The first blank line or heading inside it, but not inside its children.
    broke: Option<Place>,
}

/// A position, and how many spans were found before it.
#[derive(Clone, Copy)]
struct Place {
    at: usize,
    spans: usize,
}

impl Scanner<'_> {
    fn run(&mut self) {
        let mut at = self.line(0);
        while let Some(&byte) = self.bytes.get(at) {
            at = match byte {
                b'\n' => self.newline(at),
                b'{' => self.open_braces(at),
                b'}' => self.close_braces(at),
                b'[' => self.open_brackets(at),
                b']' => self.close_brackets(at),
                b'<' => self.angle(at),
                _ => at + 1,
            };
        }
        self.finish();
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn run_of(&self, byte: u8, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        rest.iter().take_while(|&&b| b == byte).count()
    }

    fn place(&self, at: usize) -> Place {
        Place { at, spans: self.spans.len() }
    }

    fn newline(&mut self, at: usize) -> usize {
        while self.top() == Some(Kind::External) {
            self.give_up(self.place(at));
        }
        self.line(at + 1)
    }

    /// Looks at the start of a line; answers where to go on.
    fn line(&mut self, start: usize) -> usize {
        let rest = self.bytes.get(start..).unwrap_or_default();
        let indent = rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
        let at = start + indent;
        match (self.byte(at), self.byte(at + 1)) {
            (b'\n', _) => self.paragraph_end(start),
            (b'=', b'=') if indent == 0 => self.paragraph_end(start),
            (b'|', b'}') => return self.close_table(at),
            (b'{' | b':', _) => return self.open_table(at),
            _ => {}
        }
        at
    }

    /// A blank line or a heading starts at `start`: no link goes on beyond it.
    fn paragraph_end(&mut self, start: usize) {
        let place = self.place(start.saturating_sub(1));
        while matches!(self.top(), Some(Kind::External | Kind::Link)) {
            self.give_up(place);
        }
        if let Some(open) = self.open.last_mut() {
            open.broke.get_or_insert(place);
        }
    }

    fn top(&self) -> Option<Kind> {
        self.open.last().map(|open| open.kind)
    }

    fn push(&mut self, kind: Kind, start: usize, inner: usize) {
        match kind {
            Kind::Template | Kind::Parameter => self.braces += 1,
            Kind::Table => self.tables += 1,
            _ => {}
        }
        self.open.push(Open { span: self.spans.len(), kind, broke: None });
        self.spans.push(Span {
            start,
            inner,
            inner_end: inner,
            end: inner,
            after: self.spans.len() + 1,
            kind,
            closed: false,
        });
    }

    fn pop(&mut self) -> Option<(Open, &mut Span)> {
        let open = self.open.pop()?;
        match open.kind {
            Kind::Template | Kind::Parameter => self.braces -= 1,
            Kind::Table => self.tables -= 1,
            _ => {}
        }
        let span = self.spans.get_mut(open.span)?;
        Some((open, span))
    }

    /// Closes the innermost construct with the markup at `text[at..end]`.
    fn close(&mut self, at: usize, end: usize) {
        let after = self.spans.len();
        if let Some((_, span)) = self.pop() {
            (span.inner_end, span.end, span.after) = (at, end, after);
            span.closed = true;
        }
    }

    /// Ends the innermost construct without its closing markup: at its first blank line or
    /// heading, and at `limit` at the latest.
    fn give_up(&mut self, limit: Place) {
        let Some((open, span)) = self.pop() else {
            return;
        };
        let place = open.broke.unwrap_or(limit);
        span.inner_end = place.at.max(span.inner);
        span.end = span.inner_end;
        span.after = place.spans.max(open.span + 1);
        // What encloses it saw none of the breaks inside it.
        if let (Some(parent), Some(broke)) = (self.open.last_mut(), open.broke) {
            parent.broke.get_or_insert(broke);
        }
    }

    fn finish(&mut self) {
        let end = self.place(self.text.len());
        while !self.open.is_empty() {
            self.give_up(end);
        }
    }

    fn open_table(&mut self, at: usize) -> usize {
        let brace = at + self.run_of(b':', at);
        if self.byte(brace) == b'{' && self.byte(brace + 1) == b'|' {
            self.push(Kind::Table, brace, brace + 2);
            return brace + 2;
        }
        brace
    }

    fn close_table(&mut self, at: usize) -> usize {
        let alone = self.byte(at + 2) != b'}';
        if self.tables == 0 || !(alone || self.top() == Some(Kind::Table)) {
            return at + 1;
        }
        while self.top() != Some(Kind::Table) {
            self.give_up(self.place(at));
        }
        self.close(at, at + 2);
        at + 2
    }

    fn open_braces(&mut self, start: usize) -> usize {
        let run = self.run_of(b'{', start);
        let end = start + run;
        let mut at = start;
        // A run is read from its inside: as many threes as there can be, the rest are twos.
        let twos = match run % 3 {
            _ if run < 2 => return end,
            0 => 0,
            1 => 2,
            _ => 1,
        };
        for _ in 0..twos {
            self.push(Kind::Template, at, at + 2);
            at += 2;
        }
        while at + 3 <= end {
            self.push(Kind::Parameter, at, at + 3);
            at += 3;
        }
        end
    }

    fn close_braces(&mut self, start: usize) -> usize {
        let end = start + self.run_of(b'}', start);
        let mut at = start;
        while end - at >= 2 && self.braces > 0 {
            match self.top() {
                Some(Kind::Template) => {
                    self.close(at, at + 2);
                    at += 2;
                }
                Some(Kind::Parameter) if end - at >= 3 => {
                    self.close(at, at + 3);
                    at += 3;
                }
                Some(Kind::Parameter) => self.narrow(),
                _ => self.give_up(self.place(at)),
            }
        }
        end
    }

    /// `{{{x}}` is a brace and a template.
    fn narrow(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.kind = Kind::Template;
            if let Some(span) = self.spans.get_mut(open.span) {
                span.kind = Kind::Template;
                span.start += 1;
            }
        }
    }

    fn open_brackets(&mut self, start: usize) -> usize {
        let end = start + self.run_of(b'[', start);
        if end - start >= 2 {
            self.open_link(end - 2);
        } else if links::is_url(self.text.get(end..).unwrap_or_default()) {
            self.push(Kind::External, start, end);
        }
        end
    }

    fn open_link(&mut self, at: usize) {
        // Only a file's caption may hold links; of two others the inner one is the link.
        while let Some(open) = self.open.last() {
            let outer = self.spans.get(open.span).map_or(0, |span| span.inner);
            let caption = open.kind == Kind::Link
                && links::is_file(self.text.get(outer..).unwrap_or_default());
            if caption || !matches!(open.kind, Kind::Link | Kind::External) {
                break;
            }
            self.give_up(self.place(at));
        }
        self.push(Kind::Link, at, at + 2);
    }

    fn close_brackets(&mut self, start: usize) -> usize {
        let end = start + self.run_of(b']', start);
        let mut at = start;
        while at < end {
            let len = match self.top() {
                Some(Kind::External) => 1,
                Some(Kind::Link) if end - at >= 2 => 2,
                _ => break,
            };
            self.close(at, at + len);
            at += len;
        }
        end
    }

    fn angle(&mut self, at: usize) -> usize {
        let Some(found) = self.angles.at(at) else {
            return at + 1;
        };
        match (found.kind, found.closing) {
            (Kind::Tag(Tag::Table), false) => {
                self.push(Kind::HtmlTable, found.start, found.inner);
            }
            (Kind::Tag(Tag::Table), true) if self.top() == Some(Kind::HtmlTable) => {
                self.close(at, found.end);
            }
            _ => self.spans.push(Span {
                start: found.start,
                inner: found.inner,
                inner_end: found.inner_end,
                end: found.end,
                after: self.spans.len() + 1,
                kind: found.kind,
                closed: !found.closing,
            }),
        }
        found.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Vec<(Kind, &str, bool)> {
        scan(text).into_iter().map(|s| (s.kind, &text[s.start..s.end], s.closed)).collect()
    }

    #[test]
    fn templates_and_links_nest() {
        assert_eq!(
            seen("a{{b|[[c|{{d}}]]}}"),
            [
                (Kind::Template, "{{b|[[c|{{d}}]]}}", true),
                (Kind::Link, "[[c|{{d}}]]", true),
                (Kind::Template, "{{d}}", true),
            ]
        );
        assert_eq!(
            seen("{{{{{x}}}|y}}"),
            [(Kind::Template, "{{{{{x}}}|y}}", true), (Kind::Parameter, "{{{x}}}", true),]
        );
    }

    #[test]
    fn what_is_not_closed_ends_with_its_paragraph() {
        assert_eq!(
            seen("a {{b {{c}} d\n\ne {{f}}"),
            [
                (Kind::Template, "{{b {{c}} d", false),
                (Kind::Template, "{{c}}", true),
                (Kind::Template, "{{f}}", true),
            ]
        );
        assert_eq!(
            seen("{{a|[[b}} c]]"),
            [(Kind::Template, "{{a|[[b}}", true), (Kind::Link, "[[b", false)]
        );
        assert_eq!(seen("{| x\n== H ==\ny"), [(Kind::Table, "{| x", false)]);
    }

    #[test]
    fn tables_end_only_at_the_start_of_a_line() {
        assert_eq!(
            seen("{|\n| a |} b\n{|\n| c\n|}\n|}"),
            [
                (Kind::Table, "{|\n| a |} b\n{|\n| c\n|}\n|}", true),
                (Kind::Table, "{|\n| c\n|}", true),
            ]
        );
        assert_eq!(seen("{{box\n| a = b\n|}}"), [(Kind::Template, "{{box\n| a = b\n|}}", true)]);
    }
}
