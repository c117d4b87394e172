//! What an utterance asks for, once it is heard in its conversation.

use grice_judge::analyze::Analyzer;

use crate::asks::{asked_in, asks_to_go_on, asks_yes_or_no, parts};
use crate::conversation::{Conversation, Topic};
use crate::displeased;
use crate::pending::Pending;
use crate::replies::Replies;
use crate::reply::Reply;
use crate::room;
use crate::talk::Act;

/// What is to be done.
#[derive(Clone, Debug)]
pub(crate) enum Move {
    /// Nothing is looked for.
    Say {
        text: String,
        /// What is still waited for.
        pending: Option<Pending>,
    },
    /// A question is answered.
    Ask(Ask),
}

/// A question to answer, and how.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ask {
    pub question: String,
    /// The question as it is shown and kept, where it is not that one.
    pub whole: Option<String>,
    /// The one page that is meant.
    pub page: Option<Topic>,
    /// The page is to be told of; no answer is looked for.
    pub tell: bool,
    /// The page is to be told of where it has no answer.
    pub or_tell: bool,
    /// What was said in sentences before the question.
    pub opening: String,
    /// Whether it needs nothing of what was said before.
    pub alone: bool,
    /// Nothing is added to the answer.
    pub brief: bool,
    /// Answers that were turned down.
    pub refused: Vec<String>,
    /// How many of the turns it follows; none for all.
    pub before: Option<usize>,
    /// Whether no question of ours is to come back.
    pub settled: bool,
    /// What is said first.
    pub preface: String,
}

/// What is said before another answer to the same question.
const AGAIN: &str = "Let me try again.";

/// What is said where there is none.
const NO_OTHER: &str = "Sorry, I have found no better answer. Could you ask it in other words?";

/// What answers nothing where nothing was asked.
const PLAIN: &[&str] =
    &["no", "no thank you", "no thanks", "please", "sure", "yeah", "yep", "yes", "yes please"];
const NO_NUMBER: &str = "Nothing here has that number. What would you like to know?";
const WHAT: &str = "What would you like to know?";

/// What is said where someone is displeased before anything was asked.
const SORRY: &str = "Sorry about that. What would you like to know?";

impl Move {
    pub fn say(text: &str) -> Move {
        Move::Say { text: text.to_owned(), pending: None }
    }
}

impl Ask {
    /// The question as it is kept.
    pub fn kept(&self) -> &str {
        self.whole.as_deref().unwrap_or(&self.question)
    }

    /// Says first what has to be said first.
    pub fn preface_to(&self, reply: &mut Reply) {
        let preface = match self.refused.is_empty() || !reply.is_unknown() {
            true => self.preface.as_str(),
            false => NO_OTHER,
        };
        if preface == NO_OTHER {
            // What comes closest was turned down with the rest.
            reply.evidence.clear();
            reply.pragmatic.clear();
        }
        if !preface.is_empty() {
            reply.open_with(preface);
        }
    }
}

/// Hears an utterance. What was understood is written to the reply.
pub(crate) fn listen(
    conversation: &Conversation,
    utterance: &str,
    replies: &Replies<'_>,
    analyzer: Option<&Analyzer>,
    reply: &mut Reply,
) -> Move {
    let pending = conversation.pending.as_ref();
    let mut room = room::read(utterance, conversation, analyzer, &mut reply.notes);
    // "Great!" to an offer takes it up; without one it asks for nothing.
    let waits = match pending {
        Some(Pending::Offer { said, .. }) => *said,
        Some(Pending::Clarify { .. }) => true,
        Some(Pending::More { .. }) | None => false,
    };
    let why_not = asks_why_not(conversation, utterance);
    let heard = match room.act {
        _ if why_not => false,
        Act::Question => true,
        Act::Acknowledgement => waits,
        _ => false,
    };
    let answered = pending.filter(|_| heard && !room.frustrated).and_then(|pending| {
        replies.read(pending, utterance, conversation.turns.len(), &mut reply.notes)
    });
    if let Some((next, understood)) = answered {
        room.act = Act::Reply;
        reply.interpreted = Some(understood);
        reply.room = room;
        return next;
    }
    let next = match room.act {
        act if act.is_talk() => Move::say(&said(act, pending)),
        Act::Rejection => again(conversation, &displeased::instead(utterance)),
        _ if room.repeated => again(conversation, ""),
        _ if is_number(utterance) => Move::say(NO_NUMBER),
        _ if asks_to_go_on(utterance) && !why_not => more(conversation.topic()),
        _ if parts(utterance).iter().all(|part| PLAIN.contains(&part.as_str())) => Move::say(WHAT),
        _ => {
            let question = match room.frustrated {
                true => displeased::instead(utterance),
                false => utterance.to_owned(),
            };
            let question = if question.is_empty() { utterance.to_owned() } else { question };
            let (opening, question) = match asked_in(&question) {
                Some((opening, asked)) => (opening.to_owned(), asked.to_owned()),
                None => (String::new(), question),
            };
            Move::Ask(Ask { question, opening, brief: room.frustrated, ..Ask::default() })
        }
    };
    reply.room = room;
    next
}

/// What is said to small talk; nobody is asked twice whether there is anything else.
fn said(act: Act, pending: Option<&Pending>) -> String {
    match (act, pending) {
        (Act::Acknowledgement, Some(Pending::More { .. })) => "All right.".to_owned(),
        (Act::Thanks, Some(Pending::More { .. })) => "You're welcome.".to_owned(),
        _ => act.reply(),
    }
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
    let same = same.take_while(|(_, turn)| displeased::is_same(turn.asked(), &question));
    let (mut before, mut refused) = (None, Vec::new());
    for (number, turn) in same {
        before = Some(number);
        if !turn.answer.is_empty() {
            refused.push(turn.answer.clone());
        }
    }
    let question = match instead {
        "" => question,
        own if displeased::stands_alone(own) => {
            // A question of its own may lean on everything that was said.
            before = None;
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
#[path = "listen_tests.rs"]
mod tests;
