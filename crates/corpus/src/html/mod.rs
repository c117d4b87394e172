//! HTML pages: the main content's text, its sections, and the links between pages.
//!
//! The page is tokenized as browsers do (html5gum) into a flat tree, in which tags left open are
//! put right; then the main content is found, and its text collected without menus, boxes,
//! captions and reference marks.
//!
//! Offsets are those of the file's bytes when it is UTF-8. A page in another encoding is decoded
//! first, and its offsets refer to the decoded text.

mod blocks;
mod boilerplate;
mod collect;
mod content;
mod encoding;
mod furniture;
mod links;
mod page;
mod paragraph;
mod table;
mod tag;
#[cfg(test)]
mod tests;
mod tidy;
mod tokens;

use crate::builder::Builder;
use crate::document::Lines;
use crate::names;
use crate::unit::{Parsed, Problem, Redirect, Unit, Why};
use collect::{Collected, Context};
use page::{Length, Page};

/// A page with at least this many links, and hardly a word outside them, is an index.
const INDEX_LINKS: usize = 10;
/// The fewest words that are worth keeping of a page of links.
const INDEX_WORDS: usize = 15;
/// A page that sends the reader on has no more words than this ("click here if ...").
const REDIRECT_WORDS: usize = 25;

/// Reads an HTML page.
///
/// A page that only lists links gives a document without text; one that only sends the reader on
/// (`<meta http-equiv=refresh>`) gives a redirect.
pub fn parse(unit: &Unit) -> Result<Parsed, Problem> {
    let Some(decoded) = encoding::decode(&unit.bytes) else {
        return Err(unit.problem(0, "binary data, not an HTML page; leave the file out"));
    };
    let source = &*decoded.text;
    let mut page = tokens::page(source, is_wiki(source));
    let root = content::root(&page, source);
    let title = content::title(&page, source, &root);
    furniture::mark(&mut page, source, &root, title.node);
    let path = links::canonical(&unit.path);
    let base = unit.offset + decoded.start as u64;
    let read = |page: &Page| {
        let context =
            Context { page, source, base, name: &unit.source, path: &path, title: title.node };
        collect::collect(&context, root.clone())
    };
    let collected = read(&page);
    if let Some(redirect) = redirect(unit, &path, page.refresh.as_deref(), &collected) {
        return Ok(Parsed::Redirect(redirect));
    }
    if collected.out.is_empty() && title.text.is_none() {
        return Ok(Parsed::Nothing(Why::Empty));
    }
    let whole = page.length(root.clone());
    let out = match is_index(&collected, whole) {
        _ if is_back_of_book(title.text.as_deref(), whole) => Builder::new(),
        true => {
            furniture::mark_lists(&mut page, &root);
            prose(read(&page))
        }
        false => collected.out,
    };
    let stem = links::stem(&path).rsplit('/').next().unwrap_or_default();
    let title = title.text.unwrap_or_else(|| stem.replace('_', " "));
    let id = unit.id(links::stem(&unit.path));
    let mut document = out.finish(id, title, unit.origin());
    document.lines = Some(Lines::of(source, base, unit.line));
    document.names =
        vec![names::path(&unit.source, &path), names::title(&unit.source, &document.title)];
    Ok(Parsed::Document(Box::new(document)))
}

/// What a page of links says besides. Its links are page furniture: links lead to it, and none
/// start there.
fn prose(rest: Collected) -> Builder {
    let own_words = rest.words.saturating_sub(rest.link_words);
    if own_words < INDEX_WORDS { Builder::new() } else { rest.out }
}

/// MediaWiki signs its pages in the body's class or in a generator element.
fn is_wiki(source: &str) -> bool {
    ["class=\"mediawiki", "content=\"MediaWiki"].iter().any(|sign| source.contains(sign))
}

fn redirect(
    unit: &Unit,
    path: &str,
    refresh: Option<&str>,
    collected: &Collected,
) -> Option<Redirect> {
    if collected.words > REDIRECT_WORDS {
        return None;
    }
    let target = links::target(path, refresh?)?;
    Some(Redirect {
        id: unit.id(links::stem(&unit.path)),
        from: names::path(&unit.source, path),
        to: names::path(&unit.source, &target),
    })
}

/// The index at a book's end: terms that only lead elsewhere.
fn is_back_of_book(title: Option<&str>, whole: Length) -> bool {
    let title = title.unwrap_or_default().to_lowercase();
    let named = title == "index" || title.ends_with(" index") || title.starts_with("index of ");
    named && whole.links >= 3 * INDEX_LINKS && whole.linked * 5 >= whole.all * 2
}

/// Told by what was collected, or, where lists of links were left out, by the whole content.
fn is_index(collected: &Collected, whole: Length) -> bool {
    let links = collected.links >= INDEX_LINKS;
    let rest = collected.words < INDEX_WORDS && whole.links >= INDEX_LINKS;
    (links && collected.link_words * 5 >= collected.words * 4)
        || (rest && whole.linked * 5 >= whole.all * 4)
}
