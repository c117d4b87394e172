//! The turn: the only file that knows the order of the steps. A step takes what it needs and returns
//! what it found; the conversation is not touched.

use std::borrow::Cow;

use grice_english::words;

use crate::compose::{
    Answered, Anticipation, Composed, Extra, Saying, compose, follow_ups, refuse, understood,
};
use crate::control::Control;
use crate::engine::Engine;
use crate::error::Result;
use crate::event::Event;
use crate::exchange::exchange;
use crate::generate::{Outcome, Told, retell};
use crate::listen::{Ask, Ears, Heard, Move, listen};
use crate::read::{Found, rank, read};
use crate::reason::{Rules, Scene, tell as tell_page};
use crate::reply::{Clock, Evidence, Kind, Read, Reply, Sentence, Wanted};
use crate::retrieve::{Candidate, Library, Prior, Reading, Search, Tracer, collapse, place};
use crate::state::{Conversation, Exchange, Pending, ReadingKind, Topic};
use crate::understand::{Mind, Understood};

/// What is said where no other answer was found.
const NO_OTHER: &str = "Sorry, I have found no better answer. Could you ask it in other words?";

/// One turn of a conversation.
pub(crate) struct Turn<'a> {
    pub engine: &'a Engine,
    pub conversation: &'a Conversation,
    pub control: &'a Control,
}

/// What came of it.
pub(crate) struct Turned {
    pub reply: Reply,
    pub exchange: Exchange,
    pub pending: Option<Pending>,
    /// The conversation with the pages of its turns, where they had to be looked for.
    pub traced: Option<Conversation>,
}

/// What is answered with, once it is found.
struct Answer {
    found: Found,
    /// What the next best passage says.
    second: Option<Found>,
    candidates: Vec<Candidate>,
    /// The page it is about.
    topic: Option<Topic>,
}

impl Turn<'_> {
    pub fn take(&self, utterance: &str, tell: &mut dyn FnMut(Event<'_>)) -> Result<Turned> {
        let mut clock = Clock::start();
        let mut reply = Reply::default();
        let most = self.engine.system.contextualise.question_words;
        let (said, cut) = words::cut(&visible(utterance), most);
        if cut {
            reply.notes.push(format!("only the first {most} words of this were read"));
        }
        reply.rewrite.clone_from(&said);
        let Heard { next, room, interpreted, notes } =
            listen(self.conversation, &said, &self.ears());
        reply.notes.extend(notes);
        (reply.room, reply.interpreted) = (room, interpreted);
        reply.timings.listen = clock.step();
        let turned = match next {
            Move::Say { text, pending } => {
                (reply.kind, reply.confidence) = (Kind::Talk, 1.0);
                reply.open_with(&text);
                reply.evidence.iter().for_each(|sentence| tell(Event::Answer(sentence)));
                let exchange = exchange(said, None, &reply);
                Turned { reply, exchange, pending, traced: None }
            }
            Move::Ask(ask) => self.answer(said, ask, reply, &mut clock, tell)?,
        };
        let mut turned = turned;
        turned.reply.timings.total = clock.total();
        Ok(turned)
    }

    fn ears(&self) -> Ears<'_> {
        let Engine { judgements, system, .. } = self.engine;
        Ears {
            interpreter: &judgements.interpreter,
            analyzer: judgements.analyzer.as_ref(),
            small_talk: system.reason.has("small-talk"),
        }
    }

    /// Answers a question, or asks back.
    fn answer(
        &self,
        said: String,
        ask: Ask,
        mut reply: Reply,
        clock: &mut Clock,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Turned> {
        let Engine { system, judgements, .. } = self.engine;
        let library = &Library::open(&self.engine.index, self.engine.sources.clone())?;
        let before = match ask.before {
            Some(turns) => Cow::Owned(self.conversation.until(turns)),
            None => Cow::Borrowed(self.conversation),
        };
        let (finder, near) = (judgements.finder.as_ref(), self.engine.near());
        let tracer = Tracer { library, finder, system, near };
        let heard = match system.follows_pages() {
            true => self.engine.trails.traced(&tracer, &before)?,
            false => Cow::Borrowed(&*before),
        };
        reply.timings.trail = clock.step();

        let scene = Scene { library, conversation: &heard, system, judgements };
        let mut rules = Rules::of(&system.reason);
        let (ask, reference) = rules.resolve(&scene, ask)?;
        let rewriting = &self.engine.writers.rewriting;
        let cancel = self.control.generation();
        let mind = Mind { system, judgements, rewriting, cancel, near };
        let understood = mind.understand(&heard, &ask);
        reply.notes.extend(understood.notes.iter().cloned());
        reply.reference = reference;
        reply.timings.understand = clock.step();
        self.control.check()?;

        let candidates = self.find(library, &heard, &ask, &understood, &mut reply)?;
        reply.timings.retrieve = clock.step();
        self.control.check()?;
        let settled = ask.page.is_some() || ask.settled || ask.brief;
        let first = candidates.first().map_or(0, |first| first.reading);
        let back = match understood.readings.get(first).filter(|_| !settled) {
            Some(reading) => rules.ask_back(&scene, reading, &candidates)?,
            None => None,
        };
        let mut pending = back;
        match &pending {
            Some(back) => {
                reply.kind = Kind::Clarify;
                reply.rewrite.clone_from(&understood.rewrite);
                reply.open_with(back.asked());
                reply.evidence.iter().for_each(|sentence| tell(Event::Answer(sentence)));
                reply.passages = candidates;
            }
            None => {
                let mut told = Telling { reply: &mut reply, clock, tell };
                let answer =
                    self.look(&scene, &mut rules, &ask, &understood, candidates, &mut told)?;
                self.say(&scene, &ask, &said, &understood, answer, &mut told)?;
                pending = Pending::offer(&reply.follow_ups);
            }
        }
        self.explain(&understood, &rules, &mut reply);
        let kept = match (&ask.whole, &reply.reference) {
            (None, Some(_)) => ask.question.as_str(),
            _ => ask.kept(),
        };
        let meant = Some(kept.to_owned()).filter(|meant| *meant != said);
        let mut exchange = exchange(said, meant, &reply);
        if exchange.topic.is_none() && reply.is_unknown() {
            exchange.topic = library.pages_named(&understood.rewrite)?.into_iter().next();
        }
        // Turns that were set aside to answer once more are not lost.
        let traced = match (heard, ask.before) {
            (Cow::Owned(traced), None) => Some(traced),
            _ => None,
        };
        Ok(Turned { reply, exchange, pending, traced })
    }

    /// Passages of the page that is meant, or of all.
    fn find(
        &self,
        library: &Library,
        conversation: &Conversation,
        ask: &Ask,
        understood: &Understood,
        reply: &mut Reply,
    ) -> Result<Vec<Candidate>> {
        let Engine { system, encoder, .. } = self.engine;
        let mut priors = Vec::new();
        for reading in &understood.readings {
            priors.push(match reading.kind {
                ReadingKind::AsSaid => Prior::alone(library, &reading.question)?,
                _ => {
                    let (question, rewrite) = (&reading.question, &reading.forms.rewrite);
                    let scale = 1.0 - understood.alone;
                    Prior::of(library, conversation, question, rewrite, scale)?.turned(question)
                }
            });
        }
        let (settings, near) = (&system.retrieve, self.engine.near());
        let readings = &understood.readings;
        let weights = readings.iter().map(|reading| system.weights(reading.kind)).collect();
        let encoder = encoder.as_deref();
        let search = Search { library, settings, weights, encoder, near, best_pages: true };
        let mut candidates = search.candidates(readings, &priors, &mut reply.notes)?;
        if let (Some(page), true) = (&ask.page, candidates.is_empty()) {
            candidates = library.passages(page)?;
        }
        collapse(&mut candidates, system.retrieve.repeats);
        Ok(candidates)
    }

    /// Ranks and reads the passages, and asks the rules about what was read.
    fn look(
        &self,
        scene: &Scene<'_>,
        rules: &mut Rules,
        ask: &Ask,
        understood: &Understood,
        mut candidates: Vec<Candidate>,
        told: &mut Telling<'_, '_>,
    ) -> Result<Answer> {
        let Engine { system, judgements, .. } = self.engine;
        if let (Some(page), true) = (&ask.page, ask.tell) {
            return self.told_of(scene, page, ask);
        }
        let readings = &understood.readings;
        let ranker = &judgements.ranker;
        let notes = rank(&mut candidates, readings, ranker, system, self.control)?;
        told.reply.notes.extend(notes);
        told.reply.timings.rerank = told.clock.step();
        let title = candidates.first().map(|first| first.title.as_str());
        (told.tell)(Event::Found { passages: candidates.len(), title });

        let reader = &judgements.reader;
        let read = read(&mut candidates, readings, &ask.refused, reader, system, self.control)?;
        told.reply.notes.extend(read.notes);
        (told.reply.why.read, told.reply.why.least) = (read.weighed, system.read.least);
        told.reply.timings.read = told.clock.step();
        self.control.check()?;

        let asked = self.asked(understood, read.found.home(&candidates).or(candidates.first()));
        let second = read.second;
        // What was completed before is what was turned down.
        let mut found = match ask.refused.is_empty() {
            true => rules.answer(scene, &asked, read.found, &mut candidates)?,
            false => rules.guard(scene, &asked, read.found, &mut candidates)?,
        };
        if let (Some(page), true, Kind::Unknown) = (&ask.page, ask.or_tell, found.kind)
            && let Some((home, told)) = tell_page(scene.library, page, "", scene.conversation)?
        {
            let passage = Some(place(&mut candidates, home));
            found = Found { passage, confidence: system.read.least, ..told };
        }
        told.reply.timings.reason = told.clock.step();
        let topic = found.home(&candidates).map(Candidate::topic);
        Ok(Answer { found, second, candidates, topic })
    }

    /// A page that is to be told of.
    fn told_of(&self, scene: &Scene<'_>, page: &Topic, ask: &Ask) -> Result<Answer> {
        let told = tell_page(scene.library, page, &ask.question, scene.conversation)?;
        Ok(match told {
            Some((home, found)) => {
                let topic = Some(home.topic());
                Answer { found, second: None, candidates: vec![home], topic }
            }
            None => Answer {
                found: Found::default(),
                second: None,
                candidates: Vec::new(),
                topic: None,
            },
        })
    }

    /// The question that a passage answers, as it stands alone.
    fn asked(&self, understood: &Understood, home: Option<&Candidate>) -> String {
        let reading = home.and_then(|home| understood.readings.get(home.reading));
        reading.map_or_else(|| understood.rewrite.clone(), |reading| reading.forms.rewrite.clone())
    }

    /// Puts the reply together and offers more.
    fn say(
        &self,
        scene: &Scene<'_>,
        ask: &Ask,
        said: &str,
        meant: &Understood,
        answer: Answer,
        told: &mut Telling<'_, '_>,
    ) -> Result<()> {
        let Engine { system, judgements, writers, .. } = self.engine;
        let Answer { found, second, candidates, topic } = answer;
        let home = found.home(&candidates);
        let best = home.or(candidates.first());
        let number = best.map_or(0, |best| best.reading);
        let reading = meant.readings.get(number).cloned().unwrap_or_default();
        let rewrite = ask.whole.clone().unwrap_or_else(|| reading.forms.rewrite.clone());
        let shown = understood(said, &rewrite, reading.kind, topic.as_ref());
        (told.tell)(Event::Understood { rewrite: &rewrite, shown: &shown });
        let reply = &mut *told.reply;
        (reply.understood, reply.why.reading) = (shown, number);
        reply.rewrite.clone_from(&rewrite);
        (reply.kind, reply.answer, reply.confidence) =
            (found.kind, found.answer.clone(), found.confidence);
        let composed = match home {
            Some(home) => {
                let extras = match ask.brief {
                    true => Vec::new(),
                    false => Anticipation {
                        library: scene.library,
                        conversation: scene.conversation,
                        question: &reading.question,
                        anticipator: &judgements.anticipator,
                        settings: &system.anticipate,
                    }
                    .extras(&found, home, &candidates, &mut reply.notes)?,
                };
                let wanted = extras.clone();
                let (most, settings) = (system.anticipate.sentences, &system.compose);
                let grounder = &judgements.grounder;
                let second = second.as_ref().filter(|_| !ask.brief);
                let second = second.and_then(|second| Some((second, second.home(&candidates)?)));
                let second = second.filter(|(_, other)| other.id != home.id);
                let saying = Saying { found: &found, home, second, question: &rewrite };
                let composed = compose(&saying, extras, most, grounder, settings);
                let is_said = |one: &Evidence| composed.pragmatic.contains(one);
                let weighed = wanted.into_iter().map(|extra| Wanted {
                    said: is_said(&extra.quote.evidence),
                    evidence: extra.quote.evidence,
                    score: extra.score,
                });
                reply.why.added = weighed.collect();
                composed
            }
            None if found.kind != Kind::Unknown => {
                Composed { sentences: vec![Sentence::plain(&found.answer)], ..Composed::default() }
            }
            None => self.unanswered(ask, &rewrite, &candidates, reply),
        };
        let Composed { sentences, literal, pragmatic, left, notes } = composed;
        (reply.evidence, reply.literal, reply.pragmatic) = (sentences, literal, pragmatic);
        reply.notes.extend(notes);
        reply.topic = topic;
        reply.timings.compose = told.clock.step();
        self.control.check()?;

        if let Some(writer) = writers.composer.as_deref().filter(|_| reply.kind != Kind::Talk) {
            let outcome = retell(&Told {
                writer,
                system,
                reading: &reading,
                candidates: &candidates,
                home,
                kind: reply.kind,
                answer: &reply.answer,
                literal: &reply.literal,
                pragmatic: &reply.pragmatic,
                left: left.iter().map(|extra| extra.quote.evidence.clone()).collect(),
                grounder: &judgements.grounder,
                cancel: &self.control.generation(),
            });
            self.control.check()?;
            self.take_over(outcome, writer.name(), reply);
            reply.timings.generate = told.clock.step();
        }
        reply.switched = scene.conversation.switch_to(reply.topic.as_ref());
        if !ask.preface.is_empty() && !reply.is_unknown() {
            reply.open_with(&ask.preface);
        }
        reply.join();
        told.sentences();
        self.offer(scene, ask, &left, told)?;
        told.reply.passages = candidates;
        Ok(())
    }

    /// What is said where there is no answer.
    fn unanswered(
        &self,
        ask: &Ask,
        question: &str,
        candidates: &[Candidate],
        reply: &mut Reply,
    ) -> Composed {
        if let (Some(page), true) = (&ask.page, ask.tell) {
            reply.kind = Kind::Talk;
            let text = format!("That is all I can tell you about {}.", page.title);
            return Composed { sentences: vec![Sentence::plain(&text)], ..Composed::default() };
        }
        if !ask.refused.is_empty() {
            // What comes closest was turned down with the rest.
            return Composed { sentences: vec![Sentence::plain(NO_OTHER)], ..Composed::default() };
        }
        let refusal = refuse(question, candidates, self.engine.system.read.passages);
        reply.places = refusal.places;
        let pragmatic = refusal.closest.into_iter().collect();
        Composed { sentences: refusal.sentences, pragmatic, ..Composed::default() }
    }

    /// Takes up what a generator wrote.
    fn take_over(&self, outcome: Outcome, by: &str, reply: &mut Reply) {
        reply.notes.extend(outcome.notes);
        reply.why.cut = outcome.cut;
        let Some(retold) = outcome.retold else { return };
        reply.why.written_by = by.to_owned();
        (reply.evidence, reply.pragmatic) = (retold.sentences, retold.pragmatic);
        if retold.answers {
            if reply.is_unknown() {
                reply.kind = Kind::Span;
            }
            let topic =
                |one: &Evidence| Topic { document: one.document.clone(), title: one.title.clone() };
            reply.topic = retold.literal.first().map(topic);
            let text: Vec<&str> = reply.evidence.iter().map(|s| s.text.as_str()).collect();
            reply.answer = text.join(" ");
        }
        reply.literal = retold.literal;
    }

    /// Offers questions.
    fn offer(
        &self,
        scene: &Scene<'_>,
        ask: &Ask,
        left: &[Extra],
        told: &mut Telling<'_, '_>,
    ) -> Result<()> {
        let most = self.engine.system.anticipate.follow_ups;
        let reply = &mut *told.reply;
        if let (Some(topic), false) = (&reply.topic, ask.brief) {
            let answered = Answered {
                question: ask.kept(),
                rewrite: &reply.rewrite,
                topic,
                text: &reply.text,
                literal: &reply.literal,
                pragmatic: &reply.pragmatic,
                left,
            };
            // The answer has been told: what cannot be offered costs nothing but the offer.
            let offers = match follow_ups(scene.library, scene.conversation, &answered, most) {
                Ok(offers) => offers,
                Err(error) => {
                    reply.notes.push(format!("nothing was offered: {error}"));
                    Vec::new()
                }
            };
            reply.follow_ups = offers.iter().map(|offer| offer.text.clone()).collect();
            reply.why.follow_ups = offers;
        }
        reply.timings.follow = told.clock.step();
        (told.tell)(Event::FollowUps(&told.reply.follow_ups));
        Ok(())
    }

    /// Why the reply is what it is.
    fn explain(&self, understood: &Understood, rules: &Rules, reply: &mut Reply) {
        let read = |reading: &Reading| Read {
            kind: reading.kind,
            likely: reading.likely,
            forms: reading.forms.clone(),
        };
        reply.why.alone = understood.alone;
        reply.why.readings = understood.readings.iter().map(read).collect();
        reply.why.rewritten_by.clone_from(&understood.rewritten_by);
        reply.why.rules.clone_from(&rules.fired);
    }
}

/// The reply while it is put together, and who is told of it.
struct Telling<'a, 't> {
    reply: &'a mut Reply,
    clock: &'a mut Clock,
    tell: &'a mut (dyn FnMut(Event<'_>) + 't),
}

impl Telling<'_, '_> {
    /// Tells every sentence so far.
    fn sentences(&mut self) {
        for sentence in &self.reply.evidence {
            let event = match self.reply.is_added(sentence) {
                true => Event::Addition(sentence),
                false => Event::Answer(sentence),
            };
            (self.tell)(event);
        }
    }
}

/// A text without control characters.
fn visible(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
