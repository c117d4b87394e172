//! Pages of a MediaWiki XML export.

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::builder::Builder;
use crate::names;
use crate::unit::{Parsed, Problem, Redirect, Unit, Why};
use crate::wikitext::{self, Offsets};

/// Parses one `<page>` element.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let xml = unit.utf8()?;
    let page = match read(unit, xml)? {
        Read::Page(page) => page,
        Read::Apart => return Ok(Parsed::Nothing(Why::Namespace)),
    };
    let missing =
        |what: &str| unit.problem(0, format!("a page without <{what}>; is the dump complete?"));
    let title = page.title.trim();
    if title.is_empty() {
        return Err(missing("title"));
    }
    let local = page.id.trim();
    if local.is_empty() {
        return Err(missing("id"));
    }
    let id = unit.id(local);
    let name = names::title(&unit.source, title);
    let target = page.redirect.filter(|target| !target.trim().is_empty());
    if let Some(target) = target.or_else(|| wikitext::redirect(&page.text)) {
        let to = names::title(&unit.source, &target);
        return Ok(Parsed::Redirect(Redirect { id, from: name, to }));
    }
    if !page.has_text {
        return Err(missing("text"));
    }
    let mut builder = Builder::new();
    wikitext::render(&page.text, &mut builder, &unit.source, &page.offsets);
    let mut document = builder.finish(id, title.to_owned(), unit.origin());
    document.names = vec![name];
    Ok(Parsed::Document(Box::new(document)))
}

enum Read {
    Page(Page),
    /// A page outside the article name space.
    Apart,
}

#[derive(Default)]
struct Page {
    title: String,
    id: String,
    ns: String,
    redirect: Option<String>,
    has_text: bool,
    text: String,
    offsets: Offsets,
}

/// The elements whose text counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Page,
    Revision,
    Title,
    Id,
    Ns,
    Text,
    Other,
}

/// Where the text of the element with this path goes.
fn field(path: &[Element]) -> Element {
    match path {
        [Element::Page, field @ (Element::Title | Element::Id | Element::Ns)] => *field,
        [Element::Page, Element::Revision, Element::Text] => Element::Text,
        _ => Element::Other,
    }
}

/// Deeper elements are no part of a page.
const DEEPEST: usize = 64;

fn read(unit: &Unit, xml: &str) -> Result<Read, Problem> {
    // What `Unit::utf8` took off the front.
    let shift = unit.bytes.len() - xml.len();
    let mut reader = Reader::from_str(xml);
    let mut page = Page::default();
    let mut path = Vec::new();
    loop {
        let at = shift + reader.buffer_position() as usize;
        let event = reader.read_event().map_err(|error| {
            let at = shift + reader.error_position() as usize;
            unit.problem(at, format!("broken XML: {error}"))
        })?;
        let offset = unit.offset + at as u64;
        match event {
            Event::Start(start) => {
                let element = page.open(&start, &path, unit, at)?;
                path.push(element);
                if path.len() > DEEPEST {
                    return Err(unit.problem(at, "elements nested too deep for a page"));
                }
            }
            Event::Empty(start) => {
                page.open(&start, &path, unit, at)?;
            }
            Event::End(_) => {
                let field = field(&path);
                path.pop();
                if field == Element::Ns && page.ns.trim() != "0" {
                    return Ok(Read::Apart);
                }
                if path.is_empty() {
                    return Ok(Read::Page(page));
                }
            }
            Event::Text(text) => page.add(field(&path), &text, offset),
            Event::CData(text) => page.add(field(&path), &text, offset + "<![CDATA[".len() as u64),
            Event::GeneralRef(reference) => {
                let char = resolve(&reference)
                    .ok_or_else(|| unit.problem(at, format!("unknown entity &{};", &*reference)))?;
                page.add(field(&path), char.encode_utf8(&mut [0; 4]), offset);
            }
            Event::Eof => {
                return Err(unit.problem(at, "the page ends before </page>; is the dump complete?"));
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

impl Page {
    fn open(
        &mut self,
        start: &BytesStart,
        path: &[Element],
        unit: &Unit,
        at: usize,
    ) -> Result<Element, Problem> {
        let element = match start.name().as_ref() {
            "page" => Element::Page,
            "revision" => Element::Revision,
            "title" => Element::Title,
            "id" => Element::Id,
            "ns" => Element::Ns,
            "text" => Element::Text,
            "redirect" if path == [Element::Page] => {
                let title = start.try_get_attribute("title");
                let title = title
                    .map(|t| t.map(|t| t.normalized_value(XmlVersion::Implicit1_0)).transpose());
                match title {
                    Ok(Ok(title)) => self.redirect = title.map(|title| title.into_owned()),
                    _ => return Err(unit.problem(at, "broken XML: a <redirect> without title")),
                }
                Element::Other
            }
            _ => Element::Other,
        };
        if element == Element::Text && path == [Element::Page, Element::Revision] {
            // Of several revisions the last is the page.
            self.has_text = true;
            self.text.clear();
            self.offsets = Offsets::default();
        }
        Ok(element)
    }

    fn add(&mut self, field: Element, text: &str, offset: u64) {
        match field {
            Element::Title => self.title.push_str(text),
            Element::Id => self.id.push_str(text),
            Element::Ns => self.ns.push_str(text),
            Element::Text => {
                self.offsets.push(self.text.len(), offset);
                self.text.push_str(text);
            }
            Element::Page | Element::Revision | Element::Other => {}
        }
    }
}

fn resolve(reference: &BytesRef) -> Option<char> {
    if reference.is_char_ref() {
        return reference.resolve_char_ref().ok().flatten();
    }
    Some(match &**reference {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
