//! What the conversation so far says of a page: whether it is talked about, was, is named, or is
//! linked from the page that is talked about.

use std::collections::{HashMap, HashSet};

use grice_english::title;

use super::library::Library;
use crate::error::Result;
use crate::state::{Conversation, Features, Topic};

/// How much less an earlier page counts with every page after it.
const FADING: f32 = 0.9;

/// Pages the conversation speaks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prior {
    /// What all of it is multiplied by: less the likelier it is that the question stands alone.
    scale: f32,
    same: HashMap<String, f32>,
    earlier: HashMap<String, f32>,
    asked: HashSet<String>,
    answered: HashSet<String>,
    linked: HashSet<String>,
    /// The pages whose passages are all looked at.
    pub pages: Vec<Topic>,
}

impl Prior {
    /// Only what the question itself names.
    pub fn alone(library: &Library, question: &str) -> Result<Prior> {
        let pages = library.pages_named(question)?;
        Ok(Prior { scale: 1.0, asked: titles(&pages), pages, ..Prior::default() })
    }

    /// Looks up the pages that the trail and the last turn speak of. `rewrite` is the question as
    /// it stands alone; `scale` is how likely the question needs the conversation.
    pub fn of(
        library: &Library,
        conversation: &Conversation,
        question: &str,
        rewrite: &str,
        scale: f32,
    ) -> Result<Prior> {
        let mut prior = Prior { scale, ..Prior::default() };
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
        let asked = library.pages_named(question)?;
        let rewritten = match rewrite == question {
            true => Vec::new(),
            false => library.pages_named(rewrite)?,
        };
        prior.asked = titles(asked.iter().chain(&rewritten));
        let answered = match conversation.last_asked() {
            Some(turn) => library.pages_named(&turn.reply)?,
            None => Vec::new(),
        };
        prior.answered = titles(&answered);
        if let Some((topic, _)) = talked.first() {
            let links = library.links(topic)?;
            prior.linked = links.iter().map(|link| link.text.to_lowercase()).collect();
        }
        let talked = talked.iter().map(|(topic, _)| *topic);
        let named = asked.iter().chain(&rewritten).chain(&answered);
        for topic in talked.chain(named).chain(earlier.iter().map(|(topic, _)| *topic)) {
            if !prior.pages.iter().any(|known| known.title == topic.title) {
                prior.pages.push(topic.clone());
            }
        }
        Ok(prior)
    }

    /// Turns to the pages that a question names as names are written, where the page talked about
    /// is not among them: "Back to Lisbon: who …".
    pub fn turned(mut self, question: &str) -> Prior {
        let is_named = |title: &&String| {
            let name = title::bare(title);
            name.starts_with(char::is_uppercase) && question.find(name).is_some_and(|at| at > 0)
        };
        let named: Vec<String> = self.asked.iter().filter(is_named).cloned().collect();
        if !named.is_empty() && !named.iter().any(|title| self.same.contains_key(title)) {
            self.same = named.into_iter().map(|title| (title, 1.0)).collect();
        }
        self
    }

    /// Writes what speaks for a passage's page.
    pub fn apply(&self, title: &str, features: &mut Features) {
        let is = |yes: bool| if yes { 1.0 } else { 0.0 };
        features.same = self.scale * self.same.get(title).copied().unwrap_or(0.0);
        features.earlier = self.scale * self.earlier.get(title).copied().unwrap_or(0.0);
        features.asked = is(self.asked.contains(title));
        features.answered = self.scale * is(self.answered.contains(title));
        features.linked = self.scale * is(self.linked.contains(&title.to_lowercase()));
    }
}

fn titles<'a>(topics: impl IntoIterator<Item = &'a Topic>) -> HashSet<String> {
    topics.into_iter().map(|topic| topic.title.clone()).collect()
}
