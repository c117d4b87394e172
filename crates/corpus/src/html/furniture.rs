//! What on a page is not its text, told by structure: bars of links, contents that repeat the
//! page's own headings, what stands above the title and below the text.

use std::ops::Range;

use super::boilerplate::Removal;
use super::content::inner_text;
use super::page::{Node, Page};
use super::tag::Tag;

/// The longest bar of links through a book, in bytes without spaces.
const BAR: usize = 500;
/// The longest note above the title or below the text.
const NOTE: usize = 400;
/// How much text may stand before or behind a bar of links that opens or closes a page.
const EDGE: usize = 160;

/// Marks the lists of links inside `root` as removed: on a page that is hardly more than such
/// lists, the rest is what it has to say.
pub(super) fn mark_lists(page: &mut Page, root: &Range<usize>) {
    let mut found = Vec::new();
    let mut index = root.start;
    while index < root.end {
        let list = page.element(index).is_some_and(|element| {
            let length = page.length(index..element.end);
            let kind = matches!(element.tag, Tag::Ul | Tag::Ol | Tag::Dl | Tag::Table);
            kind && length.linked * 10 >= length.all * 6
        });
        found.extend(list.then_some(index));
        index = if list { page.after(index) } else { index + 1 };
    }
    remove(page, found);
}

/// Marks what is furniture inside `root` as removed.
pub(super) fn mark(page: &mut Page, source: &str, root: &Range<usize>, title: Option<usize>) {
    let mut found = Vec::new();
    let look = Look { page, source, root, title };
    look.walk(&mut found);
    look.closing(&mut found);
    remove(page, found);
}

fn remove(page: &mut Page, found: Vec<usize>) {
    for index in found {
        if let Some(Node::Element(element)) = page.nodes.get_mut(index) {
            element.removal = Removal::All;
        }
    }
}

struct Look<'p> {
    page: &'p Page,
    source: &'p str,
    root: &'p Range<usize>,
    title: Option<usize>,
}

impl Look<'_> {
    fn walk(&self, found: &mut Vec<usize>) {
        let page = self.page;
        let mut open: Vec<usize> = Vec::new();
        let mut index = self.root.start;
        while index < self.root.end {
            while open.last().is_some_and(|&node| page.after(node) <= index) {
                open.pop();
            }
            let mut next = index + 1;
            if let Some(element) = page.element(index) {
                if element.removal == Removal::All {
                    next = page.after(index);
                } else if self.is_furniture(index) {
                    found.push(index);
                    self.label_above(index, open.last().copied(), found);
                    next = page.after(index);
                } else if element.tag == Tag::A && self.leads_on(index) {
                    found.extend(self.bar(&open).or_else(|| self.is_step(index).then_some(index)));
                } else if element.tag.is_block() || element.tag.is_cell_edge() {
                    open.push(index);
                }
            }
            index = next;
        }
    }

    fn is_furniture(&self, index: usize) -> bool {
        let Some(element) = self.page.element(index) else { return false };
        let block = element.tag.is_block() || element.tag.is_cell_edge();
        if !block || self.holds_title(index) {
            return false;
        }
        let range = index..self.page.after(index);
        let length = self.page.length(range.clone());
        let linked = |percent: usize| length.linked * 100 >= length.all * percent;
        if self.is_line_numbers(index) {
            return true;
        }
        if element.signs.aside {
            let site = length.links >= 3 && linked(50);
            return site || (length.all <= 60 && length.links > 0 && !element.signs.footnote);
        }
        let list = matches!(element.tag, Tag::Ul | Tag::Ol | Tag::Dl | Tag::Table | Tag::Div);
        let local = length.local * 5 >= length.links * 4;
        // With headings of its own it is more than a list of contents.
        if list && length.links >= 3 && local && linked(70) && length.headings <= 1 {
            return true;
        }
        let bare = length.all - length.linked <= 24 + 2 * length.links;
        let bar = length.links >= 3 && bare && length.all <= BAR && self.is_at_edge(&range);
        (bar && self.has_separators(&range)) || self.is_above_title(&range)
    }

    /// The signs that part the links of a bar, and hardly ever those of a list that is read.
    fn has_separators(&self, range: &Range<usize>) -> bool {
        let nodes = self.page.nodes.get(range.clone()).unwrap_or_default();
        nodes.iter().any(|node| match node {
            Node::Text(text) => {
                let text = self.page.text(text, self.source).trim();
                text.len() <= 8 && text.contains(['|', '»', '›', '>', '·', '•'])
            }
            Node::Element(_) => false,
        })
    }

    /// The numbers of a listing's lines, in an element of their own.
    fn is_line_numbers(&self, index: usize) -> bool {
        let Some(element) = self.page.element(index) else { return false };
        let range = index..self.page.after(index);
        if !matches!(element.tag, Tag::Pre | Tag::Td) || range.len() > 4000 {
            return false;
        }
        let mut next = None;
        let mut count = 0;
        for node in self.page.nodes.get(range).unwrap_or_default() {
            let Node::Text(text) = node else { continue };
            for word in self.page.text(text, self.source).split_whitespace() {
                let number: Option<u32> = word.parse().ok();
                if number.is_none() || next.is_some_and(|next| number != Some(next)) {
                    return false;
                }
                next = number.map(|number| number.saturating_add(1));
                count += 1;
            }
        }
        count >= 3
    }

    /// Whether the page's title stands inside.
    fn holds_title(&self, index: usize) -> bool {
        self.title.is_some_and(|title| (index..self.page.after(index)).contains(&title))
    }

    /// Whether hardly any text stands between a range and an end of the content.
    fn is_at_edge(&self, range: &Range<usize>) -> bool {
        let unlinked = |range: Range<usize>| {
            let length = self.page.length(range);
            length.all - length.linked
        };
        let opens = unlinked(self.root.start..range.start) < EDGE / 4;
        opens || unlinked(range.end..self.root.end) < EDGE
    }

    /// A short piece with links above the title: a logo, a line of languages.
    fn is_above_title(&self, range: &Range<usize>) -> bool {
        let length = self.page.length(range.clone());
        self.title.is_some_and(|title| range.end <= title)
            && length.links > 0
            && length.all - length.linked <= NOTE / 3
    }

    fn leads_on(&self, index: usize) -> bool {
        let Some(element) = self.page.element(index) else { return false };
        if element.signs.leads_on {
            return true;
        }
        self.is_step(index)
    }

    /// A link that says no more than where in the book it leads.
    fn is_step(&self, index: usize) -> bool {
        if self.page.length(index..self.page.after(index)).all > 12 {
            return false;
        }
        let text = inner_text(self.page, self.source, index).to_lowercase();
        let word = text.trim_matches(|c: char| !c.is_alphanumeric());
        matches!(word, "prev" | "previous" | "next" | "up" | "home")
    }

    /// The widest element around a link through the book that holds nothing else.
    fn bar(&self, open: &[usize]) -> Option<usize> {
        let is_bar = |index: &&usize| {
            let length = self.page.length(**index..self.page.after(**index));
            length.all <= BAR && length.linked * 3 >= length.all && length.headings == 0
        };
        open.iter().rev().take_while(is_bar).last().copied()
    }

    /// "Contents", above a list of contents.
    fn label_above(&self, index: usize, parent: Option<usize>, found: &mut Vec<usize>) {
        let from = parent.map_or(self.root.start, |parent| parent + 1);
        let mut sibling = from;
        let mut last = None;
        while sibling < index {
            if self.page.element(sibling).is_some() {
                last = Some(sibling);
            }
            sibling = self.page.after(sibling);
        }
        let Some(label) = last else { return };
        let length = self.page.length(label..self.page.after(label));
        if length.all > 24 || self.holds_title(label) {
            return;
        }
        let text = inner_text(self.page, self.source, label).to_lowercase();
        let text = text.trim_matches(|c: char| !c.is_alphanumeric());
        if matches!(text, "contents" | "table of contents" | "on this page" | "in this article") {
            found.push(label);
        }
    }

    /// Short notes that close a page: when it was made, by what, and whose it is.
    fn closing(&self, found: &mut Vec<usize>) {
        let mut blocks = Vec::new();
        let mut index = self.root.start;
        while index < self.root.end {
            let tail = self.page.length(index..self.root.end).all;
            match self.page.element(index) {
                Some(element) if element.removal == Removal::All || found.contains(&index) => {
                    index = self.page.after(index);
                }
                Some(element) if element.tag.is_block() && tail <= 2 * NOTE => {
                    blocks.push(index);
                    index += 1;
                }
                _ => index += 1,
            }
        }
        for &index in &blocks {
            let range = index..self.page.after(index);
            let rest = self.page.length(index..self.root.end).all;
            let length = self.page.length(range).all;
            if length > 0 && rest <= NOTE && !self.holds_title(index) {
                let text = inner_text(self.page, self.source, index).to_lowercase();
                let text = text.strip_prefix("this page ").unwrap_or(&text);
                let text = text.strip_prefix("was ").unwrap_or(text);
                if CLOSING.iter().any(|words| text.starts_with(words)) {
                    found.push(index);
                }
            }
        }
    }
}

/// How such notes begin.
const CLOSING: [&str; 11] = [
    "©",
    "copyright ",
    "all rights reserved",
    "last update:",
    "last updated",
    "last modified",
    "generated by",
    "generated on",
    "created using",
    "powered by",
    "built with",
];
