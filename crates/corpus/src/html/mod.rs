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
use page::Length;

/// A page with at least this many links, and hardly a word outside them, is an index.
const INDEX_LINKS: usize = 10;
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
    let context = Context {
        page: &page,
        source,
        base: unit.offset + decoded.start as u64,
        name: &unit.source,
        path: &path,
        title: title.node,
    };
    let whole = page.length(root.clone());
    let collected = collect::collect(&context, root);
    if let Some(redirect) = redirect(unit, &path, page.refresh.as_deref(), &collected) {
        return Ok(Parsed::Redirect(redirect));
    }
    if collected.out.is_empty() && title.text.is_none() {
        return Ok(Parsed::Nothing(Why::Empty));
    }
    let is_index = is_index(&collected, whole);
    let stem = links::stem(&path).rsplit('/').next().unwrap_or_default();
    let title = title.text.unwrap_or_else(|| stem.replace('_', " "));
    let id = unit.id(links::stem(&unit.path));
    // A page of links is page furniture as a whole: links lead to it, and none start there.
    let out = if is_index { Builder::new() } else { collected.out };
    let mut document = out.finish(id, title, unit.origin());
    document.lines = Some(Lines::of(source, context.base, unit.line));
    document.names =
        vec![names::path(&unit.source, &path), names::title(&unit.source, &document.title)];
    Ok(Parsed::Document(Box::new(document)))
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

/// Told by what was collected, or, where lists of links were left out, by the whole content.
fn is_index(collected: &Collected, whole: Length) -> bool {
    let links = collected.links >= INDEX_LINKS;
    let rest = collected.words <= REDIRECT_WORDS && whole.links >= INDEX_LINKS;
    (links && collected.link_words * 5 >= collected.words * 4)
        || (rest && whole.linked * 5 >= whole.all * 4)
}
