//! Inline macros: links, cross-references, footnotes, keys, index terms.

use std::borrow::Cow;

use super::inline::Inline;
use crate::names;

/// A macro's name, target and text are not looked for further than this.
const LONGEST_NAME: usize = 24;
const LONGEST_TARGET: usize = 2000;

impl<'t> Inline<'_, '_, 't> {
    /// `name:target[text]`, whose colon stands at `at`.
    pub(super) fn named_macro(&mut self, at: usize) -> usize {
        let before = self.text.get(self.done..at).unwrap_or_default();
        let len: usize = before
            .chars()
            .rev()
            .take(LONGEST_NAME)
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '-')
            .count();
        let start = at - len;
        let name = self.text.get(start..at).unwrap_or_default();
        let rest = self.rest(at + 1);
        if name.is_empty() || rest.starts_with([' ', '\n', ':']) {
            return at + 1;
        }
        let url = matches!(name, "http" | "https" | "ftp" | "irc" | "mailto" | "file");
        if !url && !is_known(name) {
            return at + 1;
        }
        let open =
            rest.bytes().take(LONGEST_TARGET).position(|b| b == b'[' || b.is_ascii_whitespace());
        let Some(open) = open.filter(|&i| rest.as_bytes().get(i) == Some(&b'[')) else {
            // A bare address is text as it stands.
            let address = || rest.find(char::is_whitespace).unwrap_or(rest.len());
            return if url { at + 1 + address() } else { at + 1 };
        };
        let target = rest.get(..open).unwrap_or_default();
        let inner = at + 2 + open;
        let Some(close) = self.closing(inner) else { return at + 1 };
        let address =
            if url { self.text.get(start..at + 1 + open).unwrap_or_default() } else { target };
        self.give_macro(name, url, address, start, inner..close)
    }

    fn give_macro(
        &mut self,
        name: &str,
        url: bool,
        target: &'t str,
        start: usize,
        inner: std::ops::Range<usize>,
    ) -> usize {
        let end = inner.end + 1;
        let text = self.text.get(inner.clone()).unwrap_or_default();
        match name {
            _ if url => self.linked(start, target, inner, end),
            "link" | "xref" => {
                self.record(target, text);
                self.linked(start, target, inner, end)
            }
            "image" | "icon" | "anchor" | "indexterm" | "toc" => self.skip(start, end),
            "linkgit" | "man" | "manpage" => {
                let words =
                    if text.is_empty() { target.to_owned() } else { format!("{target}({text})") };
                self.replace(start, Cow::Owned(words), end)
            }
            "stem" | "latexmath" | "asciimath" | "pass" => {
                self.skip(start, inner.start);
                self.give(inner.end);
                self.skip(inner.end, end)
            }
            "menu" => {
                let words =
                    if text.is_empty() { target.to_owned() } else { format!("{target} > {text}") };
                self.replace(start, Cow::Owned(words), end)
            }
            "footnote" | "footnoteref" => {
                self.skip(start, inner.start);
                self.replace(inner.start, Cow::Borrowed(" ("), inner.start);
                self.nested(inner.start, inner.clone(), inner.end);
                self.replace(inner.end, Cow::Borrowed(")"), end)
            }
            _ => self.nested(start, inner, end),
        }
    }

    /// Gives a link's text, or its target where it has none.
    fn linked(
        &mut self,
        start: usize,
        target: &'t str,
        inner: std::ops::Range<usize>,
        end: usize,
    ) -> usize {
        let text = self.text.get(inner.clone()).unwrap_or_default();
        if text.trim().is_empty() || text.trim() == "^" {
            return self.replace(start, Cow::Borrowed(target.trim_start_matches('#')), end);
        }
        // Attributes may follow the words; quotes keep commas in them.
        let shown = match text.strip_prefix('"').and_then(|t| t.find('"')) {
            Some(quote) => inner.start + 1..inner.start + 1 + quote,
            None => {
                let attributes =
                    text.find(",role=").or(text.find(",window=")).or(text.find(", window="));
                inner.start..inner.start + attributes.unwrap_or(text.len())
            }
        };
        let text = self.text.get(shown.clone()).unwrap_or_default();
        let kept = text.strip_suffix('^').unwrap_or(text).len();
        self.nested(start, shown.start..shown.start + kept, end)
    }

    fn record(&mut self, target: &str, words: &str) {
        let unit = self.reader.unit;
        if let Some(path) = names::relative(&unit.path, target) {
            let path = names::path(&unit.source, &names::percent_decode(&path));
            self.reader.builder.link(path, words);
        }
    }

    /// Where the bracket that opened before `from` closes.
    fn closing(&self, from: usize) -> Option<usize> {
        let rest = self.rest(from);
        let mut depth = 0;
        for (at, byte) in rest.bytes().enumerate().take(LONGEST_TARGET) {
            match byte {
                b'[' => depth += 1,
                b']' if rest.as_bytes().get(at.wrapping_sub(1)) == Some(&b'\\') => {}
                b']' if depth == 0 => return Some(from + at),
                b']' => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// `<<id,text>>`
    pub(super) fn cross_reference(&mut self, at: usize) -> usize {
        let rest = self.rest(at + 2);
        let close = rest.as_bytes().windows(2).take(LONGEST_TARGET).position(|pair| pair == b">>");
        let Some(close) = close.filter(|&len| len > 0) else { return at + 2 };
        let inner = rest.get(..close).unwrap_or_default();
        let (target, words) = inner.split_once(',').unwrap_or((inner, ""));
        let end = at + 2 + close + 2;
        let file = target.split('#').next().filter(|file| target.contains('#') && !file.is_empty());
        if let Some(file) = file {
            self.record(file, words);
        }
        match words.trim().is_empty() {
            true => self.replace(at, Cow::Borrowed(target.trim().trim_start_matches('#')), end),
            false => {
                let from = at + 2 + target.len() + 1;
                self.nested(at, from..at + 2 + close, end)
            }
        }
    }

    /// `[[id]]` inside text.
    pub(super) fn anchor(&mut self, at: usize) -> usize {
        let rest = self.rest(at + 2);
        let Some(len) = rest.bytes().take(200).position(|b| b == b']' || b == b'\n') else {
            return at + 2;
        };
        let id = rest.get(..len).unwrap_or_default();
        if !rest.get(len..).is_some_and(|r| r.starts_with("]]"))
            || id.contains(' ') && !id.contains(',')
        {
            return at + 2;
        }
        let id = id.split(',').next().unwrap_or_default();
        self.reader.builder.anchor(id);
        self.skip(at, at + 2 + len + 2)
    }

    /// `((term))` is seen, `(((term, other)))` is not.
    pub(super) fn index_term(&mut self, at: usize) -> usize {
        let hidden = self.rest(at).starts_with("(((");
        let width = if hidden { 3 } else { 2 };
        let rest = self.rest(at + width);
        let mark: &[u8] = if hidden { b")))" } else { b"))" };
        let close = rest.as_bytes().windows(width).take(200).position(|seen| seen == mark);
        let Some(close) = close.filter(|&len| len > 0) else { return at + width };
        let inner = at + width..at + width + close;
        let end = inner.end + width;
        if self.text.get(inner.clone()).is_some_and(|t| t.contains(['(', ')'])) {
            return at + width;
        }
        match hidden {
            true => self.skip(at, end),
            false => self.nested(at, inner, end),
        }
    }
}

fn is_known(name: &str) -> bool {
    matches!(
        name,
        "link"
            | "xref"
            | "image"
            | "icon"
            | "anchor"
            | "indexterm"
            | "indexterm2"
            | "linkgit"
            | "man"
            | "manpage"
            | "stem"
            | "latexmath"
            | "asciimath"
            | "pass"
            | "menu"
            | "kbd"
            | "btn"
            | "footnote"
            | "footnoteref"
            | "toc"
    )
}
