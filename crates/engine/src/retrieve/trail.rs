//! The pages of a history whose words alone are known. An answer's words stand in the page it came
//! from, so each answer is looked for; how likely each page is, is kept.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use grice_english::words;
use grice_judge::find::Finder;
use grice_model::alone;
use parking_lot::Mutex;

use super::candidate::Candidate;
use super::library::Library;
use super::prior::Prior;
use super::reading::Reading;
use super::search::Search;
use crate::error::Result;
use crate::state::{Conversation, Exchange, Page, Switch, Topic};
use crate::system::{RetrieveSettings, System};

/// The last turns whose pages are looked for; those before them have none.
const TURNS_TRACED: usize = 12;

/// Passages looked at for a turn without a finder.
const DEPTH: usize = 10;

/// Without a finder, what a passage's score is multiplied by, less 1, for its page: the page of
/// the turn before, one before that, one whose title has been said.
const SAME: f32 = 0.15;
const EARLIER: f32 = 0.05;
const NAMED: f32 = 0.25;

/// Pages talked about or named that are searched alone, and passages taken from each.
const PAGES_SEARCHED: usize = 10;
const PASSAGES_A_PAGE: usize = 3;

/// The most words of a turn that are looked for.
const WORDS_SOUGHT: usize = 60;

/// The most pages that are kept of a turn, and the least likely of them.
const PAGES_KEPT: usize = 4;
const LEAST_LIKELY: f32 = 0.05;

/// Histories that are remembered.
const HISTORIES_KEPT: usize = 20_000;

/// What was found for histories: those that are sent turn by turn begin alike.
#[derive(Default)]
pub(crate) struct Trails(Mutex<HashMap<u64, Vec<Page>>>);

/// What pages are looked for with.
pub(crate) struct Tracer<'a> {
    pub library: &'a Library,
    pub finder: Option<&'a Finder>,
    pub system: &'a System,
    /// Whether the index's vectors are those that the finder's are compared with.
    pub near: bool,
}

impl Trails {
    /// The conversation with the page of every turn; borrowed where all are known.
    pub fn traced<'c>(
        &self,
        tracer: &Tracer<'_>,
        conversation: &'c Conversation,
    ) -> Result<Cow<'c, Conversation>> {
        let untraced = |turn: &Exchange| !turn.traced && turn.topic.is_none();
        if !conversation.turns.iter().any(untraced) {
            return Ok(Cow::Borrowed(conversation));
        }
        let mut traced = conversation.clone();
        let from = traced.turns.len().saturating_sub(TURNS_TRACED);
        let mut hasher = DefaultHasher::new();
        for number in 0..traced.turns.len() {
            let turn = &traced.turns[number];
            (&turn.question, &turn.answer).hash(&mut hasher);
            if !untraced(turn) {
                continue;
            }
            let pages = match number < from {
                true => Vec::new(),
                // An older turn is looked for by words alone, whatever was known of it before.
                false if number + tracer.system.trail.turns < traced.turns.len() => {
                    tracer.by_words(&traced.until(number), &traced.turns[number])?
                }
                false => self.pages(tracer, &traced, number, hasher.finish())?,
            };
            let topic = pages.first().map(|page| page.topic.clone());
            let switched = switched(&traced.turns[..number], topic.as_ref());
            let turn = &mut traced.turns[number];
            (turn.topic, turn.pages, turn.switched, turn.traced) = (topic, pages, switched, true);
        }
        Ok(Cow::Owned(traced))
    }

    fn pages(
        &self,
        tracer: &Tracer<'_>,
        conversation: &Conversation,
        number: usize,
        key: u64,
    ) -> Result<Vec<Page>> {
        if let Some(known) = self.0.lock().get(&key) {
            return Ok(known.clone());
        }
        let before = conversation.until(number);
        let turn = &conversation.turns[number];
        let pages = tracer.pages(&before, turn)?;
        let mut known = self.0.lock();
        if known.len() >= HISTORIES_KEPT {
            known.clear();
        }
        known.insert(key, pages.clone());
        Ok(pages)
    }

    /// Forgets everything: the collection has changed.
    pub fn clear(&self) {
        self.0.lock().clear();
    }
}

fn switched(before: &[Exchange], topic: Option<&Topic>) -> Switch {
    let Some(topic) = topic else { return Switch::None };
    let mut known = before.iter().rev().filter_map(|turn| turn.topic.as_ref());
    match known.next() {
        None => Switch::None,
        Some(last) if last.title == topic.title => Switch::NoSwitch,
        Some(_) if known.any(|known| known.title == topic.title) => Switch::SwitchToOld,
        Some(_) => Switch::SwitchToNew,
    }
}

impl Tracer<'_> {
    fn pages(&self, before: &Conversation, turn: &Exchange) -> Result<Vec<Page>> {
        if words::lower(&turn.answer).is_empty() {
            return Ok(Vec::new());
        }
        let (said, _) = words::cut(&format!("{} {}", turn.question, turn.answer), WORDS_SOUGHT);
        let history = before.history();
        let sought = self.finder.map(|finder| alone(|| finder.find(&history, &said)));
        let Some(Ok(sought)) = sought else { return self.by_words(before, turn) };
        let settings = &self.system.trail;
        let retrieve = RetrieveSettings {
            k: settings.k,
            depth: settings.depth,
            keep: settings.depth,
            pages: PAGES_SEARCHED,
            per_page: PASSAGES_A_PAGE,
            ..self.system.retrieve.clone()
        };
        let search = Search {
            library: self.library,
            settings: &retrieve,
            weights: vec![settings.weights()],
            encoder: None,
            near: self.near,
            best_pages: false,
        };
        let reading = Reading { sought: Some(sought), ..Reading::as_said(&said) };
        let prior = Prior::of(self.library, before, &said, &said, 1.0)?;
        let candidates = search.candidates(&[reading], &[prior], &mut Vec::new())?;
        Ok(likely(&candidates))
    }

    /// The page that the words alone speak for.
    fn by_words(&self, before: &Conversation, turn: &Exchange) -> Result<Vec<Page>> {
        if words::lower(&turn.answer).is_empty() {
            return Ok(Vec::new());
        }
        let last = before.topic();
        let title = last.map(|topic| topic.title.as_str()).unwrap_or_default();
        let sought = format!("{} {} {title}", turn.answer, turn.question);
        let mut heard: Vec<String> = words::lower(&format!("{} {}", turn.question, turn.answer));
        for earlier in before.turns.iter().rev().take(3) {
            heard.extend(words::lower(&format!("{} {}", earlier.question, earlier.answer)));
        }
        let trail = before.trail();
        let mut best: Option<(f32, Topic)> = None;
        for (record, score) in self.library.search(&words::cut(&sought, WORDS_SOUGHT).0, DEPTH)? {
            let mut factor = 1.0;
            if last.is_some_and(|topic| topic.title == record.title) {
                factor += SAME;
            } else if trail.iter().any(|topic| topic.title == record.title) {
                factor += EARLIER;
            }
            let own = words::lower(grice_english::title::bare(&record.title));
            if !own.is_empty() && own.iter().all(|word| heard.contains(word)) {
                factor += NAMED;
            }
            if best.as_ref().is_none_or(|(known, _)| score * factor > *known) {
                let topic = Topic { document: record.document, title: record.title };
                best = Some((score * factor, topic));
            }
        }
        Ok(best.map(|(_, topic)| Page { topic, likely: 1.0 }).into_iter().collect())
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
            None => pages.push(Page { topic: candidate.topic(), likely: part }),
        }
    }
    pages.iter_mut().for_each(|page| page.likely /= total);
    pages.sort_by(|a, b| b.likely.total_cmp(&a.likely));
    pages.truncate(PAGES_KEPT);
    let mut number = 0;
    pages.retain(|page| {
        number += 1;
        number == 1 || page.likely >= LEAST_LIKELY
    });
    pages
}

#[cfg(test)]
mod tests {
    use grice_index::PassageRecord;

    use super::*;

    #[test]
    fn pages_are_as_likely_as_their_passages_together() {
        let record = |title: &str| PassageRecord { title: title.into(), ..Default::default() };
        let one = |title: &str, score| Candidate { score, ..Candidate::new(record(title)) };
        let pages = likely(&[one("A", 2.0), one("B", 2.0), one("A", 2.0), one("C", -9.0)]);
        let shares: Vec<f32> = pages.iter().map(|page| page.likely).collect();
        assert_eq!(pages.len(), 2);
        assert!((shares[0] - 2.0 / 3.0).abs() < 1e-3 && (shares[1] - 1.0 / 3.0).abs() < 1e-3);
    }
}
