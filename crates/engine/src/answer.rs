//! The steps of a turn in which a question is understood and its answer found.

use grice_index::Searcher;
use grice_judge::find::Sought;
use grice_judge::{Turn, rank, read};

use crate::about::About;
use crate::ahead::{Ahead, Heard};
use crate::candidate::Candidate;
use crate::clarify::clarify;
use crate::contextualise::{Forms, contextualise};
use crate::conversation::Conversation;
use crate::engine::Engine;
use crate::error::Result;
use crate::event::Event;
use crate::left::kept_to_topic;
use crate::listen::Ask;
use crate::near::collapse;
use crate::page::{self, within};
use crate::pending::Pending;
use crate::prior::Prior;
use crate::read::Found;
use crate::reason::reasoned;
use crate::refused::read_past;
use crate::reply::{Clock, Kind, Reply};
use crate::rerank::{rerank, sort};
use crate::retrieve::Search;
use crate::subject::with_preposition;

/// The last turns that are read with each passage.
const READ: usize = 2;

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
pub(crate) struct Asked {
    /// With what it points at in its place.
    pub question: String,
    pub history: Vec<Turn>,
    pub forms: Forms,
    /// What the finder says to look for, where the system uses it.
    sought: Option<Sought>,
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
    pub fn answer(mut self, ahead: Option<Ahead>) -> Result<Option<Pending>> {
        let asked = self.understand(ahead)?;
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

    /// Makes the question stand alone. What was read ahead holds where the question is still the same.
    fn understand(&mut self, ahead: Option<Ahead>) -> Result<Asked> {
        let heard = Heard::of(self.conversation, self.ask);
        let ahead = match ahead {
            Some(ahead) if ahead.heard == heard => ahead,
            _ => heard.read(self.engine),
        };
        let Ahead { heard, mut rewritten, sought, notes } = ahead;
        let Heard { question, reference, history, .. } = heard;
        self.reply.notes.extend(notes);
        self.reply.reference = reference;
        if let Some(by) = rewritten.take() {
            let (searcher, sources) = (self.searcher, &self.engine.sources);
            let mut own = kept_to_topic(searcher, sources, self.conversation, &question, by)?;
            own.rewrite = with_preposition(&question, own.rewrite);
            self.reply.why.rewritten_by.clone_from(&own.by);
            rewritten = Some(own);
        }
        let settings = &self.engine.system.contextualise;
        let forms = contextualise(self.conversation, &history, &question, rewritten, settings);
        self.reply.rewrite = self.ask.whole.clone().unwrap_or_else(|| forms.rewrite.clone());
        (self.tell)(Event::Understood { rewrite: &self.reply.rewrite });
        self.reply.timings.contextualise = self.clock.step();
        Ok(Asked { question, history, forms, sought })
    }

    /// Finds passages: of the page that is meant, or of all.
    fn find(&mut self, asked: &Asked) -> Result<Vec<Candidate>> {
        let Engine { system, sources, encoder, .. } = self.engine;
        let (question, rewrite) = (&asked.question, &asked.forms.rewrite);
        let mut prior = Prior::of(self.searcher, sources, self.conversation, question, rewrite)?;
        prior.turn(question);
        let search = Search {
            searcher: self.searcher,
            settings: &system.retrieve,
            encoder: encoder.as_deref(),
            sought: asked.sought.as_ref(),
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
        let (history, question) = asked.to(reader.by() != read::OVERLAP);
        let to = (&history[history.len().saturating_sub(READ)..], question);
        let mut found = read_past(refused, candidates, to, reader, settings, notes);
        let mut weighed = std::mem::take(&mut found.weighed);
        let (head, rewrite) = (settings.passages, &asked.forms.rewrite);
        // What was completed before is what was turned down.
        let (found, by) = match refused.is_empty() {
            true => reasoned(self.searcher, sources, rewrite, found, candidates, head)?,
            false => (found, ""),
        };
        let (found, by) = match self.told(rewrite, &found, candidates)? {
            Some(told) => (told, "page"),
            None => (found, by),
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

    /// What a page tells that is asked for, or that has no answer.
    fn told(
        &self,
        question: &str,
        found: &Found,
        candidates: &mut Vec<Candidate>,
    ) -> Result<Option<Found>> {
        let Ask { page, or_tell, refused, .. } = self.ask;
        if !refused.is_empty() {
            return Ok(None);
        }
        let (searcher, sources) = (self.searcher, &self.engine.sources);
        let about = match page {
            Some(page) if *or_tell && found.kind == Kind::Unknown => Some(About::page(page)),
            _ => About::of(searcher, sources, question, candidates)?,
        };
        about.map_or(Ok(None), |about| about.told(searcher, self.conversation, found, candidates))
    }
}
