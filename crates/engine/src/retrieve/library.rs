//! One snapshot of a collection, for one turn. Nothing outside this folder touches the index.

use std::sync::Arc;

use grice_corpus::Link;
use grice_english::words;
use grice_index::{DocumentRecord, Index, PassageRecord, Query, Ranking, Searcher};

use super::candidate::Candidate;
use crate::error::Result;
use crate::state::Topic;

/// Words of a question that are looked up one by one.
const WORDS_LOOKED_UP: usize = 24;

/// A collection as it was when the turn began.
pub(crate) struct Library {
    pub(super) searcher: Searcher,
    /// The names of the collection's sources, by which pages are named.
    pub(super) sources: Arc<[String]>,
}

impl Library {
    pub fn open(index: &Index, sources: Arc<[String]>) -> Result<Library> {
        Ok(Library { searcher: index.searcher()?, sources })
    }

    /// Pages from all over the collection, the same ones each time.
    pub fn some_pages(&self, most: usize) -> Result<Vec<Topic>> {
        let records = self.searcher.some_documents(most)?;
        let page = |record: DocumentRecord| Topic { document: record.id, title: record.title };
        Ok(records.into_iter().map(page).collect())
    }

    /// The passages of a page, in order.
    pub fn passages(&self, page: &Topic) -> Result<Vec<Candidate>> {
        let all = self.searcher.document_passages(&page.document)?;
        Ok(all.into_iter().map(Candidate::new).collect())
    }

    /// How many passages a page has.
    pub fn length(&self, page: &Topic) -> Result<u32> {
        let record = self.searcher.document(&page.document)?;
        Ok(record.map_or(0, |record| record.passages))
    }

    /// The first passage of a page.
    pub fn beginning(&self, page: &Topic) -> Result<Option<Candidate>> {
        self.passage(&page.document, 0)
    }

    /// The text a page begins with.
    pub fn opening(&self, page: &Topic) -> Result<String> {
        Ok(self.beginning(page)?.map(|first| first.record.text).unwrap_or_default())
    }

    /// The passages after and before one.
    pub fn beside(&self, home: &Candidate) -> Result<Vec<Candidate>> {
        let (document, ordinal) = (&home.record.document, home.record.ordinal);
        let mut found = Vec::new();
        for ordinal in [Some(ordinal + 1), ordinal.checked_sub(1)].into_iter().flatten() {
            found.extend(self.passage(document, ordinal)?);
        }
        Ok(found)
    }

    fn passage(&self, document: &str, ordinal: u64) -> Result<Option<Candidate>> {
        let found = self.searcher.find_passage(&format!("{document}#{ordinal}"))?;
        Ok(found.map(Candidate::new))
    }

    /// The section paths of a page.
    pub fn sections(&self, page: &Topic) -> Result<Vec<String>> {
        let Some(document) = self.searcher.document(&page.document)? else {
            return Ok(Vec::new());
        };
        Ok(document.sections.iter().map(|section| section.path.join(" › ")).collect())
    }

    /// The links of a page.
    pub fn links(&self, page: &Topic) -> Result<Vec<Link>> {
        let record = self.searcher.document(&page.document)?;
        Ok(record.map(|record| record.links).unwrap_or_default())
    }

    /// The page that a link leads to.
    pub fn target(&self, link: &Link) -> Result<Option<Topic>> {
        let record = self.searcher.resolve(&link.target)?;
        Ok(record.map(|record| Topic { document: record.id, title: record.title }))
    }

    /// How many passages name a page, up to a number.
    pub fn naming(&self, title: &str, most: usize) -> Result<usize> {
        let query = Query { phrases: vec![title.to_owned()], ..Query::words(title) };
        Ok(self.searcher.search(&query, &Ranking::default(), most)?.len())
    }

    /// The share of a question's words that stand anywhere in the collection.
    pub fn known(&self, question: &str) -> Result<f32> {
        let asked = words::content(question);
        let mut known = 0;
        for word in asked.iter().take(WORDS_LOOKED_UP) {
            let found =
                self.searcher.search(&Query::words(word.as_str()), &Ranking::default(), 1)?;
            known += usize::from(!found.is_empty());
        }
        let all = asked.len().min(WORDS_LOOKED_UP);
        Ok(if all == 0 { 1.0 } else { known as f32 / all as f32 })
    }

    /// The first passages that a plain search finds, with their scores.
    pub fn search(&self, words: &str, most: usize) -> Result<Vec<(PassageRecord, f32)>> {
        let hits = self.searcher.search(&Query::words(words), &Ranking::default(), most)?;
        hits.iter().map(|hit| Ok((self.searcher.passage(hit)?, hit.score))).collect()
    }

    /// The best passages of a page for a question; where none shares a word with it, the first ones.
    pub fn within(&self, page: &Topic, question: &str, most: usize) -> Result<Vec<Candidate>> {
        let document = Some(page.document.clone());
        let query = Query { document, ..Query::words(question) };
        let hits = self.searcher.search(&query, &Ranking::default(), most)?;
        let best = hits.first().map_or(1.0, |hit| hit.score);
        let mut found = Vec::new();
        for hit in &hits {
            let mut candidate = Candidate::new(self.searcher.passage(hit)?);
            candidate.features.page = hit.score / best;
            candidate.score = candidate.features.page;
            found.push(candidate);
        }
        if found.is_empty() {
            found = self.passages(page)?;
            found.truncate(most);
        }
        Ok(found)
    }
}
