//! Turns of conversations: one, one of each of many, and all of one once more.

use grice_judge::Turn;
use grice_model::generate::Cancel;
use rayon::prelude::*;

use crate::control::Control;
use crate::engine::Engine;
use crate::error::Result;
use crate::event::Event;
use crate::reply::Reply;
use crate::state::Conversation;
use crate::turn::{Turn as Taking, Turned};
use crate::understand::Mind;

impl Engine {
    /// Takes a turn: replies to an utterance, and adds both to the conversation. Where the
    /// collection cannot be searched, that is the error, and the conversation stays as it was. A
    /// model that fails is told of in the reply's notes, and the turn goes on without it.
    pub fn reply(&self, conversation: &mut Conversation, utterance: &str) -> Result<Reply> {
        self.reply_with(conversation, utterance, &Control::default(), &mut |_| {})
    }

    /// Takes a turn as [`Engine::reply`] does, tells each step when it is done, and can be stopped.
    pub fn reply_with(
        &self,
        conversation: &mut Conversation,
        utterance: &str,
        control: &Control,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Reply> {
        let turn = Taking { engine: self, conversation, control };
        let Turned { reply, exchange, pending, traced } = turn.take(utterance, tell)?;
        if let Some(traced) = traced {
            *conversation = traced;
        }
        conversation.pending = pending;
        conversation.turns.push(exchange);
        Ok(reply)
    }

    /// The question as the system's rewriter makes it stand alone after a history, and who did it;
    /// the question itself where nobody rewrites. What failed is told in the third.
    pub fn rewrite(&self, history: &[Turn], question: &str) -> (String, String, Vec<String>) {
        let Engine { system, judgements, writers, .. } = self;
        let (rewriting, near) = (&writers.rewriting, self.near());
        let mind = Mind { system, judgements, rewriting, cancel: Cancel::new(), near };
        mind.rewrite(history, question)
    }

    /// Takes a turn of each of many conversations, on all cores. What is wrong with one does not
    /// touch the others.
    pub fn reply_all(&self, turns: &mut [(Conversation, String)]) -> Vec<Result<Reply>> {
        let reply = |turn: &mut (Conversation, String)| {
            let (conversation, utterance) = turn;
            self.reply(conversation, utterance)
        };
        turns.par_iter_mut().map(reply).collect()
    }

    /// Asks everything of a conversation again.
    pub fn replay(&self, conversation: &Conversation) -> Result<(Conversation, Vec<Reply>)> {
        let mut again = Conversation::new();
        let replies = conversation.questions().map(|question| self.reply(&mut again, question));
        let replies = replies.collect::<Result<Vec<Reply>>>()?;
        Ok((again, replies))
    }
}
