//! Builds a document: readers push what they see, the builder folds white space, keeps sections,
//! blocks and offsets, and can take back what turned out to be debris.

mod append;

use crate::block::{Block, BlockKind};
use crate::document::{Anchor, Document, Link, OffsetMap, Origin, Section};

/// A document under construction.
///
/// Text that stands in no open block is a paragraph, which ends at [`Builder::paragraph`] or
/// where a block is opened.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    text: String,
    offsets: OffsetMap,
    sections: Vec<Section>,
    blocks: Vec<Block>,
    /// The blocks that are open, the outermost first.
    open: Vec<Open>,
    /// The paragraph that text outside all blocks goes to.
    loose: Option<usize>,
    anchors: Vec<Anchor>,
    /// Names of the place that the next text begins.
    waiting: Vec<String>,
    links: Vec<Link>,
    headings: Vec<(u8, String)>,
    /// The anchor of the innermost heading.
    anchor: Option<String>,
    section_start: usize,
    pending: Gap,
    pending_source: u64,
    /// Headings without text are text themselves.
    bare_headings: bool,
    /// A heading came and no text since.
    fresh_heading: bool,
    /// Every open block has begun and no anchor waits, as within a paragraph.
    settled: bool,
}

/// Every section carries its headings; none may be so long that this costs memory.
const LONGEST_HEADING: usize = 250;
/// The same of the names of places.
const LONGEST_ANCHOR: usize = 250;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    Line,
    Paragraph,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    kind: BlockKind,
    /// Its place in `blocks`, once it has text.
    block: Option<usize>,
}

/// A point to which [`Builder::rewind`] can return.
#[derive(Clone, Debug)]
pub struct Mark {
    text: usize,
    points: usize,
    sections: usize,
    blocks: usize,
    open: Vec<Open>,
    loose: Option<usize>,
    anchors: usize,
    section_start: usize,
    headings: Vec<(u8, String)>,
    anchor: Option<String>,
    pending: Gap,
    pending_source: u64,
}

impl Builder {
    /// An empty builder, in the lead section.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds inline text that stands at `source` in the file. Runs of white space, line breaks
    /// too, become one space.
    pub fn push(&mut self, text: &str, source: u64) {
        let mut rest = text;
        let mut at = source;
        while let Some(first) = rest.chars().next() {
            if first.is_whitespace() {
                self.gap(Gap::Space, at);
                let kept = rest.trim_start();
                at += (rest.len() - kept.len()) as u64;
                rest = kept;
                continue;
            }
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            self.add(&rest[..end], at);
            at += end as u64;
            rest = &rest[end..];
        }
    }

    /// Adds text whose spaces and line breaks are meant; only what leads and trails a block of
    /// such text, and trails its lines, goes.
    pub fn push_verbatim(&mut self, text: &str, source: u64) {
        let mut rest = text;
        let mut at = source;
        while !rest.is_empty() {
            let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
            let (piece, after) = rest.split_at(end);
            let line = piece.trim_end();
            if !line.is_empty() {
                self.add(line, at);
            }
            let broken = after.len() - after.strip_prefix('\r').unwrap_or(after).len();
            let broken = broken + usize::from(after[broken..].starts_with('\n'));
            // Spaces before more of the line, which comes in another piece, are meant.
            if broken == 0 && line.len() < piece.len() {
                self.indent(&piece[line.len()..], at + line.len() as u64);
            } else if broken > 0 {
                self.verbatim_break(at + line.len() as u64);
            }
            at += (end + broken) as u64;
            rest = &after[broken..];
        }
    }

    /// A line break inside verbatim text.
    pub fn break_verbatim(&mut self, source: u64) {
        if !self.text.ends_with('\n') {
            self.verbatim_break(source);
        }
    }

    /// Ends the line: what follows is another line of a verse or an address.
    pub fn line(&mut self) {
        self.gap(Gap::Line, self.pending_source);
    }

    /// Ends the paragraph.
    pub fn paragraph(&mut self) {
        self.gap(Gap::Paragraph, self.pending_source);
    }

    /// Begins a block; what is pushed until [`Builder::close`] is in it.
    pub fn open(&mut self, kind: BlockKind) {
        self.part(kind);
        self.settled = false;
        self.open.push(Open { kind, block: None });
    }

    /// Ends the innermost open block. One without text leaves nothing.
    pub fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.settled = false;
        self.end_block(open.block);
        self.part(open.kind);
    }

    /// How many blocks are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Whether text pushed now would stand in a block of that kind.
    pub fn is_in(&self, kind: BlockKind) -> bool {
        self.open.iter().any(|open| open.kind == kind)
    }

    /// Names the place at which the next text begins, so that a link can lead there.
    pub fn anchor(&mut self, name: &str) {
        if !name.is_empty() && name.len() <= LONGEST_ANCHOR {
            self.settled = false;
            self.waiting.push(name.to_owned());
        }
    }

    /// Ends the section and opens the one under this heading; level 1 is the outermost.
    pub fn heading(&mut self, level: u8, title: &str) {
        self.heading_at(level, title, None);
    }

    /// From now on a heading with nothing under it becomes text, as in a list of declarations
    /// that are all headings.
    pub fn keep_bare_headings(&mut self) {
        self.bare_headings = true;
    }

    /// The same, with what a link to the section has behind its `#`.
    pub fn heading_at(&mut self, level: u8, title: &str, anchor: Option<&str>) {
        self.close_section();
        self.bare_heading(level);
        let mut title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((end, _)) = title.char_indices().nth(LONGEST_HEADING) {
            title.truncate(end);
        }
        while self.headings.last().is_some_and(|&(above, _)| above >= level) {
            self.headings.pop();
        }
        if !title.is_empty() {
            self.headings.push((level, title));
        }
        self.fresh_heading = !self.headings.is_empty();
        let before = self.waiting.drain(..).next_back();
        self.anchor = anchor
            .map(str::to_owned)
            .or(before)
            .filter(|name| !name.is_empty() && name.len() <= LONGEST_ANCHOR);
    }

    /// Records a link.
    pub fn link(&mut self, target: String, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.links.push(Link { target, text });
    }

    /// Remembers this point.
    pub fn mark(&self) -> Mark {
        Mark {
            text: self.text.len(),
            points: self.offsets.len(),
            sections: self.sections.len(),
            blocks: self.blocks.len(),
            open: self.open.clone(),
            loose: self.loose,
            anchors: self.anchors.len(),
            section_start: self.section_start,
            headings: self.headings.clone(),
            anchor: self.anchor.clone(),
            pending: self.pending,
            pending_source: self.pending_source,
        }
    }

    /// Takes back all text and sections since `mark`; the links stay, since they are still links.
    pub fn rewind(&mut self, mark: &Mark) {
        self.settled = false;
        self.text.truncate(mark.text);
        self.offsets.truncate(mark.points);
        self.sections.truncate(mark.sections);
        self.blocks.truncate(mark.blocks);
        self.open.clone_from(&mark.open);
        self.loose = mark.loose;
        self.anchors.truncate(mark.anchors);
        self.section_start = mark.section_start;
        self.headings.clone_from(&mark.headings);
        self.anchor.clone_from(&mark.anchor);
        self.pending = mark.pending;
        self.pending_source = mark.pending_source;
    }

    /// True when nothing but white space was added so far.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// How many bytes of text there are so far.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// The finished document.
    pub fn finish(mut self, id: String, title: String, origin: Origin) -> Document {
        self.close_section();
        self.bare_heading(0);
        Document {
            id,
            title: title.split_whitespace().collect::<Vec<_>>().join(" "),
            text: self.text,
            sections: self.sections,
            blocks: self.blocks,
            anchors: self.anchors,
            links: self.links,
            names: Vec::new(),
            url: None,
            origin,
            offsets: self.offsets,
            lines: None,
        }
    }

    /// Makes text of the last heading where neither text nor a deeper heading came after it.
    fn bare_heading(&mut self, next_level: u8) {
        let bare = std::mem::replace(&mut self.fresh_heading, false);
        if !(self.bare_headings && bare) || self.headings.last().is_none_or(|h| h.0 < next_level) {
            return;
        }
        let Some((_, title)) = self.headings.pop() else { return };
        let anchor = self.anchor.take();
        let joins = self.sections.last().is_some_and(|last| {
            last.range.end == self.section_start
                && last.path.iter().eq(self.headings.iter().map(|(_, title)| title))
        });
        if let Some(last) = self.sections.pop_if(|_| joins) {
            self.section_start = last.range.start;
            self.anchor = last.anchor;
        }
        self.paragraph();
        self.settled = false;
        self.waiting.extend(anchor);
        self.push(&title, self.pending_source);
        self.close_section();
    }

    /// Adds text without white space at its start.
    fn add(&mut self, text: &str, source: u64) {
        self.flush_gap();
        if !self.settled {
            self.begin_blocks();
            self.settled = true;
        }
        self.offsets.push(self.text.len(), source);
        self.offsets.reach(source + text.len() as u64);
        self.text.push_str(text);
    }

    fn gap(&mut self, gap: Gap, source: u64) {
        if gap > self.pending {
            self.pending = gap;
        }
        self.pending_source = source;
        if gap == Gap::Paragraph {
            self.end_loose();
        }
    }

    /// Parts a block from what stands before and after it. Inside an item or a description
    /// lines are enough.
    fn part(&mut self, kind: BlockKind) {
        self.end_loose();
        let inside = self.open.iter().any(|open| !open.kind.is_container());
        match inside || kind.is_tight() {
            true => self.line(),
            false => self.paragraph(),
        }
    }

    /// Spaces inside a verbatim line. Those at the start of a line wait for its first word.
    fn indent(&mut self, spaces: &str, source: u64) {
        if self.pending == Gap::None && !self.text.is_empty() {
            self.offsets.push(self.text.len(), source);
            self.text.push_str(spaces);
        }
    }

    /// A line break inside verbatim text. The first lines of a block may be empty.
    fn verbatim_break(&mut self, source: u64) {
        let started = self.open.last().is_none_or(|open| open.block.is_some());
        if started && self.pending == Gap::None {
            let kept = self.text.trim_end_matches([' ', '\t']).len();
            self.cut(kept);
            self.offsets.push(kept, source);
            self.text.push('\n');
        }
    }

    fn flush_gap(&mut self) {
        let gap = std::mem::take(&mut self.pending);
        if self.text.len() == self.section_start {
            if self.section_start > 0 {
                self.text.push_str("\n\n");
                self.section_start = self.text.len();
            }
            return;
        }
        match gap {
            Gap::None => {}
            Gap::Space => {
                self.offsets.push(self.text.len(), self.pending_source);
                self.text.push(' ');
            }
            Gap::Line => self.text.push('\n'),
            Gap::Paragraph => self.text.push_str("\n\n"),
        }
    }

    /// Blocks start with their first text.
    fn begin_blocks(&mut self) {
        let at = self.text.len();
        for open in self.open.iter_mut().filter(|open| open.block.is_none()) {
            open.block = Some(self.blocks.len());
            self.blocks.push(Block { kind: open.kind, range: at..at });
        }
        let solid = self.open.iter().any(|open| !open.kind.is_container());
        if !solid && self.loose.is_none() {
            self.loose = Some(self.blocks.len());
            self.blocks.push(Block { kind: BlockKind::Paragraph, range: at..at });
        }
        self.anchors.extend(self.waiting.drain(..).map(|name| Anchor { at, name }));
    }

    fn end_loose(&mut self) {
        self.settled = false;
        let loose = self.loose.take();
        self.end_block(loose);
    }

    fn end_block(&mut self, block: Option<usize>) {
        let kept = self.text.trim_end().len();
        if let Some(block) = block.and_then(|index| self.blocks.get_mut(index)) {
            let start = block.range.start;
            if block.kind.is_verbatim() && kept >= start {
                self.text.truncate(kept);
                self.offsets.forget_after(kept);
            }
            block.range.end = kept.max(start);
        }
    }

    fn cut(&mut self, length: usize) {
        self.text.truncate(length);
        self.offsets.forget_after(length);
    }

    /// Ends all blocks here; those that are open go on in the next section.
    fn close_section(&mut self) {
        self.settled = false;
        self.end_loose();
        for index in (0..self.open.len()).rev() {
            let block = self.open.get_mut(index).and_then(|open| open.block.take());
            self.end_block(block);
        }
        // Spaces of verbatim text may stand behind its last block.
        let kept = self.text.trim_end().len().max(self.section_start);
        self.cut(kept);
        if self.text.len() > self.section_start {
            self.fresh_heading = false;
            self.sections.push(Section {
                path: self.headings.iter().map(|(_, title)| title.clone()).collect(),
                range: self.section_start..self.text.len(),
                anchor: self.anchor.clone(),
            });
        }
        self.section_start = self.text.len();
        self.pending = Gap::None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finish(builder: Builder) -> Document {
        builder.finish("x".into(), "X".into(), Origin::default())
    }

    #[test]
    fn sections_follow_the_heading_levels() {
        let mut b = Builder::new();
        b.push("Lead.", 0);
        b.heading(1, "History");
        b.push("Old.", 20);
        b.heading(2, "Early");
        b.push("Older.", 40);
        b.heading(1, "Use");
        b.push("New.", 60);
        let document = finish(b);
        let seen: Vec<_> = document
            .sections
            .iter()
            .map(|s| (s.path.join("/"), &document.text[s.range.clone()]))
            .collect();
        assert_eq!(
            seen,
            [
                (String::new(), "Lead."),
                ("History".into(), "Old."),
                ("History/Early".into(), "Older."),
                ("Use".into(), "New.")
            ]
        );
    }

    #[test]
    fn offsets_lead_back_to_the_source_bytes() {
        let source = "One  two\n\n three &amp; four";
        let mut b = Builder::new();
        b.push("One  two", 0);
        b.paragraph();
        b.push(" three ", 10);
        b.push("&", 17);
        b.push(" four", 22);
        let document = finish(b);
        assert_eq!(document.text, "One two\n\nthree & four");
        for word in ["One", "two", "three", "four"] {
            let at = document.text.find(word).unwrap();
            assert_eq!(document.offsets.source(at) as usize, source.find(word).unwrap());
        }
        let at = document.text.find('&').unwrap();
        assert_eq!(document.offsets.source_range(at..at + 1), 17..18);
    }

    #[test]
    fn rewinding_drops_text_and_sections_but_keeps_links() {
        let mut b = Builder::new();
        b.push("Kept", 0);
        let mark = b.mark();
        b.paragraph();
        b.heading(1, "Table");
        b.push("dropped", 9);
        b.link("page:x".into(), "x");
        b.rewind(&mark);
        b.push(" on", 30);
        let document = finish(b);
        assert_eq!(document.text, "Kept on");
        assert_eq!(document.sections.len(), 1);
        assert_eq!(document.links.len(), 1);
    }

    fn blocks(document: &Document) -> Vec<(BlockKind, &str)> {
        document.blocks.iter().map(|b| (b.kind, &document.text[b.range.clone()])).collect()
    }

    #[test]
    fn blocks_hold_their_text_and_those_inside_come_after() {
        use BlockKind::*;
        let mut b = Builder::new();
        b.push("Lead.", 0);
        b.open(List);
        for (item, at) in [("one", 10), ("two", 20)] {
            b.open(Step);
            b.push(item, at);
            if at == 20 {
                b.open(Code);
                b.push_verbatim("\n  make  it\n\n    so \n\n", 30);
                b.close();
                b.push("then", 60);
            }
            b.close();
        }
        b.close();
        b.push("After.", 70);
        b.paragraph();
        b.push("More.", 80);
        let document = finish(b);
        assert_eq!(
            document.text,
            "Lead.\n\none\ntwo\n  make  it\n\n    so\nthen\n\nAfter.\n\nMore."
        );
        assert_eq!(
            blocks(&document),
            [
                (Paragraph, "Lead."),
                (List, "one\ntwo\n  make  it\n\n    so\nthen"),
                (Step, "one"),
                (Step, "two\n  make  it\n\n    so\nthen"),
                (Code, "  make  it\n\n    so"),
                (Paragraph, "After."),
                (Paragraph, "More."),
            ]
        );
        let at = document.text.find("so").unwrap();
        assert_eq!(document.offsets.source(at), 47);
    }

    #[test]
    fn a_heading_inside_a_block_ends_it_and_it_goes_on_below() {
        let mut b = Builder::new();
        b.open(BlockKind::Item);
        b.push("above", 0);
        b.heading_at(1, "H", Some("h"));
        b.push("below", 10);
        b.close();
        let document = finish(b);
        assert_eq!(blocks(&document), [(BlockKind::Item, "above"), (BlockKind::Item, "below")]);
        assert_eq!(document.sections[1].anchor.as_deref(), Some("h"));
    }

    #[test]
    fn a_block_inside_code_ends_with_it() {
        let mut b = Builder::new();
        b.open(BlockKind::Code);
        b.open(BlockKind::Item);
        b.push_verbatim("one \n\n", 0);
        b.heading(1, "H");
        b.push("below", 10);
        let document = finish(b);
        assert_eq!(document.text, "one\n\nbelow");
        assert_eq!(blocks(&document)[..2], [(BlockKind::Code, "one"), (BlockKind::Item, "one")]);
    }

    #[test]
    fn anchors_name_the_text_that_follows_them() {
        let mut b = Builder::new();
        b.push("one", 0);
        b.paragraph();
        b.anchor("two");
        b.push("two", 9);
        let document = finish(b);
        assert_eq!(document.anchors, [Anchor { at: 5, name: "two".into() }]);
    }
}
