//! Body elements: titles, paragraphs, quotations, literal blocks, and the way to all others.

use std::ops::Range;

use super::{DEEPEST, Reader};
use crate::block::BlockKind;
use crate::source_line::SourceLine;

/// The character of a line that consists of one punctuation mark.
pub(super) fn adornment(line: &str) -> Option<u8> {
    let line = line.trim_end();
    let first = *line.as_bytes().first()?;
    (first.is_ascii_punctuation() && line.bytes().all(|b| b == first)).then_some(first)
}

impl<'a> Reader<'a> {
    /// Reads the body elements in these lines, which stand at this column.
    pub(super) fn body(&mut self, lines: Range<usize>, indent: usize, depth: usize) {
        let mut at = lines.start;
        while at < lines.end {
            let next = self.element(at, lines.end, indent, depth);
            at = next.max(at + 1);
        }
        self.end_paragraph();
    }

    /// Reads the element that starts on a line; answers the line after it.
    fn element(&mut self, at: usize, end: usize, indent: usize, depth: usize) -> usize {
        let line = self.content(at, indent);
        if line.text.trim().is_empty() {
            self.end_paragraph();
            return at + 1;
        }
        if depth >= DEEPEST {
            return self.plain_lines(at, end, indent);
        }
        if line.text.starts_with([' ', '\t']) {
            return self.quotation(at, end, indent, depth);
        }
        if let Some(next) = self.title(at, end, indent) {
            return next;
        }
        self.explicit(at, end, indent, depth)
            .or_else(|| self.table(at, end, indent))
            .or_else(|| self.item(at, end, indent, depth))
            .unwrap_or_else(|| self.paragraph(at, end, indent, depth))
    }

    fn plain_lines(&mut self, at: usize, end: usize, indent: usize) -> usize {
        let last = self.paragraph_end(at, end);
        let text = self.slice(self.content(at, indent), last - 1);
        self.builder.push(text.text, self.source(text.at));
        self.end_paragraph();
        last
    }

    fn quotation(&mut self, at: usize, end: usize, indent: usize, depth: usize) -> usize {
        let next = self.block_end(at, end, indent + 1);
        let inner = self.indent_of(at..next).max(indent + 1);
        self.body(at..next, inner, depth + 1);
        next
    }

    /// Reads a title with a line under it, or one above and one under it; also a transition.
    fn title(&mut self, at: usize, end: usize, indent: usize) -> Option<usize> {
        let line = self.content(at, indent);
        let below = |n: usize| {
            (at + n < end && self.line(at + n).indent() >= indent)
                .then(|| self.content(at + n, indent))
                .filter(|line| !line.is_blank())
        };
        if let Some(mark) = adornment(line.text) {
            let title = below(1);
            let closing = below(2).and_then(|line| adornment(line.text));
            if let Some(title) =
                title.filter(|t| closing == Some(mark) && adornment(t.text) != Some(mark))
            {
                self.heading(title.trimmed(), (mark, true));
                return Some(at + 3);
            }
            if line.text.len() >= 4 && title.is_none() {
                self.builder.paragraph();
                return Some(at + 1);
            }
            return None;
        }
        let under = below(1)?;
        let mark = adornment(under.text)?;
        let width = line.text.chars().count();
        let long_enough = under.text.len() >= width || under.text.len() >= 4;
        // "::" alone announces a literal block.
        if !long_enough || under.text == "::" || under.text.len() < 2 && width > 1 {
            return None;
        }
        self.heading(line, (mark, false));
        Some(at + 2)
    }

    /// The line after a paragraph: a blank one, or the end of its block.
    fn paragraph_end(&self, at: usize, end: usize) -> usize {
        (at + 1..end).find(|&i| self.line(i).is_blank()).unwrap_or(end)
    }

    fn paragraph(&mut self, at: usize, end: usize, indent: usize, depth: usize) -> usize {
        let line = self.content(at, indent);
        let below = (at + 1 < end).then(|| self.line(at + 1)).filter(|line| !line.is_blank());
        if below.is_some_and(|below| below.indent() > indent) && !line.text.ends_with("::") {
            return self.definition(at, end, indent, depth);
        }
        let mut next = at + 1;
        while next < end && !self.line(next).is_blank() && self.line(next).indent() == indent {
            next += 1;
        }
        let mut text = self.slice(line, next - 1);
        let literal = text.text.ends_with("::");
        if literal {
            // "text ::" has no colon of its own, "text::" has.
            let kept = text.text.strip_suffix("::").unwrap_or(text.text);
            let colon = usize::from(!kept.is_empty() && !kept.ends_with(char::is_whitespace));
            text.text = text.text.get(..kept.len() + colon).unwrap_or(kept).trim_end();
        }
        self.inline(text);
        self.end_paragraph();
        if literal { self.literal_block(next, end, indent) } else { next }
    }

    /// Reads what "::" announces: an indented block, or lines that all start with one mark.
    fn literal_block(&mut self, at: usize, end: usize, indent: usize) -> usize {
        let first = self.skip_blank(at..end);
        if first >= end {
            return at;
        }
        if self.line(first).indent() > indent {
            let next = self.block_end(first, end, indent + 1);
            self.code(first..next);
            return next;
        }
        let mark = self.content(first, indent).text.chars().next();
        if !mark.is_some_and(|mark| mark.is_ascii_punctuation()) {
            return at;
        }
        let quoted = |i: &usize| self.content(*i, indent).text.chars().next() == mark;
        let next = (first..end).find(|i| !quoted(i)).unwrap_or(end);
        self.code(first..next);
        next
    }

    /// Adds lines as they stand, without the indentation they share.
    pub(super) fn code(&mut self, lines: Range<usize>) {
        self.verbatim(lines, BlockKind::Code);
    }

    pub(super) fn verbatim(&mut self, lines: Range<usize>, kind: BlockKind) {
        let indent = self.indent_of(lines.clone());
        self.builder.open(kind);
        for index in lines {
            let line = self.line(index).after_column(indent);
            self.builder.push_verbatim(line.text, self.source(line.at));
            self.builder.push_verbatim("\n", self.source(line.end()));
        }
        self.builder.close();
    }

    /// Reads a term and its description.
    pub(super) fn definition(
        &mut self,
        at: usize,
        end: usize,
        indent: usize,
        depth: usize,
    ) -> usize {
        let next = self.block_end(at, end, indent + 1);
        let inner = self.indent_of(at + 1..next).max(indent + 1);
        self.builder.open(BlockKind::Definition);
        let term = self.content(at, indent);
        self.term(term);
        self.body(at + 1..next, inner, depth + 1);
        self.builder.close();
        next
    }

    /// Adds a definition's term: on a line of its own.
    pub(super) fn term(&mut self, term: SourceLine<'a>) {
        self.inline(term);
        self.builder.line();
    }
}
