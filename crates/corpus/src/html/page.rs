//! A page as a flat tree: nodes in document order, each element with the index where it ends.
//! Tags left open or closed in the wrong order are put right the way browsers do, roughly.

use std::ops::Range;

use super::boilerplate::{Attributes, Place, Removal, Signs, place, removal, signs};
use super::tag::Tag;

/// Elements nested deeper than this count as children of the deepest one.
const DEEPEST: usize = 256;

/// A tokenized page.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) nodes: Vec<Node>,
    /// The target of a `<meta http-equiv=refresh>`.
    pub(super) refresh: Option<String>,
    /// Whether MediaWiki wrote the page.
    pub(super) wiki: bool,
    /// How much stands before each node.
    before: Vec<Length>,
    decoded: String,
    hrefs: String,
    names: String,
    open: Vec<Open>,
    unopened: usize,
}

/// How much there is of a page: bytes of text without white space, those of them inside links,
/// links, those of them that stay on the page, and headings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Length {
    pub(super) all: usize,
    pub(super) linked: usize,
    pub(super) links: usize,
    pub(super) local: usize,
    pub(super) headings: usize,
}

/// An element or a piece of text.
#[derive(Debug)]
pub(super) enum Node {
    Element(Element),
    Text(Text),
}

#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) tag: Tag,
    pub(super) removal: Removal,
    pub(super) place: Option<Place>,
    pub(super) signs: Signs,
    /// How many columns and rows a cell takes.
    pub(super) spans: (u16, u16),
    href: Option<Range<usize>>,
    /// Its id, or a link's name.
    name: Option<Range<usize>>,
    /// The first node after the element.
    pub(super) end: usize,
}

/// A piece of text: part of the source as it stands, or what an entity there stands for.
#[derive(Debug)]
pub(super) struct Text {
    /// Where it stands in the source.
    pub(super) at: usize,
    range: Range<usize>,
    decoded: bool,
    /// Only a comment stands between it and the text before.
    pub(super) after_comment: bool,
}

#[derive(Debug)]
struct Open {
    tag: Tag,
    node: usize,
    ended: bool,
}

impl Page {
    /// An empty page; `wiki` where MediaWiki wrote it.
    pub(super) fn new(wiki: bool) -> Page {
        Page { wiki, ..Page::default() }
    }

    /// A text node's text, given the page's source.
    pub(super) fn text<'t>(&'t self, text: &Text, source: &'t str) -> &'t str {
        let whole = if text.decoded { &self.decoded } else { source };
        whole.get(text.range.clone()).unwrap_or_default()
    }

    /// Where a link leads.
    pub(super) fn href(&self, element: &Element) -> Option<&str> {
        self.hrefs.get(element.href.clone()?)
    }

    /// What a link to the element has behind its `#`.
    pub(super) fn name(&self, element: &Element) -> Option<&str> {
        self.names.get(element.name.clone()?).filter(|name| !name.is_empty())
    }

    /// How much text stands in a range of nodes.
    pub(super) fn length(&self, range: Range<usize>) -> Length {
        let at = |index: usize| {
            self.before.get(index).or(self.before.last()).copied().unwrap_or_default()
        };
        let (from, to) = (at(range.start), at(range.end));
        Length {
            all: to.all.saturating_sub(from.all),
            linked: to.linked.saturating_sub(from.linked),
            links: to.links.saturating_sub(from.links),
            local: to.local.saturating_sub(from.local),
            headings: to.headings.saturating_sub(from.headings),
        }
    }

    /// The element at `index`, if it is one.
    pub(super) fn element(&self, index: usize) -> Option<&Element> {
        match self.nodes.get(index) {
            Some(Node::Element(element)) => Some(element),
            _ => None,
        }
    }

    /// The first node after the one at `index` and all inside it.
    pub(super) fn after(&self, index: usize) -> usize {
        self.element(index).map_or(index + 1, |element| element.end.max(index + 1))
    }

    /// Adds text that stands as it is in the source.
    pub(super) fn literal(&mut self, range: Range<usize>, after_comment: bool) {
        let at = range.start;
        self.nodes.push(Node::Text(Text { at, range, decoded: false, after_comment }));
    }

    /// Adds what the entity at `at` stands for.
    pub(super) fn entity(&mut self, text: &[u8], at: usize) {
        let start = self.decoded.len();
        self.decoded.push_str(&String::from_utf8_lossy(text));
        let range = start..self.decoded.len();
        self.nodes.push(Node::Text(Text { at, range, decoded: true, after_comment: false }));
    }

    /// Handles a start tag.
    pub(super) fn open(&mut self, tag: Tag, attributes: &Attributes, self_closing: bool) {
        if tag == Tag::Meta {
            self.meta(attributes);
        }
        self.close_implied(tag);
        let again = matches!(tag, Tag::Html | Tag::Body) && self.is_open(tag);
        let node = self.nodes.len();
        let nested = matches!(tag, Tag::Header)
            && self.open.iter().any(|o| matches!(o.tag, Tag::Article | Tag::Main | Tag::Section));
        let keep = |buffer: &mut String, text: &str| {
            let start = buffer.len();
            buffer.push_str(text);
            start..buffer.len()
        };
        let href = attributes.href.as_ref().filter(|_| tag == Tag::A);
        let href = href.map(|href| keep(&mut self.hrefs, href));
        let name = attributes.name.as_ref().filter(|_| tag == Tag::A);
        let name = attributes.id.as_ref().or(name).map(|name| keep(&mut self.names, name));
        let span = |value: &Option<String>| {
            let value = value.as_deref().and_then(|value| value.trim().parse().ok());
            value.unwrap_or(1).clamp(1, 1000)
        };
        self.nodes.push(Node::Element(Element {
            tag,
            removal: removal(tag, attributes, nested, self.wiki),
            place: place(tag, attributes),
            signs: signs(tag, attributes),
            spans: (span(&attributes.colspan), span(&attributes.rowspan)),
            href,
            name,
            end: node + 1,
        }));
        if tag.is_void() || self_closing || again {
            return;
        }
        if self.open.len() < DEEPEST {
            self.open.push(Open { tag, node, ended: false });
        } else {
            self.unopened += 1;
        }
    }

    /// Handles an end tag.
    pub(super) fn close(&mut self, tag: Tag) {
        match tag {
            Tag::Html | Tag::Body => return,
            Tag::Br => return self.open(Tag::Br, &Attributes::default(), true),
            _ if tag.is_void() => return,
            _ => {}
        }
        if self.unopened > 0 {
            self.unopened -= 1;
            return;
        }
        let same = |open: Tag| match tag {
            Tag::H(_) => matches!(open, Tag::H(_)),
            _ => open == tag,
        };
        let stops = |open: Tag| match tag {
            _ if tag.is_inline() => open.is_block(),
            Tag::Table => false,
            _ if tag.is_table_part() => open == Tag::Table,
            _ => open.is_cell_edge(),
        };
        if !self.close_nearest(same, stops) && tag == Tag::A {
            self.end_link();
        }
    }

    /// Ends all that is still open.
    pub(super) fn finish(&mut self, source: &str) {
        self.pop_to(0);
        let mut length = Length::default();
        let mut linked_until = 0;
        let mut before = Vec::with_capacity(self.nodes.len() + 1);
        for (index, node) in self.nodes.iter().enumerate() {
            before.push(length);
            match node {
                Node::Element(element) if element.tag == Tag::A && element.href.is_some() => {
                    linked_until = linked_until.max(element.end);
                    length.links += 1;
                    let href = self.href(element).unwrap_or_default();
                    length.local += usize::from(href.trim_start().starts_with('#'));
                }
                Node::Element(element) => {
                    length.headings += usize::from(matches!(element.tag, Tag::H(_)));
                }
                Node::Text(text) => {
                    let text = self.text(text, source);
                    let bytes = text.bytes().filter(|b| !b.is_ascii_whitespace()).count();
                    length.all += bytes;
                    length.linked += if index < linked_until { bytes } else { 0 };
                }
            }
        }
        before.push(length);
        self.before = before;
    }

    fn is_open(&self, tag: Tag) -> bool {
        self.open.iter().any(|open| open.tag == tag)
    }

    fn meta(&mut self, attributes: &Attributes) {
        let refresh = attributes.http_equiv.as_deref();
        if refresh.is_some_and(|name| name.trim().eq_ignore_ascii_case("refresh")) {
            let url = attributes.content.as_deref().and_then(refresh_target);
            self.refresh = self.refresh.take().or(url);
        }
    }

    /// Closes what a start tag implies the end of: `<li>` an earlier `<li>`, blocks a `<p>`.
    fn close_implied(&mut self, tag: Tag) {
        if !tag.is_head_content() && self.open.last().is_some_and(|o| o.tag == Tag::Head) {
            self.pop_to(self.open.len() - 1);
        }
        if tag.ends_heading() {
            self.close_nearest(|o| matches!(o, Tag::H(_)), |o| o.is_cell_edge() || o == Tag::Div);
        }
        if tag.is_block() {
            self.close_nearest(|o| o == Tag::P, |o| o.is_cell_edge() || o == Tag::Button);
        }
        let cell = |o| matches!(o, Tag::Td | Tag::Th | Tag::Caption);
        match tag {
            Tag::A => self.close(Tag::A),
            Tag::Li => {
                let list = |o: Tag| matches!(o, Tag::Ul | Tag::Ol) || o.is_cell_edge();
                self.close_nearest(|o| o == Tag::Li, list);
            }
            Tag::Dt | Tag::Dd => {
                let list = |o: Tag| o == Tag::Dl || o.is_cell_edge();
                self.close_nearest(|o| matches!(o, Tag::Dt | Tag::Dd), list);
            }
            Tag::Td | Tag::Th => {
                self.close_nearest(cell, |o| matches!(o, Tag::Tr | Tag::Table));
            }
            Tag::Tr => {
                self.close_nearest(cell, |o| o == Tag::Table);
                self.close_nearest(|o| o == Tag::Tr, |o| o == Tag::Table);
            }
            Tag::TableGroup => {
                self.close_nearest(cell, |o| o == Tag::Table);
                self.close_nearest(|o| o == Tag::TableGroup, |o| o == Tag::Table);
            }
            _ => {}
        }
    }

    /// Closes the innermost open element that is `wanted`, with all inside it, unless one that
    /// `stops` the search comes first.
    fn close_nearest(&mut self, wanted: impl Fn(Tag) -> bool, stops: impl Fn(Tag) -> bool) -> bool {
        for (depth, open) in self.open.iter().enumerate().rev() {
            if wanted(open.tag) {
                self.pop_to(depth);
                return true;
            }
            if stops(open.tag) {
                return false;
            }
        }
        false
    }

    /// Ends a link that was closed inside another block than it was opened in; the blocks
    /// between stay open.
    fn end_link(&mut self) {
        let now = self.nodes.len();
        let link = self.open.iter_mut().rev().find(|open| open.tag == Tag::A && !open.ended);
        if let Some(open) = link {
            open.ended = true;
            if let Some(Node::Element(element)) = self.nodes.get_mut(open.node) {
                element.end = now;
            }
        }
    }

    fn pop_to(&mut self, depth: usize) {
        let now = self.nodes.len();
        for open in self.open.drain(depth.min(self.open.len())..) {
            match self.nodes.get_mut(open.node) {
                Some(Node::Element(element)) if !open.ended => element.end = now,
                _ => {}
            }
        }
    }
}

/// The address in `0; url='page.html'`.
fn refresh_target(content: &str) -> Option<String> {
    let (_, rest) = content.split_once([';', ','])?;
    let rest = rest.trim();
    let url = match rest.get(..3) {
        Some(key) if key.eq_ignore_ascii_case("url") => {
            rest.get(3..)?.trim_start().strip_prefix('=')?.trim_start()
        }
        _ => rest,
    };
    let url = url.trim_matches(['"', '\'']).trim();
    (!url.is_empty()).then(|| url.to_owned())
}
