//! Passages for a question, found in several ways and joined by their ranks (reciprocal-rank
//! fusion: Cormack, Clarke and Büttcher, SIGIR 2009).

use std::collections::HashMap;

use grice_index::{Bm25, Boosts, Effort, Encoder, Hit, Query, Ranking, Searcher};

use grice_judge::find::Sought;

use crate::candidate::{Candidate, Features, worth};
use crate::contextualise::Forms;
use crate::conversation::Topic;
use crate::error::Result;
use crate::system::RetrieveSettings;

/// What passages are looked for with.
pub(crate) struct Search<'a> {
    pub searcher: &'a Searcher,
    pub settings: &'a RetrieveSettings,
    /// Makes vectors of questions, where the index has vectors of that model.
    pub encoder: Option<&'a dyn Encoder>,
    /// What the finder says to look for.
    pub sought: Option<&'a Sought>,
    /// Whether the index's vectors are those that the finder's are compared with.
    pub near: bool,
}

type Ranked = (fn(&mut Features) -> &mut f32, Vec<Hit>);

impl Search<'_> {
    /// The passages that rank best over all forms and pages, with their ranks; not yet in order.
    pub fn candidates(
        &self,
        forms: &Forms,
        pages: &[Topic],
        notes: &mut Vec<String>,
    ) -> Result<Vec<Candidate>> {
        let ranking = self.ranking()?;
        let has_vectors = self.settings.vector > 0.0 && (self.near || self.encoder.is_some());
        let (by_words, by_page, by_vector) = std::thread::scope(|scope| {
            let by_page = scope.spawn(|| self.by_page(forms, pages, &ranking));
            let by_vector = has_vectors.then(|| scope.spawn(|| self.by_vector(forms)));
            let by_words = self.by_words(forms, &ranking);
            let by_vector = by_vector.and_then(|search| search.join().ok());
            (by_words, by_page.join().unwrap_or_else(|_| Ok(Vec::new())), by_vector)
        });
        let mut rankings: Vec<Ranked> = by_words?;
        rankings.extend(by_page?);
        let dense = matches!(by_vector, Some(Ok(_)));
        match by_vector {
            Some(Ok(hits)) => rankings.push((|features| &mut features.vector, hits)),
            Some(Err(error)) => notes.push(format!("vectors were not searched: {error}")),
            None => {}
        }
        self.joined(&rankings, dense)
    }

    /// A search of each page.
    fn by_page(&self, forms: &Forms, pages: &[Topic], ranking: &Ranking) -> Result<Vec<Ranked>> {
        let searches = pages.iter().take(self.settings.pages).map(|page| {
            let document = Some(page.document.clone());
            let query = Query { document, ..Query::words(forms.sought.as_str()) };
            let hits = self.searcher.search(&query, ranking, self.settings.per_page)?;
            let field: fn(&mut Features) -> &mut f32 = |features| &mut features.page;
            Ok((field, hits))
        });
        searches.collect()
    }

    fn ranking(&self) -> Result<Ranking> {
        let bm25 = Bm25::new(self.settings.k1, self.settings.b)?;
        Ok(Ranking { bm25, boosts: Boosts::default() })
    }

    /// The forms are searched side by side.
    fn by_words(&self, forms: &Forms, ranking: &Ranking) -> Result<Vec<Ranked>> {
        type Field = fn(&mut Features) -> &mut f32;
        let expected = Query {
            weighted: self.sought.map(|sought| sought.terms.clone()).unwrap_or_default(),
            ..Query::default()
        };
        let s = self.settings;
        let forms_of: [(Query, f32, Field); 6] = [
            (Query::words(&*forms.original), s.original, |features| &mut features.original),
            (Query::words(&*forms.sought), s.rewrite, |features| &mut features.rewrite),
            (Query::words(&*forms.recent), s.recent, |features| &mut features.recent),
            (Query::words(&*forms.titled), s.titled, |features| &mut features.titled),
            (Query::words(&*forms.all), s.all, |features| &mut features.all),
            (expected, s.terms, |features| &mut features.terms),
        ];
        let heaviest = forms_of.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let heaviest = heaviest.filter(|(_, weight, _)| *weight > 0.0).map(|(_, w, f)| (*w, *f));
        let mut wanted: Vec<(Query, f32, Field)> = Vec::from(forms_of);
        wanted.retain(|(query, weight, _)| {
            *weight > 0.0 && !(query.words.is_empty() && query.weighted.is_empty())
        });
        if wanted.is_empty() {
            // The question that begins a conversation has no other form than its own.
            wanted.extend(heaviest.map(|(w, f)| (Query::words(&*forms.original), w, f)));
        }
        std::thread::scope(|scope| {
            let searches: Vec<_> = wanted
                .into_iter()
                .map(|(query, _, field)| {
                    let search = move || self.searcher.search(&query, ranking, s.depth);
                    (field, scope.spawn(search))
                })
                .collect();
            let done = searches.into_iter().map(|(field, search)| {
                let hits = search.join().unwrap_or_else(|_| Ok(Vec::new()))?;
                Ok((field as Field, hits))
            });
            done.collect()
        })
    }

    fn by_vector(
        &self,
        forms: &Forms,
    ) -> std::result::Result<Vec<Hit>, Box<dyn std::error::Error + Send + Sync>> {
        let vector = match (self.sought, self.encoder) {
            (Some(sought), _) if self.near => sought.vector.clone(),
            (_, Some(encoder)) => encoder.encode_queries(&[&forms.rewrite])?,
            _ => return Ok(Vec::new()),
        };
        let everything = Query::default();
        let effort = Effort::default();
        Ok(self.searcher.search_dense(&vector, &everything, self.settings.depth, effort)?)
    }

    fn joined(&self, rankings: &[Ranked], dense: bool) -> Result<Vec<Candidate>> {
        let mut places: HashMap<(u32, u32), usize> = HashMap::new();
        let mut found: Vec<(Hit, Features)> = Vec::new();
        for (field, hits) in rankings {
            for (rank, hit) in hits.iter().enumerate() {
                let place = *places.entry(hit.place()).or_insert_with(|| {
                    found.push((*hit, Features::default()));
                    found.len() - 1
                });
                let value = field(&mut found[place].1);
                *value = value.max(worth(rank, self.settings.k));
            }
        }
        let whole = if dense { 1.0 } else { self.settings.without_vectors() };
        let mut order: Vec<(f32, usize)> =
            found.iter().enumerate().map(|(i, (_, f))| (whole * self.fused(f), i)).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        order.truncate(self.settings.keep);
        let taken = |part: &[(f32, usize)]| -> Result<Vec<Candidate>> {
            let one = |&(score, i): &(f32, usize)| {
                let (hit, features) = found[i];
                let record = self.searcher.passage(&hit)?;
                Ok(Candidate { score, features, ..Candidate::new(record) })
            };
            part.iter().map(one).collect()
        };
        // Half of the records are read by another thread.
        let (first, second) = order.split_at(order.len() / 2);
        let (first, second) = std::thread::scope(|scope| {
            let second = scope.spawn(|| taken(second));
            (taken(first), second.join().unwrap_or_else(|_| Ok(Vec::new())))
        });
        let mut candidates = first?;
        candidates.extend(second?);
        Ok(candidates)
    }

    /// What the ranks are worth together.
    fn fused(&self, f: &Features) -> f32 {
        let s = self.settings;
        f.original * s.original
            + f.rewrite * s.rewrite
            + f.recent * s.recent
            + f.titled * s.titled
            + f.all * s.all
            + f.page * s.page
            + f.vector * s.vector
            + f.terms * s.terms
    }
}
