//! What the conversation so far says of a page: whether it is talked about, was, is named, or is
//! linked from the page that is talked about.

use std::collections::{HashMap, HashSet};

use grice_index::Searcher;

use crate::candidate::Candidate;
use crate::conversation::{Conversation, Topic};
use crate::error::Result;
use crate::mentions;
use crate::system::PriorSettings;

/// How much less an earlier page counts with every page after it.
const FADING: f32 = 0.9;

/// Pages the conversation speaks for.
#[derive(Debug, Default)]
pub(crate) struct Prior {
    same: Option<String>,
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
        let trail = conversation.trail();
        prior.same = trail.first().map(|topic| topic.title.clone());
        let mut weight = 1.0;
        for topic in trail.iter().skip(1) {
            prior.earlier.insert(topic.title.clone(), weight);
            weight *= FADING;
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
        if let Some(topic) = trail.first()
            && let Some(record) = searcher.document(&topic.document)?
        {
            prior.linked = record.links.iter().map(|link| link.text.to_lowercase()).collect();
        }
        let all = trail.iter().take(1).copied().chain(&asked).chain(&rewritten).chain(&answered);
        for topic in all.chain(trail.iter().skip(1).copied()) {
            if !prior.pages.iter().any(|known| known.title == topic.title) {
                prior.pages.push(topic.clone());
            }
        }
        Ok(prior)
    }

    /// Adds what speaks for each passage's page to its score.
    pub fn apply(&self, candidates: &mut [Candidate], settings: &PriorSettings) {
        let is = |yes: bool| if yes { 1.0 } else { 0.0 };
        for candidate in candidates {
            let title = &candidate.title;
            let features = &mut candidate.features;
            features.same = is(self.same.as_ref() == Some(title));
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
