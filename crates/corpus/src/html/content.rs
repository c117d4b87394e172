//! Where on a page its text is, and what the page is called.

use std::ops::Range;

use super::boilerplate::{Place, Removal};
use super::page::{Node, Page};
use super::paragraph::Paragraph;
use super::tag::Tag;

/// The longest heading, in bytes.
pub(super) const HEADING: usize = 300;

/// Among how many of the first headings the title is looked for.
const FIRST: usize = 6;

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
    // AsciiDoc's manual pages have their first section in the header, beside the title.
    if let (Some(content), Some(body)) = (found[3], found[4])
        && has_sections(page, body + 1..content)
    {
        found[3] = None;
    }
    // An empty <main> or a small <article> beside the real text is not the content.
    let enough = |&index: &usize| text_length(page, source, inside(index)) * 10 >= everything;
    found.into_iter().flatten().find(enough).map_or(0..page.nodes.len(), inside)
}

/// Whether a title and another heading stand in `range`.
fn has_sections(page: &Page, range: Range<usize>) -> bool {
    let headings = page.nodes.get(range.clone()).unwrap_or_default().iter();
    let levels: Vec<u8> = headings
        .filter_map(|node| match node {
            Node::Element(e) if e.removal == Removal::None => match e.tag {
                Tag::H(level) => Some(level),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let length = page.length(range);
    levels.len() > 1 && levels[0] == 1 && length.linked * 2 < length.all
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
/// the first heading if `<title>` confirms it, or `<title>` itself without the site's name.
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
                // Doxygen's title stands before all headings; Asciidoctor calls a caption so.
                _ if element.place == Some(Place::Title)
                    && root.contains(&index)
                    && seen.outside.is_none()
                    && seen.inside.is_empty() =>
                {
                    seen.named.get_or_insert(index);
                }
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
    outside: Option<usize>,
    /// The first headings of the content, with their levels.
    inside: Vec<(usize, u8)>,
    /// An element that is called a title and is no heading.
    named: Option<usize>,
    /// How many `<h1>` the content has.
    count: usize,
}

impl Headings {
    fn heading(&mut self, index: usize, level: u8, place: Option<Place>, root: &Range<usize>) {
        if place == Some(Place::FirstHeading) {
            self.first_heading.get_or_insert(index);
        }
        if root.contains(&index) {
            self.count += usize::from(level == 1);
            if self.inside.len() < FIRST {
                self.inside.push((index, level));
            }
        } else if level == 1 {
            self.outside.get_or_insert(index);
        }
    }

    fn choose(&self, page: &Page, source: &str) -> Title {
        let read = |index: usize| {
            let text = inner_text(page, source, index);
            (!text.is_empty() && text.len() <= HEADING).then_some(text)
        };
        let title = self.title.and_then(read);
        let whole = title.as_deref().unwrap_or_default().to_lowercase();
        let confirmed = |text: &str| whole.contains(&text.to_lowercase());
        let starts = |text: &str| whole.starts_with(&text.to_lowercase());
        // The site's name ends the title, and may stand in a heading of its own.
        let is_site = |text: &str| whole.ends_with(&text.to_lowercase()) && !starts(text);
        let found =
            |index: usize, text: &str| Title { text: Some(text.to_owned()), node: Some(index) };
        if let Some((index, text)) = self.first_heading.and_then(|i| Some((i, read(i)?))) {
            return found(index, &text);
        }
        let read_all: Vec<(usize, u8, String)> =
            self.inside.iter().filter_map(|&(i, level)| Some((i, level, read(i)?))).collect();
        let own: Vec<_> = read_all.iter().filter(|(_, _, text)| !is_site(text)).collect();
        let sites = read_all.iter().filter(|(_, level, text)| *level == 1 && is_site(text)).count();
        if let Some(at) = own.iter().position(|(_, level, _)| *level == 1) {
            let (index, _, text) = own[at];
            if confirmed(text) || (self.count - sites == 1 && at == 0) {
                return found(*index, text);
            }
        }
        if let Some((index, text)) = self.named.and_then(|i| Some((i, read(i)?)))
            && (confirmed(&text) || own.iter().all(|(_, level, _)| *level > 1))
        {
            return found(index, &text);
        }
        if let Some((index, _, text)) = own.first() {
            // Texinfo numbers chapters without a full stop: "11 Differential Equations".
            let number =
                text.split_once(' ').filter(|(n, _)| n.bytes().all(|b| b.is_ascii_digit()));
            let bare = number.map_or(text.as_str(), |(_, rest)| rest);
            if let Some(text) = [text, bare].into_iter().find(|text| starts(text)) {
                return found(*index, text);
            }
        }
        if let Some((index, _, text)) = own.iter().find(|(_, _, text)| Some(text) == title.as_ref())
        {
            return found(*index, text);
        }
        match self.outside.and_then(|i| Some((i, read(i)?))) {
            Some((index, text)) if starts(&text) => found(index, &text),
            _ => Title { text: title.map(|title| without_site(&title)), node: None },
        }
    }
}

/// A title without the name of the site or manual behind it.
fn without_site(title: &str) -> String {
    const MARKS: [&str; 6] = [" | ", " — ", " – ", " · ", " :: ", " - "];
    const SITES: [&str; 8] =
        ["documentation", "docs", "manual", "guide", "reference", "wiki", "handbook", "help"];
    let mut title = title;
    for mark in MARKS {
        let Some((page, site)) = title.rsplit_once(mark) else { continue };
        let site = site.to_lowercase();
        let known = SITES.iter().any(|word| site.contains(word));
        if !page.trim().is_empty() && (mark == " | " || known) {
            title = page.trim();
        }
    }
    title.to_owned()
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
                if element.tag == Tag::Br || element.tag.is_block() {
                    out.push(' ');
                }
                let away = element.removal > Removal::None || element.signs.number;
                at = if away { page.after(at) } else { at + 1 };
            }
            None => break,
        }
    }
    heading_text(&out)
}

/// A heading without what wikis and documentation tools hang on it.
pub(super) fn heading_text(text: &str) -> String {
    let mut line = Paragraph::new(true);
    line.push(text, 0);
    let text = line.into_text();
    let text = text.trim_start_matches("[edit]").trim_end_matches("[edit]");
    unnumbered(text.trim_end_matches(['¶', '#', '§', '🔗']).trim()).to_owned()
}

/// A heading without its number: "5.1. Table Basics", "Chapter 5. Data", "3.5.1 Braces".
fn unnumbered(heading: &str) -> &str {
    let words = ["Chapter ", "Appendix ", "Part ", "Section "];
    let bare = words.iter().find_map(|word| heading.strip_prefix(word)).unwrap_or(heading);
    let Some((number, rest)) = bare.split_once([' ', '\u{a0}']) else { return heading };
    let rest = rest.trim_start_matches([' ', '-', '–', '—', '\u{a0}']);
    let dashed = rest.len() + number.len() + 1 < bare.len();
    let closed = number.strip_suffix(['.', ':']);
    let digits = closed.unwrap_or(number);
    let parts = digits.split('.').count();
    let is_part = |part: &str, first: bool| {
        let numeral =
            !part.is_empty() && part.len() <= 3 && part.bytes().all(|b| b.is_ascii_digit());
        let named = bare.len() < heading.len();
        let letter = part.len() == 1 && part.bytes().all(|b| b.is_ascii_uppercase());
        let letter = first && letter && (named || parts > 1);
        let roman = named && part.bytes().all(|b| b"IVXLC".contains(&b));
        numeral || letter || (first && roman && !part.is_empty())
    };
    let numbered = digits.split('.').enumerate().all(|(i, part)| is_part(part, i == 0));
    // "3.11 release notes" names a version; "3.11 Release Notes" in a numbered book a section.
    let named = bare.len() < heading.len();
    let section = closed.is_some()
        || (dashed && named)
        || (parts > 1 && rest.starts_with(char::is_uppercase));
    if numbered && section && rest.starts_with(char::is_alphanumeric) { rest } else { heading }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_lose_their_numbers_and_nothing_else() {
        for (heading, seen) in [
            ("5.1. Table Basics", "Table Basics"),
            ("Chapter 5. Data Definition", "Data Definition"),
            ("Appendix A. Codes", "Codes"),
            ("3.5.1 Brace Expansion", "Brace Expansion"),
            ("F.28. pgcrypto", "pgcrypto"),
            ("Part II. The Language", "The Language"),
            ("2001 in film", "2001 in film"),
            ("3.11 release notes", "3.11 release notes"),
            ("3 Juno", "3 Juno"),
            ("A. A. Milne", "A. A. Milne"),
            ("Part of speech", "Part of speech"),
            ("1. Introduction", "Introduction"),
            ("Chapter 16 - The accept router", "The accept router"),
            ("Apollo 11 - a flight", "Apollo 11 - a flight"),
        ] {
            assert_eq!(unnumbered(heading), seen, "{heading}");
        }
    }

    #[test]
    fn titles_lose_the_name_of_the_site() {
        assert_eq!(without_site("Oak | Trees"), "Oak");
        assert_eq!(without_site("csv — Reading — Python 3.11 documentation"), "csv — Reading");
        assert_eq!(without_site("Jekyll - Hyde"), "Jekyll - Hyde");
    }
}
