//! Questions that teach what a collection can be asked: each is of another page, and its answer is found.

use std::collections::HashSet;

use grice_english::title;

use super::questions;
use crate::error::Result;
use crate::retrieve::Library;
use crate::state::Topic;

/// Pages that are looked at.
const PAGES: usize = 24;

/// Passages among which the one that answers must be.
const AMONG: usize = 3;

/// So many questions of a collection, each of another page; of sections where their headings ask something,
/// otherwise of pages.
pub(crate) fn examples(library: &Library, most: usize) -> Result<Vec<String>> {
    let pages = library.some_pages(PAGES)?;
    let mut chosen: Vec<String> = Vec::new();
    let mut told: HashSet<&str> = HashSet::new();
    for page in &pages {
        // One question is left for what a page is.
        if chosen.len() + 1 < most
            && let Some(question) = of_section(library, page)?
        {
            told.insert(&page.document);
            chosen.push(question);
        }
    }
    for page in pages.iter().filter(|page| !told.contains(page.document.as_str())) {
        if chosen.len() >= most {
            break;
        }
        let question = questions::of_page(&page.title, &library.opening(page)?);
        let found = library.search(&question, AMONG)?;
        if found.iter().any(|(record, _)| record.document == page.document) {
            chosen.insert(0, question);
        }
    }
    Ok(chosen)
}

/// What the first section of a page asks whose heading says enough.
fn of_section(library: &Library, page: &Topic) -> Result<Option<String>> {
    let name = title::in_sentence(&library.opening(page)?, title::bare(&page.title));
    for path in library.sections(page)? {
        let heading = path.rsplit(" › ").next().unwrap_or_default();
        let Some(question) = questions::of_heading(heading, &name) else { continue };
        let found = library.search(&question, AMONG)?;
        let answers = |section: &str, document: &str| section == path && document == page.document;
        if found.iter().any(|(record, _)| answers(&record.section, &record.document)) {
            return Ok(Some(question));
        }
    }
    Ok(None)
}
