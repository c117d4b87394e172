//! Books in EPUB, versions 2 and 3: a zip of XHTML chapters, whose order its package file tells.
//! A book is one document; each chapter is a section of it, read by the HTML reader.
//!
//! A book's text has no place in its bytes; offsets count in the extracted text.

mod contents;
#[cfg(test)]
mod tests;
mod xhtml;

use std::collections::{HashMap, HashSet};

use crate::builder::Builder;
use crate::document::Document;
use crate::names;
use crate::package::Package;
use crate::plain::{file_stem, title_of};
use crate::titled::{parsed, titled, unplaced};
use crate::unit::{Format, Parsed, Problem, Unit};
use crate::xml::{Element, Tree};

/// A section of a chapter lies one below it.
const INSIDE_CHAPTER: u8 = 2;

/// Parses one book.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let mut package = Package::open(unit)?;
    let container = package.needed("META-INF/container.xml")?;
    let container = package.tree("META-INF/container.xml", &container)?;
    let opf = container.named("rootfile").find_map(|root| root.attribute("full-path"));
    let opf = opf.ok_or_else(|| package.problem("META-INF/container.xml", "names no book"))?;
    let text = package.needed(&opf)?;
    let tree = package.tree(&opf, &text)?;
    let book = Book::read(&tree, &opf);
    let locked = locked(&mut package)?;
    if book.chapters.iter().any(|chapter| locked.contains(&chapter.path)) {
        let message =
            "is locked by copy protection (DRM), so its text cannot be read; leave it out";
        return Err(unit.problem(0, message));
    }
    let labels = match &book.contents {
        Some(part) => contents::labels(part, &package.text(part)?),
        None => HashMap::new(),
    };
    let title = book.title.clone().unwrap_or_else(|| title_of(file_stem(&unit.path)));
    let mut builder = Builder::new();
    for chapter in &book.chapters {
        let bytes = package.bytes(&chapter.path)?.unwrap_or_default();
        if let Some(document) = read_chapter(unit, chapter, bytes)? {
            let label = labels.get(&chapter.path).map(String::as_str);
            append(&mut builder, &document, &title, label, &chapter.path);
        }
    }
    let mut document = titled(unit, builder, book.title);
    if let Some(document) = &mut document {
        unplaced(unit, document);
        // Links inside the book lead to no other document.
        let own: HashSet<String> =
            book.chapters.iter().map(|c| names::path(&unit.source, &c.path)).collect();
        document.links.retain(|link| !own.contains(&link.target));
    }
    Ok(parsed(document))
}

/// What the package file says of a book.
#[derive(Default)]
struct Book {
    title: Option<String>,
    chapters: Vec<Chapter>,
    /// The part that holds the table of contents.
    contents: Option<String>,
}

struct Chapter {
    path: String,
    is_xml: bool,
}

struct Item {
    path: String,
    kind: String,
    properties: String,
}

impl Book {
    fn read(tree: &Tree, opf: &str) -> Book {
        let Some(root) = tree.root() else { return Book::default() };
        let title = root.child("metadata").and_then(|metadata| {
            // EPUB 2 files wrap their metadata once more.
            metadata.inside().find(|e| e.name() == "title").map(Element::text)
        });
        let items = items(root, opf);
        let aside = aside(root, opf);
        let mut seen = HashSet::new();
        let mut chapters = Vec::new();
        let spine = root.child("spine");
        for reference in spine.into_iter().flat_map(Element::elements) {
            let item = reference.attribute("idref").and_then(|id| items.get(&id));
            let Some(item) = item.filter(|item| !has_word(&item.properties, "nav")) else {
                continue;
            };
            let is_xml = item.kind == "application/xhtml+xml";
            if (is_xml || item.kind == "text/html")
                && !aside.contains(&item.path)
                && seen.insert(item.path.clone())
            {
                chapters.push(Chapter { path: item.path.clone(), is_xml });
            }
        }
        let nav = items.values().find(|item| has_word(&item.properties, "nav"));
        let ncx = items.values().find(|item| item.kind == "application/x-dtbncx+xml");
        let contents = nav.or(ncx).map(|item| item.path.clone());
        let title = title.filter(|title| !title.trim().is_empty());
        Book { title, chapters, contents }
    }
}

fn items(root: Element, opf: &str) -> HashMap<String, Item> {
    let manifest = root.child("manifest").into_iter().flat_map(Element::elements);
    let items = manifest.filter_map(|item| {
        let path = part(opf, &item.attribute("href")?)?;
        let kind = item.attribute("media-type").unwrap_or_default();
        let properties = item.attribute("properties").unwrap_or_default();
        Some((item.attribute("id")?, Item { path, kind, properties }))
    });
    items.collect()
}

/// Pages that are no chapters, as the guide of EPUB 2 names them.
fn aside(root: Element, opf: &str) -> HashSet<String> {
    let guide = root.child("guide").into_iter().flat_map(Element::elements);
    let named = guide.filter(|reference| {
        let kind = reference.attribute("type").unwrap_or_default();
        matches!(kind.as_str(), "toc" | "index" | "loi" | "lot")
    });
    named.filter_map(|reference| part(opf, &reference.attribute("href")?)).collect()
}

fn has_word(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|own| own == word)
}

/// The part that a link in another part leads to.
fn part(from: &str, href: &str) -> Option<String> {
    names::relative(from, href).map(|path| names::percent_decode(&path))
}

/// The parts that are encrypted. Fonts are scrambled without being locked.
fn locked(package: &mut Package) -> Result<HashSet<String>, Problem> {
    let name = "META-INF/encryption.xml";
    let text = package.text(name)?;
    let tree = package.tree(name, &text)?;
    let references = tree.named("CipherReference").filter_map(|e| e.attribute("URI"));
    Ok(references.map(|uri| names::percent_decode(uri.trim_start_matches('/'))).collect())
}

fn read_chapter(
    unit: &Unit,
    chapter: &Chapter,
    bytes: Vec<u8>,
) -> Result<Option<Document>, Problem> {
    let page = Unit {
        source: unit.source.clone(),
        path: chapter.path.as_str().into(),
        format: Format::Html,
        bytes: if chapter.is_xml { xhtml::closed(&bytes) } else { bytes },
        offset: 0,
        line: 1,
    };
    match crate::html::parse(&page) {
        Ok(Parsed::Document(document)) if !document.text.is_empty() => Ok(Some(*document)),
        Ok(_) => Ok(None),
        Err(problem) => {
            let message =
                format!("its chapter '{}': {}", chapter.path.escape_debug(), problem.message);
            Err(unit.problem(0, message))
        }
    }
}

/// Adds a chapter under its title. Where its own title is the book's, or its file's name, the
/// table of contents may know a better one.
fn append(builder: &mut Builder, chapter: &Document, book: &str, label: Option<&str>, path: &str) {
    let stem = file_stem(path);
    let poor = |title: &str| {
        title.eq_ignore_ascii_case(book) || title == stem || title == stem.replace('_', " ")
    };
    let own = Some(chapter.title.as_str()).filter(|title| !poor(title));
    let title = own.or(label).unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or(path);
    // The same title once more, as the chapter's first heading, says nothing.
    let repeats = |s: &crate::document::Section| s.path.first().is_some_and(|first| first == title);
    builder.heading_at(1, title, Some(file));
    if !title.is_empty() && chapter.sections.iter().all(repeats) {
        let mut chapter = chapter.clone();
        for section in &mut chapter.sections {
            section.path.remove(0);
        }
        return builder.append(&chapter, INSIDE_CHAPTER, &format!("{file}#"));
    }
    builder.append(chapter, INSIDE_CHAPTER, &format!("{file}#"));
}
