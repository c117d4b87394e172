//! The text of a paragraph: spans, links, spaces, notes.

use super::Reader;
use crate::names;
use crate::office::Words;
use crate::xml::{Child, Element};

/// The most spaces that one element may stand for.
const MOST_SPACES: usize = 200;

/// A paragraph's text while it is read.
#[derive(Default)]
pub(super) struct Inline<'t> {
    pub words: Words,
    /// Notes and text boxes, to stand below the paragraph.
    pub below: Vec<Element<'t>>,
}

impl Reader<'_> {
    pub(super) fn inline_of<'t>(&self, element: Element<'t>) -> Inline<'t> {
        let mut inline = Inline::default();
        self.inline(element, &mut inline);
        inline
    }

    fn inline<'t>(&self, parent: Element<'t>, out: &mut Inline<'t>) {
        for child in parent.children() {
            match child {
                Child::Text(text, _) => push_folded(text, out),
                Child::Element(element) => self.piece(element, out),
            }
        }
    }

    fn piece<'t>(&self, element: Element<'t>, out: &mut Inline<'t>) {
        let text = &mut out.words.text;
        match element.name() {
            "s" => {
                let count = element.attribute("c").and_then(|c| c.parse().ok()).unwrap_or(1);
                text.push_str(&" ".repeat(MOST_SPACES.min(count)));
            }
            "tab" => text.push('\t'),
            "line-break" => text.push('\n'),
            "note" => out.below.extend(element.child("note-body")),
            "annotation"
            | "title"
            | "desc"
            | "hidden-text"
            | "ruby-text"
            | "page-number"
            | "alphabetical-index-mark"
            | "toc-mark"
            | "image"
            | "change" => {}
            "bookmark" | "bookmark-start" | "reference-mark" | "reference-mark-start" => {
                out.words.anchors.extend(element.attribute("name"));
            }
            "a" => self.link(element, out),
            "object" => {
                out.words.formula = text.trim().is_empty() || out.words.formula;
                text.push_str(&self.formula(element));
            }
            "text-box" | "table" | "list" => out.below.push(element),
            // The text of a drawing stands beside that of the paragraph.
            "custom-shape" | "g" | "rect" | "ellipse" | "line" | "connector" => {
                out.below.push(element);
            }
            _ => self.inline(element, out),
        }
    }

    fn link<'t>(&self, element: Element<'t>, out: &mut Inline<'t>) {
        let before = out.words.text.len();
        self.inline(element, out);
        let path = element.attribute("href").and_then(|href| {
            // A link is relative to the package, which counts as a folder.
            let href = href.strip_prefix("../").unwrap_or(&href);
            names::relative(&self.unit.path, href)
        });
        if let (Some(path), Some(text)) = (path, out.words.text.get(before..)) {
            let target = names::path(&self.unit.source, &names::percent_decode(&path));
            out.words.links.push((target, text.to_owned()));
        }
    }
}

/// White space in the XML is one space; what is meant has elements of its own.
fn push_folded(text: &str, out: &mut Inline) {
    if !text.trim().is_empty() {
        out.words.formula = false;
    }
    let text_so_far = &mut out.words.text;
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
    for (number, word) in text.split(is_space).enumerate() {
        let apart = !text_so_far.is_empty() && !text_so_far.ends_with([' ', '\t', '\n']);
        if number > 0 && apart {
            text_so_far.push(' ');
        }
        text_so_far.push_str(word);
    }
}
