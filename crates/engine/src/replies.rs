//! Replies to questions of ours: what they mean (Circa), and what is to be done then.

use grice_judge::interpret::Interpreter;

use crate::asks::{asks_to_go_on, is_question};
use crate::choose::{Named, Pick, choose};
use crate::clarified::clarified;
use crate::listen::{Ask, Move};
use crate::pending::{Interpreted, Lead, Pending};
use crate::reading::{Leaning, SURE, SURER, interpret, leaning, outright};
use crate::words;

/// The most words of a reply to something that was not asked in words.
const SHORT: usize = 12;

/// Words of those who speak of themselves or of what was just said, as replies do.
const SELF: &[&str] =
    &["i", "im", "ive", "id", "me", "my", "mine", "we", "us", "our", "it", "that", "this", "you"];
const SPEAKER: &[&str] = &["i", "im", "ive", "id", "me", "my", "mine", "we", "us", "our"];

/// Words of conditions about the length of what is told.
const BRIEF: &[&str] = &[
    "brief", "briefly", "fast", "few", "hurry", "long", "minute", "quick", "quickly", "sentence",
    "short", "summary", "word", "words",
];

/// What is replied where an offer is turned down.
const DROPPED: &str = "All right. What would you like to know instead?";
const WHAT: &str = "What would you like to know?";
const DONE: &str = "All right. I am here when you have another question.";

/// Reads replies.
pub(crate) struct Replies<'a> {
    pub interpreter: &'a Interpreter,
    /// Whether words name a page of the collection.
    pub names_a_page: &'a dyn Fn(&str) -> bool,
}

impl Replies<'_> {
    /// What an utterance asks for as a reply to what is pending, and how it was understood; none
    /// where it is no reply. `turns` is how many turns the conversation has.
    pub fn read(
        &self,
        pending: &Pending,
        utterance: &str,
        turns: usize,
        notes: &mut Vec<String>,
    ) -> Option<(Move, Interpreted)> {
        match pending {
            Pending::Clarify { asked, question, choices } => {
                let waiting = (asked.as_str(), question.as_str(), choices.as_slice());
                clarified(self.interpreter, waiting, utterance, turns, notes)
            }
            Pending::Offer { said, leads, .. } => {
                self.offered(pending, (*said, leads), utterance, notes)
            }
            Pending::More { asked } => self.more(asked, utterance, notes),
        }
    }

    fn offered(
        &self,
        pending: &Pending,
        (said, leads): (bool, &[Lead]),
        utterance: &str,
        notes: &mut Vec<String>,
    ) -> Option<(Move, Interpreted)> {
        if is_question(utterance) {
            return None;
        }
        let asked = pending.asked();
        let named = leads.iter().map(|lead| {
            let label = lead.page.as_ref().map_or(lead.question.as_str(), |page| &page.title);
            Named { label, about: "" }
        });
        let named: Vec<Named<'_>> = named.collect();
        // Follow-ups are listed with their numbers; the page that a reply closes with is not.
        let listed = leads.iter().position(|lead| lead.page.is_none()).unwrap_or(0);
        let goes_on = asks_to_go_on(utterance);
        let picked = match goes_on {
            true => Pick::Unsaid,
            false => choose(utterance, &named, true, listed),
        };
        let (reading, understood) = interpret(self.interpreter, asked, utterance, notes)?;
        let condition = understood.condition.as_deref();
        if let Pick::One(number) = picked {
            let denied = leaning(&reading, SURE) == Leaning::No && number == 0;
            if !denied {
                let label = leads[number].question.clone();
                let chosen = Interpreted {
                    label,
                    probability: 1.0,
                    by: "choice".into(),
                    ..understood.clone()
                };
                return Some((accepted(&leads[number], condition, notes), chosen));
            }
        }
        if !goes_on && !self.is_reply(utterance, said) {
            return None;
        }
        let lead = leads.first()?;
        let sure = if said { SURE } else { SURER };
        let leaning = if goes_on { Leaning::Yes } else { leaning(&reading, sure) };
        let next = match leaning {
            Leaning::Yes => accepted(lead, condition, notes),
            Leaning::No => Move::say(DROPPED),
            Leaning::Middle => Move::Say { text: left(lead), pending: Some(pending.clone()) },
        };
        Some((next, understood))
    }

    fn more(
        &self,
        asked: &str,
        utterance: &str,
        notes: &mut Vec<String>,
    ) -> Option<(Move, Interpreted)> {
        if is_question(utterance) || asks_to_go_on(utterance) || !self.is_reply(utterance, true) {
            return None;
        }
        let (reading, understood) = interpret(self.interpreter, asked, utterance, notes)?;
        let text = match leaning(&reading, SURER) {
            Leaning::No => DONE,
            // "Yes, the salt market" is a question.
            Leaning::Yes if words::lower(utterance).len() <= 3 => WHAT,
            _ => return None,
        };
        Some((Move::say(text), understood))
    }

    /// Whether an utterance that is no question replies to one. A name alone does not: it asks for
    /// what it names.
    fn is_reply(&self, utterance: &str, said: bool) -> bool {
        if outright(utterance) {
            return true;
        }
        let all = words::lower(utterance);
        if !said && all.len() > SHORT {
            return false;
        }
        let has = |list: &[&str]| all.iter().any(|word| list.contains(&word.as_str()));
        if has(SPEAKER) {
            return true;
        }
        let telling = all.iter().filter(|word| !words::is_empty(word)).count();
        !(self.names_a_page)(utterance) && (has(SELF) || said && telling < 2)
    }
}

/// Does what was offered; a condition on its length is kept, one on its subject is searched, and
/// another cannot be checked.
fn accepted(lead: &Lead, condition: Option<&str>, notes: &mut Vec<String>) -> Move {
    let mut ask = Ask {
        question: lead.question.clone(),
        page: lead.page.clone(),
        tell: lead.page.is_some(),
        ..Ask::default()
    };
    if let Some(condition) = condition {
        let wanted = words::lower(condition);
        if wanted.iter().any(|word| BRIEF.contains(&word.as_str())) {
            ask.brief = true;
        } else if let Some(about) = wanted.iter().position(|word| word == "about") {
            let subject = wanted[about + 1..].join(" ");
            let title = lead.page.as_ref().map_or("it", |page| &page.title);
            ask.question = format!("What about {subject} of {title}?");
            ask.tell = false;
        } else {
            notes.push(format!("whether “{condition}” holds could not be checked"));
        }
    }
    Move::Ask(ask)
}

/// What is said of an offer that was neither taken nor turned down.
fn left(lead: &Lead) -> String {
    match &lead.page {
        Some(page) => format!(
            "I take that for neither yes nor no, so I leave it. Say yes to hear about {}.",
            page.title
        ),
        None => "I take that for neither yes nor no, so I leave it. Say yes to hear it.".to_owned(),
    }
}

#[cfg(test)]
#[path = "replies_tests.rs"]
mod tests;
