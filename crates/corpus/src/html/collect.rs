//! Walks the main content of a page and collects its text, sections and links.

use std::ops::Range;

use super::boilerplate::Removal;
use super::content::{HEADING, heading_text, inner_text};
use super::links;
use super::page::{Element, Node, Page};
use super::paragraph::Paragraph;
use super::table::Tables;
use super::tag::Tag;
use crate::apparatus::is_apparatus;
use crate::builder::Builder;
use crate::names;

/// The longest reference mark (`[note 12]`), in nodes.
const MARK: usize = 8;
/// The longest note above a section's text, in words.
const HATNOTE: usize = 40;
/// The most nodes looked at to see whether a list is such a note.
const HATNOTE_NODES: usize = 400;

/// What a page's content gave.
#[derive(Debug, Default)]
pub(super) struct Collected {
    pub(super) out: Builder,
    /// Words seen, in tables and boxes too.
    pub(super) words: usize,
    /// Those of them inside links.
    pub(super) link_words: usize,
    /// Links seen, to other sites too.
    pub(super) links: usize,
}

/// What the walk needs to know of the page.
#[derive(Debug)]
pub(super) struct Context<'c> {
    pub(super) page: &'c Page,
    /// The page's text, as tokenized.
    pub(super) source: &'c str,
    /// Where that text starts in the file.
    pub(super) base: u64,
    /// The source's name.
    pub(super) name: &'c str,
    /// The page's canonical path.
    pub(super) path: &'c str,
    /// The heading that holds the title.
    pub(super) title: Option<usize>,
    /// Whether MediaWiki wrote the page.
    pub(super) wiki: bool,
}

/// Collects the nodes of `range`.
pub(super) fn collect(context: &Context<'_>, range: Range<usize>) -> Collected {
    let mut walk = Walk {
        context,
        seen: Collected::default(),
        paragraph: Paragraph::new(context.wiki),
        tables: Tables::default(),
        link: None,
        heading: None,
        top: top_level(context, &range),
        removed_until: 0,
        apparatus: None,
        pre_until: 0,
        broke: false,
        fresh: true,
    };
    walk.run(range);
    walk.seen
}

/// The level of the outermost headings.
fn top_level(context: &Context<'_>, range: &Range<usize>) -> u8 {
    let nodes = context.page.nodes.get(range.clone()).unwrap_or_default();
    let level = |(index, node): (usize, &Node)| match node {
        Node::Element(Element { tag: Tag::H(level), removal: Removal::None, .. })
            if context.title != Some(range.start + index) =>
        {
            Some(*level)
        }
        _ => None,
    };
    nodes.iter().enumerate().filter_map(level).min().unwrap_or(1)
}

struct Walk<'c> {
    context: &'c Context<'c>,
    seen: Collected,
    paragraph: Paragraph,
    tables: Tables,
    link: Option<OpenLink>,
    /// The heading being read: its level, where it ends, its text.
    heading: Option<(u8, usize, String)>,
    top: u8,
    /// Text before this node is left out.
    removed_until: usize,
    /// The level of the apparatus section being left out, if in one.
    apparatus: Option<u8>,
    /// Line breaks before this node count.
    pre_until: usize,
    /// A line break came and no text since.
    broke: bool,
    /// The section has no text yet.
    fresh: bool,
}

struct OpenLink {
    target: Option<String>,
    text: String,
    end: usize,
}

impl Walk<'_> {
    fn run(&mut self, range: Range<usize>) {
        let page = self.context.page;
        let mut open: Vec<usize> = Vec::new();
        let mut index = range.start;
        while index < range.end {
            self.end_link(index);
            while let Some(&node) = open.last()
                && page.after(node) <= index
            {
                open.pop();
                self.leave(node, index);
            }
            let mut next = index + 1;
            match page.nodes.get(index) {
                Some(Node::Text(text)) => {
                    let at = self.context.base + text.at as u64;
                    let after_comment = text.after_comment;
                    self.text(page.text(text, self.context.source), at, index, after_comment);
                }
                Some(Node::Element(element)) if self.is_left_out(index, element) => {
                    next = page.after(index);
                }
                Some(Node::Element(element)) => {
                    self.enter(index, element);
                    open.push(index);
                }
                None => break,
            }
            index = next;
        }
        self.end_link(usize::MAX);
        while let Some(node) = open.pop() {
            self.leave(node, range.end);
        }
        self.paragraph.flush(&mut self.seen.out);
    }

    fn text(&mut self, text: &str, at: u64, index: usize, after_comment: bool) {
        let words = text.split_ascii_whitespace().count();
        if words > 0 {
            self.broke = false;
        }
        self.seen.words += words;
        if let Some(link) = &mut self.link {
            link.text.push_str(text);
            self.seen.link_words += words;
        }
        if let Some((_, _, heading)) = &mut self.heading {
            heading.push_str(text);
        } else if index >= self.removed_until && self.apparatus.is_none() {
            self.fresh &= words == 0;
            self.tables.words(words, if self.link.is_some() { words } else { 0 });
            if index < self.pre_until {
                self.lines(text, at);
            } else if after_comment {
                self.paragraph.push_after_comment(text, at);
            } else {
                self.paragraph.push(text, at);
            }
        }
    }

    /// Adds text whose line breaks are meant.
    fn lines(&mut self, text: &str, at: u64) {
        let mut at = at;
        for line in text.split_inclusive('\n') {
            self.paragraph.push_verbatim(line, at);
            if line.ends_with('\n') {
                self.paragraph.flush(&mut self.seen.out);
                self.seen.out.line();
            }
            at += line.len() as u64;
        }
    }

    fn enter(&mut self, index: usize, element: &Element) {
        let hatnote = element.tag == Tag::Dl && self.fresh && self.is_hatnote(index, element);
        if element.removal == Removal::Text || hatnote {
            self.removed_until = self.removed_until.max(element.end);
        }
        self.edge(element.tag);
        match element.tag {
            Tag::A => self.begin_link(element),
            Tag::H(level) if self.is_heading(index) => {
                self.heading = Some((level, element.end, String::new()));
            }
            Tag::Table => self.tables.begin(self.seen.out.mark(), self.apparatus),
            Tag::Td | Tag::Th => self.tables.cell(),
            Tag::Pre => self.pre_until = self.pre_until.max(element.end),
            _ => {}
        }
    }

    fn leave(&mut self, index: usize, now: usize) {
        let Some(element) = self.context.page.element(index) else {
            return;
        };
        if matches!(element.tag, Tag::H(_))
            && let Some((level, _, text)) = self.heading.take_if(|(_, end, _)| *end <= now)
        {
            self.end_heading(level, &text);
            return;
        }
        if !element.tag.is_void() {
            self.edge(element.tag);
        }
        if element.tag == Tag::Table
            && let Some(apparatus) = self.tables.end(&mut self.seen.out)
        {
            self.apparatus = apparatus;
            self.seen.out.paragraph();
        }
    }

    /// Ends the paragraph or line where an element that stands on its own begins or ends.
    fn edge(&mut self, tag: Tag) {
        let line = matches!(tag, Tag::Li | Tag::Dt | Tag::Dd | Tag::Br | Tag::TableGroup | Tag::Tr);
        if !line && !tag.is_block() {
            return;
        }
        if let Some(link) = &mut self.link {
            link.text.push(' ');
        }
        if let Some((_, _, heading)) = &mut self.heading {
            heading.push(' ');
        }
        self.paragraph.flush(&mut self.seen.out);
        // Two line breaks in a row end a paragraph on pages written without <p>.
        let again = tag == Tag::Br && std::mem::replace(&mut self.broke, true);
        if line && !again { self.seen.out.line() } else { self.seen.out.paragraph() }
    }

    fn begin_link(&mut self, element: &Element) {
        let Some(href) = self.context.page.href(element) else {
            return;
        };
        self.seen.links += 1;
        let target = links::target(self.context.path, href);
        self.link = Some(OpenLink { target, text: String::new(), end: element.end });
    }

    fn end_link(&mut self, now: usize) {
        let Some(link) = self.link.take_if(|link| link.end <= now) else {
            return;
        };
        if let Some(target) = link.target
            && !link.text.trim().is_empty()
        {
            self.seen.out.link(names::path(self.context.name, &target), &link.text);
        }
    }

    fn end_heading(&mut self, level: u8, text: &str) {
        let text = heading_text(text);
        if text.is_empty() || self.apparatus.is_some_and(|above| level > above) {
            return;
        }
        let level_here = level.saturating_sub(self.top) + 1;
        self.apparatus = is_apparatus(&text).then_some(level);
        self.seen.out.heading(level_here, &text);
        self.fresh = true;
    }

    /// Whether the heading element at `index` is one, and not a paragraph in large type.
    fn is_heading(&self, index: usize) -> bool {
        let Context { page, source, .. } = self.context;
        self.heading.is_none()
            && index >= self.removed_until
            && inner_text(page, source, index).len() <= HEADING
    }

    fn is_left_out(&self, index: usize, element: &Element) -> bool {
        match element.tag {
            _ if element.removal == Removal::All || self.context.title == Some(index) => true,
            Tag::Sup => self.is_reference_mark(index, element),
            _ => false,
        }
    }

    /// The indented line in italics with which wikis open a page or section ("For other uses,
    /// see ..."), where it has no class that says so.
    fn is_hatnote(&self, index: usize, list: &Element) -> bool {
        if list.end - index > HATNOTE_NODES {
            return false;
        }
        let mut italic_until = 0;
        let mut words = 0;
        for (at, node) in self.context.page.nodes.iter().enumerate().take(list.end).skip(index + 1)
        {
            match node {
                Node::Element(Element { tag: Tag::Dt, .. }) => return false,
                Node::Element(Element { tag: Tag::Italic, end, .. }) => {
                    italic_until = italic_until.max(*end);
                }
                Node::Element(_) => {}
                Node::Text(text) => {
                    let text = self.context.page.text(text, self.context.source);
                    words += text.split_ascii_whitespace().count();
                    if words > HATNOTE || at >= italic_until && text.contains(char::is_alphanumeric)
                    {
                        return false;
                    }
                }
            }
        }
        words > 0
    }

    /// `<sup>[1]</sup>`, however it is wrapped.
    fn is_reference_mark(&self, index: usize, element: &Element) -> bool {
        if element.end - index > MARK {
            return false;
        }
        let text = inner_text(self.context.page, self.context.source, index);
        let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        inner.is_some_and(|inner| {
            !inner.is_empty() && inner.chars().all(|c| c.is_alphanumeric() || c == ' ')
        })
    }
}
