//! What can be said of a question before the pages of its history are known: how it reads alone, and
//! what to look for.

use std::borrow::Cow;

use grice_judge::Turn;
use grice_judge::find::{Finder, Sought};
use grice_judge::rewrite::Rewritten;
use grice_model::alone;

use crate::conversation::Conversation;
use crate::engine::Engine;
use crate::listen::Ask;
use crate::refer::{self, Reference};

/// The last turns that are read when a question is made to stand alone; the first one is always.
const RECENT: usize = 4;

/// What the models made of a question.
pub(crate) struct Ahead {
    pub heard: Heard,
    pub rewritten: Option<Rewritten>,
    /// What the finder says to look for, where the system uses it.
    pub sought: Option<Sought>,
    /// What failed.
    pub notes: Vec<String>,
}

/// A question, what it points at, and what was said before it.
#[derive(PartialEq)]
pub(crate) struct Heard {
    /// With what it points at in its place.
    pub question: String,
    pub reference: Option<Reference>,
    pub history: Vec<Turn>,
    /// Whether everything is searched, and not one page.
    everywhere: bool,
}

impl Heard {
    pub fn of(conversation: &Conversation, ask: &Ask) -> Heard {
        let pointed = refer::resolve(conversation, &ask.question);
        let (question, reference) = pointed.map_or_else(
            || (ask.question.clone(), None),
            |(question, reference)| (question, Some(reference)),
        );
        // A question that stands alone is read as one that begins a conversation.
        let history = if ask.alone { Vec::new() } else { conversation.history() };
        Heard { question, reference, history, everywhere: ask.page.is_none() }
    }

    /// Has the models read it, side by side.
    pub fn read(self, engine: &Engine) -> Ahead {
        let Heard { question, history, everywhere, .. } = &self;
        let Engine { system, judgements, writers, .. } = engine;
        let (separator, rewriter) = (&system.generator.separator, &judgements.rewriter);
        let finder = finder(engine).filter(|_| *everywhere);
        let mut notes = Vec::new();
        let (rewritten, sought) = std::thread::scope(|scope| {
            let sought =
                finder.map(|finder| scope.spawn(|| alone(|| finder.find(history, question))));
            let recent = recent(history);
            let rewrite =
                || writers.rewriting.rewrite(&recent, question, rewriter, separator, &mut notes);
            let rewritten = alone(rewrite);
            (rewritten, sought.and_then(|sought| sought.join().ok()))
        });
        let failed = |error| notes.push(format!("the finder was not used: {error}"));
        let sought = sought.and_then(|sought| sought.map_err(failed).ok());
        Ahead { heard: self, rewritten, sought, notes }
    }
}

/// The finder, where the system uses it.
fn finder(engine: &Engine) -> Option<&Finder> {
    let retrieve = &engine.system.retrieve;
    let finds = retrieve.terms > 0.0 || (engine.near() && retrieve.vector > 0.0);
    engine.judgements.finder.as_ref().filter(|_| finds)
}

/// The first turn and the last ones.
fn recent(history: &[Turn]) -> Cow<'_, [Turn]> {
    match history {
        [first, rest @ ..] if rest.len() > RECENT => {
            let last = &rest[rest.len() - RECENT..];
            Cow::Owned([std::slice::from_ref(first), last].concat())
        }
        _ => Cow::Borrowed(history),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_turn_and_the_last_ones_are_read() {
        let turn = |n: usize| Turn { question: n.to_string(), ..Turn::default() };
        let all: Vec<Turn> = (0..9).map(turn).collect();
        let read: Vec<String> = recent(&all).iter().map(|turn| turn.question.clone()).collect();
        assert_eq!(read, ["0", "5", "6", "7", "8"]);
        assert_eq!(recent(&all[..5]).len(), 5);
        assert!(recent(&[]).is_empty());
    }
}
