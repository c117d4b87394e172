//! The pages of a conversation of which only the words are known. An answer's words stand in the
//! page it came from, so each answer is looked for; how likely each page is, is kept.

use std::collections::HashMap;
use std::sync::Mutex;

use grice_index::{Query, Ranking, Searcher};
use grice_judge::Turn;
use grice_model::alone;

use crate::candidate::Candidate;
use crate::contextualise::Forms;
use crate::conversation::{Conversation, Exchange, Page, Switch, Topic};
use crate::error::Result;
use crate::judgements::Judgements;
use crate::prior::Prior;
use crate::retrieve::Search;
use crate::system::{PriorSettings, RetrieveSettings, System};
use crate::words;

/// Passages looked at for a turn without a finder.
const DEPTH: usize = 10;

/// Without a finder, what a passage's score is multiplied by, less 1, for its page: the page of
/// the turn before, one before that, one whose title has been said.
const SAME: f32 = 0.15;
const EARLIER: f32 = 0.05;
const NAMED: f32 = 0.25;

/// The most words of a turn that are looked for.
const MOST: usize = 60;

/// The most pages that are kept of a turn, and the least likely of them.
const PAGES: usize = 4;
const LEAST: f32 = 0.05;

/// Histories that are remembered.
const KEPT: usize = 20_000;

/// What was found for histories: those that are sent turn by turn begin alike.
#[derive(Default)]
pub(crate) struct Trails(Mutex<HashMap<Vec<String>, Vec<Page>>>);

/// What pages are looked for with.
pub(crate) struct Tracer<'a> {
    pub searcher: &'a Searcher,
    pub sources: &'a [String],
    pub judges: &'a Judgements,
    pub system: &'a System,
    /// Whether the index's vectors are those that the finder's are compared with.
    pub near: bool,
}

impl Trails {
    /// Finds the pages of every turn that has not been looked for.
    pub fn fill(&self, tracer: &Tracer<'_>, conversation: &mut Conversation) -> Result<()> {
        for number in 0..conversation.turns.len() {
            if conversation.turns[number].traced || conversation.turns[number].topic.is_some() {
                continue;
            }
            let before = conversation.before(number);
            let recent = number + tracer.system.trail.turns >= conversation.turns.len();
            let pages = self.pages(tracer, &before, &conversation.turns[number], recent)?;
            let topic = pages.first().map(|page| page.topic.clone());
            let turn = &mut conversation.turns[number];
            turn.switched = match &topic {
                Some(topic) => before.switch_to(Some(topic)),
                None => Switch::None,
            };
            turn.topic = topic;
            turn.pages = pages;
            turn.traced = true;
        }
        Ok(())
    }

    fn pages(
        &self,
        tracer: &Tracer<'_>,
        before: &Conversation,
        turn: &Exchange,
        recent: bool,
    ) -> Result<Vec<Page>> {
        let said = before.turns.iter().chain([turn]);
        let key: Vec<String> =
            said.flat_map(|turn| [turn.question.clone(), turn.answer.clone()]).collect();
        if let Some(known) = self.0.lock().ok().and_then(|known| known.get(&key).cloned()) {
            return Ok(known);
        }
        if !recent {
            return tracer.by_words(before, turn);
        }
        let pages = tracer.pages(before, turn)?;
        if let Ok(mut known) = self.0.lock() {
            if known.len() >= KEPT {
                known.clear();
            }
            known.insert(key, pages.clone());
        }
        Ok(pages)
    }

    /// Forgets everything: the collection has changed.
    pub fn clear(&self) {
        if let Ok(mut known) = self.0.lock() {
            known.clear();
        }
    }
}

impl Tracer<'_> {
    fn pages(&self, before: &Conversation, turn: &Exchange) -> Result<Vec<Page>> {
        if words::lower(&turn.answer).is_empty() {
            return Ok(Vec::new());
        }
        let (said, _) = words::cut(&format!("{} {}", turn.question, turn.answer), MOST);
        let history = before.history();
        let sought =
            self.judges.finder.as_ref().map(|finder| alone(|| finder.find(&history, &said)));
        let Some(Ok(sought)) = sought else {
            return self.by_words(before, turn);
        };
        let settings = &self.system.trail;
        let retrieve = RetrieveSettings {
            original: settings.original,
            rewrite: 0.0,
            recent: 0.0,
            titled: 0.0,
            all: 0.0,
            page: settings.page,
            vector: settings.vector,
            terms: settings.terms,
            depth: settings.depth,
            keep: settings.depth,
            ..self.system.retrieve.clone()
        };
        let search = Search {
            searcher: self.searcher,
            settings: &retrieve,
            encoder: None,
            sought: Some(&sought),
            near: self.near,
        };
        let forms = Forms { original: said.clone(), sought: said.clone(), ..Forms::default() };
        let prior = Prior::of(self.searcher, self.sources, before, &said, &said)?;
        let mut candidates = search.candidates(&forms, &prior.pages, &mut Vec::new())?;
        let weights = PriorSettings {
            same: settings.same,
            earlier: settings.earlier,
            asked: 0.0,
            answered: settings.answered,
            linked: settings.linked,
        };
        prior.apply(&mut candidates, &weights);
        self.rank(&mut candidates, &history, &said);
        Ok(likely(&candidates))
    }

    /// The page that the words alone speak for.
    fn by_words(&self, before: &Conversation, turn: &Exchange) -> Result<Vec<Page>> {
        if words::lower(&turn.answer).is_empty() {
            return Ok(Vec::new());
        }
        let page = plain(self.searcher, before, turn)?;
        Ok(page.map(|topic| Page { topic, likely: 1.0 }).into_iter().collect())
    }

    /// Has the best passages ranked, where the system asks for it.
    fn rank(&self, candidates: &mut [Candidate], history: &[Turn], said: &str) {
        let settings = &self.system.trail;
        crate::rerank::sort(candidates);
        let head = settings.head.min(candidates.len());
        if head == 0 || self.judges.ranker.by() == grice_judge::rank::OVERLAP {
            return;
        }
        let texts: Vec<String> = candidates[..head].iter().map(Candidate::titled).collect();
        // Without the ranker the pages are less certain, but known all the same.
        for one in self.judges.ranker.rank(history, said, &texts).unwrap_or_default() {
            let about = one.page.unwrap_or(0.0);
            candidates[one.index].score += settings.rank * one.score + settings.about * about;
        }
    }
}

/// How likely each page is when scores are the logarithms of how likely passages are.
fn likely(candidates: &[Candidate]) -> Vec<Page> {
    let top = candidates.iter().map(|candidate| candidate.score).fold(f32::MIN, f32::max);
    let mut pages: Vec<Page> = Vec::new();
    let mut total = 0.0;
    for candidate in candidates {
        let part = (candidate.score - top).exp();
        total += part;
        match pages.iter_mut().find(|page| page.topic.title == candidate.title) {
            Some(page) => page.likely += part,
            None => {
                let document = candidate.record.document.clone();
                let topic = Topic { document, title: candidate.title.clone() };
                pages.push(Page { topic, likely: part });
            }
        }
    }
    pages.iter_mut().for_each(|page| page.likely /= total);
    pages.sort_by(|a, b| b.likely.total_cmp(&a.likely));
    pages.truncate(PAGES);
    let mut number = 0;
    pages.retain(|page| {
        number += 1;
        number == 1 || page.likely >= LEAST
    });
    pages
}

/// The page by its words alone.
fn plain(searcher: &Searcher, before: &Conversation, turn: &Exchange) -> Result<Option<Topic>> {
    let last = before.topic();
    let title = last.map(|topic| topic.title.as_str()).unwrap_or_default();
    let (query, _) = words::cut(&format!("{} {} {title}", turn.answer, turn.question), MOST);
    let mut heard: Vec<String> = words::lower(&format!("{} {}", turn.question, turn.answer));
    for earlier in before.turns.iter().rev().take(3) {
        heard.extend(words::lower(&format!("{} {}", earlier.question, earlier.answer)));
    }
    let trail = before.trail();
    let mut best: Option<(f32, Topic)> = None;
    for hit in searcher.search(&Query::words(query), &Ranking::default(), DEPTH)? {
        let record = searcher.passage(&hit)?;
        let mut factor = 1.0;
        if last.is_some_and(|topic| topic.title == record.title) {
            factor += SAME;
        } else if trail.iter().any(|topic| topic.title == record.title) {
            factor += EARLIER;
        }
        let own = words::lower(record.title.split(" (").next().unwrap_or_default());
        if !own.is_empty() && own.iter().all(|word| heard.contains(word)) {
            factor += NAMED;
        }
        let score = hit.score * factor;
        if best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((score, Topic { document: record.document, title: record.title }));
        }
    }
    Ok(best.map(|(_, topic)| topic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_as_likely_as_its_passages_together() {
        let passage = |title: &str, score: f32| {
            let record = grice_index::PassageRecord {
                passage: String::new(),
                document: format!("d/{title}"),
                ordinal: 0,
                title: title.to_owned(),
                section: String::new(),
                text: String::new(),
                range: 0..0,
                source: 0..0,
                ..Default::default()
            };
            Candidate { score, ..Candidate::new(record) }
        };
        let ln = f32::ln;
        let found = likely(&[
            passage("A", ln(4.0)),
            passage("B", ln(3.0)),
            passage("B", ln(2.5)),
            passage("C", ln(0.1)),
        ]);
        let told: Vec<(&str, i32)> =
            found.iter().map(|p| (&*p.topic.title, (p.likely * 100.0).round() as i32)).collect();
        assert_eq!(told, [("B", 57), ("A", 42)]);
        assert!(likely(&[]).is_empty());
    }
}
