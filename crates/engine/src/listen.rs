//! What an utterance asks for, once it is heard in its conversation.

use grice_judge::analyze::Analyzer;

use crate::asks::parts;
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
const NO_OTHER: &str = "Sorry, I have found no better answer.";

/// What answers nothing where nothing was asked.
const PLAIN: &[&str] =
    &["no", "no thank you", "no thanks", "please", "sure", "yeah", "yep", "yes", "yes please"];
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
    let heard = match room.act {
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
        _ if parts(utterance).iter().all(|part| PLAIN.contains(&part.as_str())) => Move::say(WHAT),
        _ => {
            let question = match room.frustrated {
                true => displeased::instead(utterance),
                false => utterance.to_owned(),
            };
            let question = if question.is_empty() { utterance.to_owned() } else { question };
            Move::Ask(Ask { question, brief: room.frustrated, ..Ask::default() })
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
mod tests {
    use grice_judge::interpret::Interpreter;

    use super::*;
    use crate::conversation::Exchange;

    fn turn(question: &str, answer: &str) -> Exchange {
        Exchange { question: question.into(), answer: answer.into(), ..Exchange::default() }
    }

    fn hear(conversation: &Conversation, utterance: &str) -> (Move, Reply) {
        let interpreter = Interpreter::rules();
        let replies = Replies { interpreter: &interpreter, names_a_page: &|_| false };
        let mut reply = Reply::default();
        (listen(conversation, utterance, &replies, None, &mut reply), reply)
    }

    fn ask(conversation: &Conversation, utterance: &str) -> Ask {
        match hear(conversation, utterance).0 {
            Move::Ask(ask) => ask,
            other => panic!("{utterance}: {other:?}"),
        }
    }

    fn talk() -> Conversation {
        let turns = vec![turn("Where is it?", "In Marrow"), turn("Who built it?", "A king")];
        let mut talk = Conversation::new();
        talk.turns = turns;
        talk
    }

    #[test]
    fn a_question_is_asked_as_it_is() {
        let ask = ask(&talk(), "When was it built?");
        assert_eq!((ask.question.as_str(), ask.brief), ("When was it built?", false));
    }

    #[test]
    fn an_answer_that_is_turned_down_is_not_given_again() {
        for said in ["That's not what I asked.", "ugh, no", "Who built it?"] {
            let ask = ask(&talk(), said);
            assert_eq!(ask.question, "Who built it?", "{said}");
            assert_eq!((ask.refused, ask.before), (vec!["A king".to_owned()], Some(1)));
            assert!(ask.brief && ask.preface == AGAIN);
        }
        let ask = ask(&talk(), "No, I meant the tower");
        assert_eq!(ask.question, "Who built it, the tower?");
    }

    #[test]
    fn all_answers_to_one_question_are_refused() {
        let mut talk = talk();
        let again = Exchange { meant: Some("Who built it?".into()), ..turn("ugh, no", "A queen") };
        talk.turns.push(again);
        assert_eq!(ask(&talk, "wrong!").refused, ["A queen", "A king"]);
    }

    #[test]
    fn displeasure_without_a_question_is_answered() {
        let (next, reply) = hear(&Conversation::new(), "ugh, no");
        assert!(matches!(next, Move::Say { text, .. } if text == SORRY));
        assert!(reply.room.frustrated);
    }

    #[test]
    fn yes_and_no_to_nothing_are_not_looked_for() {
        assert!(matches!(hear(&talk(), "Yes!").0, Move::Say { text, .. } if text == WHAT));
    }

    #[test]
    fn impatience_before_a_question_only_shortens() {
        let ask = ask(&talk(), "Ugh, when was it built?");
        assert_eq!((ask.question.as_str(), ask.brief), ("when was it built?", true));
        assert!(ask.refused.is_empty());
    }
}
