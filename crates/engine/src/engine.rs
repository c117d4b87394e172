//! The turn itself.

use grice_index::{Encoder, Index};
use grice_judge::{Turn, rank, read};

use crate::anticipate::anticipate;
use crate::clarify::clarify;
use crate::compose::compose;
use crate::contextualise::contextualise;
use crate::conversation::{Conversation, Exchange, Topic};
use crate::error::Result;
use crate::follow::follow_ups;
use crate::judgements::Judgements;
use crate::listen::{Ask, Move, listen};
use crate::mentions;
use crate::near::collapse;
use crate::page::{tell, within};
use crate::pending::Pending;
use crate::prior::Prior;
use crate::refused::read_past;
use crate::replies::Replies;
use crate::reply::{Clock, Kind, Reply};
use crate::rerank::{rerank, sort};
use crate::retrieve::Search;
use crate::system::System;
use crate::trail::Trails;
use crate::words;

/// Passages looked at of a page that is meant.
const WITHIN: usize = 20;

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

    /// Takes a turn: replies to an utterance, and adds both to the conversation. Where the
    /// collection cannot be searched, that is the error, and the conversation stays as it was. A
    /// model that fails is told of in the reply's notes, and the turn goes on without it.
    pub fn reply(&self, conversation: &mut Conversation, utterance: &str) -> Result<Reply> {
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
                reply.text = text;
                reply.confidence = 1.0;
                pending.or_else(|| Pending::of(&reply, |_| None))
            }
            Move::Ask(ask) => {
                let mut before = ask.before.map(|turns| conversation.before(turns));
                let heard = before.as_mut().unwrap_or(&mut *conversation);
                let pending = self.answer(heard, &ask, &mut reply, &mut clock)?;
                meant = Some(ask.kept().to_owned()).filter(|asked| *asked != question);
                pending
            }
        };
        reply.timings.total = clock.total();
        conversation.pending = pending;
        conversation.turns.push(Exchange {
            question,
            answer: reply.answer.clone(),
            reply: reply.text.clone(),
            topic: reply.topic.clone(),
            switched: reply.switched,
            traced: true,
            meant,
            interpreted: reply.interpreted.clone(),
            aside: matches!(reply.kind, Kind::Talk | Kind::Clarify),
            clarified: reply.kind == Kind::Clarify,
        });
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

    /// Answers a question, and says what is asked back or offered.
    fn answer(
        &self,
        conversation: &mut Conversation,
        ask: &Ask,
        reply: &mut Reply,
        clock: &mut Clock,
    ) -> Result<Option<Pending>> {
        let question = ask.question.as_str();
        let (system, judges) = (&self.system, &self.judgements);
        let searcher = self.index.searcher()?;
        self.trails.fill(&searcher, conversation)?;
        reply.timings.trail = clock.step();

        let history = conversation.history();
        let notes = &mut reply.notes;
        let settings = &system.contextualise;
        let forms =
            contextualise(conversation, &history, question, &judges.rewriter, settings, notes);
        reply.rewrite = ask.whole.clone().unwrap_or_else(|| forms.rewrite.clone());
        reply.timings.contextualise = clock.step();

        let prior = Prior::of(&searcher, &self.sources, conversation, question, &forms.rewrite)?;
        let encoder = self.encoder.as_deref();
        let search = Search { searcher: &searcher, settings: &system.retrieve, encoder };
        let mut candidates = match &ask.page {
            Some(page) => within(&searcher, &system.retrieve, page, &forms.sought, WITHIN)?,
            None => search.candidates(&forms, &prior.pages, notes)?,
        };
        prior.apply(&mut candidates, &system.prior);
        sort(&mut candidates);
        collapse(&mut candidates, system.retrieve.repeats);
        reply.timings.retrieve = clock.step();

        // Models have learned to read the history; what takes their place sees only words.
        let whole = (history.as_slice(), question);
        let alone: (&[Turn], &str) = (&[], &forms.rewrite);
        let asked = if judges.ranker.by() == rank::OVERLAP { alone } else { whole };
        if ask.page.is_none() && !ask.settled && !ask.brief {
            let alone: (&[Turn], &str) = (asked.0, &forms.rewrite);
            let ranker = &judges.ranker;
            let among = (&searcher, self.sources.as_slice());
            let back = clarify(among, conversation, alone, &candidates, ranker, system)?;
            if let Some(back) = back {
                reply.kind = Kind::Clarify;
                reply.text = back.asked().to_owned();
                reply.passages = candidates;
                return Ok(Some(back));
            }
        }
        if !ask.tell {
            rerank(&mut candidates, asked, &judges.ranker, &system.rerank, notes);
        }
        reply.timings.rerank = clock.step();
        let asked = if judges.reader.by() == read::OVERLAP { alone } else { whole };
        let found = match &ask.page {
            Some(page) if ask.tell => {
                let (passages, found) = tell(&searcher, page, question, conversation)?;
                candidates = passages;
                found
            }
            _ => {
                let (refused, reader) = (&ask.refused, &judges.reader);
                read_past(refused, &mut candidates, asked, reader, &system.read, notes)
            }
        };
        reply.timings.read = clock.step();

        let extras = match ask.brief {
            true => Vec::new(),
            false => anticipate(
                &searcher,
                &candidates,
                &found,
                whole,
                &judges.anticipator,
                &system.anticipate,
                notes,
            )?,
        };
        reply.timings.anticipate = clock.step();

        let home = found.passage.and_then(|number| candidates.get(number));
        reply.topic = home.map(|home| Topic {
            document: home.record.document.clone(),
            title: home.record.title.clone(),
        });
        reply.switched = conversation.switch_to(reply.topic.as_ref());
        let most = system.anticipate.sentences;
        let left = compose(reply, found, extras, most, &judges.grounder, &system.compose);
        let most = if ask.brief { 0 } else { system.anticipate.follow_ups };
        reply.follow_ups = follow_ups(&searcher, &self.sources, conversation, reply, &left, most)?;
        reply.passages = candidates;
        ask.preface_to(reply);
        reply.timings.compose = clock.step();
        Ok(Pending::of(reply, |text| {
            let named = mentions::pages(&searcher, &self.sources, text).unwrap_or_default();
            named.into_iter().find(|page| Some(page) != reply.topic.as_ref())
        }))
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
