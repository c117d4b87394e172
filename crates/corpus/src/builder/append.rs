//! Adds a whole document to the one under construction, as a chapter of it.

use std::ops::Range;

use super::{Builder, Gap};
use crate::block::Block;
use crate::document::{Anchor, Document, Section};

impl Builder {
    /// Adds a document's text at the end. Its sections come under the heading that is open, from
    /// `level` on; its anchors get `prefix` before their names. No block may be open.
    pub(crate) fn append(&mut self, document: &Document, level: u8, prefix: &str) {
        self.paragraph();
        let mut above: &[String] = &[];
        for section in &document.sections {
            self.append_headings(section, above, level, prefix);
            above = &section.path;
            self.append_text(document, section, prefix);
        }
        self.links.extend(document.links.iter().cloned());
        self.paragraph();
    }

    fn append_headings(&mut self, section: &Section, above: &[String], level: u8, prefix: &str) {
        let depth = section.path.len();
        let mut same = section.path.iter().zip(above).take_while(|(a, b)| a == b).count();
        // Another section of the same path, or one that an inner section parted from its start.
        if depth > 0 && same == depth {
            same = depth - 1;
        }
        for (index, title) in section.path.iter().enumerate().skip(same) {
            let own = section.anchor.as_ref().filter(|_| index + 1 == depth);
            // Without a place of its own a section is where its chapter is.
            let chapter = || Some(prefix.trim_end_matches('#').to_owned());
            let anchor = own.map(|name| format!("{prefix}{name}")).or_else(chapter);
            let below = u8::try_from(index).unwrap_or(u8::MAX);
            self.heading_at(level.saturating_add(below), title, anchor.as_deref());
        }
    }

    fn append_text(&mut self, document: &Document, section: &Section, prefix: &str) {
        let range = section.range.clone();
        let Some(text) = document.text.get(range.clone()) else { return };
        self.pending = Gap::Paragraph;
        self.flush_gap();
        let start = self.text.len();
        let place = |at: usize| start + at - range.start;
        self.offsets.push(start, document.offsets.source(range.start));
        for &(at, source) in within(document.offsets.points(), &range, |point| point.0) {
            self.offsets.push(place(at), source);
        }
        self.text.push_str(text);
        let blocks = within(&document.blocks, &range, |block| block.range.start);
        self.blocks.extend(blocks.iter().map(|block| Block {
            kind: block.kind,
            range: place(block.range.start)..place(block.range.end.min(range.end)),
        }));
        let waiting = self.waiting.drain(..).map(|name| Anchor { at: start, name });
        self.anchors.extend(waiting);
        let anchors = within(&document.anchors, &range, |anchor| anchor.at);
        self.anchors.extend(anchors.iter().map(|anchor| Anchor {
            at: place(anchor.at),
            name: format!("{prefix}{}", anchor.name),
        }));
    }
}

/// Those of what stands in order whose place is in a range.
fn within<'d, T>(all: &'d [T], range: &Range<usize>, place: impl Fn(&T) -> usize) -> &'d [T] {
    let from = all.partition_point(|one| place(one) < range.start);
    let to = all.partition_point(|one| place(one) < range.end);
    all.get(from..to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::block::BlockKind::{self, *};
    use crate::builder::Builder;
    use crate::document::{Document, Origin};

    fn finish(builder: Builder) -> Document {
        builder.finish("x".into(), "X".into(), Origin::default())
    }

    fn chapter() -> Document {
        let mut b = Builder::new();
        b.push("Lead words.", 100);
        b.heading_at(2, "Part", Some("part"));
        b.open(List);
        for (item, at) in [("one", 200), ("two", 300)] {
            b.open(Item);
            b.anchor(item);
            b.push(item, at);
            b.close();
        }
        b.close();
        b.link("t".into(), "two");
        b.heading(2, "Part");
        b.push("Again.", 400);
        finish(b)
    }

    fn seen(document: &Document) -> Vec<(String, &str)> {
        let text = |s: &crate::document::Section| &document.text[s.range.clone()];
        document.sections.iter().map(|s| (s.path.join("/"), text(s))).collect()
    }

    #[test]
    fn blocks_sections_anchors_offsets_and_links_survive() {
        let mut b = Builder::new();
        b.push("Before.", 0);
        b.heading_at(1, "One", Some("one.xhtml"));
        b.append(&chapter(), 2, "one.xhtml#");
        b.heading(1, "Two");
        b.append(&chapter(), 2, "two.xhtml#");
        b.push("After.", 500);
        let d = finish(b);
        assert_eq!(
            seen(&d),
            [
                ("".into(), "Before."),
                ("One".into(), "Lead words."),
                ("One/Part".into(), "one\ntwo"),
                ("One/Part".into(), "Again."),
                ("Two".into(), "Lead words."),
                ("Two/Part".into(), "one\ntwo"),
                ("Two/Part".into(), "Again.\n\nAfter."),
            ]
        );
        let blocks: Vec<(BlockKind, &str)> =
            d.blocks.iter().map(|b| (b.kind, &d.text[b.range.clone()])).collect();
        let each = [
            (Paragraph, "Lead words."),
            (List, "one\ntwo"),
            (Item, "one"),
            (Item, "two"),
            (Paragraph, "Again."),
        ];
        let ends = [(Paragraph, "Before.")].into_iter();
        let all: Vec<_> = ends.chain(each).chain(each).chain([(Paragraph, "After.")]).collect();
        assert_eq!(blocks, all);
        let anchors: Vec<_> =
            d.anchors.iter().map(|a| (a.name.as_str(), &d.text[a.at..a.at + 3])).collect();
        assert_eq!(
            anchors,
            [
                ("one.xhtml#one", "one"),
                ("one.xhtml#two", "two"),
                ("two.xhtml#one", "one"),
                ("two.xhtml#two", "two")
            ]
        );
        assert_eq!(d.sections[2].anchor.as_deref(), Some("one.xhtml#part"));
        assert_eq!(d.sections[3].anchor.as_deref(), Some("one.xhtml"));
        assert_eq!(d.links.len(), 2);
        for (word, source) in [("words", 105), ("two", 300), ("Again", 400), ("After", 500)] {
            assert_eq!(d.offsets.source(d.text.rfind(word).unwrap()), source, "{word}");
        }
    }
}
