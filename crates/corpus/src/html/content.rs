//! Where on a page its text is, and what the page is called.

use std::ops::Range;

use super::boilerplate::{Place, Removal};
use super::page::{Node, Page};
use super::paragraph::Paragraph;
use super::tag::Tag;

/// The longest heading, in bytes.
pub(super) const HEADING: usize = 300;

/// The node range of the main content.
pub(super) fn root(page: &Page, source: &str) -> Range<usize> {
    let mut found: [Option<usize>; 5] = [None; 5];
    let mut articles = 0;
    let mut index = 0;
    while let Some(node) = page.nodes.get(index) {
        if let Node::Element(element) = node {
            let rank = match (element.place, element.tag) {
                (Some(Place::Main), _) => Some(0),
                (_, Tag::Article) => {
                    articles += 1;
                    Some(1)
                }
                (Some(Place::Article), _) => Some(2),
                (Some(Place::Content), _) => Some(3),
                (_, Tag::Body) => Some(4),
                _ => None,
            };
            if let Some(slot) = rank.and_then(|rank| found.get_mut(rank)) {
                slot.get_or_insert(index);
            }
        }
        index += 1;
    }
    if articles != 1 {
        found[1] = None;
    }
    let everything = text_length(page, source, 0..page.nodes.len());
    let inside = |index: usize| index + 1..page.after(index);
    // An empty <main> or a small <article> beside the real text is not the content.
    let enough = |&index: &usize| text_length(page, source, inside(index)) * 10 >= everything;
    found.into_iter().flatten().find(enough).map_or(0..page.nodes.len(), inside)
}

/// How much text there is in `range`, without menus and the like.
fn text_length(page: &Page, source: &str, range: Range<usize>) -> usize {
    let mut length = 0;
    let mut index = range.start;
    while index < range.end {
        match page.nodes.get(index) {
            Some(Node::Text(text)) => length += page.text(text, source).trim().len(),
            Some(Node::Element(element)) if element.removal == Removal::All => {
                index = page.after(index);
                continue;
            }
            _ => {}
        }
        index += 1;
    }
    length
}

/// A page's title, and the heading it stands in, which is then no heading of the text.
#[derive(Debug, Default)]
pub(super) struct Title {
    pub(super) text: Option<String>,
    pub(super) node: Option<usize>,
}

/// Finds the title: MediaWiki's first heading, the content's first `<h1>` if it looks like one,
/// a heading outside the content that `<title>` confirms, or `<title>` itself.
pub(super) fn title(page: &Page, source: &str, root: &Range<usize>) -> Title {
    let mut seen = Headings::default();
    let mut index = 0;
    while let Some(node) = page.nodes.get(index) {
        let mut next = index + 1;
        if let Node::Element(element) = node {
            match element.tag {
                Tag::Title if seen.title.is_none() => seen.title = Some(index),
                Tag::H(level) => seen.heading(index, level, element.place, root),
                // A page's header is left out of its text but may hold its title.
                Tag::Head | Tag::Header => {}
                _ if element.removal == Removal::All => next = page.after(index),
                _ => {}
            }
        }
        index = next;
    }
    seen.choose(page, source)
}

#[derive(Default)]
struct Headings {
    title: Option<usize>,
    first_heading: Option<usize>,
    /// The first `<h1>` of the content, and whether other headings come before it.
    inside: Option<(usize, bool)>,
    outside: Option<usize>,
    count: usize,
    any_inside: bool,
}

impl Headings {
    fn heading(&mut self, index: usize, level: u8, place: Option<Place>, root: &Range<usize>) {
        if place == Some(Place::FirstHeading) {
            self.first_heading.get_or_insert(index);
        }
        let inside = root.contains(&index);
        if level == 1 && inside {
            self.count += 1;
            self.inside.get_or_insert((index, self.any_inside));
        } else if level == 1 {
            self.outside.get_or_insert(index);
        }
        self.any_inside |= inside;
    }

    fn choose(&self, page: &Page, source: &str) -> Title {
        let read = |index: usize| {
            let text = inner_text(page, source, index);
            (!text.is_empty() && text.len() <= HEADING).then_some(text)
        };
        let title = self.title.and_then(read);
        let confirmed = |text: &String| {
            title.as_ref().is_some_and(|t| t.to_lowercase().contains(&text.to_lowercase()))
        };
        let found = |index: usize, text: String| Title { text: Some(text), node: Some(index) };
        if let Some((index, text)) = self.first_heading.and_then(|i| Some((i, read(i)?))) {
            return found(index, text);
        }
        if let Some((index, late)) = self.inside
            && let Some(text) = read(index)
            && (confirmed(&text) || (self.count == 1 && !late))
        {
            return found(index, text);
        }
        match self.outside.and_then(|i| Some((i, read(i)?))) {
            Some((index, text)) if confirmed(&text) && self.starts(&title, &text) => {
                found(index, text)
            }
            _ => Title { text: title, node: None },
        }
    }

    /// A heading outside the content is often the site's name, which ends the title.
    fn starts(&self, title: &Option<String>, text: &str) -> bool {
        title.as_ref().is_some_and(|t| t.to_lowercase().starts_with(&text.to_lowercase()))
    }
}

/// An element's text on one line, without marks like "¶" or "[edit]".
pub(super) fn inner_text(page: &Page, source: &str, index: usize) -> String {
    let mut out = String::new();
    let end = page.after(index);
    let mut at = index + 1;
    while at < end && out.len() <= HEADING {
        match page.nodes.get(at) {
            Some(Node::Text(text)) => {
                out.push_str(page.text(text, source));
                at += 1;
            }
            Some(Node::Element(element)) => {
                if element.tag == Tag::Br {
                    out.push(' ');
                }
                at = if element.removal > Removal::None { page.after(at) } else { at + 1 };
            }
            None => break,
        }
    }
    heading_text(&out)
}

/// A heading without what wikis and documentation tools hang on it.
pub(super) fn heading_text(text: &str) -> String {
    let mut line = Paragraph::default();
    line.push(text, 0);
    let text = line.into_text();
    let text = text.trim_start_matches("[edit]").trim_end_matches("[edit]");
    text.trim_end_matches(['¶', '#', '§']).trim().to_owned()
}
