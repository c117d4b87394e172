//! Attributes: of the document, and of a block, in brackets above it.

use crate::source_line::SourceLine;

/// A document's attribute may be used often; a longer value is left out.
pub(super) const LONGEST_VALUE: usize = 200;

/// What the lines above a block say of it.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockAttributes<'a> {
    pub title: Option<SourceLine<'a>>,
    pub id: Option<&'a str>,
    /// Its first attribute without a name: `source`, `NOTE`, `quote`.
    pub style: &'a str,
    /// All that stands in brackets.
    lists: Vec<&'a str>,
}

/// A block has no more lines of attributes that count.
const MOST_LISTS: usize = 8;

impl<'a> BlockAttributes<'a> {
    /// Takes in what stands between a line's brackets.
    pub(super) fn add(&mut self, list: &'a str) {
        let first = list.split(',').next().unwrap_or_default().trim();
        if !first.contains('=') {
            let style = first.split(['#', '%', '.']).next().unwrap_or_default();
            if !style.is_empty() {
                self.style = style;
            }
            let id =
                first.split('#').nth(1).map(|rest| rest.split(['.', '%']).next().unwrap_or(rest));
            self.id = id.filter(|id| !id.is_empty()).or(self.id);
        }
        if self.lists.len() < MOST_LISTS {
            self.lists.push(list);
        }
        if let Some(id) = self.named("id") {
            self.id = Some(id);
        }
    }

    /// The value of a named attribute.
    pub(super) fn named(&self, name: &str) -> Option<&'a str> {
        self.lists.iter().rev().find_map(|list| named(list, name))
    }

    /// Whether an option is set, as `%name` or in `options`.
    pub(super) fn option(&self, name: &str) -> bool {
        let options = self.named("options").or_else(|| self.named("opts")).unwrap_or_default();
        let short = |list: &&str| {
            let first = list.split(',').next().unwrap_or_default();
            first.split('%').skip(1).any(|o| o.split(['.', '#']).next() == Some(name))
        };
        options.split(',').any(|o| o.trim() == name) || self.lists.iter().any(short)
    }
}

fn named<'a>(list: &'a str, name: &str) -> Option<&'a str> {
    let mut from = 0;
    while let Some(found) = list.get(from..)?.find(name) {
        let at = from + found;
        let before = list.get(..at)?.trim_end();
        let rest = list.get(at + name.len()..)?.trim_start();
        if let Some(value) =
            rest.strip_prefix('=').filter(|_| before.is_empty() || before.ends_with(','))
        {
            let value = value.trim_start();
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
            return match quote {
                Some(quote) => value.get(1..)?.split(quote).next(),
                None => value.split(',').next().map(str::trim),
            };
        }
        from = at + name.len();
    }
    None
}

/// The name and value of `:name: value`.
pub(super) fn entry(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix(':')?;
    let (name, value) = rest.split_once(':')?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '!');
    let named = !name.is_empty() && name.chars().all(is_name);
    (named && (value.is_empty() || value.starts_with([' ', '\t']))).then(|| (name, value.trim()))
}

/// What Asciidoctor has for names that no document defines.
pub(super) fn intrinsic(name: &str) -> Option<&'static str> {
    Some(match name {
        "empty" | "blank" | "zwsp" | "wj" => "",
        "sp" | "nbsp" => " ",
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "apos" => "'",
        "quot" => "\"",
        "lsquo" => "‘",
        "rsquo" => "’",
        "ldquo" => "“",
        "rdquo" => "”",
        "deg" => "°",
        "plus" => "+",
        "asterisk" => "*",
        "caret" => "^",
        "tilde" => "~",
        "startsb" => "[",
        "endsb" => "]",
        "vbar" => "|",
        "brvbar" => "¦",
        "backslash" => "\\",
        "backtick" => "`",
        "two-colons" => "::",
        "two-semicolons" => ";;",
        "cpp" => "C++",
        "pp" => "++",
        "litdd" => "--",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_of_blocks() {
        let mut block = BlockAttributes::default();
        block.add("source%linenums#main.x,ruby,cols=\"1,2\", options='header,footer'");
        assert_eq!((block.style, block.id), ("source", Some("main")));
        assert_eq!(block.named("cols"), Some("1,2"));
        assert!(block.option("header") && block.option("linenums") && !block.option("x"));
        assert_eq!(entry(":toc-title: Contents "), Some(("toc-title", "Contents")));
        assert_eq!(entry(":not an entry: x"), None);
    }
}
