//! What a file defines for use elsewhere in it: substitutions and the targets of links.

use std::collections::HashMap;

use crate::source_line::SourceLine;

/// What may be used often may not be longer.
const LONGEST_TEXT: usize = 200;

#[derive(Debug, Default)]
pub(super) struct Definitions<'a> {
    /// `.. |name| replace:: text`; an image has no text.
    substitutions: HashMap<&'a str, &'a str>,
    /// `.. _name: address`, the name in lower case.
    addresses: HashMap<String, &'a str>,
    /// The titles that labels stand before.
    titles: HashMap<&'a str, &'a str>,
}

impl<'a> Definitions<'a> {
    pub(super) fn of(lines: &[SourceLine<'a>]) -> Self {
        let mut all = Definitions::default();
        for (index, line) in lines.iter().enumerate() {
            let Some(rest) = line.text.trim_start().strip_prefix(".. ") else { continue };
            let rest = rest.trim_start();
            if let Some((name, rest)) = rest.strip_prefix('|').and_then(|r| r.split_once('|')) {
                let text = rest.trim().strip_prefix("replace::").map_or("", str::trim);
                if text.len() <= LONGEST_TEXT {
                    all.substitutions.insert(name, text);
                }
            } else if let Some((name, address)) = target(rest) {
                if !address.is_empty() {
                    all.addresses.insert(normal(name), address);
                } else if let Some(title) = title_below(lines, index) {
                    all.titles.insert(name, title);
                }
            }
        }
        all
    }

    /// What stands for `|name|`.
    pub(super) fn substitution(&self, name: &str) -> Option<&'a str> {
        self.substitutions.get(name).copied()
    }

    /// Where `` `name`_ `` leads.
    pub(super) fn address(&self, name: &str) -> Option<&'a str> {
        self.addresses.get(&normal(name)).copied()
    }

    /// The title that a label stands before.
    pub(super) fn title(&self, label: &str) -> Option<&'a str> {
        self.titles.get(label).copied()
    }
}

/// The name and address of an explicit target, given what stands behind its dots.
pub(super) fn target(rest: &str) -> Option<(&str, &str)> {
    let rest = rest.strip_prefix('_')?;
    let (name, address) = match rest.strip_prefix('`') {
        Some(quoted) => {
            let (name, rest) = quoted.split_once('`')?;
            (name, rest.strip_prefix(':')?)
        }
        None => match rest.split_once(": ") {
            Some(parts) => parts,
            None => (rest.strip_suffix(':')?, ""),
        },
    };
    Some((name, address.trim()))
}

fn title_below<'a>(lines: &[SourceLine<'a>], index: usize) -> Option<&'a str> {
    let below = lines.get(index + 1..)?.iter().take(16);
    let mut below =
        below.filter(|line| !line.is_blank() && !line.text.starts_with(".. ")).map(|l| l.text);
    let first = below.next()?;
    let title = if super::body::adornment(first).is_some() { below.next()? } else { first };
    let title = title.trim();
    super::body::adornment(below.next()?).map(|_| title).filter(|t| t.len() <= LONGEST_TEXT)
}

fn normal(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase()
}
