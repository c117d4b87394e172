//! Replies to questions of ours: what they mean (Circa), and what is to be done then.

use grice_english::question::{asks_to_go_on, is_question};
use grice_english::verb::is_auxiliary;
use grice_english::{talk, title, words};
use grice_judge::interpret::Interpreter;

use super::choose::{Named, Pick, choose, only_picks};
use super::clarified::clarified;
use super::interpreted::{Leaning, SURE, SURER, interpret, leaning, outright};
use super::moves::{Ask, Move};
use crate::state::{Interpreted, Lead, Pending};

/// The most words of a reply to something that was not asked in words.
const SHORT: usize = 12;

/// The most words with content of a reply; who says more than that tells what is to be looked for.
const TELLS: usize = 3;

/// The words of an utterance among which a reply says yes or no.
const AT_ONCE: usize = 2;

/// Words of those who speak of themselves, as replies do. "My backup fails" speaks of the backup.
const SPEAKER: &[&str] = &["i", "id", "ill", "im", "ive", "me", "us", "we", "weve"];

/// Words that begin a statement before a verb, and verbs that are shortened there.
const STATING: &[&str] = &["it", "that", "there", "this"];
const SHORTENED: &[&str] = &["d", "ll", "s", "sounds"];

/// Words with which something is put off.
const LATER: &[&str] = &["later", "another time", "some other time", "not now", "tomorrow"];

/// What is replied where an offer is turned down.
const DROPPED: &str = "All right. What would you like to know instead?";
const WHAT: &str = "What would you like to know?";
const DONE: &str = "All right. I am here when you have another question.";

/// Reads replies.
pub(crate) struct Replies<'a> {
    pub interpreter: &'a Interpreter,
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
            Pending::Offer { leads, .. } => self.offered(pending, leads, utterance, notes),
            Pending::More { asked } => self.more(asked, utterance, notes),
        }
    }

    fn offered(
        &self,
        pending: &Pending,
        leads: &[Lead],
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
        let later = words::has_any(utterance, LATER);
        let picks = is_reply(utterance) || only_picks(utterance, &named);
        let picked = match picks && !goes_on && !later {
            true => choose(utterance, &named, true, listed),
            false => Pick::Unsaid,
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
        if !goes_on && !is_reply(utterance) {
            return None;
        }
        let lead = leads.first()?;
        let leaning = match () {
            () if goes_on => Leaning::Yes,
            () if later => Leaning::No,
            // To turn something down costs nothing.
            () if leaning(&reading, SURE) == Leaning::No => Leaning::No,
            () => leaning(&reading, SURER),
        };
        let next = match leaning {
            Leaning::Yes => accepted(lead, condition, notes),
            Leaning::No => Move::say(DROPPED),
            // Where nothing was asked in words, what is said may be about something else.
            Leaning::Middle if lead.page.is_none() && !words::content(utterance).is_empty() => {
                return None;
            }
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
        if is_question(utterance) || asks_to_go_on(utterance) || !is_reply(utterance) {
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
}

/// Whether an utterance that is no question replies to one: it says yes or no, its speaker speaks of
/// themselves, or it says how things are: "it's getting late". "Copy that table" does none of it, and
/// "psql could not connect to the server" is to be looked for.
fn is_reply(utterance: &str) -> bool {
    let all = words::lower(utterance);
    if outright(&all[..all.len().min(AT_ONCE)].join(" ")) {
        return true;
    }
    if all.len() > AT_ONCE + 1
        && (names_something(utterance) || words::content(utterance).len() > TELLS)
    {
        return false;
    }
    if outright(utterance) && all.len() <= AT_ONCE + 1 {
        return true;
    }
    let of_speaker = all.iter().any(|word| SPEAKER.contains(&word.as_str()));
    let states = matches!(all.as_slice(), [first, verb, ..]
        if STATING.contains(&first.as_str()) && (is_auxiliary(verb) || SHORTENED.contains(&verb.as_str())));
    all.len() <= SHORT && (of_speaker || states)
}

/// Whether a name, a number or an identifier stands in an utterance.
fn names_something(utterance: &str) -> bool {
    utterance.split_whitespace().enumerate().any(|(number, word)| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let named = number > 0 && word.starts_with(char::is_uppercase);
        let speaker =
            word.starts_with('I') && SPEAKER.contains(&words::lower(word).concat().as_str());
        named && !speaker
            || word.contains(|c: char| c.is_ascii_digit())
            || title::is_identifier(word)
    })
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
        if talk::asks_for_brevity(condition) {
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
#[path = "offers_tests.rs"]
mod tests;
