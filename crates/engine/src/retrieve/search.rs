//! Passages for the readings of a question: found in several ways, then looked for in the best pages
//! once more, so that all of their passages compete.

use std::collections::HashMap;

use grice_index::{Bm25, Boosts, Effort, Encoder, Hit, Query, Ranking};
use rayon::prelude::*;

use super::candidate::{Candidate, sort};
use super::library::Library;
use super::prior::Prior;
use super::reading::Reading;
use crate::error::Result;
use crate::state::Features;
use crate::system::{RetrieveSettings, Weights};

/// What passages are looked for with.
pub(crate) struct Search<'a> {
    pub library: &'a Library,
    pub settings: &'a RetrieveSettings,
    /// What counts for each reading.
    pub weights: Vec<Weights>,
    /// Makes vectors of questions, where the index has vectors of that model.
    pub encoder: Option<&'a dyn Encoder>,
    /// Whether the index's vectors are those that the finder's are compared with.
    pub near: bool,
    /// Whether the best pages are looked at whole, or only those that are talked about or named.
    pub best_pages: bool,
}

/// What the logarithm of a reading's likelihood counts, and the least likelihood that counts.
const DOUBT: f32 = 0.3;
const LEAST_LIKELY: f32 = 0.01;

type Field = fn(&mut Features) -> &mut f32;

/// One search of a reading.
struct Way {
    reading: usize,
    field: Field,
    query: What,
    /// The one page that is searched.
    page: Option<String>,
}

#[derive(Clone)]
enum What {
    Words(Query),
    Vector(Vec<f32>),
}

/// What a search found, and what its scores are measured by.
struct Ranked {
    reading: usize,
    field: Field,
    hits: Vec<Hit>,
    best: f32,
    floor: f32,
    /// Whether the words of one page were searched.
    in_page: bool,
}

/// A passage before its record is read, for one reading.
type Found = HashMap<(u32, u32), (Hit, Vec<Features>)>;

impl Search<'_> {
    /// The best passages over all readings, best first: each with the reading it is found for.
    pub fn candidates(
        &self,
        readings: &[Reading],
        priors: &[Prior],
        notes: &mut Vec<String>,
    ) -> Result<Vec<Candidate>> {
        let ranking = self.ranking()?;
        let ways = self.ways(readings, notes);
        let dense = ways.iter().any(|way| matches!(way.query, What::Vector(_)));
        let searched: Vec<Result<Ranked>> = ways
            .par_iter()
            .map(|way| self.ranked(way, way.page.as_ref(), &ranking, self.settings.depth))
            .collect();
        let ranked: Vec<Ranked> = searched.into_iter().collect::<Result<_>>()?;
        let mut found: Found = HashMap::new();
        for one in &ranked {
            self.add(&mut found, one, readings.len());
        }
        let first = self.records(&found, readings, priors, dense)?;
        let mut pages = self.pages(&first, priors);
        pages.truncate(self.settings.pages);
        self.deepen(&mut found, &ways, &ranked, &pages, readings.len(), &ranking)?;
        let mut candidates = self.records(&found, readings, priors, dense)?;
        let known: Vec<f32> =
            readings.iter().map(|r| self.library.known(&r.forms.rewrite)).collect::<Result<_>>()?;
        for candidate in &mut candidates {
            candidate.features.known = known[candidate.reading];
        }
        sort(&mut candidates);
        Ok(candidates)
    }

    /// The documents whose passages are all looked at: those talked about or named first, then
    /// those of the best passages.
    fn pages(&self, candidates: &[Candidate], priors: &[Prior]) -> Vec<String> {
        let best = if self.best_pages { candidates } else { &[] };
        let best = best.iter().map(|candidate| candidate.record.document.as_str());
        let known = priors.iter().flat_map(|prior| &prior.pages);
        let known: Vec<&str> = known.map(|topic| topic.document.as_str()).collect();
        let mut pages: Vec<String> = Vec::new();
        let first = known.iter().copied().take(self.settings.pages / 2);
        for page in first.chain(best).chain(known.iter().copied()) {
            if !pages.iter().any(|known| known == page) {
                pages.push(page.to_owned());
            }
        }
        pages
    }

    /// Looks in the best pages alone, with the ways that say most about a passage.
    fn deepen(
        &self,
        found: &mut Found,
        ways: &[Way],
        ranked: &[Ranked],
        pages: &[String],
        readings: usize,
        ranking: &Ranking,
    ) -> Result<()> {
        let kept: [Field; 4] = [
            |features| &mut features.rewrite,
            |features| &mut features.original,
            |features| &mut features.terms,
            |features| &mut features.vector,
        ];
        let told = |way: &Way| {
            let mut features = Features::default();
            *(way.field)(&mut features) = 1.0;
            kept.iter().any(|field| *field(&mut features) > 0.0)
        };
        let jobs: Vec<(usize, &String)> = (0..ways.len())
            .filter(|number| ways[*number].page.is_none() && told(&ways[*number]))
            .flat_map(|number| pages.iter().map(move |page| (number, page)))
            .collect();
        let all: Vec<Result<(usize, Vec<Hit>)>> = jobs
            .par_iter()
            .map(|(number, page)| {
                let way = &ways[*number];
                let ranked = self.ranked(way, Some(page), ranking, self.settings.per_page)?;
                Ok((*number, ranked.hits))
            })
            .collect();
        for one in all {
            let (number, hits) = one?;
            let (way, global) = (&ways[number], &ranked[number]);
            // A page's passages are measured by the best of all, and by the best of their page.
            let words = matches!(way.query, What::Words(_));
            let best = hits.first().map_or(1.0, |hit| hit.score).max(f32::MIN_POSITIVE);
            for (rank, hit) in hits.iter().enumerate() {
                let entry = entry(found, hit, readings);
                if self.settings.k <= 0.0 {
                    let value = (way.field)(&mut entry[way.reading]);
                    *value = value.max(self.worth(global, rank, hit.score));
                }
                if words {
                    let own = match self.settings.k > 0.0 {
                        true => 1.0 / (1.0 + rank as f32 / self.settings.k),
                        false => hit.score / best,
                    };
                    let page = &mut entry[way.reading].page;
                    *page = page.max(own);
                }
            }
        }
        Ok(())
    }

    fn ranking(&self) -> Result<Ranking> {
        let bm25 = Bm25::new(self.settings.k1, self.settings.b)?;
        Ok(Ranking { bm25, boosts: Boosts::default() })
    }

    /// The searches of each reading. A vector that cannot be made is told of.
    fn ways(&self, readings: &[Reading], notes: &mut Vec<String>) -> Vec<Way> {
        let mut ways = Vec::new();
        for (number, reading) in readings.iter().enumerate() {
            let s = &self.weights[number].signs;
            let forms = &reading.forms;
            let terms = reading.sought.as_ref().map(|sought| sought.terms.clone());
            let expected = Query { weighted: terms.unwrap_or_default(), ..Query::default() };
            let words: [(Query, f32, Field); 6] = [
                (Query::words(&*forms.original), s.original, |features| &mut features.original),
                (Query::words(&*forms.sought), s.rewrite, |features| &mut features.rewrite),
                (Query::words(&*forms.recent), s.recent, |features| &mut features.recent),
                (Query::words(&*forms.titled), s.titled, |features| &mut features.titled),
                (Query::words(&*forms.all), s.all, |features| &mut features.all),
                (expected, s.terms, |features| &mut features.terms),
            ];
            let heaviest =
                words.iter().map(|way| (way.1, way.2)).max_by(|a, b| a.0.total_cmp(&b.0));
            let heaviest = heaviest.filter(|(weight, _)| *weight > 0.0);
            let before = ways.len();
            for (query, weight, field) in words {
                if weight > 0.0 && !(query.words.is_empty() && query.weighted.is_empty()) {
                    let query = What::Words(query);
                    ways.extend(on_pages(reading, number, field, query));
                }
            }
            if let (true, Some((_, field))) = (ways.len() == before, heaviest) {
                // The question that begins a conversation has no other form than its own.
                let query = What::Words(Query::words(&*forms.original));
                ways.extend(on_pages(reading, number, field, query));
            }
            match self.vector(reading, s.vector) {
                Ok(Some(vector)) => {
                    let field: Field = |features| &mut features.vector;
                    ways.extend(on_pages(reading, number, field, What::Vector(vector)));
                }
                Ok(None) => {}
                Err(error) => notes.push(format!("vectors were not searched: {error}")),
            }
        }
        ways
    }

    fn vector(
        &self,
        reading: &Reading,
        weight: f32,
    ) -> std::result::Result<Option<Vec<f32>>, String> {
        if weight <= 0.0 {
            return Ok(None);
        }
        match (&reading.sought, self.encoder) {
            (Some(sought), _) if self.near => Ok(Some(sought.vector.clone())),
            (_, Some(encoder)) => {
                let made = encoder.encode_queries(&[&reading.forms.rewrite]);
                made.map(Some).map_err(|error| error.to_string())
            }
            _ => Ok(None),
        }
    }

    fn ranked(
        &self,
        way: &Way,
        page: Option<&String>,
        ranking: &Ranking,
        depth: usize,
    ) -> Result<Ranked> {
        let searcher = &self.library.searcher;
        let document = page.cloned();
        let hits = match &way.query {
            What::Words(query) => {
                searcher.search(&Query { document, ..query.clone() }, ranking, depth)?
            }
            What::Vector(vector) => {
                let among = Query { document, ..Query::default() };
                searcher.search_dense(vector, &among, depth, Effort::default())?
            }
        };
        let best = hits.first().map_or(1.0, |hit| hit.score);
        // Vectors are all somewhat alike; only what is above the last one found counts.
        let floor = match &way.query {
            What::Words(_) => 0.0,
            What::Vector(_) => hits.last().map_or(0.0, |hit| hit.score).min(best - 1e-3),
        };
        let in_page = page.is_some() && matches!(way.query, What::Words(_));
        Ok(Ranked { reading: way.reading, field: way.field, hits, best, floor, in_page })
    }

    /// What a place in a search is worth: its score as a share of the best, or its rank where the
    /// system counts ranks.
    fn worth(&self, ranked: &Ranked, rank: usize, score: f32) -> f32 {
        match self.settings.k > 0.0 {
            true => 1.0 / (1.0 + rank as f32 / self.settings.k),
            false => {
                let range = (ranked.best - ranked.floor).max(f32::MIN_POSITIVE);
                ((score - ranked.floor) / range).clamp(0.0, 1.0)
            }
        }
    }

    fn add(&self, found: &mut Found, ranked: &Ranked, readings: usize) {
        for (rank, hit) in ranked.hits.iter().enumerate() {
            let worth = self.worth(ranked, rank, hit.score);
            let features = &mut entry(found, hit, readings)[ranked.reading];
            let value = (ranked.field)(features);
            *value = value.max(worth);
            if ranked.in_page {
                features.page = features.page.max(worth);
            }
        }
    }

    /// The passages with the reading that speaks most for each, best first.
    fn records(
        &self,
        found: &Found,
        readings: &[Reading],
        priors: &[Prior],
        dense: bool,
    ) -> Result<Vec<Candidate>> {
        let found_by = |number: usize, features: &Features| -> f32 {
            self.weights[number].found(features, dense)
        };
        // A reading that is less likely must be better borne out.
        let doubt = |number: usize| DOUBT * readings[number].likely.max(LEAST_LIKELY).ln();
        let best = |all: &[Features]| {
            all.iter().enumerate().map(|(n, f)| found_by(n, f) + doubt(n)).fold(f32::MIN, f32::max)
        };
        let mut order: Vec<(f32, &Hit, &Vec<Features>)> =
            found.values().map(|(hit, all)| (best(all), hit, all)).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.place().cmp(&b.1.place())));
        order.truncate(self.settings.keep);
        let candidates: Vec<Result<Candidate>> = order
            .par_iter()
            .map(|(_, hit, all)| {
                let mut candidate = Candidate::new(self.library.searcher.passage(hit)?);
                candidate.score = f32::MIN;
                for (number, features) in all.iter().enumerate() {
                    let mut features = *features;
                    let found = found_by(number, &features);
                    if let Some(prior) = priors.get(number) {
                        prior.apply(&candidate.title, &mut features);
                    }
                    let prior = self.weights[number].prior(&features);
                    let score = found + prior + doubt(number);
                    if (found > 0.0 || all.len() == 1) && score > candidate.score {
                        (candidate.score, candidate.reading) = (score, number);
                        candidate.features = features;
                    }
                }
                Ok(candidate)
            })
            .collect();
        let mut candidates: Vec<Candidate> = candidates.into_iter().collect::<Result<_>>()?;
        sort(&mut candidates);
        Ok(candidates)
    }
}

/// A search of everything, or of each page that a reading is about.
fn on_pages(reading: &Reading, number: usize, field: Field, query: What) -> Vec<Way> {
    let way = |page: Option<String>| Way { reading: number, field, query: query.clone(), page };
    match reading.pages.is_empty() {
        true => vec![way(None)],
        false => reading.pages.iter().map(|page| way(Some(page.document.clone()))).collect(),
    }
}

fn entry<'a>(found: &'a mut Found, hit: &Hit, readings: usize) -> &'a mut Vec<Features> {
    let new = || (*hit, vec![Features::default(); readings]);
    &mut found.entry(hit.place()).or_insert_with(new).1
}
