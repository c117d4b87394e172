//! A document: its text in sections, what it links to, and where each byte came from.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// One page of a collection, cleaned: text in sections, links, and the way back to the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Unique in an index: the source's name, `/`, and the page's own id or path.
    pub id: String,
    /// The page's title.
    pub title: String,
    /// The whole cleaned text. Lines are paragraphs or list items; no line spans two sections.
    pub text: String,
    /// Consecutive parts of `text`, each under its own heading path.
    pub sections: Vec<Section>,
    /// What the page links to, in order of appearance.
    pub links: Vec<Link>,
    /// The names by which links reach this page; see [`crate::names`].
    pub names: Vec<String>,
    /// Where the page was read.
    pub origin: Origin,
    /// Maps offsets in `text` to byte offsets in the file or archive member it came from.
    pub offsets: OffsetMap,
}

/// A part of a document under one heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The headings from the top down to this one; empty for the lead.
    pub path: Vec<String>,
    /// The section's bytes in [`Document::text`].
    pub range: Range<usize>,
}

/// A link from a document to another page, by one of that page's names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// One of the target's [`Document::names`].
    pub target: String,
    /// The words that were linked.
    pub text: String,
}

/// The file, and the archive member inside it, that a document was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Path relative to the source given by the user (the member's path inside an archive).
    pub path: String,
    /// Where the page starts in that (decompressed) file.
    pub offset: u64,
}

/// Piecewise linear map from text offsets to source offsets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OffsetMap {
    anchors: Vec<(usize, u64)>,
}

impl OffsetMap {
    /// The source offset of the byte at `offset` of the text.
    pub fn source(&self, offset: usize) -> u64 {
        let after = self.anchors.partition_point(|&(text, _)| text <= offset);
        let Some(&(text, source)) = after.checked_sub(1).and_then(|i| self.anchors.get(i)) else {
            return self.anchors.first().map_or(0, |&(_, source)| source);
        };
        let exact = source + (offset - text) as u64;
        // Between two anchors the source can be shorter than the text (an entity that decodes
        // to more bytes), never past the next anchor.
        match self.anchors.get(after) {
            Some(&(_, next)) if next >= source => exact.min(next),
            _ => exact,
        }
    }

    /// The smallest source range that covers a range of the text.
    pub fn source_range(&self, range: Range<usize>) -> Range<u64> {
        if range.is_empty() {
            let at = self.source(range.start);
            return at..at;
        }
        let start = self.source(range.start);
        start..self.source(range.end - 1).max(start) + 1
    }

    fn push(&mut self, text: usize, source: u64) {
        if let Some(&(last_text, last_source)) = self.anchors.last() {
            if text >= last_text && last_source + (text - last_text) as u64 == source {
                return;
            }
            if last_text == text {
                self.anchors.pop();
            }
        }
        self.anchors.push((text, source));
    }
}

/// Builds a document's text: readers push what they see, the builder folds white space, keeps
/// sections and offsets, and can take back what turned out to be debris.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    text: String,
    offsets: OffsetMap,
    sections: Vec<Section>,
    links: Vec<Link>,
    headings: Vec<(u8, String)>,
    section_start: usize,
    pending: Gap,
    pending_source: u64,
}

/// Every section carries its headings; none may be so long that this costs memory.
const MOST_HEADING: usize = 250;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    Line,
    Paragraph,
}

/// A point to which [`Builder::rewind`] can return.
#[derive(Clone, Debug)]
pub struct Mark {
    text: usize,
    anchors: usize,
    sections: usize,
    section_start: usize,
    headings: Vec<(u8, String)>,
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
            self.flush_gap();
            self.offsets.push(self.text.len(), at);
            self.text.push_str(&rest[..end]);
            at += end as u64;
            rest = &rest[end..];
        }
    }

    /// Ends the line: what follows is another list item or verse line.
    pub fn line(&mut self) {
        self.gap(Gap::Line, self.pending_source);
    }

    /// Ends the paragraph.
    pub fn paragraph(&mut self) {
        self.gap(Gap::Paragraph, self.pending_source);
    }

    /// Ends the section and opens the one under this heading; level 1 is the outermost.
    pub fn heading(&mut self, level: u8, title: &str) {
        self.close_section();
        let mut title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((end, _)) = title.char_indices().nth(MOST_HEADING) {
            title.truncate(end);
        }
        while self.headings.last().is_some_and(|&(above, _)| above >= level) {
            self.headings.pop();
        }
        if !title.is_empty() {
            self.headings.push((level, title));
        }
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
            anchors: self.offsets.anchors.len(),
            sections: self.sections.len(),
            section_start: self.section_start,
            headings: self.headings.clone(),
            pending: self.pending,
            pending_source: self.pending_source,
        }
    }

    /// Takes back all text and sections since `mark`; the links stay, since they are still links.
    pub fn rewind(&mut self, mark: &Mark) {
        self.text.truncate(mark.text);
        self.offsets.anchors.truncate(mark.anchors);
        self.sections.truncate(mark.sections);
        self.section_start = mark.section_start;
        self.headings.clone_from(&mark.headings);
        self.pending = mark.pending;
        self.pending_source = mark.pending_source;
    }

    /// True when nothing but white space was added so far.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The finished document.
    pub fn finish(mut self, id: String, title: String, origin: Origin) -> Document {
        self.close_section();
        Document {
            id,
            title: title.split_whitespace().collect::<Vec<_>>().join(" "),
            text: self.text,
            sections: self.sections,
            links: self.links,
            names: Vec::new(),
            origin,
            offsets: self.offsets,
        }
    }

    fn gap(&mut self, gap: Gap, source: u64) {
        if gap > self.pending {
            self.pending = gap;
        }
        self.pending_source = source;
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

    fn close_section(&mut self) {
        if self.text.len() > self.section_start {
            self.sections.push(Section {
                path: self.headings.iter().map(|(_, title)| title.clone()).collect(),
                range: self.section_start..self.text.len(),
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
}
