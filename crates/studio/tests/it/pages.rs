//! A small collection: two sights, each with the pages around it.

use std::sync::Arc;

use grice_studio::pages::{Element, Page, PageLink, PageRef, Pages, Point, Span};
use grice_studio::{Library, Refusal, Result};

/// The collection's pages.
#[derive(Clone)]
pub struct Sights(Arc<Vec<Page>>);

fn sight(name: &str, around: usize) -> Vec<Page> {
    let reference = |n: usize| match n {
        0 => PageRef { document: name.to_owned(), title: name.to_uppercase() },
        n => PageRef {
            document: format!("{name}{n}"),
            title: format!("{} {n}", name.to_uppercase()),
        },
    };
    let page = |n: usize| {
        let PageRef { document, title } = reference(n);
        // Each page leads to the next and back to the first; the first leads to all.
        let targets: Vec<usize> =
            if n == 0 { (1..=around).collect() } else { vec![0, n % around + 1] };
        let named: Vec<String> = targets.iter().map(|to| reference(*to).title).collect();
        let first = format!("Unseenfact{name}{n} was begun in 19{n:02} by its keepers.");
        let second = format!("It leads to {}.", named.join(", "));
        let links = targets.iter().zip(&named).map(|(to, title)| {
            let start = second.find(title.as_str()).unwrap();
            PageLink {
                element: format!("{document}#1"),
                start,
                end: start + title.len(),
                to: reference(*to),
            }
        });
        let links = links.collect();
        let element = |at: usize, text: String, section: &str| Element {
            id: format!("{document}#{at}"),
            text,
            section: section.to_owned(),
        };
        let last = "Its keepers left no word.".to_owned();
        let elements =
            vec![element(0, first, ""), element(1, second, "Nearby"), element(2, last, "Keepers")];
        let sections = vec!["Nearby".to_owned(), "Keepers".to_owned()];
        Page { document, title, elements, sections, links }
    };
    (0..=around).map(page).collect()
}

impl Sights {
    pub fn new() -> Sights {
        let mut pages = sight("skerrow", 8);
        pages.extend(sight("orlo", 8));
        Sights(Arc::new(pages))
    }

    /// The words from one place of an element to another.
    pub fn span(&self, element: &str, start: usize, end: usize) -> Span {
        let all = self.0.iter().flat_map(|page| page.elements.iter().map(move |e| (page, e)));
        let (page, found) = all.into_iter().find(|(_, e)| e.id == element).unwrap();
        let text = found.text.chars().skip(start).take(end - start).collect();
        let point = |offset| Point { element: element.to_owned(), offset };
        Span { document: page.document.clone(), start: point(start), end: point(end), text }
    }
}

impl Pages for Sights {
    fn page(&self, document: &str) -> Result<Option<Page>> {
        Ok(self.0.iter().find(|page| page.document == document).cloned())
    }
}

impl Library for Sights {
    fn pages(&self, _owner: &str, collection: &str) -> Result<Arc<dyn Pages + Send + Sync>> {
        match collection {
            "sights" => Ok(Arc::new(self.clone())),
            other => Err(Refusal::new("collection", format!("no collection '{other}'")).into()),
        }
    }

    fn most_linked(&self, _owner: &str, _collection: &str, most: usize) -> Result<Vec<PageRef>> {
        let hubs = ["skerrow", "orlo"].iter().take(most);
        Ok(hubs
            .map(|id| PageRef { document: (*id).to_owned(), title: id.to_uppercase() })
            .collect())
    }
}
