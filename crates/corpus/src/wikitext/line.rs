//! One line of rendered text, which remembers where its bytes came from and where markup stood,
//! so that what the markup leaves behind can be tidied when the line is complete.

/// What stood at a point of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// Something was taken out here.
    Hole,
    /// A run of this many apostrophes starts here; they are in the text still.
    Quotes(usize),
    /// The next byte is a bracket or brace that could form markup with its new neighbour.
    Bracket,
}

/// A line under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub text: String,
    /// From this byte of `text` on, bytes were copied from this byte of the wikitext on.
    pub origins: Vec<(usize, usize)>,
    pub edits: Vec<(usize, Edit)>,
}

impl Line {
    /// Adds text that stands at `origin` of the wikitext.
    pub(super) fn push(&mut self, text: &str, origin: usize) {
        let at = self.text.len();
        let follows =
            self.origins.last().is_some_and(|&(start, from)| from + (at - start) == origin);
        if !follows && !text.is_empty() {
            self.origins.push((at, origin));
        }
        self.text.push_str(text);
    }

    /// Notes that something was taken out.
    pub(super) fn hole(&mut self) {
        let at = self.text.len();
        if self.edits.last() != Some(&(at, Edit::Hole)) {
            self.edits.push((at, Edit::Hole));
        }
    }

    /// Adds apostrophes that may be bold or italic markup.
    pub(super) fn quotes(&mut self, quotes: &str, origin: usize) {
        self.edits.push((self.text.len(), Edit::Quotes(quotes.len())));
        self.push(quotes, origin);
    }

    /// Adds one bracket, brace, bar or `<` that is not markup where it stands.
    pub(super) fn bracket(&mut self, bracket: &str, origin: usize) {
        self.edits.push((self.text.len(), Edit::Bracket));
        self.push(bracket, origin);
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.origins.clear();
        self.edits.clear();
    }

    /// Takes back what was added since the line was `len` bytes long.
    pub(super) fn truncate(&mut self, len: usize) {
        if len >= self.text.len() {
            return;
        }
        self.text.truncate(len);
        while self.origins.last().is_some_and(|&(at, _)| at >= len) {
            self.origins.pop();
        }
        while self.edits.last().is_some_and(|&(at, _)| at > len) {
            self.edits.pop();
        }
    }

    /// The text with its markup taken out and tidied, in `out`.
    pub(super) fn clean_into(&self, out: &mut Line) {
        out.clear();
        let literal = super::quotes::literals(self);
        let mut literal = literal.into_iter();
        let mut cleaner =
            Cleaner { line: self, run: 0, out, hole: false, space: false, angles: Vec::new() };
        let mut done = 0;
        for &(at, edit) in &self.edits {
            cleaner.copy(done, at);
            done = at;
            match edit {
                Edit::Hole => cleaner.hole = true,
                Edit::Quotes(len) => {
                    cleaner.copy(at, at + literal.next().unwrap_or(0));
                    done = at + len;
                }
                Edit::Bracket => {
                    cleaner.bracket(at);
                    done = at + 1;
                }
            }
        }
        cleaner.copy(done, self.text.len());
        cleaner.finish();
    }
}

/// Separators that stay behind when what they separated is taken out.
const SEPARATORS: [char; 2] = [',', ';'];

struct Cleaner<'a> {
    line: &'a Line,
    /// The origin that the last copied byte fell under.
    run: usize,
    out: &'a mut Line,
    /// Something was taken out between the end of `out` and what comes next.
    hole: bool,
    /// White space was seen since.
    space: bool,
    /// Where a `<` stands in `out` that was not a tag.
    angles: Vec<usize>,
}

impl Cleaner<'_> {
    fn copy(&mut self, start: usize, end: usize) {
        let mut at = start;
        while self.hole && at < end {
            let rest = self.line.text.get(at..end).unwrap_or_default();
            let Some(next) = rest.chars().next() else {
                break;
            };
            let taken = if next.is_whitespace() {
                self.space = true;
                true
            } else {
                self.mend(next, rest, at)
            };
            if taken {
                at += next.len_utf8();
            }
        }
        while at < end {
            let (origin, run_end) = self.origin(at);
            let piece_end = run_end.min(end);
            let piece = self.line.text.get(at..piece_end).unwrap_or_default();
            self.out.push(piece, origin);
            at = piece_end;
        }
    }

    /// Where the byte `at` came from, and where that run of bytes ends.
    fn origin(&mut self, at: usize) -> (usize, usize) {
        let origins = &self.line.origins;
        while origins.get(self.run + 1).is_some_and(|&(start, _)| start <= at) {
            self.run += 1;
        }
        let (start, from) = origins.get(self.run).copied().unwrap_or((at, at));
        let end = origins.get(self.run + 1).map_or(usize::MAX, |&(next, _)| next);
        (from + at.saturating_sub(start), end)
    }

    /// Joins what stands before a hole with `next`; true where `next` itself is debris.
    fn mend(&mut self, next: char, rest: &str, at: usize) -> bool {
        let text = self.out.text.as_str();
        let bare = text.trim_end();
        let kept = without_separators(bare);
        let (bare_len, kept_len) = (bare.len(), kept.len());
        let separator = SEPARATORS.contains(&next);
        if kept.is_empty() {
            self.out.truncate(0);
            self.space = false;
            self.hole = separator;
            return separator;
        }
        if let Some(opener) = kept.chars().next_back().filter(|c| matches!(c, '(' | '[')) {
            return self.mend_bracket(next, opener, kept_len);
        }
        self.hole = false;
        let stop = matches!(next, '.' | ':' | '!' | '?') && ends_word(rest);
        if separator || stop || matches!(next, ')' | ']') {
            self.out.truncate(kept_len);
        } else if self.space && bare_len == self.out.text.len() {
            let (origin, _) = self.origin(at);
            self.out.push(" ", origin.saturating_sub(1));
        }
        self.space = false;
        false
    }

    /// The hole is the first thing in a bracket, which ends at `kept` of the text.
    fn mend_bracket(&mut self, next: char, opener: char, kept: usize) -> bool {
        self.out.truncate(kept);
        if SEPARATORS.contains(&next) || next == ':' {
            return true;
        }
        let closer = if opener == '(' { ')' } else { ']' };
        if next == closer {
            let before = self.out.text.get(..kept - 1).unwrap_or_default();
            let len = before.trim_end().len();
            self.space = len < before.len();
            self.out.truncate(len);
            // The bracket has become a hole itself.
            return true;
        }
        (self.hole, self.space) = (false, false);
        false
    }

    fn bracket(&mut self, at: usize) {
        let byte = self.line.text.as_bytes().get(at).copied().unwrap_or(0);
        self.copy(at, at + 1);
        let forms = match self.out.text.as_bytes() {
            [.., b'{', b'|'] => byte == b'|',
            [.., a @ (b'{' | b'}' | b'[' | b']'), b] => a == b && *b == byte,
            _ => false,
        };
        if forms {
            self.out.truncate(self.out.text.len() - 1);
        }
        if byte == b'<' {
            self.angles.push(self.out.text.len().saturating_sub(1));
        }
    }

    /// A `<` that has come to stand before "ref" goes.
    fn finish(mut self) {
        while let Some(at) = self.angles.pop() {
            let rest = self.out.text.as_bytes().get(at..).unwrap_or_default();
            let is_ref = rest.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"<ref"));
            if is_ref {
                self.out.text.replace_range(at..at + 1, " ");
            }
        }
    }
}

fn ends_word(rest: &str) -> bool {
    !rest.chars().nth(1).is_some_and(char::is_alphanumeric)
}

/// Without the separators at its end; a long row of them is not looked through.
fn without_separators(text: &str) -> &str {
    let mut text = text;
    for _ in 0..8 {
        match text.strip_suffix(SEPARATORS) {
            Some(rest) => text = rest.trim_end(),
            None => break,
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `@` stands for a hole.
    fn clean(text: &str) -> String {
        let mut line = Line::default();
        for (i, part) in text.split('@').enumerate() {
            if i > 0 {
                line.hole();
            }
            line.push(part, i * 100);
        }
        let mut out = Line::default();
        line.clean_into(&mut out);
        let words: Vec<&str> = out.text.split_whitespace().collect();
        words.join(" ")
    }

    #[test]
    fn holes_leave_no_debris() {
        for (line, seen) in [
            ("a @ b", "a b"),
            ("a @, b", "a, b"),
            ("a @ , b", "a, b"),
            ("a @.", "a."),
            ("a, @.", "a."),
            ("a @ .NET", "a .NET"),
            ("Foo (@) is", "Foo is"),
            ("Foo (@; @), is", "Foo, is"),
            ("Foo ( ; @ ; ) is", "Foo is"),
            ("Foo (@; born 1900) is", "Foo (born 1900) is"),
            ("Foo (born 1900; @) is", "Foo (born 1900) is"),
            ("Foo (x, @, y) is", "Foo (x, y) is"),
            ("Foo ((@)) is", "Foo is"),
            ("@, is", "is"),
            ("main() @ is", "main() is"),
            ("f(@)", "f"),
            ("a@b", "ab"),
        ] {
            assert_eq!(clean(line), seen, "{line}");
        }
    }

    #[test]
    fn origins_survive_the_cleaning() {
        let mut line = Line::default();
        line.push("One (", 10);
        line.hole();
        line.push("; two) three", 50);
        let mut out = Line::default();
        line.clean_into(&mut out);
        assert_eq!(out.text, "One (two) three");
        assert_eq!(out.origins, [(0, 10), (5, 52)]);
    }
}
