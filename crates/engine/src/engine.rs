//! The turn itself.

use grice_index::{Encoder, Index};
use grice_judge::{Turn, rank, read};

use crate::anticipate::anticipate;
use crate::compose::compose;
use crate::contextualise::contextualise;
use crate::conversation::{Conversation, Exchange, Topic};
use crate::error::Result;
use crate::event::Event;
use crate::follow::follow_ups;
use crate::judgements::Judgements;
use crate::near::collapse;
use crate::prior::Prior;
use crate::read::read_passages;
use crate::reply::{Clock, Kind, Reply, Sentence};
use crate::rerank::{rerank, sort};
use crate::retrieve::Search;
use crate::system::System;
use crate::talk::talk;
use crate::trail::Trails;
use crate::words;

/// Takes turns of conversations over one collection.
pub struct Engine {
    index: Index,
    /// The names of the collection's sources, by which pages are named.
    sources: Vec<String>,
    judgements: Judgements,
    system: System,
    encoder: Option<Box<dyn Encoder>>,
    trails: Trails,
}

impl Engine {
    /// An engine over a collection.
    pub fn new(index: Index, judgements: Judgements, system: System) -> Result<Engine> {
        let sources = index.about()?.sources.into_iter().map(|source| source.name).collect();
        let trails = Trails::default();
        Ok(Engine { index, sources, judgements, system, encoder: None, trails })
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
        match talk(&question, self.judgements.analyzer.as_ref()) {
            Some(talk) => {
                reply.kind = Kind::Talk;
                reply.text = talk.reply().to_owned();
                reply.confidence = 1.0;
                tell(Event::Answer(&Sentence { text: reply.text.clone(), spans: Vec::new() }));
            }
            None => self.answer(conversation, &question, &mut reply, &mut clock, tell)?,
        }
        reply.timings.total = clock.total();
        conversation.turns.push(Exchange {
            question,
            answer: reply.answer.clone(),
            reply: reply.text.clone(),
            topic: reply.topic.clone(),
            switched: reply.switched,
            traced: true,
        });
        Ok(reply)
    }

    fn answer(
        &self,
        conversation: &mut Conversation,
        question: &str,
        reply: &mut Reply,
        clock: &mut Clock,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<()> {
        let (system, judges) = (&self.system, &self.judgements);
        let searcher = self.index.searcher()?;
        self.trails.fill(&searcher, conversation)?;
        reply.timings.trail = clock.step();

        let history = conversation.history();
        let notes = &mut reply.notes;
        let settings = &system.contextualise;
        let forms =
            contextualise(conversation, &history, question, &judges.rewriter, settings, notes);
        reply.rewrite = forms.rewrite.clone();
        reply.timings.contextualise = clock.step();
        tell(Event::Understood { rewrite: &reply.rewrite });

        let prior = Prior::of(&searcher, &self.sources, conversation, question, &forms.rewrite)?;
        let encoder = self.encoder.as_deref();
        let search = Search { searcher: &searcher, settings: &system.retrieve, encoder };
        let mut candidates = search.candidates(&forms, &prior.pages, notes)?;
        prior.apply(&mut candidates, &system.prior);
        sort(&mut candidates);
        collapse(&mut candidates, system.retrieve.repeats);
        reply.timings.retrieve = clock.step();

        // Models have learned to read the history; what takes their place sees only words.
        let whole = (history.as_slice(), question);
        let alone: (&[Turn], &str) = (&[], &forms.rewrite);
        let asked = if judges.ranker.by() == rank::OVERLAP { alone } else { whole };
        rerank(&mut candidates, asked, &judges.ranker, &system.rerank, notes);
        reply.timings.rerank = clock.step();
        let title = candidates.first().map(|first| first.title.as_str());
        tell(Event::Found { passages: candidates.len(), title });
        let asked = if judges.reader.by() == read::OVERLAP { alone } else { whole };
        let found = read_passages(&mut candidates, asked, &judges.reader, &system.read, notes);
        reply.timings.read = clock.step();

        let extras = anticipate(
            &searcher,
            &candidates,
            &found,
            whole,
            &judges.anticipator,
            &system.anticipate,
            notes,
        )?;
        reply.timings.anticipate = clock.step();

        let home = found.passage.and_then(|number| candidates.get(number));
        reply.topic = home.map(|home| Topic {
            document: home.record.document.clone(),
            title: home.record.title.clone(),
        });
        reply.switched = conversation.switch_to(reply.topic.as_ref());
        let most = system.anticipate.sentences;
        let left = compose(reply, found, extras, most, &judges.grounder, &system.compose);
        for (number, sentence) in reply.evidence.iter().enumerate() {
            tell(if number == 0 { Event::Answer(sentence) } else { Event::Addition(sentence) });
        }
        let most = system.anticipate.follow_ups;
        reply.follow_ups = follow_ups(&searcher, &self.sources, conversation, reply, &left, most)?;
        tell(Event::FollowUps(&reply.follow_ups));
        reply.passages = candidates;
        reply.timings.compose = clock.step();
        Ok(())
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
