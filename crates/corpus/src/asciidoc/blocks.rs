//! Blocks: paragraphs, delimited blocks, and the lines that say something of the next block.

use super::{DEEPEST, Reader, is_comment};
use crate::block::BlockKind;
use crate::source_line::SourceLine;

/// What a line that delimits a block opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delimiter {
    /// Listing or literal text.
    Code,
    /// Example, sidebar, quotation, open block: blocks are inside.
    Blocks,
    Comment,
    Pass,
    Table,
}

/// What the line delimits, if anything.
pub(super) fn delimiter(line: &str) -> Option<Delimiter> {
    match line {
        "--" => return Some(Delimiter::Blocks),
        "|===" | ",===" | ":===" | "!===" => return Some(Delimiter::Table),
        _ if line.starts_with("```") => return Some(Delimiter::Code),
        _ => {}
    }
    let first = *line.as_bytes().first()?;
    if line.len() < 4 || line.bytes().any(|b| b != first) {
        let table = line.starts_with("|====") && line.trim_start_matches(['|', '=']).is_empty();
        return table.then_some(Delimiter::Table);
    }
    match first {
        b'-' | b'.' => Some(Delimiter::Code),
        b'=' | b'*' | b'_' => Some(Delimiter::Blocks),
        b'/' => Some(Delimiter::Comment),
        b'+' => Some(Delimiter::Pass),
        _ => None,
    }
}

/// Lines that only the processor reads: `ifdef::x[]`, `include::x[]`, `toc::[]`.
pub(super) fn is_directive(line: &str) -> bool {
    const NAMES: [&str; 10] = [
        "ifdef::",
        "ifndef::",
        "ifeval::",
        "endif::",
        "include::",
        "toc::",
        "image::",
        "video::",
        "audio::",
        "leveloffset::",
    ];
    line.ends_with(']') && NAMES.iter().any(|name| line.starts_with(name))
}

/// The label of an admonition.
fn admonition(style: &str) -> Option<&'static str> {
    Some(match style {
        "NOTE" => "Note",
        "TIP" => "Tip",
        "IMPORTANT" => "Important",
        "CAUTION" => "Caution",
        "WARNING" => "Warning",
        _ => return None,
    })
}

impl<'a> Reader<'a> {
    /// Reads blocks up to a line.
    pub(super) fn blocks(&mut self, start: usize, end: usize, depth: usize) {
        let mut at = start;
        while at < end {
            at = self.block(at, end, depth).max(at + 1);
        }
        self.end_paragraph();
        self.pending = Default::default();
    }

    /// Reads the block, or the line about one, that starts here; answers the line after it.
    pub(super) fn block(&mut self, at: usize, end: usize, depth: usize) -> usize {
        let line = self.line(at);
        if line.is_blank() {
            self.end_paragraph();
            return at + 1;
        }
        if depth >= DEEPEST {
            self.builder.push(line.text, self.source(line.at));
            return at + 1;
        }
        if is_comment(line.text) || self.processed(line) || self.attribute_entry(at) {
            return at + 1;
        }
        if self.about_the_next(line) {
            return at + 1;
        }
        if matches!(line.text, "<<<" | "'''" | "---" | "***" | "+") {
            self.end_paragraph();
            return at + 1;
        }
        let shown = self.pending.style != "discrete" || self.builder.depth() == 0;
        let title = self.section_title(at).filter(|(_, _, next)| *next <= end && shown);
        if let Some((level, title, next)) = title {
            self.heading(level, title);
            return next;
        }
        if let Some(kind) = delimiter(line.text) {
            return self.delimited(at, end, depth, kind);
        }
        if let Some(next) = self.list(at, end, depth) {
            return next;
        }
        self.paragraph(at, end)
    }

    /// Reads a line for the processor; text in its brackets is text.
    fn processed(&mut self, line: SourceLine<'a>) -> bool {
        if !is_directive(line.text) {
            return false;
        }
        let conditional = line.text.starts_with("ifdef::") || line.text.starts_with("ifndef::");
        if let Some(open) = line.text.find('[').filter(|_| conditional) {
            let inner = line.text.get(open + 1..line.text.len() - 1).unwrap_or_default();
            self.inline(SourceLine { at: line.at + open + 1, text: inner });
            self.end_paragraph();
        }
        if line.text.starts_with("image::")
            && let Some(title) = self.pending.title.take()
        {
            self.builder.open(BlockKind::Caption);
            self.inline(title);
            self.builder.close();
        }
        true
    }

    /// Reads `[attributes]`, `[[id]]` or `.Title`; false where the line is a block's own.
    fn about_the_next(&mut self, line: SourceLine<'a>) -> bool {
        if let Some(inner) = line.text.strip_prefix("[[").and_then(|r| r.strip_suffix("]]"))
            && !inner.contains(['[', ']'])
        {
            self.pending.id = inner.split(',').next().map(str::trim);
            return true;
        }
        if let Some(inner) = line.text.strip_prefix('[').and_then(|r| r.strip_suffix(']')) {
            let plausible = inner
                .starts_with(|c: char| c.is_alphanumeric() || "#.%,\"_".contains(c))
                || inner.is_empty();
            if plausible && !inner.contains(']') {
                self.pending.add(inner);
                return true;
            }
        }
        if let Some(title) = line.text.strip_prefix('.')
            && title.starts_with(|c: char| !c.is_whitespace() && c != '.')
        {
            self.pending.title = Some(SourceLine { at: line.at + 1, text: title });
            return true;
        }
        false
    }

    /// The line that closes the block which opens at `at`.
    fn closing(&mut self, at: usize, end: usize) -> Option<usize> {
        let open = self.line(at).text;
        let mark = if open.starts_with("```") { "```" } else { open };
        // Where none was found once, none is found later.
        if self.ends.get(mark).is_some_and(|&known| known >= end) {
            return None;
        }
        let found = (at + 1..end).find(|&i| self.line(i).text == mark);
        if found.is_none() {
            self.ends.insert(mark, end);
        }
        found
    }

    fn delimited(&mut self, at: usize, end: usize, depth: usize, kind: Delimiter) -> usize {
        let closing = self.closing(at, end);
        // A comment that is not closed may not swallow the page.
        let Some(close) = closing else {
            self.pending = Default::default();
            return at + 1;
        };
        let style = self.pending.style;
        let pending = std::mem::take(&mut self.pending);
        self.pending.title = pending.title;
        self.pending.id = pending.id;
        if !matches!(kind, Delimiter::Comment) && style != "comment" {
            self.block_title();
        }
        self.pending = Default::default();
        let inside = at + 1..close;
        match kind {
            _ if style == "comment" => {}
            Delimiter::Comment => {}
            Delimiter::Code => self.verbatim(inside.start, inside.end, BlockKind::Code),
            Delimiter::Pass if is_formula(style) => {
                self.verbatim(inside.start, inside.end, BlockKind::Formula);
            }
            Delimiter::Pass => {}
            Delimiter::Table => self.table(at, close, &pending),
            Delimiter::Blocks if is_code(style) => {
                self.verbatim(inside.start, inside.end, BlockKind::Code);
            }
            Delimiter::Blocks if style == "verse" => self.verse(inside.start, inside.end),
            Delimiter::Blocks => {
                self.end_paragraph();
                if let Some(label) = admonition(style) {
                    let here = self.source(self.line(at).at);
                    self.builder.push(label, here);
                    self.builder.push(": ", here);
                }
                let markers = std::mem::take(&mut self.markers);
                self.blocks(inside.start, inside.end, depth + 1);
                self.markers = markers;
            }
        }
        close + 1
    }

    fn verse(&mut self, start: usize, end: usize) {
        for index in start..end {
            self.inline(self.line(index));
            self.builder.line();
        }
        self.end_paragraph();
    }

    /// Adds lines as they stand, without the indentation they share and their callouts.
    pub(super) fn verbatim(&mut self, start: usize, end: usize, kind: BlockKind) {
        let lines = self.lines.get(start..end).unwrap_or_default();
        let indent = lines.iter().filter(|l| !l.is_blank()).map(SourceLine::indent).min();
        self.builder.open(kind);
        for index in start..end {
            let line = self.line(index).after_column(indent.unwrap_or(0));
            if is_directive(line.text) {
                continue;
            }
            self.builder.push_verbatim(line.text, self.source(line.at));
            self.builder.push_verbatim("\n", self.source(line.end()));
        }
        self.builder.close();
    }

    fn paragraph(&mut self, at: usize, end: usize) -> usize {
        let mut next = at + 1;
        while next < end && !self.ends_paragraph(next) {
            next += 1;
        }
        let style = self.pending.style;
        self.block_title();
        self.pending = Default::default();
        if is_code(style) {
            self.verbatim(at, next, BlockKind::Code);
        } else if is_formula(style) {
            self.verbatim(at, next, BlockKind::Formula);
        } else if style == "verse" {
            self.verse(at, next);
        } else if self.line(at).text.starts_with([' ', '\t']) && style != "normal" {
            self.verbatim(at, next, BlockKind::Code);
        } else {
            self.running_text(at, next, style);
        }
        next
    }

    fn running_text(&mut self, at: usize, next: usize, style: &str) {
        let first = self.line(at);
        if let Some(label) = admonition(style) {
            self.builder.push(label, self.source(first.at));
            self.builder.push(": ", self.source(first.at));
        }
        let written =
            first.text.split_once(": ").and_then(|(name, _)| Some((name, admonition(name)?)));
        match written {
            Some((name, label)) => {
                self.builder.push(label, self.source(first.at));
                let text = first.text.get(name.len()..).unwrap_or_default();
                self.text_lines(SourceLine { at: first.at + name.len(), text }, at, next);
            }
            None => self.text_lines(first, at, next),
        }
        self.end_paragraph();
    }

    /// Adds the text of lines; the first may have lost its start.
    pub(super) fn text_lines(&mut self, first: SourceLine<'a>, at: usize, next: usize) {
        let mut start: Option<SourceLine<'a>> = None;
        for index in at..next {
            let line = if index == at { first } else { self.line(index) };
            let apart = index > at && (is_comment(line.text) || is_directive(line.text));
            if apart {
                if let Some(start) = start.take() {
                    self.inline(self.slice(start, index - 1));
                }
                self.builder.push(" ", self.source(line.at));
                self.processed(line);
            } else {
                start.get_or_insert(line);
            }
        }
        if let Some(start) = start {
            self.inline(self.slice(start, next - 1));
        }
    }

    pub(super) fn ends_paragraph(&self, at: usize) -> bool {
        let line = self.line(at).text;
        line.is_empty()
            || line == "+"
            || line.starts_with("[[") && line.ends_with("]]")
            || delimiter(line).is_some()
            || (line.starts_with('[')
                && line.ends_with(']')
                && delimiter(self.line(at + 1).text).is_some())
    }
}

fn is_code(style: &str) -> bool {
    matches!(style, "source" | "listing" | "literal") || style.starts_with("source")
}

fn is_formula(style: &str) -> bool {
    matches!(style, "stem" | "latexmath" | "asciimath")
}
