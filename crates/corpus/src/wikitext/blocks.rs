//! Lines: headings, lists, rules and paragraphs.

use super::line::Line;
use super::render::{DEEPEST, Mode, Part, Render, Shape};
use super::scan::Kind;
use crate::apparatus::is_apparatus;
use crate::block::BlockKind;

/// Characters of a heading beyond this many are cut off.
const LONGEST_TITLE: usize = 250;

impl Render<'_> {
    /// Renders a part of several lines.
    pub(super) fn block(&mut self, part: Part, depth: usize) {
        if depth >= DEEPEST {
            return;
        }
        let mut part = part;
        self.begin_line();
        while part.start < part.end {
            let at_span = self.spans.get(part.span).is_some_and(|span| span.start <= part.start);
            if self.state.fresh && !at_span && self.byte(part.start) != b'\n' {
                self.state.fresh = false;
                if self.line_start(&mut part, depth) {
                    continue;
                }
            }
            self.step(&mut part, Mode::Block, depth);
        }
        self.end_line(part.end);
    }

    fn begin_line(&mut self) {
        self.state.shape = Shape::Text;
        self.state.fresh = true;
        self.state.invisible = false;
        self.state.dropped = false;
        self.state.term = false;
    }

    /// Reads the markup that counts at the start of a line only; true where some was read.
    fn line_start(&mut self, part: &mut Part, depth: usize) -> bool {
        let at = part.start;
        let rest = self.text.get(at..part.end).unwrap_or_default();
        let run = |set: &[char]| rest.len() - rest.trim_start_matches(set).len();
        match self.byte(at) {
            b'=' => return self.heading(part, depth),
            b'*' | b'#' | b':' | b';' => {
                let len = run(&['*', '#', ':', ';']);
                self.state.shape = Shape::Item;
                self.state.term = rest.as_bytes().get(len - 1) == Some(&b';');
                part.start += len;
                self.list_line(rest.get(..len).unwrap_or_default());
            }
            b' ' if at == 0 || self.byte(at - 1) == b'\n' => {
                self.state.shape = Shape::Code;
                part.start += 1;
                // An indented row of a broken table.
                self.state.dropped = self.byte(at + run(&[' '])) == b'|';
            }
            b'-' if rest.starts_with("----") => {
                self.builder.paragraph();
                part.start += run(&['-']);
            }
            b'|' => {
                self.state.dropped = true;
                return false;
            }
            _ => return false,
        }
        true
    }

    /// Reads a heading; false where the line turns out to be none.
    fn heading(&mut self, part: &mut Part, depth: usize) -> bool {
        let (line_end, content_end, next) = self.line_end(*part);
        let content = self.text.get(part.start..content_end).unwrap_or_default();
        let before = content.len() - content.trim_start_matches('=').len();
        let after = content.len() - content.trim_end_matches('=').len();
        let level = before.min(after).min(6).min(content.len().saturating_sub(1) / 2);
        if level == 0 {
            return false;
        }
        let title = Part { start: part.start + level, end: content_end - level, span: part.span };
        let title = self.title(title, depth);
        self.flush();
        self.end_lead();
        self.close_lists();
        self.state.was = Shape::Text;
        self.builder.heading((level as u8 - 1).max(1), &title);
        if self.state.muted.is_none_or(|muted| level <= muted) {
            self.state.muted = is_apparatus(&title).then_some(level);
        }
        (part.start, part.span) = (line_end, next);
        true
    }

    fn title(&mut self, part: Part, depth: usize) -> String {
        let mut clean = self.clean_inline(part, depth);
        // Every section below keeps its own copy.
        let end = clean.text.char_indices().nth(LONGEST_TITLE).map(|(at, _)| at);
        clean.text.truncate(end.unwrap_or(clean.text.len()));
        clean.text
    }

    /// A part's text on a line of its own.
    pub(super) fn clean_inline(&mut self, part: Part, depth: usize) -> Line {
        let line = std::mem::take(&mut self.line);
        self.inline(part, depth + 1);
        let mut clean = Line::default();
        self.line.clean_into(&mut clean);
        self.line = line;
        clean
    }

    /// Where the line that a part starts in ends, where its last text ends, and the span after.
    fn line_end(&self, part: Part) -> (usize, usize, usize) {
        let (mut at, mut span) = (part.start, part.span);
        let mut content_end = at;
        while at < part.end {
            if let Some(child) = self.spans.get(span).filter(|child| child.start <= at) {
                if child.start == at {
                    at = child.end.max(at);
                    if child.kind != Kind::Comment {
                        content_end = at;
                    }
                }
                span = child.after.max(span + 1);
                continue;
            }
            match self.byte(at) {
                b'\n' => break,
                byte => {
                    at += 1;
                    if !byte.is_ascii_whitespace() {
                        content_end = at;
                    }
                }
            }
        }
        (at, content_end, span)
    }

    /// Ends the line whose line break stands at `at`.
    pub(super) fn end_line(&mut self, at: usize) {
        let wrote = self.flush();
        if self.in_code {
            if !wrote {
                self.end_code();
            }
        } else if !wrote && !self.state.invisible && !self.state.dropped {
            self.close_lists();
            self.builder.paragraph();
        } else if self.state.poems > 0 || (wrote && self.state.shape == Shape::Item) {
            self.builder.line();
        } else {
            self.builder.push(" ", self.offsets.run(at).0);
        }
        self.begin_line();
    }

    /// Gives the line so far to the builder; false where it holds nothing.
    pub(super) fn flush(&mut self) -> bool {
        if self.state.dropped || self.state.muted.is_some() || self.line.is_blank() {
            self.line.clear();
            return false;
        }
        let mut clean = std::mem::take(&mut self.clean);
        self.line.clean_into(&mut clean);
        self.line.clear();
        let wrote = !clean.is_blank();
        if wrote {
            self.begin_shape();
            self.give(&clean);
            if self.in_code {
                let end = clean.origins.last();
                let end = end.map_or(0, |&(start, origin)| origin + clean.text.len() - start);
                self.builder.push_verbatim("\n", self.offsets.run(end).0);
            }
        }
        self.clean = clean;
        wrote
    }

    /// Opens and closes what a line of this shape needs.
    fn begin_shape(&mut self) {
        let shape = self.state.shape;
        match (self.state.was, shape) {
            (Shape::Text, Shape::Text) | (_, Shape::Code) => {}
            (_, Shape::Text) => self.builder.paragraph(),
            (_, Shape::Item) => self.builder.line(),
        }
        if shape != Shape::Item {
            self.close_lists();
        }
        if shape == Shape::Code && !self.in_code {
            self.builder.open(BlockKind::Code);
            self.in_code = true;
        } else if shape != Shape::Code {
            self.end_code();
        }
        self.state.was = shape;
    }

    pub(super) fn end_code(&mut self) {
        if std::mem::take(&mut self.in_code) {
            self.builder.close();
        }
    }

    /// Pushes a tidy line in pieces that are each copied from one place in the file.
    pub(super) fn give(&mut self, clean: &Line) {
        let ends = clean.origins.iter().skip(1).map(|&(start, _)| start);
        let ends = ends.chain(std::iter::once(clean.text.len()));
        for (&(start, origin), end) in clean.origins.iter().zip(ends) {
            let (mut at, mut origin) = (start, origin);
            while at < end {
                let (file, len) = self.offsets.run(origin);
                let mut piece_end = end.min(at.saturating_add(len));
                // A character may stand for several in the file.
                while !clean.text.is_char_boundary(piece_end) {
                    piece_end += 1;
                }
                let piece = clean.text.get(at..piece_end).unwrap_or_default();
                match self.in_code {
                    true => self.builder.push_verbatim(piece, file),
                    false => self.builder.push(piece, file),
                }
                origin += piece_end - at;
                at = piece_end;
            }
        }
    }
}
