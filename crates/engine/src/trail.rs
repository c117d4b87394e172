//! The pages of a conversation of which only the words are known. An answer's words stand in the
//! page it came from, so each answer is looked for.

use std::collections::HashMap;
use std::sync::Mutex;

use grice_index::{Query, Ranking, Searcher};

use crate::conversation::{Conversation, Exchange, Switch, Topic};
use crate::error::Result;
use crate::words;

/// Passages looked at for a turn.
const DEPTH: usize = 10;

/// What a passage's score is multiplied by, less 1, for its page: the page of the turn before,
/// one before that, one whose title has been said.
const SAME: f32 = 0.15;
const EARLIER: f32 = 0.05;
const NAMED: f32 = 0.25;

/// The most words of a turn that are looked for.
const MOST: usize = 60;

/// Histories that are remembered.
const KEPT: usize = 20_000;

/// What was found for histories: those that are sent turn by turn begin alike.
#[derive(Default)]
pub(crate) struct Trails(Mutex<HashMap<Vec<String>, Option<Topic>>>);

impl Trails {
    /// Finds the page of every turn that has not been looked for.
    pub fn fill(&self, searcher: &Searcher, conversation: &mut Conversation) -> Result<()> {
        for number in 0..conversation.turns.len() {
            if conversation.turns[number].traced || conversation.turns[number].topic.is_some() {
                continue;
            }
            let before = conversation.before(number);
            let topic = self.topic(searcher, &before, &conversation.turns[number])?;
            let turn = &mut conversation.turns[number];
            turn.switched = match &topic {
                Some(topic) => before.switch_to(Some(topic)),
                None => Switch::None,
            };
            turn.topic = topic;
            turn.traced = true;
        }
        Ok(())
    }

    fn topic(
        &self,
        searcher: &Searcher,
        before: &Conversation,
        turn: &Exchange,
    ) -> Result<Option<Topic>> {
        let said = before.turns.iter().chain([turn]);
        let key: Vec<String> =
            said.flat_map(|turn| [turn.question.clone(), turn.answer.clone()]).collect();
        if let Some(known) = self.0.lock().ok().and_then(|known| known.get(&key).cloned()) {
            return Ok(known);
        }
        let topic = find(searcher, before, turn)?;
        if let Ok(mut known) = self.0.lock() {
            if known.len() >= KEPT {
                known.clear();
            }
            known.insert(key, topic.clone());
        }
        Ok(topic)
    }

    /// Forgets everything: the collection has changed.
    pub fn clear(&self) {
        if let Ok(mut known) = self.0.lock() {
            known.clear();
        }
    }
}

fn find(searcher: &Searcher, before: &Conversation, turn: &Exchange) -> Result<Option<Topic>> {
    if words::lower(&turn.answer).is_empty() {
        return Ok(None);
    }
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
