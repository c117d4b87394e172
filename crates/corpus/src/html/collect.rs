//! Walks the main content of a page and collects its text, sections and links.

use std::ops::Range;

use super::blocks::{self, Blocks};
use super::boilerplate::Removal;
use super::content::{HEADING, heading_text, inner_text};
use super::links;
use super::page::{Element, Node, Page};
use super::paragraph::Paragraph;
use super::table::Plan;
use super::tag::Tag;
use crate::apparatus::is_apparatus;
use crate::block::BlockKind;
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
}

/// Collects the nodes of `range`.
pub(super) fn collect(context: &Context<'_>, range: Range<usize>) -> Collected {
    let mut walk = Walk {
        context,
        seen: Collected::default(),
        paragraph: Paragraph::new(context.page.wiki),
        blocks: Blocks::default(),
        tables: Vec::new(),
        lists: Vec::new(),
        later: Vec::new(),
        link: None,
        heading: None,
        top: top_level(context, &range),
        removed_until: 0,
        apparatus: None,
        code_until: 0,
        boxed_until: 0,
        at: context.base,
        lead: true,
        broke: false,
        fresh: true,
    };
    if !context.page.wiki {
        walk.seen.out.keep_bare_headings();
    }
    walk.run(range);
    walk.rest_of_lead();
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
    blocks: Blocks,
    /// The tables of data that are open.
    tables: Vec<Plan>,
    /// The lists that are open, of items and of definitions.
    lists: Vec<(Tag, usize)>,
    /// Boxes and pictures that stand before the lead's text and are read after it.
    later: Vec<usize>,
    link: Option<OpenLink>,
    /// The heading being read: its level, where it ends, its text.
    heading: Option<(u8, usize, String)>,
    top: u8,
    /// Text before this node is left out.
    removed_until: usize,
    /// The level of the apparatus section being left out, if in one.
    apparatus: Option<u8>,
    /// Line breaks before this node count.
    code_until: usize,
    /// Headings before this node are titles of a note or another box.
    boxed_until: usize,
    /// Where the last text stood in the file.
    at: u64,
    /// A line break came and no text since.
    broke: bool,
    /// The section has no text yet.
    fresh: bool,
    /// No heading came yet.
    lead: bool,
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
                    self.paragraph.hole();
                    next = page.after(index);
                }
                Some(Node::Element(element)) if self.comes_later(index, element) => {
                    self.later.push(index);
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

    /// A box or picture before the first words of a page would take their place.
    fn comes_later(&self, index: usize, element: &Element) -> bool {
        element.signs.floats
            && self.lead
            && self.fresh
            && self.link.is_none()
            && !self.later.contains(&index)
    }

    /// Reads what was left for the end of the lead.
    fn rest_of_lead(&mut self) {
        self.lead = false;
        for index in std::mem::take(&mut self.later) {
            // What bounds the walk here does not bound what stands before it.
            let (removed, code) = (self.removed_until, self.code_until);
            (self.removed_until, self.code_until) = (0, 0);
            self.seen.out.paragraph();
            self.run(index..self.context.page.after(index));
            (self.removed_until, self.code_until) = (removed, code);
        }
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
        self.at = at + text.len() as u64;
        if let Some((_, _, heading)) = &mut self.heading {
            heading.push_str(text);
        } else if index >= self.removed_until && self.apparatus.is_none() {
            self.fresh &= words == 0;
            if index < self.code_until {
                self.seen.out.push_verbatim(text, at);
            } else if after_comment {
                self.paragraph.push_after_comment(text, at);
            } else {
                self.paragraph.push(text, at);
            }
        }
    }

    fn enter(&mut self, index: usize, element: &Element) {
        let hatnote = element.tag == Tag::Dl && self.fresh && self.is_hatnote(index, element);
        if element.removal == Removal::Text || hatnote || self.is_link_table(index, element) {
            self.removed_until = self.removed_until.max(element.end);
            self.paragraph.hole();
        }
        if element.signs.boxed {
            self.boxed_until = self.boxed_until.max(element.end);
        }
        self.edge(element.tag, index);
        if index < self.removed_until || self.apparatus.is_some() {
            match element.tag {
                Tag::A => self.begin_link(element),
                Tag::H(level) if self.is_heading(index) => {
                    self.heading = Some((level, element.end, String::new()));
                }
                _ => {}
            }
            return;
        }
        if let Some(name) = self.context.page.name(element)
            && !element.signs.index_mark
        {
            self.seen.out.anchor(name);
        }
        match element.tag {
            Tag::A => self.begin_link(element),
            Tag::H(level) if self.is_heading(index) => {
                self.heading = Some((level, element.end, String::new()));
            }
            _ if index < self.code_until || self.heading.is_some() => {}
            Tag::Tr | Tag::Td | Tag::Th | Tag::Caption if self.table_of(index).is_some() => {
                self.table_part(index, element);
            }
            _ if self.is_in_row() => {}
            Tag::Table => self.begin_table(index),
            Tag::Pre => self.begin_code(index, element),
            _ if element.signs.code => self.begin_code(index, element),
            _ if element.signs.caption => self.begin(index, BlockKind::Caption, true),
            _ if element.signs.formula => self.begin(index, BlockKind::Formula, true),
            Tag::Ul | Tag::Ol | Tag::Dl => {
                self.lists.push((element.tag, index));
                if element.tag != Tag::Dl && !self.has_headings(index) {
                    self.begin(index, BlockKind::List, true);
                }
            }
            Tag::Li if !self.has_headings(index) => {
                let steps = self.lists.last().is_some_and(|(tag, _)| *tag == Tag::Ol);
                let kind = if steps { BlockKind::Step } else { BlockKind::Item };
                self.begin(index, kind, blocks::is_whole(self.context.page, index));
            }
            Tag::Dt | Tag::Dd => self.definition(index, element),
            _ => {}
        }
    }

    fn begin(&mut self, index: usize, kind: BlockKind, whole: bool) {
        self.paragraph.flush(&mut self.seen.out);
        self.blocks.begin(index, kind, whole, &mut self.seen.out);
    }

    fn begin_code(&mut self, index: usize, element: &Element) {
        self.begin(index, BlockKind::Code, true);
        self.code_until = element.end;
    }

    fn definition(&mut self, index: usize, element: &Element) {
        let Some(&(Tag::Dl, list)) = self.lists.last() else { return };
        if element.tag == Tag::Dd {
            self.blocks.description(list);
        } else if !self.has_headings(index) {
            self.blocks.term(self.context.page, list, index, &mut self.seen.out);
        }
    }

    fn begin_table(&mut self, index: usize) {
        let Some(plan) = Plan::of(self.context.page, self.context.source, index) else { return };
        self.begin(index, BlockKind::Table, true);
        self.tables.push(plan);
    }

    /// A row, a cell or the caption of a table of data.
    fn table_part(&mut self, index: usize, element: &Element) {
        let page = self.context.page;
        let at = self.text_after(index);
        let empty = page.length(index..element.end).all == 0;
        let headings = self.has_headings(index);
        let Some(plan) = self.tables.last_mut() else { return };
        match element.tag {
            Tag::Caption => self.begin(index, BlockKind::Caption, true),
            Tag::Tr if plan.is_heads(index) => self.removed_until = element.end,
            Tag::Tr => {
                plan.row();
                if !headings {
                    self.begin(index, BlockKind::Row, true);
                }
            }
            _ => {
                let follows = plan.row_has_text;
                let head = plan.cell(element.spans).to_owned();
                plan.row_has_text |= !empty;
                if !empty {
                    self.paragraph.cell(follows, &head, at);
                    self.paragraph.head(element.tag == Tag::Th && head.is_empty());
                }
            }
        }
    }

    /// The innermost table of data around `index`.
    fn table_of(&self, index: usize) -> Option<&Plan> {
        self.tables.last().filter(|plan| plan.table < index && index < plan.end)
    }

    fn is_in_row(&self) -> bool {
        self.tables.last().is_some() && self.seen.out.is_in(BlockKind::Row)
    }

    fn has_headings(&self, index: usize) -> bool {
        let page = self.context.page;
        page.length(index..page.after(index)).headings > 0
    }

    /// Where the first text behind a node stands in the file.
    fn text_after(&self, index: usize) -> u64 {
        let nodes = self.context.page.nodes.iter().skip(index).take(16);
        let first = nodes.filter_map(|node| match node {
            Node::Text(text) => Some(self.context.base + text.at as u64),
            Node::Element(_) => None,
        });
        first.take(1).next().unwrap_or(self.at).max(self.at)
    }

    fn leave(&mut self, index: usize, now: usize) {
        let Some(element) = self.context.page.element(index) else {
            return;
        };
        if matches!(element.tag, Tag::H(_))
            && let Some((level, _, text)) = self.heading.take_if(|(_, end, _)| *end <= now)
        {
            self.end_heading(level, &text, self.context.page.name(element));
            return;
        }
        if !element.tag.is_void() {
            self.edge(element.tag, index);
        }
        if self.lists.last().is_some_and(|&(_, list)| list == index) {
            self.lists.pop();
        }
        self.tables.pop_if(|plan| plan.table == index);
        if self.blocks.is_open(index) {
            self.paragraph.flush(&mut self.seen.out);
            self.blocks.end(index, &mut self.seen.out);
        }
    }

    /// Ends the paragraph or line where an element that stands on its own begins or ends.
    fn edge(&mut self, tag: Tag, index: usize) {
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
        if index < self.code_until {
            let breaks = tag == Tag::Br || tag == Tag::Div;
            return if breaks {
                self.seen.out.break_verbatim(self.at)
            };
        }
        if self.is_in_row() {
            return self.paragraph.push(" ", self.at);
        }
        self.paragraph.flush(&mut self.seen.out);
        // Two line breaks in a row end a paragraph on pages written without <p>.
        let again = tag == Tag::Br && std::mem::replace(&mut self.broke, true);
        if line && !again {
            self.seen.out.line();
        } else {
            self.blocks.paragraph(&mut self.seen.out);
            self.seen.out.paragraph();
        }
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

    fn end_heading(&mut self, level: u8, text: &str, name: Option<&str>) {
        let text = heading_text(text);
        if text.is_empty() || self.apparatus.is_some_and(|above| level > above) {
            return;
        }
        if !self.later.is_empty() {
            self.rest_of_lead();
        }
        self.lead = false;
        let level_here = level.saturating_sub(self.top) + 1;
        self.apparatus = (self.context.page.wiki && is_apparatus(&text)).then_some(level);
        self.seen.out.heading_at(level_here, &text, name);
        self.fresh = true;
    }

    /// A wiki's table of nothing but links leads through the wiki.
    fn is_link_table(&self, index: usize, element: &Element) -> bool {
        let page = self.context.page;
        let length = page.length(index..element.end);
        let links = length.linked * 5 >= length.all * 4 && length.links >= 5;
        page.wiki && element.tag == Tag::Table && links
    }

    /// Whether the heading element at `index` is one, and not a paragraph in large type.
    fn is_heading(&self, index: usize) -> bool {
        let Context { page, source, .. } = self.context;
        self.heading.is_none()
            && index >= self.removed_until
            && index >= self.boxed_until
            && inner_text(page, source, index).len() <= HEADING
    }

    fn is_left_out(&self, index: usize, element: &Element) -> bool {
        match element.tag {
            _ if element.removal == Removal::All || self.context.title == Some(index) => true,
            _ if element.signs.number && self.heading.is_some() => true,
            // A heading above the title is the site's.
            Tag::H(_) if self.context.title.is_some_and(|title| index < title) => true,
            Tag::A => self.is_permalink(index, element),
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

    /// "¶" or "#", with which documentation tools let a reader link to a place.
    fn is_permalink(&self, index: usize, element: &Element) -> bool {
        let page = self.context.page;
        if page.length(index..element.end).all > 4
            || !page.href(element).is_some_and(|href| href.starts_with('#'))
        {
            return false;
        }
        let nodes = page.nodes.iter().take(element.end).skip(index + 1);
        let mut seen = false;
        for node in nodes {
            if let Node::Text(text) = node {
                let text = page.text(text, self.context.source);
                seen |= !text.trim().is_empty();
                if text.contains(char::is_alphanumeric) {
                    return false;
                }
            }
        }
        seen
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
