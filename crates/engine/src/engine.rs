//! The turn itself.

use grice_index::{Encoder, Index};

use crate::ahead::Heard;
use crate::answer::Answering;
use crate::conversation::{Conversation, Exchange};
use crate::error::Result;
use crate::event::Event;
use crate::judgements::{Judgements, Missing};
use crate::listen::{Ask, Move, listen};
use crate::mentions;
use crate::pending::Pending;
use crate::replies::Replies;
use crate::reply::{Clock, Kind, Reply};
use crate::shift::Shift;
use crate::system::System;
use crate::trail::{Tracer, Trails};
use crate::words;
use crate::writers::Writers;

/// Takes turns of conversations over one collection.
pub struct Engine {
    index: Index,
    /// The names of the collection's sources, by which pages are named.
    pub(crate) sources: Vec<String>,
    pub(crate) judgements: Judgements,
    pub(crate) system: System,
    pub(crate) encoder: Option<Box<dyn Encoder>>,
    /// The model that made the collection's vectors.
    vectors: Option<String>,
    trails: Trails,
    pub(crate) writers: Writers,
}

impl Engine {
    /// An engine over a collection. The models that write are opened here; see
    /// [`Engine::missing`] for those that are not on this machine.
    pub fn new(index: Index, judgements: Judgements, system: System) -> Result<Engine> {
        let sources = index.about()?.sources.into_iter().map(|source| source.name).collect();
        let vectors = index.searcher()?.vectors()?.map(|vectors| vectors.model);
        let trails = Trails::default();
        let writers = Writers::open(&system, &judgements)?;
        let encoder = None;
        Ok(Engine { index, sources, judgements, system, encoder, vectors, trails, writers })
    }

    /// The model that made the collection's vectors, where they cannot be searched without an
    /// encoder that makes the questions'.
    pub fn needs_encoder(&self) -> Option<&str> {
        let wanted = self.system.retrieve.vector > 0.0 && !self.near();
        self.vectors.as_deref().filter(|_| wanted)
    }

    /// Whether the collection's vectors are those that the finder's are compared with.
    pub(crate) fn near(&self) -> bool {
        let finder = self.judgements.finder.as_ref();
        finder.is_some_and(|finder| self.vectors.as_deref() == Some(finder.passages()))
    }

    /// Searches vectors too, with the model that made the collection's.
    pub fn with_encoder(self, encoder: Box<dyn Encoder>) -> Engine {
        Engine { encoder: Some(encoder), ..self }
    }

    /// The system it was made of.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The collection it answers from.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Models that write, are named in the system and are not on this machine.
    pub fn missing(&self) -> &[Missing] {
        &self.writers.missing
    }

    /// Takes a turn: replies to an utterance, and adds both to the conversation. Where the
    /// collection cannot be searched, that is the error, and the conversation stays as it was. A
    /// model that fails is told of in the reply's notes, and the turn goes on without it.
    pub fn reply(&self, conversation: &mut Conversation, utterance: &str) -> Result<Reply> {
        self.reply_streaming(conversation, utterance, &mut |_| {})
    }

    /// Takes a turn as [`Engine::reply`] does, and tells each step when it is done.
    pub fn reply_streaming(
        &self,
        conversation: &mut Conversation,
        utterance: &str,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Reply> {
        let mut clock = Clock::start();
        let settings = &self.system.contextualise;
        let (question, cut) = words::cut(&visible(utterance), settings.question_words);
        let mut reply = Reply { rewrite: question.clone(), ..Reply::default() };
        if cut {
            let most = settings.question_words;
            reply.notes.push(format!("only the first {most} words of this were read"));
        }
        let next = self.listen(conversation, &question, &mut reply);
        reply.timings.listen = clock.step();
        let mut meant = None;
        let pending = match next {
            Move::Say { text, pending } => {
                reply.kind = Kind::Talk;
                reply.confidence = 1.0;
                reply.open_with(&text);
                reply.evidence.iter().for_each(|sentence| tell(Event::Answer(sentence)));
                pending.or_else(|| Pending::of(&reply))
            }
            Move::Ask(ask) => {
                let mut before = ask.before.map(|turns| conversation.before(turns));
                let heard = before.as_mut().unwrap_or(&mut *conversation);
                let (pending, asked) = self.answer(heard, ask, &mut reply, &mut clock, tell)?;
                meant = Some(asked).filter(|asked| *asked != question);
                pending
            }
        };
        reply.timings.total = clock.total();
        conversation.pending = pending;
        conversation.turns.push(Exchange::of(question, meant, &reply));
        Ok(reply)
    }

    /// What the utterance asks for.
    fn listen(&self, conversation: &Conversation, utterance: &str, reply: &mut Reply) -> Move {
        // Where the collection cannot be searched, nothing is known to name a page.
        let pages = |text: &str| mentions::pages(&self.index.searcher()?, &self.sources, text);
        let names_a_page = |text: &str| pages(text).is_ok_and(|pages| !pages.is_empty());
        let judges = &self.judgements;
        let replies = Replies { interpreter: &judges.interpreter, names_a_page: &names_a_page };
        listen(conversation, utterance, &replies, judges.analyzer.as_ref(), reply)
    }

    /// Answers a question. Gives back what is asked or offered, and the question as it is kept.
    fn answer(
        &self,
        conversation: &mut Conversation,
        ask: Ask,
        reply: &mut Reply,
        clock: &mut Clock,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(Option<Pending>, String)> {
        let searcher = &self.index.searcher()?;
        let (sources, judges, system) = (&self.sources, &self.judgements, &self.system);
        let tracer = Tracer { searcher, sources, judges, system, near: self.near() };
        let heard = Heard::of(conversation, &ask);
        let (filled, ahead) = std::thread::scope(|scope| {
            let ahead = scope.spawn(|| heard.read(self));
            (self.trails.fill(&tracer, conversation), ahead.join().ok())
        });
        filled?;
        reply.timings.trail = clock.step();
        let ask = Shift { searcher, sources, conversation }.of(ask)?;
        let answering =
            Answering { engine: self, searcher, conversation, ask: &ask, reply, clock, tell };
        let pending = answering.answer(ahead)?;
        // What words pointed at is what was meant.
        let kept = match (&ask.whole, &reply.reference) {
            (None, Some(_)) => reply.why.forms.original.as_str(),
            _ => ask.kept(),
        };
        Ok((pending, kept.to_owned()))
    }

    /// Asks everything of a conversation again.
    pub fn replay(&self, conversation: &Conversation) -> Result<(Conversation, Vec<Reply>)> {
        let mut again = Conversation::new();
        let replies = conversation.questions().map(|question| self.reply(&mut again, question));
        let replies = replies.collect::<Result<Vec<Reply>>>()?;
        Ok((again, replies))
    }

    /// Says that the collection has changed, so that pages are looked for anew.
    pub fn refresh(&mut self) -> Result<()> {
        self.sources = self.index.about()?.sources.into_iter().map(|source| source.name).collect();
        self.trails.clear();
        Ok(())
    }
}

/// A text without control characters.
fn visible(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
