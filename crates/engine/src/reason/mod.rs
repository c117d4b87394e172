//! Rules: what follows from the words of a question and from what was read. Each is one file behind
//! one trait; a system lists those it uses.

mod clarification;
mod entails;
mod page_intro;
mod pointing;
mod references;
mod rule;
mod senses;
mod topic_shift;
mod yes_no;

use crate::error::Result;
use crate::listen::Ask;
use crate::read::Found;
use crate::reply::Reference;
use crate::retrieve::{Candidate, Reading};
use crate::state::Pending;
use crate::system::ReasonSettings;

pub(crate) use page_intro::tell;
pub(crate) use rule::{Rule, Scene};

const ALL: &[&dyn Rule] = &[
    &references::References,
    &topic_shift::TopicShift,
    &clarification::Clarification,
    &page_intro::PageIntro,
    &yes_no::YesNo,
];

/// The rules of a system, in its order, and those that changed this turn.
pub(crate) struct Rules {
    rules: Vec<&'static dyn Rule>,
    pub fired: Vec<String>,
}

impl Rules {
    pub fn of(settings: &ReasonSettings) -> Rules {
        let named = |name: &String| ALL.iter().copied().find(|rule| rule.name() == name);
        Rules { rules: settings.rules.iter().filter_map(named).collect(), fired: Vec::new() }
    }

    /// What the question asks once its words are put as what they stand for.
    pub fn resolve(&mut self, scene: &Scene<'_>, ask: Ask) -> Result<(Ask, Option<Reference>)> {
        let (mut ask, mut reference) = (ask, None);
        for rule in &self.rules {
            if let Some((other, pointed)) = rule.resolve(scene, &ask)? {
                self.fired.push(rule.name().to_owned());
                ask = other;
                reference = reference.or(pointed);
            }
        }
        Ok((ask, reference))
    }

    /// A question of ours, where one has to be asked.
    pub fn ask_back(
        &mut self,
        scene: &Scene<'_>,
        reading: &Reading,
        candidates: &[Candidate],
    ) -> Result<Option<Pending>> {
        for rule in &self.rules {
            if let Some(pending) = rule.ask_back(scene, reading, candidates)? {
                self.fired.push(rule.name().to_owned());
                return Ok(Some(pending));
            }
        }
        Ok(None)
    }

    /// The answer once the rules have looked at it.
    pub fn answer(
        &mut self,
        scene: &Scene<'_>,
        question: &str,
        found: Found,
        candidates: &mut Vec<Candidate>,
    ) -> Result<Found> {
        self.each(|_| true, scene, question, found, candidates)
    }

    /// An answer in the place of one that was turned down, once the rules that guard have looked at it.
    pub fn guard(
        &mut self,
        scene: &Scene<'_>,
        question: &str,
        found: Found,
        candidates: &mut Vec<Candidate>,
    ) -> Result<Found> {
        self.each(|rule| rule.guards(), scene, question, found, candidates)
    }

    fn each(
        &mut self,
        takes: impl Fn(&dyn Rule) -> bool,
        scene: &Scene<'_>,
        question: &str,
        found: Found,
        candidates: &mut Vec<Candidate>,
    ) -> Result<Found> {
        let mut found = found;
        for rule in self.rules.iter().filter(|rule| takes(**rule)) {
            if let Some(other) = rule.answer(scene, question, &found, candidates)? {
                self.fired.push(rule.name().to_owned());
                found = other;
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_that_a_system_may_name_is_there() {
        let known: Vec<&str> = ALL.iter().map(|rule| rule.name()).collect();
        for name in crate::system::RULES.iter().filter(|name| **name != "small-talk") {
            assert!(known.contains(name), "{name}");
        }
        assert_eq!(known.len() + 1, crate::system::RULES.len());
    }
}
