//! The server's collections as the studio knows them: their pages, and what links to what.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Weak};

use grice_engine::Engine;
use grice_studio::pages::{Element, Page, PageLink, PageRef, Pages};
use grice_studio::{Library as Shelves, Refusal};
use parking_lot::Mutex;

use crate::api::whole;
use crate::error::{Problem, Result};
use crate::library::Library;
use crate::views::{DocumentView, PassageView};

/// Pages that are kept: those of some hundred conversations at a time.
const KEPT: usize = 512;

/// Documents that are looked at to find those that most others link to.
const LOOKED_AT: usize = 5_000;

/// The server's collections.
pub struct Collections {
    library: Arc<Library>,
    kept: Arc<Kept>,
}

impl Collections {
    /// Those of a library.
    pub fn new(library: Arc<Library>) -> Collections {
        Collections { library, kept: Arc::default() }
    }

    /// The engine over a collection that an owner may use.
    pub fn engine(&self, owner: &str, collection: &str) -> Result<Arc<Engine>> {
        self.library.engine(&self.library.shelf(owner, collection)?)
    }

    /// A collection that an owner may use.
    pub fn collection(&self, owner: &str, collection: &str) -> Result<Collection> {
        Ok(Collection { engine: self.engine(owner, collection)?, kept: self.kept.clone() })
    }
}

impl Shelves for Collections {
    fn pages(
        &self,
        owner: &str,
        collection: &str,
    ) -> grice_studio::Result<Arc<dyn Pages + Send + Sync>> {
        Ok(Arc::new(self.collection(owner, collection).map_err(|error| failed(&error))?))
    }

    fn most_linked(
        &self,
        owner: &str,
        collection: &str,
        most: usize,
    ) -> grice_studio::Result<Vec<PageRef>> {
        let found = self.engine(owner, collection).and_then(|engine| linked(&engine, most));
        found.map_err(|error| failed(&error))
    }
}

/// What the studio is told of a problem with a collection.
fn failed(problem: &Problem) -> grice_studio::Error {
    let body = problem.body();
    match problem.status().is_server_error() {
        true => grice_studio::Error::Pages(body.message.clone()),
        false => Refusal::new("collection", body.message.clone()).into(),
    }
}

/// The pages that most others link to.
fn linked(engine: &Engine, most: usize) -> Result<Vec<PageRef>> {
    let searcher = engine.index().searcher()?;
    let mut counts: HashMap<String, usize> = HashMap::new();
    let documents = searcher.some_documents(LOOKED_AT)?;
    for document in &documents {
        let names: HashSet<&str> = document.links.iter().map(|link| link.target.as_str()).collect();
        for name in names {
            *counts.entry(name.to_owned()).or_default() += 1;
        }
    }
    let mut names: Vec<(String, usize)> = counts.into_iter().collect();
    names.sort_by(|(a, x), (b, y)| y.cmp(x).then_with(|| a.cmp(b)));
    // A page answers to several names: those of the head are enough to find it.
    let mut pages: Vec<(PageRef, usize)> = Vec::new();
    for (name, count) in names.into_iter().take(most.saturating_mul(4)) {
        let Some(record) = searcher.resolve(&name)? else { continue };
        match pages.iter_mut().find(|(page, _)| page.document == record.id) {
            Some((_, known)) => *known += count,
            None if record.passages > 0 => {
                pages.push((PageRef { document: record.id, title: record.title }, count));
            }
            None => {}
        }
    }
    // A collection without links is collected about all the same.
    for document in documents {
        if pages.len() >= most {
            break;
        }
        if !pages.iter().any(|(page, _)| page.document == document.id) {
            pages.push((PageRef { document: document.id, title: document.title }, 0));
        }
    }
    pages.sort_by(|(a, x), (b, y)| y.cmp(x).then_with(|| a.document.cmp(&b.document)));
    pages.truncate(most);
    Ok(pages.into_iter().map(|(page, _)| page).collect())
}

/// Pages that were read a moment ago. Looking up the links of a page takes longer than all else.
#[derive(Default)]
struct Kept(Mutex<Read>);

#[derive(Default)]
struct Read {
    pages: HashMap<Key, (Weak<Engine>, Arc<DocumentView>)>,
    order: VecDeque<Key>,
}

/// The collection's folder, and the document.
type Key = (std::path::PathBuf, String);

/// A collection's pages.
pub struct Collection {
    engine: Arc<Engine>,
    kept: Arc<Kept>,
}

impl Collection {
    /// The document of an id, as the reader of the page shows it.
    pub fn document(&self, id: &str) -> Result<Option<Arc<DocumentView>>> {
        let key = (self.engine.index().folder().to_owned(), id.to_owned());
        if let Some((engine, page)) = self.kept.0.lock().pages.get(&key)
            && std::ptr::eq(engine.as_ptr(), Arc::as_ptr(&self.engine))
        {
            return Ok(Some(page.clone()));
        }
        let Some(page) = whole(&self.engine.index().searcher()?, id)?.map(Arc::new) else {
            return Ok(None);
        };
        let mut kept = self.kept.0.lock();
        let found = (Arc::downgrade(&self.engine), page.clone());
        if kept.pages.insert(key.clone(), found).is_none() {
            kept.order.push_back(key);
        }
        while kept.order.len() > KEPT
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.pages.remove(&oldest);
        }
        Ok(Some(page))
    }
}

impl Pages for Collection {
    fn page(&self, document: &str) -> grice_studio::Result<Option<Page>> {
        Ok(self.document(document).map_err(|error| failed(&error))?.map(|view| page(&view)))
    }
}

fn page(view: &DocumentView) -> Page {
    let mut sections: Vec<String> = Vec::new();
    let mut links = Vec::new();
    for passage in &view.passages {
        for heading in passage.section.split(" › ").filter(|heading| !heading.is_empty()) {
            if !sections.iter().any(|known| known == heading) {
                sections.push(heading.to_owned());
            }
        }
        links.extend(passage.links.iter().map(|link| PageLink {
            element: passage.id.clone(),
            start: link.start,
            end: link.end,
            to: PageRef { document: link.document.clone(), title: link.title.clone() },
        }));
    }
    let element = |passage: &PassageView| Element {
        id: passage.id.clone(),
        text: passage.text.clone(),
        section: passage.section.clone(),
    };
    Page {
        document: view.id.clone(),
        title: view.title.clone(),
        elements: view.passages.iter().map(element).collect(),
        sections,
        links,
    }
}
