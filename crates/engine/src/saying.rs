//! The steps of a turn in which what was found is said, and more is offered.

use crate::answer::{Answering, Asked};
use crate::anticipate::{Extra, anticipate};
use crate::candidate::Candidate;
use crate::compose::compose;
use crate::conversation::Topic;
use crate::engine::Engine;
use crate::error::Result;
use crate::event::Event;
use crate::follow::follow_ups;
use crate::lead;
use crate::read::Found;
use crate::reply::{Evidence, Kind};
use crate::retell::{Told, retell};
use crate::why::Wanted;

impl Answering<'_> {
    /// Sentences that would be asked for next.
    pub(crate) fn anticipate(
        &mut self,
        asked: &Asked,
        candidates: &[Candidate],
        found: &Found,
    ) -> Result<Vec<Extra>> {
        if self.ask.brief {
            return Ok(Vec::new());
        }
        let Engine { system, judgements, sources, .. } = self.engine;
        let extras = anticipate(
            (self.searcher, sources),
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
    pub(crate) fn say(
        &mut self,
        asked: &Asked,
        candidates: &[Candidate],
        found: Found,
        extras: Vec<Extra>,
    ) -> Vec<Extra> {
        let Engine { system, judgements, writers, .. } = self.engine;
        if let (Some(page), true) = (&self.ask.page, self.ask.tell && found.kind == Kind::Unknown) {
            self.reply.kind = Kind::Talk;
            self.reply.open_with(&format!("That is all I can tell you about {}.", page.title));
            self.tell_sentences();
            return Vec::new();
        }
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
    pub(crate) fn tell_sentences(&mut self) {
        for sentence in &self.reply.evidence {
            let event = match self.reply.is_added(sentence) {
                true => Event::Addition(sentence),
                false => Event::Answer(sentence),
            };
            (self.tell)(event);
        }
    }

    /// Closes with a page to go on with, and offers questions.
    pub(crate) fn offer(&mut self, left: &[Extra]) -> Result<()> {
        if self.ask.brief {
            (self.tell)(Event::FollowUps(&[]));
            return Ok(());
        }
        let Engine { system, sources, .. } = self.engine;
        let (searcher, conversation) = (self.searcher, self.conversation);
        lead::offer(searcher, sources, conversation, self.reply, system.compose.most_words)?;
        if let (Some(_), Some(closing)) = (&self.reply.lead, self.reply.evidence.last()) {
            (self.tell)(Event::Lead(closing));
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
