//! The text of a paragraph: its runs, without what is deleted, hidden or an instruction.

use super::{Reader, is_on};
use crate::formula::formula;
use crate::office::{Words, is_monospaced};
use crate::xml::Element;

/// A paragraph's text while it is read.
#[derive(Default)]
pub(super) struct Inline<'t> {
    pub words: Words,
    /// Notes and text boxes, to stand below the paragraph.
    pub below: Vec<Element<'t>>,
    /// Runs that are set in letters of one width, and others.
    monospaced: usize,
    other: usize,
}

impl Inline<'_> {
    /// Whether the paragraph has text, all of it in letters of one width.
    pub(super) fn is_monospaced(&self) -> bool {
        self.monospaced > 0 && self.other == 0
    }
}

impl<'t> Reader<'t> {
    pub(super) fn inline(&mut self, parent: Element<'t>, out: &mut Inline<'t>) {
        for element in parent.elements() {
            match element.name() {
                "r" => self.run(element, out),
                "pPr" | "del" | "moveFrom" | "rt" | "sdtPr" | "rubyPr" => {}
                "sdt" if is_on(element.child("sdtPr"), "showingPlcHdr") => {}
                "hyperlink" => self.link(element, out),
                "bookmarkStart" => out.words.anchors.extend(bookmark(element)),
                "oMath" | "oMathPara" => {
                    let alone = out.words.text.trim().is_empty() || out.words.formula;
                    out.words.formula = alone;
                    out.words.text.push_str(&formula(element));
                }
                "AlternateContent" => {
                    let one = element.child("Choice").or_else(|| element.child("Fallback"));
                    one.into_iter().for_each(|one| self.inline(one, out));
                }
                _ => self.inline(element, out),
            }
        }
    }

    fn link(&mut self, element: Element<'t>, out: &mut Inline<'t>) {
        let before = out.words.text.len();
        self.inline(element, out);
        let target = element.attribute("id").and_then(|id| self.links.get(&id));
        if let (Some(target), Some(text)) = (target, out.words.text.get(before..)) {
            out.words.links.push((target.clone(), text.to_owned()));
        }
    }

    fn run(&mut self, run: Element<'t>, out: &mut Inline<'t>) {
        let properties = run.child("rPr");
        if is_on(properties, "vanish") {
            return;
        }
        let before = out.words.text.len();
        self.pieces(run, out);
        if out.words.text.get(before..).is_some_and(|text| !text.trim().is_empty()) {
            out.words.formula = false;
            let font = properties.and_then(|p| p.child("rFonts")?.attribute("ascii"));
            match font.is_some_and(|font| is_monospaced(&font)) {
                true => out.monospaced += 1,
                false => out.other += 1,
            }
        }
    }

    fn pieces(&mut self, run: Element<'t>, out: &mut Inline<'t>) {
        for piece in run.elements() {
            let text = &mut out.words.text;
            match piece.name() {
                "t" => text.push_str(&piece.text().replace(['\n', '\r'], " ")),
                "tab" | "ptab" => text.push('\t'),
                "cr" => text.push('\n'),
                // The end of a page or a column is not the end of a line.
                "br" => match piece.attribute("type").as_deref() {
                    Some("page" | "column") => text.push(' '),
                    _ => text.push('\n'),
                },
                "noBreakHyphen" => text.push('-'),
                "footnoteReference" => self.note("footnote", piece, out),
                "endnoteReference" => self.note("endnote", piece, out),
                "AlternateContent" => {
                    let one = piece.child("Choice").or_else(|| piece.child("Fallback"));
                    one.into_iter().for_each(|one| self.pieces(one, out));
                }
                "drawing" | "pict" | "object" => out.below.extend(text_boxes(piece)),
                "ruby" => {
                    let base = piece.child("rubyBase");
                    base.into_iter().for_each(|base| self.inline(base, out));
                }
                _ => {}
            }
        }
    }

    fn note(&mut self, kind: &'static str, reference: Element, out: &mut Inline<'t>) {
        let id = reference.attribute("id").unwrap_or_default();
        out.below.extend(self.notes.remove(&(kind, id)));
    }
}

/// A bookmark's name. Word's own marks are no places to link to.
pub(super) fn bookmark(element: Element) -> Option<String> {
    element.attribute("name").filter(|name| !name.is_empty() && !name.starts_with('_'))
}

/// The outermost text boxes of a drawing; of two ways to draw it, one.
fn text_boxes(parent: Element) -> Vec<Element> {
    let mut found = Vec::new();
    for element in parent.elements() {
        match element.name() {
            "txbxContent" => found.push(element),
            "AlternateContent" => {
                let one = element.child("Choice").or_else(|| element.child("Fallback"));
                found.extend(one.into_iter().flat_map(text_boxes));
            }
            _ => found.extend(text_boxes(element)),
        }
    }
    found
}

/// Whether all runs of a cell are bold.
pub(super) fn is_bold(cell: Element) -> bool {
    let mut runs = cell.inside().filter(|e| e.name() == "r" && e.child("t").is_some()).peekable();
    runs.peek().is_some() && runs.all(|run| is_on(run.child("rPr"), "b"))
}
