//! Lists, procedures, definitions, questions with their answers.

use super::Reader;
use crate::block::BlockKind;
use crate::grid::Grid;
use crate::xml::{Child, Element};

impl Reader<'_> {
    /// Reads a list or a part of one; false for other elements.
    pub(super) fn list(&mut self, element: Element) -> bool {
        match element.name() {
            "itemizedlist" | "calloutlist" => self.items(element, BlockKind::Item),
            "orderedlist" | "procedure" | "substeps" | "stepalternatives" => {
                self.items(element, BlockKind::Step);
            }
            "simplelist" if element.attribute("type").as_deref() == Some("inline") => {
                let mut before = "";
                for member in element.elements() {
                    self.builder.push(before, member.at());
                    self.children(member);
                    before = ", ";
                }
            }
            "simplelist" => self.items(element, BlockKind::Item),
            "segmentedlist" => self.segments(element),
            "variablelist" | "glosslist" => {
                self.part();
                self.blocks(element);
                self.part();
            }
            "varlistentry" | "glossentry" | "qandaentry" => self.definition(element),
            _ => return false,
        }
        true
    }

    /// The elements of a list, without the white space between them.
    fn blocks(&mut self, element: Element) {
        for child in element.elements() {
            self.element(child);
        }
    }

    fn items(&mut self, element: Element, kind: BlockKind) {
        // The title stands above the list, which holds nothing but items.
        let is_item = |e: &Element| matches!(e.name(), "listitem" | "step" | "callout" | "member");
        for child in element.elements().take_while(|e| !is_item(e)) {
            self.element(child);
        }
        self.builder.open(BlockKind::List);
        for child in element.elements().skip_while(|e| !is_item(e)) {
            if let Some(id) = child.attribute("id") {
                self.builder.anchor(&id);
            }
            self.builder.open(kind);
            self.solid += 1;
            self.children(child);
            self.write_notes();
            self.solid -= 1;
            self.builder.close();
        }
        self.builder.close();
    }

    /// A term with its description, a question with its answers.
    fn definition(&mut self, element: Element) {
        self.builder.open(BlockKind::Definition);
        self.solid += 1;
        for child in element.elements() {
            if let Some(id) = child.attribute("id") {
                self.builder.anchor(&id);
            }
            match child.name() {
                "glosssee" | "glossseealso" => {
                    self.builder.push("See ", child.at());
                    self.see(child);
                }
                _ => self.children(child),
            }
            self.builder.line();
        }
        self.write_notes();
        self.solid -= 1;
        self.builder.close();
    }

    fn see(&mut self, element: Element) {
        let label = element.attribute("otherterm").and_then(|id| self.labels.get(&id).cloned());
        match element.text().trim().is_empty() {
            true => self.builder.push(&label.unwrap_or_default(), element.at()),
            false => self.children(element),
        }
    }

    /// A list whose items have the same parts is a table.
    fn segments(&mut self, element: Element) {
        let mut grid = Grid::default();
        for head in element.elements().filter(|e| e.name() == "segtitle") {
            let words = self.words(head);
            grid.cell(&words, head.at(), 1, 1);
        }
        grid.end_row(true);
        for child in element.elements() {
            match child.name() {
                "title" => self.caption(child),
                "seglistitem" => {
                    for segment in child.children() {
                        if let Child::Element(segment) = segment {
                            let words = self.words(segment);
                            grid.cell(&words, segment.at(), 1, 1);
                        }
                    }
                    grid.end_row(false);
                }
                _ => {}
            }
        }
        grid.write(&mut self.builder);
    }
}
