//! Conditions: what holds on a terminal is read, the rest is not.

use super::Reader;
use crate::source_line::SourceLine;

impl<'a> Reader<'a> {
    /// Reads `.if` and `.ie`, given what stands behind the name.
    pub(super) fn condition(&mut self, rest: SourceLine<'a>, at: usize, with_else: bool) -> usize {
        let (holds, len) = self.holds(rest.text);
        if with_else {
            // Pages that never say .el may not fill memory.
            self.else_holds.truncate(64);
            self.else_holds.push(!holds);
        }
        let body = SourceLine { at: rest.at + len, text: rest.text.get(len..).unwrap_or_default() };
        self.conditional(body.trimmed(), at, holds)
    }

    /// Reads `.el`.
    pub(super) fn otherwise(&mut self, rest: SourceLine<'a>, at: usize) -> usize {
        let holds = self.else_holds.pop().unwrap_or(false);
        self.conditional(rest, at, holds)
    }

    fn conditional(&mut self, body: SourceLine<'a>, at: usize, holds: bool) -> usize {
        match body.text.strip_prefix("\\{") {
            Some(_) if !holds => self.skip_braces(body.text, at),
            Some(first) => {
                let first = SourceLine { at: body.at + 2, text: first }.trimmed();
                let text =
                    first.text.strip_prefix('\\').filter(|r| r.is_empty()).unwrap_or(first.text);
                match text.is_empty() {
                    true => at + 1,
                    false => {
                        self.step_line(SourceLine { at: first.at, text: without_brace(text) }, at)
                    }
                }
            }
            None if holds && !body.text.is_empty() => {
                self.step_line(SourceLine { at: body.at, text: without_brace(body.text) }, at)
            }
            None => at + 1,
        }
    }

    /// The line after the brace that closes what opens on this line.
    fn skip_braces(&self, first: &str, at: usize) -> usize {
        let mut depth = braces(first);
        let mut next = at + 1;
        while depth > 0 && next < self.lines.len() {
            depth += braces(self.line(next).text);
            next += 1;
        }
        next
    }

    /// Whether a condition holds, and its length.
    fn holds(&self, text: &str) -> (bool, usize) {
        let negated = text.starts_with('!');
        let start = usize::from(negated);
        let rest = text.get(start..).unwrap_or_default();
        let (holds, len) = match rest.chars().next() {
            Some('n' | 'o') => (true, 1),
            Some('t' | 'e' | 'v') => (false, 1),
            // Two texts are compared: 'a'b'
            Some(mark @ ('\'' | '"')) => {
                let mut parts = rest.get(1..).unwrap_or_default().splitn(3, mark);
                let (one, two) =
                    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
                let end = (one.len() + two.len() + 3).min(rest.len());
                (self.plain_text(one) == self.plain_text(two), end)
            }
            _ => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let word = rest.get(..end).unwrap_or_default();
                // Only groff's own register is known to be set.
                (matches!(word, "\\n(.g" | "\\n[.g]" | "1"), end)
            }
        };
        (holds != negated, start + len)
    }
}

fn braces(line: &str) -> isize {
    line.matches("\\{").count() as isize - line.matches("\\}").count() as isize
}

pub(super) fn without_brace(line: &str) -> &str {
    line.strip_suffix("\\}").unwrap_or(line)
}
