//! A template's arguments.

use super::render::{Part, Render};

/// Arguments beyond this many are not looked at.
const MOST: usize = 64;

/// What stands between a template's braces.
pub(super) struct Args<'a> {
    /// The template's name in lower case, with single spaces; empty where it has none.
    pub name: String,
    named: Vec<(&'a str, Part)>,
    positional: Vec<Part>,
}

impl<'a> Args<'a> {
    /// The value of the argument with this name.
    pub(super) fn named(&self, name: &str) -> Option<Part> {
        let found = self.named.iter().rev().find(|(known, _)| *known == name);
        found.map(|&(_, part)| part)
    }

    /// The value of the argument at this place, counted from 1.
    pub(super) fn at(&self, place: usize) -> Option<Part> {
        let index = place.checked_sub(1)?;
        let part = self.positional.get(index).copied();
        part.or_else(|| self.named(&place.to_string()))
    }

    /// The last argument without a name.
    pub(super) fn last(&self) -> Option<Part> {
        self.positional.last().copied().or_else(|| self.named("1"))
    }

    /// All arguments with a name, in order.
    pub(super) fn all_named(&self) -> &[(&'a str, Part)] {
        &self.named
    }

    /// All arguments without a name.
    pub(super) fn positional(&self) -> &[Part] {
        &self.positional
    }
}

/// A template's name as it is looked up.
pub(super) fn normal(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let words = name.split(|c: char| c.is_whitespace() || c == '_');
    for word in words.filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.make_ascii_lowercase();
    out
}

impl<'a> Render<'a> {
    /// The name of the template that is span `index`, as it is written.
    pub(super) fn template_name(&self, index: usize) -> &'a str {
        let part = self.inside(index);
        let limit = self.spans.get(part.span).map_or(part.end, |s| s.start);
        let name = self.text.get(part.start..limit.min(part.end));
        let name = name.unwrap_or_default();
        // No template that gives text has a longer name.
        let end = name.bytes().take(64).position(|b| matches!(b, b'|' | b':'));
        match end {
            Some(end) => name.get(..end).unwrap_or_default().trim(),
            None if name.len() <= 64 => name.trim(),
            None => "",
        }
    }

    /// The arguments of the template that is span `index`.
    pub(super) fn args(&self, index: usize) -> Args<'a> {
        self.args_up_to(index, MOST)
    }

    /// The same, of a template that may have more of them.
    pub(super) fn args_up_to(&self, index: usize, most: usize) -> Args<'a> {
        let mut args = Args {
            name: normal(self.template_name(index)),
            named: Vec::new(),
            positional: Vec::new(),
        };
        let whole = self.inside(index);
        let mut next = self.find_in(whole, b'|');
        while let Some((bar, span)) = next
            && args.named.len() + args.positional.len() < most
        {
            let rest = Part { start: bar + 1, end: whole.end, span };
            next = self.find_in(rest, b'|');
            let end = next.map_or(whole.end, |(bar, _)| bar);
            let part = Part { end, ..rest };
            match self.find_in(part, b'=') {
                Some((equals, span)) => {
                    let name = self.text.get(part.start..equals).unwrap_or_default();
                    let start = equals + 1;
                    let value = self.trim(Part { start, end, span });
                    args.named.push((name.trim(), value));
                }
                None => args.positional.push(self.trim(part)),
            }
        }
        args
    }

    /// A part without the white space around it.
    pub(super) fn trim(&self, part: Part) -> Part {
        let text = self.text.get(part.start..part.end).unwrap_or_default();
        let start = part.end - text.trim_start().len();
        let end = part.start + text.trim_end().len();
        Part { start: start.min(end.max(part.start)), end: end.max(part.start), ..part }
    }

    /// A part's own characters, markup and all.
    pub(super) fn raw(&self, part: Part) -> &'a str {
        self.text.get(part.start..part.end).unwrap_or_default()
    }
}
