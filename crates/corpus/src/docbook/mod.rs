//! DocBook XML, versions 4 and 5: books, articles, chapters and manual pages. A file is one
//! document, whatever it holds; its parts with titles are sections.
//!
//! Offsets are those of the file's bytes when it is UTF-8. A file in another encoding is decoded
//! first, and its offsets refer to the decoded text.

mod elements;
mod inline;
mod labels;
mod lists;
mod synopsis;
mod table;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashMap;

use crate::block::BlockKind;
use crate::builder::Builder;
use crate::document::Lines;
use crate::formula::formula;
use crate::titled::{parsed, titled};
use crate::unit::{Parsed, Problem, Unit};
use crate::xml::{Child, Element, Tree, decode};
use elements::{is_info, is_paragraph, is_section};

/// Parses one DocBook file.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let (text, shift) = decode(&unit.bytes).map_err(|at| {
        let message =
            "not UTF-8, and its encoding is not declared; name it with --encoding (for example windows-1252)";
        unit.problem(at, message)
    })?;
    let broken = |at: usize, message: String| unit.problem(shift + at, message);
    let tree = Tree::parse(&text, unit.offset + shift as u64)
        .map_err(|error| broken(error.at, error.message))?;
    let root = tree.root().ok_or_else(|| broken(0, "no XML: it has no element".to_owned()))?;
    let mut reader = Reader {
        unit,
        labels: labels::labels(&tree),
        builder: Builder::new(),
        notes: Vec::new(),
        level: 0,
        solid: 0,
        verbatim: false,
        last_caption: String::new(),
    };
    let title = labels::title(root).map(|title| reader.words(title));
    reader.builder.anchor(&root.attribute("id").unwrap_or_default());
    match root.name() {
        name if is_section(name) => reader.section_body(root),
        _ => reader.element(root),
    }
    let mut document = titled(unit, reader.builder, title);
    if let (Cow::Owned(text), Some(document)) = (&text, &mut document) {
        document.lines = Some(Lines::of(text, unit.offset, unit.line));
    }
    Ok(parsed(document))
}

struct Reader<'u> {
    unit: &'u Unit,
    /// What a reference to an id reads as.
    labels: HashMap<String, String>,
    builder: Builder,
    /// Footnotes, to stand after their paragraph, with their places.
    notes: Vec<(String, u64)>,
    level: u8,
    /// How many items and definitions are open, inside which lines part paragraphs.
    solid: usize,
    verbatim: bool,
    last_caption: String,
}

impl<'u> Reader<'u> {
    fn children(&mut self, element: Element) {
        for child in element.children() {
            match child {
                Child::Text(text, at) if self.verbatim => self.builder.push_verbatim(text, at),
                Child::Text(text, at) => self.builder.push(text, at),
                Child::Element(child) => self.element(child),
            }
        }
    }

    fn element(&mut self, element: Element) {
        let name = element.name();
        if let Some(id) = element.attribute("id") {
            self.builder.anchor(&id);
        }
        match name {
            "title" | "caption" => self.caption(element),
            "titleabbrev" | "refmeta" | "indexterm" | "index" | "setindex" | "toc" | "lot"
            | "tocchap" | "remark" | "beginpage" | "areaspec" | "co" | "coref" | "imageobject"
            | "imageobjectco" | "audioobject" | "videoobject" | "graphic" | "inlinegraphic"
            | "footnoteref" | "refmiscinfo" | "alt" | "colspec" | "spanspec" | "comment"
            | "revhistory" | "refclass" | "include" => {}
            "programlisting" | "screen" | "literallayout" | "synopsis" => self.code(element),
            "cmdsynopsis"
            | "funcsynopsis"
            | "classsynopsis"
            | "fieldsynopsis"
            | "methodsynopsis"
            | "constructorsynopsis"
            | "destructorsynopsis" => {
                self.synopsis(element);
            }
            "formalpara" => self.formal_paragraph(element),
            "bridgehead" => {
                let title = self.words(element);
                let anchor = element.attribute("id");
                self.builder.heading_at(self.level.saturating_add(1), &title, anchor.as_deref());
            }
            "table" | "informaltable" => self.table(element),
            "equation" | "informalequation" => self.equation(element),
            "refnamediv" => self.reference_name(element),
            "textobject" if element.child("phrase").is_some() => {
                // Alternative text often repeats the figure's title.
                let words = self.words(element);
                if words != self.last_caption {
                    self.caption(element);
                }
            }
            "address" => {
                self.part();
                self.lines(&element.text(), element.at());
                self.part();
            }
            "attribution" => {
                self.part();
                self.builder.push("— ", element.at());
                self.children(element);
                self.part();
            }
            _ if is_section(name) => self.section(element),
            _ if is_info(name) => self.info(element, false),
            _ if self.list(element) || self.inline(element) => {}
            _ if is_paragraph(name) => {
                self.part();
                self.children(element);
                self.part();
                self.write_notes();
            }
            _ => self.children(element),
        }
    }

    fn section(&mut self, element: Element) {
        let title = labels::title(element).map(|title| self.words(title));
        let title =
            title.or_else(|| (element.name() == "refsynopsisdiv").then(|| "Synopsis".into()));
        let anchor = element.attribute("id");
        self.level = self.level.saturating_add(1);
        self.builder.heading_at(self.level, &title.unwrap_or_default(), anchor.as_deref());
        self.write_notes();
        self.section_body(element);
        self.level = self.level.saturating_sub(1);
    }

    /// A section without its title.
    fn section_body(&mut self, element: Element) {
        for child in element.children() {
            match child {
                Child::Text(text, at) => self.builder.push(text, at),
                Child::Element(child) if child.name() == "title" => {}
                Child::Element(child) if child.name() == "subtitle" => self.paragraph_of(child),
                Child::Element(child) if is_info(child.name()) => self.info(child, true),
                Child::Element(child) => self.element(child),
            }
        }
        self.part();
        self.write_notes();
    }

    /// Of what is said about a part, only its summary is read with it.
    fn info(&mut self, element: Element, of_section: bool) {
        for child in element.elements() {
            match child.name() {
                "title" if !of_section => self.caption(child),
                "subtitle" => self.paragraph_of(child),
                "abstract" => self.element(child),
                _ => {}
            }
        }
    }

    fn paragraph_of(&mut self, element: Element) {
        self.part();
        self.children(element);
        self.part();
        self.write_notes();
    }

    /// A paragraph with a title reads "Title. Text".
    fn formal_paragraph(&mut self, element: Element) {
        self.part();
        for child in element.elements() {
            let title = (child.name() == "title").then(|| self.words(child));
            match title {
                Some(title) => {
                    let stop = if title.ends_with(['.', ':', '?', '!']) { "" } else { "." };
                    self.builder.push(&format!("{title}{stop} "), child.at());
                }
                None if child.name() == "para" => self.children(child),
                None => self.element(child),
            }
        }
        self.part();
        self.write_notes();
    }

    fn caption(&mut self, element: Element) {
        self.last_caption = element.text().split_whitespace().collect::<Vec<_>>().join(" ");
        self.builder.open(BlockKind::Caption);
        self.solid += 1;
        self.children(element);
        self.solid -= 1;
        self.builder.close();
        self.write_notes();
    }

    fn code(&mut self, element: Element) {
        self.builder.open(BlockKind::Code);
        let outer = std::mem::replace(&mut self.verbatim, true);
        self.children(element);
        self.verbatim = outer;
        self.builder.close();
        self.write_notes();
    }

    fn synopsis(&mut self, element: Element) {
        self.builder.open(BlockKind::Code);
        self.builder.push_verbatim(&synopsis::text(element), element.at());
        self.builder.close();
    }

    fn equation(&mut self, element: Element) {
        for title in element.elements().filter(|e| e.name() == "title") {
            self.caption(title);
        }
        self.builder.open(BlockKind::Formula);
        self.builder.push_verbatim(&equation(element), element.at());
        self.builder.close();
    }

    /// "name, name — purpose" of a manual page.
    fn reference_name(&mut self, element: Element) {
        self.part();
        let mut before = "";
        for child in element.elements() {
            match child.name() {
                "refname" | "refdescriptor" => {
                    self.builder.push(before, child.at());
                    self.children(child);
                    before = ", ";
                }
                "refpurpose" => {
                    self.builder.push(" — ", child.at());
                    self.children(child);
                }
                _ => {}
            }
        }
        self.part();
    }

    /// Parts what comes from what was.
    fn part(&mut self) {
        match self.solid > 0 {
            true => self.builder.line(),
            false => self.builder.paragraph(),
        }
    }

    fn lines(&mut self, text: &str, at: u64) {
        for line in text.trim().lines() {
            self.builder.push(line, at);
            self.builder.line();
        }
    }

    fn write_notes(&mut self) {
        for (note, at) in std::mem::take(&mut self.notes) {
            self.part();
            self.builder.push(&note, at);
            self.part();
        }
    }

    /// What an element would read as on one line; nothing is added to the document.
    fn words(&mut self, element: Element) -> String {
        let outer = std::mem::take(&mut self.builder);
        let (solid, verbatim) = (self.solid, self.verbatim);
        (self.solid, self.verbatim) = (1, false);
        self.children(element);
        (self.solid, self.verbatim) = (solid, verbatim);
        let inner = std::mem::replace(&mut self.builder, outer);
        let document = inner.finish(String::new(), String::new(), self.unit.origin());
        for anchor in &document.anchors {
            self.builder.anchor(&anchor.name);
        }
        for link in document.links {
            self.builder.link(link.target, &link.text);
        }
        document.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// An equation as TeX, as it is typed, or by its signs.
fn equation(element: Element) -> String {
    let tex = element.inside().find(|e| e.name() == "alt");
    let typed = element.inside().find(|e| e.name() == "mathphrase");
    if let Some(found) = tex.or(typed) {
        return found.text();
    }
    if let Some(math) = element.inside().find(|e| e.name() == "math") {
        return formula(math);
    }
    let words = element.elements().filter(|e| e.name() != "title").map(Element::text);
    words.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}
