//! What the conversation so far says of a page: whether it is talked about, was, is named, or is
//! linked from the page that is talked about.

use std::collections::{HashMap, HashSet};

use grice_index::Searcher;

use crate::candidate::Candidate;
use crate::conversation::{Conversation, Topic};
use crate::error::Result;
use crate::mentions;
use crate::said::bare_title;
use crate::system::PriorSettings;

/// How much less an earlier page counts with every page after it.
const FADING: f32 = 0.9;

/// Pages the conversation speaks for.
#[derive(Debug, Default)]
pub(crate) struct Prior {
    same: HashMap<String, f32>,
    earlier: HashMap<String, f32>,
    asked: HashSet<String>,
    answered: HashSet<String>,
    linked: HashSet<String>,
    /// The pages that are worth a search of their own.
    pub pages: Vec<Topic>,
}

impl Prior {
    /// Looks up the pages that the trail and the last turn speak of. `rewrite` is the question as
    /// it stands alone.
    pub fn of(
        searcher: &Searcher,
        sources: &[String],
        conversation: &Conversation,
        question: &str,
        rewrite: &str,
    ) -> Result<Prior> {
        let mut prior = Prior::default();
        let mut turns = conversation.pages();
        let talked: Vec<(&Topic, f32)> = turns.next().unwrap_or_default();
        prior.same = talked.iter().map(|(topic, likely)| (topic.title.clone(), *likely)).collect();
        let mut weight = 1.0;
        let mut earlier: Vec<(&Topic, f32)> = Vec::new();
        for (topic, likely) in turns.flatten() {
            let known = prior.earlier.entry(topic.title.clone()).or_default();
            if *known == 0.0 {
                earlier.push((topic, likely));
                weight *= FADING;
            }
            *known = known.max(weight * likely);
        }
        earlier.sort_by(|a, b| b.1.total_cmp(&a.1));
        for (title, likely) in &prior.same {
            if let Some(known) = prior.earlier.get_mut(title) {
                *known = known.min(1.0 - likely);
            }
        }
        let asked = mentions::pages(searcher, sources, question)?;
        let rewritten = match rewrite == question {
            true => Vec::new(),
            false => mentions::pages(searcher, sources, rewrite)?,
        };
        prior.asked = titles(asked.iter().chain(&rewritten));
        let answered = match conversation.last_asked() {
            Some(turn) => mentions::pages(searcher, sources, &turn.reply)?,
            None => Vec::new(),
        };
        prior.answered = titles(&answered);
        if let Some((topic, _)) = talked.first()
            && let Some(record) = searcher.document(&topic.document)?
        {
            prior.linked = record.links.iter().map(|link| link.text.to_lowercase()).collect();
        }
        let named = asked.iter().chain(&rewritten).chain(&answered);
        let talked = talked.iter().map(|(topic, _)| *topic);
        for topic in talked.chain(named).chain(earlier.iter().map(|(topic, _)| *topic)) {
            if !prior.pages.iter().any(|known| known.title == topic.title) {
                prior.pages.push(topic.clone());
            }
        }
        Ok(prior)
    }

    /// Turns to the pages that a question names as names are written, where the page talked about
    /// is not among them: "Back to Jupiter: who …".
    pub fn turn(&mut self, question: &str) {
        let is_named = |title: &&String| {
            let name = bare_title(title);
            name.starts_with(char::is_uppercase) && question.find(name).is_some_and(|at| at > 0)
        };
        let named: Vec<String> = self.asked.iter().filter(is_named).cloned().collect();
        if !named.is_empty() && !named.iter().any(|title| self.same.contains_key(title)) {
            self.same = named.into_iter().map(|title| (title, 1.0)).collect();
        }
    }

    /// Adds what speaks for each passage's page to its score.
    pub fn apply(&self, candidates: &mut [Candidate], settings: &PriorSettings) {
        let is = |yes: bool| if yes { 1.0 } else { 0.0 };
        for candidate in candidates {
            let title = &candidate.title;
            let features = &mut candidate.features;
            features.same = self.same.get(title).copied().unwrap_or(0.0);
            features.earlier = self.earlier.get(title).copied().unwrap_or(0.0);
            features.asked = is(self.asked.contains(title));
            features.answered = is(self.answered.contains(title));
            features.linked = is(self.linked.contains(&title.to_lowercase()));
            candidate.score += features.same * settings.same
                + features.earlier * settings.earlier
                + features.asked * settings.asked
                + features.answered * settings.answered
                + features.linked * settings.linked;
        }
    }
}

fn titles<'a>(topics: impl IntoIterator<Item = &'a Topic>) -> HashSet<String> {
    topics.into_iter().map(|topic| topic.title.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_is_named_takes_the_place_of_the_one_talked_about() {
        let after = |asked: &[&str], question: &str| {
            let mut prior = Prior::default();
            prior.same.insert("Saturn".to_owned(), 1.0);
            prior.asked = asked.iter().map(|title| (*title).to_owned()).collect();
            prior.turn(question);
            let mut titles: Vec<String> = prior.same.into_keys().collect();
            titles.sort();
            titles
        };
        assert_eq!(after(&["Jupiter"], "back to Jupiter: who found its moons?"), ["Jupiter"]);
        assert_eq!(after(&["Moon"], "is it larger than the moon?"), ["Saturn"]);
        assert_eq!(after(&["Jupiter", "Saturn"], "is Saturn or Jupiter larger?"), ["Saturn"]);
        assert_eq!(after(&[], "how old is it?"), ["Saturn"]);
    }
}
