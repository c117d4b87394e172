//! "The third one", "the others", "both", "the latter", "who discovered them?": words that point at
//! lists said before, put as what they stand for. Words that point at nothing said stay as they are.

use std::ops::Range;

use grice_english::lists::{self, joined};
use grice_english::number;
use grice_english::plural::singular;
use grice_english::question::asks_for_several;
use grice_english::words;

use super::pointing::{THEM, Words};
use super::rule::{Rule, Scene};
use crate::error::Result;
use crate::listen::Ask;
use crate::reply::Reference;
use crate::state::{Conversation, Exchange, Listed, Salient};

/// Turns that are looked back.
const BACK: usize = 4;

const NUMBERS: &[&str] = &["two", "three", "four", "five", "six"];
/// Words after a noun by which it is told which one is meant, without a list.
const TELLING: &[&str] = &[
    "at", "by", "ever", "for", "from", "in", "of", "on", "that", "to", "which", "who", "whose",
    "with",
];

/// Words before a bare "the second" that points at something.
const BEFORE: &[&str] = &["about", "and", "for", "in", "of", "on", "or", "than", "to", "with"];

/// The most members of a list that "them" stands for.
const MEMBERS_NAMED: usize = 6;

pub(super) struct References;

impl Rule for References {
    fn name(&self) -> &'static str {
        "references"
    }

    fn resolve(&self, scene: &Scene<'_>, ask: &Ask) -> Result<Option<(Ask, Option<Reference>)>> {
        let plain = ask.page.is_none() && ask.whole.is_none() && !ask.alone;
        let found = plain.then(|| resolve(scene.conversation, &ask.question)).flatten();
        Ok(found.map(|(question, reference)| (Ask { question, ..ask.clone() }, Some(reference))))
    }
}

/// The question with what its words stand for in their place; none where they point at nothing.
fn resolve(conversation: &Conversation, question: &str) -> Option<(String, Reference)> {
    let asked = Words::of(question);
    let (place, means) = asked.pointing(conversation)?;
    let after = &question[place.end..];
    let before = &question[..place.start];
    let reference = Reference { words: question[place].to_owned(), means: means.clone() };
    Some((format!("{before}{means}{after}"), reference))
}

impl Words<'_> {
    fn pointing(&self, conversation: &Conversation) -> Option<(Range<usize>, String)> {
        let asked = conversation.turns.iter().rev().filter(|turn| !turn.aside);
        let said: Vec<Salient> = asked.take(BACK).map(said_in).collect();
        // A question with a list of its own speaks of that.
        let own = !lists::lists(self.question).is_empty();
        if own || said.iter().all(|turn| turn.lists.is_empty()) {
            return None;
        }
        (0..self.words.len()).find_map(|at| self.pointing_at(at, &said, conversation))
    }

    fn pointing_at(
        &self,
        at: usize,
        said: &[Salient],
        conversation: &Conversation,
    ) -> Option<(Range<usize>, String)> {
        match self.word(at) {
            "the" => match self.word(at + 1) {
                "former" | "latter" => self.pair(at, said),
                "other" | "others" | "rest" => self.others(at, said, conversation),
                "two" => self.both(at, at + 1, said),
                _ => self.ordinal(at, said),
            },
            "both" => self.both(at, at, said),
            "them" | "they" => self.them(at, said, conversation),
            "of" if THEM.contains(&self.word(at + 1)) && self.ends(at + 2) => {
                let list = any_list(&said[..said.len().min(1)], |_| true)?;
                Some((self.place(at, at + 1), format!("of {}", joined(&list.members))))
            }
            _ => None,
        }
    }

    /// "The third one", "the last of them", "the first two", "the first area".
    fn ordinal(&self, at: usize, said: &[Salient]) -> Option<(Range<usize>, String)> {
        let word = self.word(at + 1);
        let number = number::ordinal(word).and_then(|place| place.checked_sub(1));
        let last = word == "last";
        if number.is_none() && !last {
            return None;
        }
        let picked = |list: &Listed| match number {
            Some(number) => list.members.get(number).cloned(),
            None => list.members.last().cloned(),
        };
        let has = |list: &Listed| picked(list).is_some();
        let next = self.word(at + 2);
        if let Some(several) = NUMBERS.iter().position(|n| *n == next).map(|n| n + 2) {
            return self.several(at, several, last, said);
        }
        if self.is_of_them(at + 2) {
            let list = any_list(said, has)?;
            return Some((self.place(at, at + 3), picked(&list)?));
        }
        let bare = self.marked(at + 2) && at > 0 && BEFORE.contains(&self.word(at - 1));
        if next == "one" || bare {
            if next == "one" && TELLING.contains(&self.word(at + 3)) && !self.is_of_them(at + 3) {
                return None;
            }
            let list = any_list(said, has)?;
            return Some((
                self.place(at, if next == "one" { at + 2 } else { at + 1 }),
                picked(&list)?,
            ));
        }
        let told = TELLING.contains(&self.word(at + 3)) && !self.is_of_them(at + 3);
        if told || !(self.ends(at + 3) || self.is_of_them(at + 3)) {
            return None;
        }
        let list = any_list(said, |list| has(list) && list.of.iter().any(|of| of == next))?;
        Some((self.place(at, at + 2), picked(&list)?))
    }

    /// "The first two", "the last three of them".
    fn several(
        &self,
        at: usize,
        count: usize,
        last: bool,
        said: &[Salient],
    ) -> Option<(Range<usize>, String)> {
        let of_them = self.is_of_them(at + 3);
        if !of_them && !self.ends(at + 3) && self.word(at + 3) != "ones" {
            return None;
        }
        let list = any_list(said, |list| list.members.len() > count)?;
        let from = if last { list.members.len() - count } else { 0 };
        let end = match (of_them, self.word(at + 3)) {
            (true, _) => at + 4,
            (false, "ones") => at + 3,
            _ => at + 2,
        };
        Some((self.place(at, end), joined(&list.members[from..from + count])))
    }

    /// "Who discovered them?": the short list that the last answer was. A list that only stood beside
    /// the answer is not what is talked about.
    fn them(
        &self,
        at: usize,
        said: &[Salient],
        conversation: &Conversation,
    ) -> Option<(Range<usize>, String)> {
        let last = conversation.last_asked()?;
        let (answer, wanted) = (last.answer.as_str(), asks_for_several(last.asked()));
        let own = |list: &Listed| {
            let words: usize = list.members.iter().map(|m| words::lower(m).len()).sum();
            list.members.len() <= MEMBERS_NAMED
                && list.members.iter().all(|member| answer.contains(member.as_str()))
                && (wanted || words * 2 >= words::lower(answer).len())
        };
        let list = any_list(&said[..said.len().min(1)], own)?;
        Some((self.place(at, at), joined(&list.members)))
    }

    /// "The former", "the latter": of the last two things that were said together.
    fn pair(&self, at: usize, said: &[Salient]) -> Option<(Range<usize>, String)> {
        let first = self.word(at + 1) == "former";
        let next = self.word(at + 2);
        let compared = next.ends_with("er") && next.len() > 4 || next == "more" || next == "less";
        let owns = self.question[self.words[at + 1].1.clone()].ends_with("'s");
        if !self.ends(at + 2) && !compared && !owns && !TELLING.contains(&next) {
            return None;
        }
        let list = any_list(&said[..said.len().min(2)], |list| list.members.len() == 2)?;
        let member = if first { &list.members[0] } else { &list.members[1] };
        Some((self.place(at, at + 1), member.clone()))
    }

    /// "Both", "both of them", "the two": of a list of two.
    fn both(&self, from: usize, to: usize, said: &[Salient]) -> Option<(Range<usize>, String)> {
        let of_them = self.is_of_them(to + 1);
        let next = self.word(to + 1);
        let verb = next.len() > 3 && !next.ends_with('s') && self.marked(to + 2);
        let names_them = self.words[to + 1..].iter().any(|(word, _)| word == "and");
        if names_them || !(of_them || self.ends(to + 1) || verb && from == to) {
            return None;
        }
        let list = any_list(said, |list| list.members.len() == 2)?;
        Some((self.place(from, if of_them { to + 2 } else { to }), joined(&list.members)))
    }

    /// "The others", "the other cities", "the rest of them": what of a list has not been picked.
    fn others(
        &self,
        at: usize,
        said: &[Salient],
        conversation: &Conversation,
    ) -> Option<(Range<usize>, String)> {
        let (noun, mut to) = match (self.word(at + 1), self.word(at + 2)) {
            ("others", _) => (None, at + 1),
            ("rest", "of") if THEM.contains(&self.word(at + 3)) => (None, at + 3),
            ("rest", _) if self.ends(at + 2) => (None, at + 1),
            ("other", "ones" | "one") => (None, at + 2),
            ("other", "two" | "three" | "four") if self.ends(at + 3) => (None, at + 2),
            ("other", noun) => (Some(singular(noun)?), at + 2),
            _ => return None,
        };
        let told = TELLING.contains(&self.word(to + 1)) && !self.is_of_them(to + 1);
        if told {
            return None;
        }
        if self.is_of_them(to + 1) {
            to += 2;
        }
        let mut picked = String::new();
        let asked = conversation.turns.iter().rev().filter(|turn| !turn.aside);
        for (turn, spoken) in said.iter().zip(asked) {
            let fits = |list: &&Listed| {
                let is_of = noun.as_ref().is_none_or(|noun| list.of.contains(noun));
                is_of && !left(list, &picked, &spoken.answer).is_empty()
            };
            if let Some(list) = turn.lists.iter().find(fits) {
                let left = left(list, &picked, &spoken.answer);
                return Some((self.place(at, to), joined(&left)));
            }
            picked = format!("{picked} {} {}", spoken.asked(), spoken.answer);
        }
        None
    }
}

/// The members of a list that later turns have not spoken of, nor an answer that is only a part of
/// it; none where nothing was picked from it.
fn left(list: &Listed, picked: &str, answer: &str) -> Vec<String> {
    let spoken = |member: &&String| picked.contains(member.as_str());
    let said = |member: &&String| answer.contains(member.as_str());
    let partly = list.members.iter().any(|m| said(&m)) && !list.members.iter().all(|m| said(&m));
    let is_left = |member: &&String| !(spoken(member) || partly && said(member));
    let left: Vec<String> = list.members.iter().filter(is_left).cloned().collect();
    if left.len() == list.members.len() { Vec::new() } else { left }
}

/// What a turn said, as it was kept or as its words tell.
fn said_in(turn: &Exchange) -> Salient {
    let words = || Salient::of_words(&turn.question, &turn.answer, &turn.reply);
    turn.salient.clone().unwrap_or_else(words)
}

fn any_list(said: &[Salient], fits: impl Fn(&Listed) -> bool) -> Option<Listed> {
    said.iter().flat_map(|turn| &turn.lists).find(|list| fits(list)).cloned()
}

#[cfg(test)]
#[path = "references_tests.rs"]
mod tests;
