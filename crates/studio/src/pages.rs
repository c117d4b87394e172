//! Pages of a collection, as the studio needs them, and spans of their text.

use serde::{Deserialize, Serialize};

use crate::refusal::{Error, Refusal, Result};

/// Where pages come from.
pub trait Pages {
    /// The page of an id.
    fn page(&self, document: &str) -> Result<Option<Page>>;
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Its id.
    pub document: String,
    /// Its title.
    pub title: String,
    /// Its text, in order.
    pub elements: Vec<Element>,
    /// The headings of its sections.
    pub sections: Vec<String>,
    /// Pages that it links to, in order; each with the element that has the link.
    pub links: Vec<PageLink>,
}

/// A part of a page that can be named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// Its id.
    pub id: String,
    /// Its text.
    pub text: String,
    /// The headings above it.
    pub section: String,
}

/// A link of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLink {
    /// The element that has it.
    pub element: String,
    /// Where its words begin, in characters.
    pub start: usize,
    /// Where they end.
    pub end: usize,
    /// Where it leads.
    pub to: PageRef,
}

/// A page by its id and title.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageRef {
    /// Its id.
    pub document: String,
    /// Its title.
    pub title: String,
}

/// One end of a span.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The element.
    pub element: String,
    /// Characters of its text before this place.
    pub offset: usize,
}

/// Words of a page, and where they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// The page.
    pub document: String,
    /// Where they begin.
    pub start: Point,
    /// Where they end.
    pub end: Point,
    /// The words.
    pub text: String,
}

/// Characters that a selection may have or lack without being another.
fn is_ignored(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// A text with white space folded and invisible characters left out.
fn folded(text: &str) -> String {
    let seen: String = text.chars().filter(|&c| !is_ignored(c)).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text without any white space: a selection across blocks has line breaks where the text may
/// have none.
fn squeezed(text: &str) -> String {
    text.chars().filter(|&c| !is_ignored(c) && !c.is_whitespace()).collect()
}

fn refused(number: usize, why: impl std::fmt::Display) -> Refusal {
    Refusal::new("span", format!("span {} cannot be taken: {why}", number + 1))
        .hint("mark the words on the page again")
}

/// The span with the page's own words, where they stand there; otherwise why not.
pub fn checked(
    pages: &dyn Pages,
    opened: &dyn Fn(&str) -> bool,
    number: usize,
    span: &Span,
) -> Result<Span> {
    if !opened(&span.document) {
        return Err(refused(number, "its page was not opened in this conversation").into());
    }
    let page = pages.page(&span.document)?;
    let page = page.ok_or_else(|| refused(number, "its page is no longer in the collection"))?;
    let text = words(&page, span).map_err(|why| refused(number, why))?;
    if folded(&text).is_empty() {
        return Err(refused(number, "it is empty").into());
    }
    if squeezed(&text) != squeezed(&span.text) {
        let there: String = folded(&text).chars().take(80).collect();
        return Err(refused(number, format!("the page has other words there: “{there}”")).into());
    }
    Ok(Span { text, ..span.clone() })
}

/// The words of a page between two points.
fn words(page: &Page, span: &Span) -> std::result::Result<String, String> {
    let place = |point: &Point| {
        let at = page.elements.iter().position(|element| element.id == point.element);
        let at = at.ok_or_else(|| format!("the page has no element '{}'", point.element))?;
        let length = page.elements[at].text.chars().count();
        match point.offset <= length {
            true => Ok((at, point.offset)),
            false => Err(format!(
                "offset {} is outside of its element, which has {length} characters",
                point.offset
            )),
        }
    };
    let ((first, from), (last, to)) = (place(&span.start)?, place(&span.end)?);
    if (last, to) < (first, from) {
        return Err("its end is before its start".to_owned());
    }
    let cut = |at: usize, from: usize, to: usize| -> String {
        page.elements[at].text.chars().skip(from).take(to.saturating_sub(from)).collect()
    };
    if first == last {
        return Ok(cut(first, from, to));
    }
    let mut parts = vec![cut(first, from, usize::MAX)];
    parts.extend(page.elements[first + 1..last].iter().map(|element| element.text.clone()));
    parts.push(cut(last, 0, to));
    Ok(parts.join("\n"))
}

/// Whether a span lies inside another.
pub fn is_inside(span: &Span, other: &Span) -> bool {
    span.document == other.document
        && span.start.element == other.start.element
        && span.end.element == other.end.element
        && span.start.element == span.end.element
        && other.start.offset <= span.start.offset
        && span.end.offset <= other.end.offset
}

/// The page of an id, or that there is none.
pub fn found(pages: &dyn Pages, document: &str) -> Result<Page> {
    let page = pages.page(document)?;
    page.ok_or_else(|| Error::from(Refusal::new("page", "there is no such page in the collection")))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct One(Page);

    impl Pages for One {
        fn page(&self, document: &str) -> Result<Option<Page>> {
            Ok(Some(self.0.clone()).filter(|page| page.document == document))
        }
    }

    fn one() -> One {
        let element = |id: &str, text: &str| Element {
            id: id.into(),
            text: text.into(),
            section: String::new(),
        };
        One(Page {
            document: "d".into(),
            elements: vec![
                element("d#0", "Die Brücke\u{a0}wurde ge\u{ad}baut."),
                element("d#1", "It has 𝟏𝟏 arches."),
            ],
            ..Page::default()
        })
    }

    fn span(start: (&str, usize), end: (&str, usize), text: &str) -> Span {
        let point = |(element, offset): (&str, usize)| Point { element: element.into(), offset };
        Span { document: "d".into(), start: point(start), end: point(end), text: text.into() }
    }

    fn why(span: &Span) -> String {
        checked(&one(), &|_| true, 0, span).unwrap_err().to_string()
    }

    #[test]
    fn a_span_keeps_the_pages_own_words() {
        let good =
            checked(&one(), &|_| true, 0, &span(("d#0", 4), ("d#0", 25), "Brücke wurde gebaut."))
                .unwrap();
        assert_eq!(good.text, "Brücke\u{a0}wurde ge\u{ad}baut.");
        let wide =
            checked(&one(), &|_| true, 0, &span(("d#0", 17), ("d#1", 9), "gebaut.\n\nIt has 𝟏𝟏"))
                .unwrap();
        assert_eq!(wide.text, "ge\u{ad}baut.\nIt has 𝟏𝟏");
    }

    #[test]
    fn a_span_that_is_not_there_is_refused_with_the_reason() {
        assert!(
            why(&span(("d#0", 4), ("d#0", 10), "Tower")).contains("other words there: “Brücke”")
        );
        assert!(why(&span(("d#9", 4), ("d#0", 10), "x")).contains("no element 'd#9'"));
        assert!(why(&span(("d#0", 4), ("d#0", 99), "x")).contains("outside"));
        assert!(why(&span(("d#1", 0), ("d#0", 3), "x")).contains("before its start"));
        assert!(why(&span(("d#0", 4), ("d#0", 4), "")).contains("empty"));
        let closed = checked(&one(), &|_| false, 1, &span(("d#0", 0), ("d#0", 3), "Die"));
        assert!(
            closed
                .unwrap_err()
                .to_string()
                .contains("span 2 cannot be taken: its page was not opened")
        );
    }
}
