//! The turn itself.

use grice_index::{Encoder, Index};
use grice_judge::{Turn, rank, read};

use crate::anticipate::anticipate;
use crate::compose::compose;
use crate::contextualise::contextualise;
use crate::conversation::{Conversation, Exchange, Topic};
use crate::error::Result;
use crate::follow::follow_ups;
use crate::judgements::Judgements;
use crate::near::collapse;
use crate::prior::Prior;
use crate::read::read_passages;
use crate::reply::{Clock, Evidence, Kind, Reply};
use crate::rerank::{rerank, sort};
use crate::retell::{Told, retell};
use crate::retrieve::Search;
use crate::system::System;
use crate::talk::talk;
use crate::trail::{Tracer, Trails};
use crate::why::Wanted;
use crate::words;
use crate::writers::Writers;

/// Takes turns of conversations over one collection.
pub struct Engine {
    index: Index,
    /// The names of the collection's sources, by which pages are named.
    sources: Vec<String>,
    judgements: Judgements,
    system: System,
    encoder: Option<Box<dyn Encoder>>,
    /// The model that made the collection's vectors.
    vectors: Option<String>,
    trails: Trails,
    writers: Writers,
}

impl Engine {
    /// An engine over a collection. The models that write are opened here; see
    /// [`Engine::missing`] for those that are not on this machine.
    pub fn new(index: Index, judgements: Judgements, system: System) -> Result<Engine> {
        let sources = index.about()?.sources.into_iter().map(|source| source.name).collect();
        let vectors = index.searcher()?.vectors()?.map(|vectors| vectors.model);
        let trails = Trails::default();
        let writers = Writers::open(&system)?;
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
    fn near(&self) -> bool {
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

    /// What is said of models that write, are named in the system and are not on this machine.
    pub fn missing(&self) -> &[String] {
        &self.writers.missing
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
        match talk(&question, self.judgements.analyzer.as_ref()) {
            Some(talk) => {
                reply.kind = Kind::Talk;
                reply.text = talk.reply().to_owned();
                reply.confidence = 1.0;
            }
            None => self.answer(conversation, &question, &mut reply, &mut clock)?,
        }
        reply.timings.total = clock.total();
        conversation.turns.push(Exchange {
            question,
            answer: reply.answer.clone(),
            reply: reply.text.clone(),
            topic: reply.topic.clone(),
            switched: reply.switched,
            traced: true,
            ..Exchange::default()
        });
        Ok(reply)
    }

    fn answer(
        &self,
        conversation: &mut Conversation,
        question: &str,
        reply: &mut Reply,
        clock: &mut Clock,
    ) -> Result<()> {
        let (system, judges) = (&self.system, &self.judgements);
        let searcher = self.index.searcher()?;
        let near = self.near();
        let sources = &self.sources;
        let tracer = Tracer { searcher: &searcher, sources, judges, system, near };
        self.trails.fill(&tracer, conversation)?;
        reply.timings.trail = clock.step();

        let history = conversation.history();
        let notes = &mut reply.notes;
        let settings = &system.contextualise;
        let separator = &system.generator.separator;
        let rewriting = &self.writers.rewriting;
        let rewritten = rewriting.rewrite(&history, question, &judges.rewriter, separator, notes);
        if let Some(rewritten) = &rewritten {
            reply.why.rewritten_by.clone_from(&rewritten.by);
        }
        let forms = contextualise(conversation, &history, question, rewritten, settings);
        reply.rewrite = forms.rewrite.clone();
        let retrieve = &system.retrieve;
        let finds = retrieve.terms > 0.0 || (near && retrieve.vector > 0.0);
        let finder = judges.finder.as_ref().filter(|_| finds);
        let sought = finder.map(|finder| finder.find(&history, question));
        let sought = sought.and_then(|sought| {
            sought.map_err(|error| notes.push(format!("the finder was not used: {error}"))).ok()
        });
        reply.timings.contextualise = clock.step();

        let prior = Prior::of(&searcher, &self.sources, conversation, question, &forms.rewrite)?;
        let encoder = self.encoder.as_deref();
        let sought = sought.as_ref();
        let search =
            Search { searcher: &searcher, settings: &system.retrieve, encoder, sought, near };
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
        let asked = if judges.reader.by() == read::OVERLAP { alone } else { whole };
        let mut found = read_passages(&mut candidates, asked, &judges.reader, &system.read, notes);
        reply.why.read = std::mem::take(&mut found.weighed);
        reply.why.least = system.read.least;
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
        let wanted = extras.clone();
        let left = compose(reply, found, extras, most, &judges.grounder, &system.compose);
        reply.timings.compose = clock.step();

        if let Some(writer) = self.writers.composer.as_deref() {
            let (grounder, left) = (&judges.grounder, left.as_slice());
            let (history, candidates) = (history.as_slice(), candidates.as_slice());
            let forms = &forms;
            retell(
                reply,
                &Told { writer, system, history, forms, candidates, home, left, grounder },
            );
            reply.switched = conversation.switch_to(reply.topic.as_ref());
            reply.timings.generate = clock.step();
        }
        let said = |one: &Evidence| reply.pragmatic.iter().any(|said| said == one);
        let all = wanted.into_iter().map(|extra| Wanted {
            said: said(&extra.evidence),
            evidence: extra.evidence,
            score: extra.score,
        });
        reply.why.added = all.collect();
        let most = system.anticipate.follow_ups;
        let offers = follow_ups(&searcher, &self.sources, conversation, reply, &left, most)?;
        reply.follow_ups = offers.iter().map(|offer| offer.text.clone()).collect();
        reply.why.follow_ups = offers;
        reply.why.forms = forms;
        reply.passages = candidates;
        reply.timings.follow = clock.step();
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
