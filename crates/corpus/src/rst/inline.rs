//! Inline markup: emphasis, literals, roles, references and substitutions.

use std::borrow::Cow;

use super::Reader;
use super::roles;
use crate::names;
use crate::source_line::SourceLine;

/// A piece of text, and where in the file it was written.
type Piece<'t> = (Cow<'t, str>, usize);

/// A role's name is not longer.
const LONGEST_ROLE: usize = 60;

/// Substitutions within substitutions are not followed deeper.
const DEEPEST_SUBSTITUTION: usize = 1;

impl<'a> Reader<'a> {
    /// Adds text without its markup.
    pub(super) fn inline(&mut self, text: SourceLine<'a>) {
        self.target = None;
        for (piece, at) in self.pieces(text.text, text.at) {
            self.builder.push(&piece, self.base + at as u64);
        }
    }

    /// The same as a string.
    pub(super) fn words(&mut self, text: SourceLine<'_>) -> String {
        self.pieces(text.text, text.at).into_iter().map(|(piece, _)| piece).collect()
    }

    fn pieces<'t>(&mut self, text: &'t str, at: usize) -> Vec<Piece<'t>> {
        let mut inline =
            Inline { reader: self, text, at, out: Vec::new(), done: 0, none: [false; 5], depth: 0 };
        inline.run();
        inline.out
    }

    /// Records a link to another file of the collection.
    fn link(&mut self, address: &str, words: &str) {
        if let Some(path) = names::relative(&self.unit.path, address) {
            let path = names::percent_decode(&path);
            self.builder.link(names::path(&self.unit.source, &path), words);
        }
    }
}

struct Inline<'r, 'a, 't> {
    reader: &'r mut Reader<'a>,
    text: &'t str,
    at: usize,
    out: Vec<Piece<'t>>,
    /// Text up to here was given or left out.
    done: usize,
    /// Which kinds of end are known not to come any more.
    none: [bool; 5],
    depth: usize,
}

/// Kinds of markup that end in marks of their own.
#[derive(Clone, Copy)]
enum Ends {
    Literal = 0,
    Strong = 1,
    Emphasis = 2,
    Quoted = 3,
    Substitution = 4,
}

impl<'t> Inline<'_, '_, 't> {
    fn run(&mut self) {
        let mut at = 0;
        while let Some(found) = self.rest(at).find(['\\', '`', '*', '|', '_', '[', ':']) {
            let here = at + found;
            at = self.markup(here).max(here + 1);
        }
        self.give(self.text.len());
    }

    fn rest(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    /// Gives the text up to `end` as it stands.
    fn give(&mut self, end: usize) {
        let text = self.text.get(self.done..end).unwrap_or_default();
        if !text.is_empty() {
            self.out.push((Cow::Borrowed(text), self.at + self.done));
        }
        self.done = self.done.max(end);
    }

    /// Gives the text before `start`, then `words`, and leaves out what stands up to `end`.
    fn replace(&mut self, start: usize, words: &'t str, end: usize) -> usize {
        self.give(start);
        if !words.is_empty() {
            let within = words.as_ptr() as usize;
            let place =
                within.checked_sub(self.text.as_ptr() as usize).filter(|p| *p <= self.text.len());
            self.out.push((Cow::Borrowed(words), self.at + place.unwrap_or(start)));
        }
        self.done = end;
        end
    }

    /// Whether markup can start here: behind white space or an opening mark, before a word.
    fn starts(&self, at: usize, width: usize) -> bool {
        let before = self.text.get(..at).and_then(|t| t.chars().next_back());
        let after = self.rest(at + width).chars().next();
        let open = before.is_none_or(|c| {
            c.is_whitespace() || (!c.is_alphanumeric() && !matches!(c, '`' | '*' | '_' | '\\'))
        }) || at == self.done;
        open && after.is_some_and(|c| !c.is_whitespace())
    }

    /// Where the end mark stands, with no space before and no word behind it.
    fn end(&mut self, from: usize, mark: &str, kind: Ends) -> Option<usize> {
        if self.none.get(kind as usize) == Some(&true) {
            return None;
        }
        let mut at = from;
        while let Some(found) = self.rest(at).find(mark) {
            let end = at + found;
            let mut after = end + mark.len();
            // A literal's end is the last of several marks.
            if matches!(kind, Ends::Literal) {
                after += self.rest(after).len() - self.rest(after).trim_start_matches('`').len();
            }
            let before = self.text.get(..end).and_then(|t| t.chars().next_back());
            let next = self.rest(after).chars().next();
            let escaped = before == Some('\\') && !matches!(kind, Ends::Literal);
            let closes = !escaped && end > from && before.is_some_and(|c| !c.is_whitespace());
            if closes && next.is_none_or(|c| !c.is_alphanumeric()) {
                return Some(after - mark.len());
            }
            at = end + mark.len();
        }
        if let Some(none) = self.none.get_mut(kind as usize) {
            *none = true;
        }
        None
    }

    /// Reads the markup at `at`; answers where to go on.
    fn markup(&mut self, at: usize) -> usize {
        let rest = self.rest(at);
        match rest.as_bytes() {
            [b'\\', ..] => self.escape(at),
            [b'`', b'`', ..] if self.starts(at, 2) => match self.end(at + 2, "``", Ends::Literal) {
                Some(end) => {
                    let words = self.text.get(at + 2..end).unwrap_or_default();
                    self.replace(at, words, end + 2)
                }
                None => at + 2,
            },
            [b'`', ..] if self.starts(at, 1) => self.quoted(at, at, ""),
            [b'_', b'`', ..] if self.starts(at, 2) => match self.end(at + 2, "`", Ends::Quoted) {
                Some(end) => {
                    let words = self.text.get(at + 2..end).unwrap_or_default();
                    self.replace(at, words, end + 1)
                }
                None => at + 2,
            },
            [b'_', ..] => self.reference(at),
            [b'*', b'*', ..] if self.starts(at, 2) => self.emphasis(at, "**", Ends::Strong),
            [b'*', b'*', ..] => at + 2,
            [b'*', ..] if self.starts(at, 1) => self.emphasis(at, "*", Ends::Emphasis),
            [b'|', ..] if self.starts(at, 1) => self.substitution(at),
            [b'[', ..] => self.footnote(at),
            [b':', ..] => self.role(at),
            _ => at + 1,
        }
    }

    fn escape(&mut self, at: usize) -> usize {
        let next = self.rest(at + 1).chars().next();
        self.give(at);
        match next {
            Some(char) if char.is_whitespace() => {
                self.done = at + 1 + char.len_utf8();
                self.done
            }
            Some(char) => {
                self.done = at + 1;
                at + 1 + char.len_utf8()
            }
            None => {
                self.done = at + 1;
                self.done
            }
        }
    }

    fn emphasis(&mut self, at: usize, mark: &'static str, kind: Ends) -> usize {
        match self.end(at + mark.len(), mark, kind) {
            Some(end) => {
                let words = self.text.get(at + mark.len()..end).unwrap_or_default();
                self.unescaped(at, words, end + mark.len())
            }
            None => at + mark.len(),
        }
    }

    /// Gives words in which only escapes count.
    fn unescaped(&mut self, start: usize, words: &'t str, end: usize) -> usize {
        if !words.contains('\\') {
            return self.replace(start, words, end);
        }
        self.give(start);
        let place = words.as_ptr() as usize - self.text.as_ptr() as usize;
        self.out.push((Cow::Owned(without_escapes(words)), self.at + place));
        self.done = end;
        end
    }

    /// `:role:` before back quotes.
    fn role(&mut self, at: usize) -> usize {
        let rest = self.rest(at + 1);
        let len = rest
            .bytes()
            .take(LONGEST_ROLE)
            .take_while(|b| b.is_ascii_alphanumeric() || b"-_.:+".contains(b))
            .count();
        let name = rest.get(..len).unwrap_or_default();
        let Some(name) = name.strip_suffix(':').filter(|name| !name.is_empty()) else {
            return at + 1;
        };
        let quote = at + 1 + len;
        if !self.rest(quote).starts_with('`') || !self.starts(at, 1) {
            return at + 1;
        }
        self.quoted(at, quote, name)
    }

    /// Text in back quotes at `quote`, whose markup starts at `start`.
    fn quoted(&mut self, start: usize, quote: usize, role: &'t str) -> usize {
        let Some(end) = self.end(quote + 1, "`", Ends::Quoted) else { return quote + 1 };
        let inner = self.text.get(quote + 1..end).unwrap_or_default();
        let after = self.rest(end + 1);
        if !role.is_empty() {
            return self.roled(start, role, inner, end + 1);
        }
        if after.starts_with('_') {
            let marks = after.bytes().take(2).take_while(|b| *b == b'_').count();
            return self.hyperlink(start, inner, end + 1 + marks);
        }
        // `text`:role:
        if let Some(name) = after.strip_prefix(':') {
            let len = name
                .bytes()
                .take(LONGEST_ROLE)
                .take_while(|b| b.is_ascii_alphanumeric() || b"-_.".contains(b))
                .count();
            if len > 0 && name.as_bytes().get(len) == Some(&b':') {
                let role = name.get(..len).unwrap_or_default();
                return self.roled(start, role, inner, end + 1 + len + 2);
            }
        }
        let (words, _) = roles::title_and_target(inner);
        self.unescaped(start, words.unwrap_or(inner), end + 1)
    }

    fn roled(&mut self, start: usize, role: &'t str, inner: &'t str, end: usize) -> usize {
        let shown = roles::shown(role, inner);
        match roles::kind(role) {
            roles::Kind::Document => {
                let (title, target) = roles::title_and_target(inner);
                let target = target.trim();
                let address = format!("{target}{}", self.reader.ending);
                let words = title.unwrap_or_else(|| target.trim_start_matches(['/', '.']));
                self.reader.link(&address, words);
                return self.replace(start, words, end);
            }
            roles::Kind::Label => {
                let (title, label) = roles::title_and_target(inner);
                if title.is_none()
                    && let Some(title) = self.reader.definitions.title(label.trim())
                    && self.depth == 0
                {
                    return self.foreign(start, title, end);
                }
            }
            roles::Kind::Other => {}
        }
        let place = inner.as_ptr() as usize - self.text.as_ptr() as usize;
        let place = match &shown {
            Cow::Borrowed(words) => words.as_ptr() as usize - self.text.as_ptr() as usize,
            Cow::Owned(_) => place,
        };
        self.give(start);
        self.out.push((shown, self.at + place));
        self.done = end;
        end
    }

    /// Gives text that stands elsewhere in the file, at this place.
    fn foreign(&mut self, start: usize, text: &str, end: usize) -> usize {
        self.give(start);
        let depth = self.depth + 1;
        let mut inline = Inline {
            reader: self.reader,
            text,
            at: self.at,
            out: Vec::new(),
            done: 0,
            none: [false; 5],
            depth,
        };
        inline.run();
        let words: String = inline.out.into_iter().map(|(piece, _)| piece).collect();
        self.out.push((Cow::Owned(words), self.at + start));
        self.done = end;
        end
    }

    fn hyperlink(&mut self, start: usize, inner: &'t str, end: usize) -> usize {
        let (title, target) = roles::title_and_target(inner);
        match title {
            Some(title) => {
                let address = target.strip_suffix('_').unwrap_or(target);
                self.reader.link(address, title);
                self.unescaped(start, title, end)
            }
            None => {
                let target =
                    target.strip_prefix('<').and_then(|t| t.strip_suffix('>')).unwrap_or(inner);
                if let Some(address) = self.reader.definitions.address(inner) {
                    self.reader.link(address, inner);
                }
                self.unescaped(start, target, end)
            }
        }
    }

    /// `word_` and `word__`.
    fn reference(&mut self, at: usize) -> usize {
        let rest = self.rest(at);
        let marks = rest.bytes().take_while(|b| *b == b'_').count();
        let after = rest.get(marks..).and_then(|r| r.chars().next());
        let before = self.text.get(self.done..at).unwrap_or_default();
        let is_word = |c: &char| c.is_alphanumeric() || "-.+:_".contains(*c);
        let len: usize =
            before.chars().rev().take(LONGEST_ROLE).take_while(is_word).map(char::len_utf8).sum();
        let word = before.get(before.len() - len..).unwrap_or_default();
        let ends_word = before.ends_with(|c: char| c.is_alphanumeric());
        let follows = after.is_some_and(|c| c.is_alphanumeric());
        if marks > 2 || !ends_word || follows || word.contains("_") || word.starts_with('_') {
            return at + marks;
        }
        // Names such as `PyMem_` or a path's end are no references where nothing defines them.
        if let Some(address) = self.reader.definitions.address(word) {
            self.reader.link(address, word);
        }
        self.give(at);
        self.done = at + marks;
        self.done
    }

    fn substitution(&mut self, at: usize) -> usize {
        let Some(end) = self.end(at + 1, "|", Ends::Substitution) else { return at + 1 };
        let name = self.text.get(at + 1..end).unwrap_or_default();
        if name.len() > 80 || name.contains('\n') {
            return at + 1;
        }
        let marks = self.rest(end + 1).bytes().take(2).take_while(|b| *b == b'_').count();
        match self.reader.definitions.substitution(name) {
            Some(text) if self.depth < DEEPEST_SUBSTITUTION => {
                self.foreign(at, text, end + 1 + marks)
            }
            _ => self.replace(at, name, end + 1 + marks),
        }
    }

    /// `[1]_`, `[#note]_`, `[Knuth1984]_`
    fn footnote(&mut self, at: usize) -> usize {
        let inner = self.rest(at + 1);
        let Some(len) = inner.bytes().take(60).position(|b| b == b']') else { return at + 1 };
        let after = inner.get(len + 1..).unwrap_or_default();
        let ends =
            after.strip_prefix('_').is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric()));
        let name = inner.get(..len).unwrap_or_default();
        if !ends || name.is_empty() || name.contains(char::is_whitespace) {
            return at + 1;
        }
        let end = at + 1 + len + 2;
        let number = name.bytes().all(|b| b.is_ascii_digit());
        if name.starts_with('#') || name == "*" || number {
            // The space before a mark goes with it.
            let bare = self.text.get(..at).unwrap_or_default().trim_end().len();
            return self.replace(bare.max(self.done), "", end);
        }
        self.replace(at, self.text.get(at..end - 1).unwrap_or_default(), end)
    }
}

/// Text without the back slashes that keep markup from being read.
pub(super) fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => out.extend(chars.next().filter(|c| !c.is_whitespace())),
            char => out.push(char),
        }
    }
    out
}
