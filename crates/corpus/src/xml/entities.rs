//! Entities: those of XML and HTML, and those that a file declares for itself.

use std::collections::HashMap;

/// How deep declared entities may stand in each other.
const DEEPEST: usize = 8;

/// The most bytes that declared entities may add to a file; beyond, they stay as written.
const MOST_BYTES: usize = 1 << 20;

/// The entities of one file.
pub(super) struct Entities {
    /// What a name stands for; `None` for another file.
    declared: HashMap<String, Option<String>>,
    left: usize,
}

impl Default for Entities {
    fn default() -> Self {
        Entities { declared: HashMap::new(), left: MOST_BYTES }
    }
}

impl Entities {
    /// Takes up the declarations of a `<!DOCTYPE …>`.
    pub(super) fn declare(&mut self, doctype: &str) {
        let mut rest = doctype;
        while let Some(at) = rest.find("<!") {
            rest = rest.get(at..).unwrap_or_default();
            if let Some(comment) = rest.strip_prefix("<!--") {
                rest = comment.split_once("-->").map_or("", |(_, after)| after);
            } else if let Some(body) = rest.strip_prefix("<!ENTITY") {
                rest = self.entity(body);
            } else {
                rest = rest.get(2..).unwrap_or_default();
            }
        }
    }

    /// Takes up one declaration and returns what follows it.
    fn entity<'d>(&mut self, body: &'d str) -> &'d str {
        let body = body.trim_start();
        let (name, after) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
        let after = after.trim_start();
        let quoted = after.chars().next().filter(|c| "\"'".contains(*c));
        if let Some(quote) = quoted {
            let (value, rest) =
                after.get(1..).unwrap_or_default().split_once(quote).unwrap_or_default();
            self.declared.entry(name.to_owned()).or_insert_with(|| Some(value.to_owned()));
            return rest;
        }
        // Parameter entities (`% name …`) serve the DTD, not the text.
        if name != "%" {
            self.declared.entry(name.to_owned()).or_insert(None);
        }
        match after.find(['>', '<']) {
            Some(end) => after.get(end..).unwrap_or_default(),
            None => "",
        }
    }

    /// What `&name;` stands for. A name that nothing declares stays as it is written.
    pub(super) fn text(&mut self, name: &str) -> String {
        let mut out = String::new();
        self.expand(name, 0, &mut out);
        out
    }

    fn expand(&mut self, name: &str, depth: usize, out: &mut String) {
        if let Some(text) = quick_xml::escape::resolve_xml_entity(name) {
            return out.push_str(text);
        }
        let known = match self.declared.get(name) {
            Some(None) => return,
            Some(Some(value)) if depth < DEEPEST && value.len() < self.left => Some(value.clone()),
            Some(Some(_)) => None,
            None => quick_xml::escape::resolve_html5_entity(name).map(str::to_owned),
        };
        let Some(value) = known else {
            out.push('&');
            out.push_str(name);
            return out.push(';');
        };
        self.left = self.left.saturating_sub(value.len() + 1);
        self.value(&value, depth, out);
    }

    /// A value's text: without its tags, with the entities in it.
    fn value(&mut self, value: &str, depth: usize, out: &mut String) {
        let mut rest = value;
        while let Some(at) = rest.find(['<', '&']) {
            let (before, from) = rest.split_at(at);
            out.push_str(before);
            let close = if from.starts_with('<') { '>' } else { ';' };
            let Some((inside, after)) = from.split_once(close) else {
                rest = from;
                break;
            };
            if let Some(name) = inside.strip_prefix('&') {
                match name.strip_prefix('#') {
                    Some(number) => out.extend(character(number)),
                    None => self.expand(name, depth + 1, out),
                }
            }
            rest = after;
        }
        out.push_str(rest);
    }
}

fn character(number: &str) -> Option<char> {
    let code = match number.strip_prefix('x') {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => number.parse(),
    };
    code.ok().and_then(char::from_u32)
}
