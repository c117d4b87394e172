//! What an utterance asks for, once it is heard in its conversation.

mod choose;
mod clarified;
mod dialogue_act;
mod interpreted;
mod moves;
mod offers;

use grice_english::question::{
    asked_in, asks_to_go_on, asks_yes_or_no, is_question, leaves_out, parts, points_outside,
};
use grice_english::{polarity, pronoun, talk, words};
use grice_judge::analyze::Analyzer;
use grice_judge::interpret::Interpreter;

use crate::reply::{Act, Room};
use crate::state::{Conversation, Interpreted, Pending, Topic};
pub(crate) use moves::{Ask, Move};
use offers::Replies;

/// What corrects how the last question was understood: "/as When was Mozart born?".
const AS: &str = "/as ";

/// What is said before another answer to the same question.
const AGAIN: &str = "Let me try again.";

/// What answers nothing where nothing was asked.
const PLAIN: &[&str] =
    &["no", "no thank you", "no thanks", "please", "sure", "yeah", "yep", "yes", "yes please"];
const NO_NUMBER: &str = "Nothing here has that number. What would you like to know?";
const WHAT: &str = "What would you like to know?";
const HELP: &str = "Ask a question in your own words, and I answer from this collection with the \
    place it stands. Go on from an answer, change the subject, or say what you meant instead.";

/// What is said where someone is displeased before anything was asked.
const SORRY: &str = "Sorry about that. What would you like to know?";

/// How a question about another question ends.
const ANYTHING: &str = "Is there anything else you would like to know?";

/// The most words of a sentence that is like a heading.
const HEADING_WORDS: usize = 3;

/// Words of an opening from which it tells more than what is talked about.
const TELLS: usize = 4;

/// Who listens.
pub(crate) struct Ears<'a> {
    pub interpreter: &'a Interpreter,
    pub analyzer: Option<&'a Analyzer>,
    /// Whether small talk is heard as such; without, everything is a question.
    pub small_talk: bool,
}

/// What was heard.
#[derive(Debug)]
pub(crate) struct Heard {
    pub next: Move,
    pub room: Room,
    /// What was understood, where it was a reply to a question of ours.
    pub interpreted: Option<Interpreted>,
    pub notes: Vec<String>,
}

/// Hears an utterance.
pub(crate) fn listen(conversation: &Conversation, utterance: &str, ears: &Ears<'_>) -> Heard {
    let mut notes = Vec::new();
    if let Some(meant) = utterance.trim().strip_prefix(AS) {
        let ask = Ask { question: meant.trim().to_owned(), alone: true, ..Ask::default() };
        let next = Move::Ask(ask);
        return Heard { next, room: Room::default(), interpreted: None, notes };
    }
    if !ears.small_talk {
        let next = Move::Ask(Ask { question: utterance.to_owned(), ..Ask::default() });
        return Heard { next, room: Room::default(), interpreted: None, notes };
    }
    let pending = conversation.pending.as_ref();
    let mut room = dialogue_act::read(utterance, conversation, ears.analyzer, &mut notes);
    let why_not = asks_why_not(conversation, utterance);
    let is_clarified = matches!(pending, Some(Pending::Clarify { .. }));
    // "No, I mean the ship" says which one is meant.
    let instead = talk::instead(utterance);
    let says_which = is_clarified && room.act == Act::Rejection && !instead.is_empty();
    let replies = match room.act {
        _ if says_which => true,
        _ if why_not || room.frustrated => false,
        Act::Question => true,
        // "Great!" to a question of ours is a reply; without one it asks for nothing. What only a
        // model takes for it, as "that would be lovely", may take up what was listed.
        Act::Acknowledgement => is_clarified || room.signals.is_some(),
        _ => false,
    };
    if let Some(pending) = pending.filter(|_| replies) {
        let reader = Replies { interpreter: ears.interpreter };
        let turns = conversation.turns.len();
        let reply = if says_which { &instead } else { utterance };
        if let Some((next, understood)) = reader.read(pending, reply, turns, &mut notes) {
            room.act = Act::Reply;
            return Heard { next, room, interpreted: Some(understood), notes };
        }
    }
    let next = match room.act {
        act if act.is_talk() => said(act, pending),
        Act::Rejection => again(conversation, &instead),
        _ if room.repeated => again(conversation, ""),
        _ if is_number(utterance) => Move::say(NO_NUMBER),
        _ if asks_to_go_on(utterance) && !why_not => more(conversation.topic()),
        _ if parts(utterance).iter().all(|part| PLAIN.contains(&part.as_str())) => Move::say(WHAT),
        _ => Move::Ask(asked(utterance, room.frustrated)),
    };
    Heard { next, room, interpreted: None, notes }
}

/// The question of an utterance, and what was said before it.
fn asked(utterance: &str, frustrated: bool) -> Ask {
    let instead = if frustrated { talk::instead(utterance) } else { String::new() };
    let question = if instead.is_empty() { utterance.to_owned() } else { instead };
    let (opening, question) = match asked_in(&question) {
        Some((opening, asked)) if !leans_on(asked, opening) && !is_heading(opening) => {
            (opening.to_owned(), asked.to_owned())
        }
        _ => (String::new(), question),
    };
    Ask { question, opening, brief: frustrated, ..Ask::default() }
}

/// Whether a question says too little without the sentences before it: "The server asks for the
/// pass phrase of its key at every start. How do I get rid of that?"
fn leans_on(question: &str, opening: &str) -> bool {
    let leaves_out = points_outside(question) || leaves_out(question);
    leaves_out && words::content(opening).len() >= TELLS
}

/// Whether a sentence before a question only says what it is about: "Logs again. How do I skip some?"
fn is_heading(opening: &str) -> bool {
    let short = opening.split_whitespace().count() <= HEADING_WORDS;
    let says = words::content(opening).iter().any(|word| word.len() > 2);
    let tells = words::lower(opening).iter().any(|word| pronoun::is_pronoun(word));
    let answers = talk::small_talk(opening).is_some() || polarity::negates(opening);
    short && says && !tells && !answers && !talk::speaks_of_us(opening)
}

/// What is said to small talk; nobody is asked twice whether there is anything else.
fn said(act: Act, pending: Option<&Pending>) -> Move {
    let asked_before = matches!(pending, Some(Pending::More { .. }));
    let (text, asks) = match act {
        Act::Nothing => ("I need a few words to look for. What would you like to know?", false),
        Act::Greeting => ("Hello! What would you like to know?", false),
        Act::Goodbye => ("Goodbye!", false),
        Act::Help => (HELP, false),
        Act::Thanks if asked_before => ("You're welcome.", false),
        Act::Thanks => ("You're welcome.", true),
        _ if asked_before => ("All right.", false),
        _ => ("", true),
    };
    let asked = if asks { ANYTHING } else { "" };
    let pending = asks.then(|| Pending::More { asked: ANYTHING.to_owned() });
    Move::Say { text: format!("{text} {asked}").trim().to_owned(), pending }
}

/// Whether "why not?" asks for a reason: the last question was one that no answers.
fn asks_why_not(conversation: &Conversation, utterance: &str) -> bool {
    let last = conversation.turns.last().filter(|turn| !turn.aside);
    let denied = last.is_some_and(|turn| asks_yes_or_no(turn.asked()));
    denied && utterance.contains('?') && parts(utterance).iter().all(|part| part == "why not")
}

/// More of the page that is talked about.
fn more(topic: Option<&Topic>) -> Move {
    let Some(topic) = topic else { return Move::say(WHAT) };
    let question = format!("Tell me more about {}.", topic.title);
    Move::Ask(Ask { question, page: Some(topic.clone()), tell: true, ..Ask::default() })
}

/// Whether an utterance is nothing but the number of something listed.
fn is_number(utterance: &str) -> bool {
    utterance.trim().trim_end_matches('.').parse::<u8>().is_ok_and(|number| number < 100)
}

/// The last question once more, with what was said instead; its answers so far are refused.
fn again(conversation: &Conversation, instead: &str) -> Move {
    let Some(last) = conversation.last_asked() else {
        return match instead {
            "" => Move::say(SORRY),
            _ => Move::Ask(Ask { question: instead.to_owned(), brief: true, ..Ask::default() }),
        };
    };
    let question = last.asked().to_owned();
    let turns = conversation.turns.iter().enumerate().rev();
    let same = turns.filter(|(_, turn)| !turn.aside);
    let same = same.take_while(|(_, turn)| talk::is_same(turn.asked(), &question));
    let (mut before, mut refused) = (None, Vec::new());
    for (number, turn) in same {
        before = Some(number);
        if !turn.answer.is_empty() {
            refused.push(turn.answer.clone());
        }
    }
    let question = match instead {
        own if own.is_empty() || talk::is_same(own, &question) => question,
        own if is_question(own) => {
            // A question of its own may lean on everything that was said, and has had no answer.
            (before, refused) = (None, Vec::new());
            own.to_owned()
        }
        own => {
            let plain = question.trim_end_matches(['?', '.', '!', ' ']);
            format!("{plain}, {}?", own.trim_end_matches(['?', '.', '!', ' ']))
        }
    };
    let preface = AGAIN.to_owned();
    Move::Ask(Ask { question, brief: true, refused, before, preface, ..Ask::default() })
}

#[cfg(test)]
mod tests;
