//! The steps of a turn in which a question is answered.

use grice_index::Searcher;
use grice_judge::find::Sought;
use grice_judge::{Turn, rank, read};

use crate::anticipate::{Extra, anticipate};
use crate::candidate::Candidate;
use crate::clarify::clarify;
use crate::compose::compose;
use crate::contextualise::{Forms, contextualise};
use crate::conversation::{Conversation, Topic};
use crate::engine::Engine;
use crate::error::Result;
use crate::event::Event;
use crate::follow::follow_ups;
use crate::lead;
use crate::listen::Ask;
use crate::near::collapse;
use crate::page::{self, within};
use crate::pending::Pending;
use crate::prior::Prior;
use crate::read::Found;
use crate::reason::reasoned;
use crate::refer;
use crate::refused::read_past;
use crate::reply::{Clock, Evidence, Kind, Reply};
use crate::rerank::{rerank, sort};
use crate::retell::{Told, retell};
use crate::retrieve::Search;
use crate::why::Wanted;

/// Passages looked at of a page that is meant.
const WITHIN: usize = 20;

/// A question on its way to its answer.
pub(crate) struct Answering<'a> {
    pub engine: &'a Engine,
    pub searcher: &'a Searcher,
    /// What was said before.
    pub conversation: &'a Conversation,
    pub ask: &'a Ask,
    pub reply: &'a mut Reply,
    pub clock: &'a mut Clock,
    /// Is told each step when it is done.
    pub tell: &'a mut dyn FnMut(Event<'_>),
}

/// The question as it is understood.
struct Asked {
    /// With what it points at in its place.
    question: String,
    history: Vec<Turn>,
    forms: Forms,
}

impl Asked {
    /// As a judgement is asked. Models have learned to read the history; what takes their place
    /// sees only words.
    fn to(&self, is_model: bool) -> (&[Turn], &str) {
        match is_model {
            true => (&self.history, &self.question),
            false => (&[], &self.forms.rewrite),
        }
    }
}

impl Answering<'_> {
    /// Answers the question, or asks back: everything of the reply is written. Gives back what is
    /// asked or offered.
    pub fn answer(mut self) -> Result<Option<Pending>> {
        let asked = self.understand();
        let mut candidates = self.find(&asked)?;
        let back = self.ask_back(&asked, &candidates)?;
        if back.is_none() {
            self.rank(&asked, &mut candidates);
            let found = self.read(&asked, &mut candidates)?;
            let extras = self.anticipate(&asked, &candidates, &found)?;
            let left = self.say(&asked, &candidates, found, extras);
            self.offer(&left)?;
        }
        self.reply.why.forms = asked.forms;
        self.reply.passages = candidates;
        Ok(back.or_else(|| Pending::of(self.reply)))
    }

    /// Makes the question stand alone.
    fn understand(&mut self) -> Asked {
        let Engine { system, judgements, writers, .. } = self.engine;
        let history = self.conversation.history();
        let pointed = refer::resolve(self.conversation, &self.ask.question);
        let (question, reference) = pointed.map_or_else(
            || (self.ask.question.clone(), None),
            |(question, reference)| (question, Some(reference)),
        );
        self.reply.reference = reference;
        let (separator, rewriter) = (&system.generator.separator, &judgements.rewriter);
        let notes = &mut self.reply.notes;
        let rewritten = writers.rewriting.rewrite(&history, &question, rewriter, separator, notes);
        if let Some(rewritten) = &rewritten {
            self.reply.why.rewritten_by.clone_from(&rewritten.by);
        }
        let settings = &system.contextualise;
        let forms = contextualise(self.conversation, &history, &question, rewritten, settings);
        self.reply.rewrite = self.ask.whole.clone().unwrap_or_else(|| forms.rewrite.clone());
        (self.tell)(Event::Understood { rewrite: &self.reply.rewrite });
        Asked { question, history, forms }
    }

    /// Finds passages: of the page that is meant, or of all.
    fn find(&mut self, asked: &Asked) -> Result<Vec<Candidate>> {
        let Engine { system, sources, encoder, .. } = self.engine;
        let sought = self.sought(asked);
        self.reply.timings.contextualise = self.clock.step();

        let (question, rewrite) = (&asked.question, &asked.forms.rewrite);
        let mut prior = Prior::of(self.searcher, sources, self.conversation, question, rewrite)?;
        prior.turn(question);
        let search = Search {
            searcher: self.searcher,
            settings: &system.retrieve,
            encoder: encoder.as_deref(),
            sought: sought.as_ref(),
            near: self.engine.near(),
        };
        let mut candidates = match &self.ask.page {
            Some(page) => {
                within(self.searcher, &system.retrieve, page, &asked.forms.sought, WITHIN)?
            }
            None => search.candidates(&asked.forms, &prior.pages, &mut self.reply.notes)?,
        };
        prior.apply(&mut candidates, &system.prior);
        sort(&mut candidates);
        collapse(&mut candidates, system.retrieve.repeats);
        self.reply.timings.retrieve = self.clock.step();
        Ok(candidates)
    }

    /// What the finder says to look for, where the system uses it.
    fn sought(&mut self, asked: &Asked) -> Option<Sought> {
        let retrieve = &self.engine.system.retrieve;
        let finds = retrieve.terms > 0.0 || (self.engine.near() && retrieve.vector > 0.0);
        let finds = finds && self.ask.page.is_none();
        let finder = self.engine.judgements.finder.as_ref().filter(|_| finds)?;
        let sought = finder.find(&asked.history, &asked.question);
        let notes = &mut self.reply.notes;
        sought.map_err(|error| notes.push(format!("the finder was not used: {error}"))).ok()
    }

    /// Asks back, where several pages can be meant.
    fn ask_back(&mut self, asked: &Asked, candidates: &[Candidate]) -> Result<Option<Pending>> {
        let Ask { page, settled, brief, .. } = self.ask;
        if page.is_some() || *settled || *brief {
            return Ok(None);
        }
        let (system, ranker) = (&self.engine.system, &self.engine.judgements.ranker);
        let (history, _) = asked.to(ranker.by() != rank::OVERLAP);
        let alone = (history, asked.forms.rewrite.as_str());
        let among = (self.searcher, self.engine.sources.as_slice());
        let back = clarify(among, self.conversation, alone, candidates, ranker, system)?;
        if let Some(back) = &back {
            self.reply.kind = Kind::Clarify;
            self.reply.open_with(back.asked());
            self.tell_sentences();
        }
        Ok(back)
    }

    /// Puts the passages in the ranker's order.
    fn rank(&mut self, asked: &Asked, candidates: &mut [Candidate]) {
        let (system, ranker) = (&self.engine.system, &self.engine.judgements.ranker);
        if !self.ask.tell {
            let asked = asked.to(ranker.by() != rank::OVERLAP);
            rerank(candidates, asked, ranker, &system.rerank, &mut self.reply.notes);
        }
        self.reply.timings.rerank = self.clock.step();
        let title = candidates.first().map(|first| first.title.as_str());
        (self.tell)(Event::Found { passages: candidates.len(), title });
    }

    /// Reads the best passages, and completes what was read.
    fn read(&mut self, asked: &Asked, candidates: &mut Vec<Candidate>) -> Result<Found> {
        let Ask { page, tell, refused, .. } = self.ask;
        if let (Some(page), true) = (page, *tell) {
            let (passages, found) =
                page::tell(self.searcher, page, &asked.question, self.conversation)?;
            *candidates = passages;
            self.reply.timings.read = self.clock.step();
            return Ok(found);
        }
        let Engine { system, judgements, sources, .. } = self.engine;
        let reader = &judgements.reader;
        let (settings, notes) = (&system.read, &mut self.reply.notes);
        let to = asked.to(reader.by() != read::OVERLAP);
        let mut found = read_past(refused, candidates, to, reader, settings, notes);
        let mut weighed = std::mem::take(&mut found.weighed);
        let (head, rewrite) = (settings.passages, &asked.forms.rewrite);
        // What was completed before is what was turned down.
        let (found, by) = match refused.is_empty() {
            true => reasoned(self.searcher, sources, rewrite, found, candidates, head)?,
            false => (found, ""),
        };
        let home = found.passage.and_then(|number| candidates.get(number));
        for one in &mut weighed {
            one.chosen = home.is_some_and(|home| home.id == one.passage);
        }
        let why = &mut self.reply.why;
        (why.read, why.least, why.completed_by) = (weighed, settings.least, by.to_owned());
        self.reply.timings.read = self.clock.step();
        Ok(found)
    }

    /// Sentences that would be asked for next.
    fn anticipate(
        &mut self,
        asked: &Asked,
        candidates: &[Candidate],
        found: &Found,
    ) -> Result<Vec<Extra>> {
        if self.ask.brief {
            return Ok(Vec::new());
        }
        let Engine { system, judgements, .. } = self.engine;
        let extras = anticipate(
            self.searcher,
            candidates,
            found,
            (self.conversation, &asked.question),
            &judgements.anticipator,
            &system.anticipate,
            &mut self.reply.notes,
        )?;
        self.reply.timings.anticipate = self.clock.step();
        Ok(extras)
    }

    /// Writes the text; gives back the sentences that were not used.
    fn say(
        &mut self,
        asked: &Asked,
        candidates: &[Candidate],
        found: Found,
        extras: Vec<Extra>,
    ) -> Vec<Extra> {
        let Engine { system, judgements, writers, .. } = self.engine;
        let reply = &mut *self.reply;
        let home = found.passage.and_then(|number| candidates.get(number));
        reply.topic = home.map(|home| Topic {
            document: home.record.document.clone(),
            title: home.record.title.clone(),
        });
        let wanted = extras.clone();
        let (most, grounder) = (system.anticipate.sentences, &judgements.grounder);
        let left = compose(reply, found, extras, most, grounder, &system.compose);
        reply.timings.compose = self.clock.step();

        if let Some(writer) = writers.composer.as_deref() {
            let (history, forms) = (asked.history.as_slice(), &asked.forms);
            let left = left.as_slice();
            let told = Told { writer, system, history, forms, candidates, home, left, grounder };
            retell(reply, &told);
            reply.timings.generate = self.clock.step();
        }
        reply.switched = self.conversation.switch_to(reply.topic.as_ref());
        let said = |one: &Evidence| reply.pragmatic.iter().any(|said| said == one);
        let all = wanted.into_iter().map(|extra| Wanted {
            said: said(&extra.said.evidence),
            evidence: extra.said.evidence,
            score: extra.score,
        });
        reply.why.added = all.collect();
        self.ask.preface_to(reply);
        self.tell_sentences();
        left
    }

    /// Tells every sentence so far.
    fn tell_sentences(&mut self) {
        for sentence in &self.reply.evidence {
            let event = match self.reply.is_added(sentence) {
                true => Event::Addition(sentence),
                false => Event::Answer(sentence),
            };
            (self.tell)(event);
        }
    }

    /// Closes with a page to go on with, and offers questions.
    fn offer(&mut self, left: &[Extra]) -> Result<()> {
        if self.ask.brief {
            (self.tell)(Event::FollowUps(&[]));
            return Ok(());
        }
        let Engine { system, sources, .. } = self.engine;
        let (searcher, conversation) = (self.searcher, self.conversation);
        lead::offer(searcher, sources, conversation, self.reply, system.compose.most_words)?;
        if let (Some(_), Some(closing)) = (&self.reply.lead, self.reply.evidence.last()) {
            (self.tell)(Event::Addition(closing));
        }
        let replied = (self.ask.kept(), &*self.reply);
        let most = system.anticipate.follow_ups;
        let offers = follow_ups(searcher, sources, conversation, replied, left, most)?;
        self.reply.follow_ups = offers.iter().map(|offer| offer.text.clone()).collect();
        self.reply.why.follow_ups = offers;
        (self.tell)(Event::FollowUps(&self.reply.follow_ups));
        self.reply.timings.follow = self.clock.step();
        Ok(())
    }
}
