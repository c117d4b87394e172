//! Elements inside a line that read otherwise than their text alone.

use super::Reader;
use crate::names;
use crate::xml::{Child, Element};

impl Reader<'_> {
    /// Reads an element of a line; false where its text says all.
    pub(super) fn inline(&mut self, element: Element) -> bool {
        let at = element.at();
        match element.name() {
            "quote" => self.between("“", element, "”"),
            "optional" => self.between("[", element, "]"),
            "keycombo" => self.joined(element, "+"),
            "menuchoice" => self.joined(element, " > "),
            "footnote" => {
                let words = self.words(element);
                if !words.is_empty() {
                    self.notes.push((words, at));
                }
            }
            "xref" => {
                let label = self.label(element);
                self.builder.push(&label, at);
            }
            "link" | "ulink" | "uri" | "olink" => self.link(element),
            "citerefentry" => {
                for child in element.elements() {
                    match child.name() {
                        "manvolnum" => self.between("(", child, ")"),
                        _ => self.children(child),
                    }
                }
            }
            "inlineequation" => self.builder.push(&super::equation(element), at),
            "sbr" => self.builder.line(),
            _ => return false,
        }
        true
    }

    fn between(&mut self, open: &str, element: Element, close: &str) {
        self.builder.push(open, element.at());
        self.children(element);
        self.builder.push(close, element.at());
    }

    /// The keys of a combination or the steps into a menu, with the shortcut behind them.
    fn joined(&mut self, element: Element, border: &str) {
        let mut before = "";
        for child in element.children() {
            match child {
                Child::Text(text, _) if text.trim().is_empty() => continue,
                Child::Element(child) if child.name() == "shortcut" => continue,
                Child::Text(text, at) => self.builder.push(&format!("{before}{text}"), at),
                Child::Element(child) => {
                    self.builder.push(before, child.at());
                    self.element(child);
                }
            }
            before = border;
        }
        for shortcut in element.elements().filter(|e| e.name() == "shortcut") {
            self.between(" (", shortcut, ")");
        }
    }

    /// What a reference without words of its own reads as.
    fn label(&self, element: Element) -> String {
        let target = element.attribute("endterm").or_else(|| element.attribute("linkend"));
        let target =
            target.or_else(|| Some(element.attribute("href")?.strip_prefix('#')?.to_owned()));
        let Some(target) = target else { return String::new() };
        self.labels.get(&target).cloned().unwrap_or(target)
    }

    fn link(&mut self, element: Element) {
        let before = self.builder.len();
        self.children(element);
        let url = element.attribute("url").or_else(|| element.attribute("href"));
        if self.builder.len() == before {
            let label = self.label(element);
            let words = if label.is_empty() { url.clone().unwrap_or_default() } else { label };
            self.builder.push(&words, element.at());
        }
        if let Some(path) = url.and_then(|url| names::relative(&self.unit.path, &url)) {
            let target = names::path(&self.unit.source, &names::percent_decode(&path));
            self.builder.link(target, &element.text());
        }
    }
}
