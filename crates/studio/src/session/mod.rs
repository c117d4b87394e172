//! A conversation of two: the fold of its events.

mod act;
mod event;
mod lapse;
mod view;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::checks::Note;
use crate::interests::Inclination;
use crate::pagerank::Topic;
use crate::pages::{PageRef, Span};
use crate::protocol::{Family, Settings};

pub use act::{Context, UNANSWERABLE, answer_of, in_turn, outline, settle, unanswerable};
pub use event::{GRICE, How, Literal, Outcome, Outline, Role, Seat, Seed, SessionEvent, Step};
pub use view::{Partner, screen};

/// The technique that tests what the two know of a topic.
pub(crate) const BACKGROUND_TEST: &str = "background_test";

/// A question and what became of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Turn {
    /// The question.
    pub question: String,
    /// Whether it was given, not written.
    pub given: bool,
    /// Advice that was given with it.
    pub notes: Vec<Note>,
    /// When it was sent.
    pub asked: i64,
    /// The literal answer.
    pub literal: Literal,
    /// Spans beyond it.
    pub pragmatic: Vec<Span>,
    /// The reply, or the free-form answer.
    pub reply: Option<String>,
    /// When it was sent.
    pub replied: i64,
    /// TopiOCQA's rationale.
    pub rationale: Option<Span>,
    /// Whether no page answers it.
    pub unanswerable: bool,
    /// The page of the answer.
    pub page: Option<PageRef>,
    /// Its section.
    pub section: String,
    /// The student's rating.
    pub rating: Option<BTreeMap<String, u8>>,
}

/// Where an answer stands: its rationale, page and section.
type Found = (Option<Span>, Option<PageRef>, String);

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Both say what interests them.
    Interests,
    /// Both take the background test.
    Background,
    /// The student asks.
    Question,
    /// The teacher chooses literal spans.
    Literal,
    /// The teacher chooses pragmatic spans.
    Pragmatic,
    /// The teacher replies.
    Reply,
    /// Both fill in the closing survey.
    Closing,
    /// It is over.
    Ended,
    /// Words are mended.
    Returned,
}

/// A conversation.
#[derive(Clone, Debug)]
pub struct Session {
    /// How many events were folded.
    pub seq: i64,
    /// The protocol's family.
    pub family: Family,
    /// Who is in it.
    pub seats: Vec<Seat>,
    /// Which techniques are enabled.
    pub conditions: BTreeMap<String, bool>,
    /// The settings it began with.
    pub rules: Settings,
    /// Whether it only was a trial.
    pub trial: bool,
    /// Topics to choose from.
    pub topics: Vec<Topic>,
    /// Further answers that came with it from a file.
    pub further: BTreeMap<usize, Vec<crate::formats::Further>>,
    /// The page it begins with.
    pub seed: Option<Seed>,
    /// Who would like to teach and learn what.
    pub interests: HashMap<String, Vec<Inclination>>,
    /// What it is about.
    pub topic: Option<Topic>,
    /// The background test.
    pub test: Vec<(String, bool)>,
    /// Whether it could be held.
    pub testable: bool,
    /// Right answers in it.
    pub background: BTreeMap<String, u32>,
    /// The turns.
    pub turns: Vec<Turn>,
    /// What is waited for.
    pub phase: Phase,
    /// Since when.
    pub since: i64,
    /// When it began.
    pub began: i64,
    /// Pages the teacher can go back and forward in.
    pub trail: Vec<PageRef>,
    /// Pages the teacher has opened.
    pub visited: Vec<PageRef>,
    /// The open page's place in the trail.
    pub at: usize,
    /// Pages that may be opened again, as the questioner may see them.
    pub outlines: Vec<Outline>,
    /// How often pages were opened.
    pub browsing: Vec<(i64, String, How)>,
    /// The choices for the current question.
    pub draft: (Option<Literal>, Vec<Span>),
    /// Closing surveys.
    pub closing: BTreeMap<String, BTreeMap<String, Value>>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Who made it end.
    pub ended_by: Option<String>,
    /// What they said.
    pub reason: String,
    /// When it ended.
    pub ended: i64,
    /// What the reviewer wants.
    pub note: String,
    /// Who has mended their words and sent them back.
    pub resubmitted: BTreeSet<String>,
    /// Where answers stood that were amended to none, in case they are amended back.
    found: BTreeMap<usize, Found>,
    /// Grice's own state.
    pub engine: Option<Value>,
    /// Actions that were carried out.
    pub actions: HashMap<(String, String), i64>,
}

impl Session {
    /// A conversation before its first event.
    pub fn new() -> Session {
        Session {
            seq: 0,
            family: Family::Pragmaticqa,
            seats: Vec::new(),
            conditions: BTreeMap::new(),
            rules: Settings::default(),
            trial: false,
            topics: Vec::new(),
            further: BTreeMap::new(),
            seed: None,
            interests: HashMap::new(),
            topic: None,
            test: Vec::new(),
            testable: true,
            background: BTreeMap::new(),
            turns: Vec::new(),
            phase: Phase::Interests,
            since: 0,
            began: 0,
            trail: Vec::new(),
            visited: Vec::new(),
            at: 0,
            outlines: Vec::new(),
            browsing: Vec::new(),
            draft: (None, Vec::new()),
            closing: BTreeMap::new(),
            outcome: None,
            ended_by: None,
            reason: String::new(),
            ended: 0,
            note: String::new(),
            resubmitted: BTreeSet::new(),
            found: BTreeMap::new(),
            engine: None,
            actions: HashMap::new(),
        }
    }

    /// Whether a technique is enabled.
    pub fn has(&self, technique: &str) -> bool {
        self.conditions.get(technique).copied().unwrap_or(true)
    }

    /// The role of a participant.
    pub fn role(&self, participant: &str) -> Option<Role> {
        self.seats.iter().find(|seat| seat.participant == participant)?.role
    }

    /// The partner of a participant.
    pub fn partner(&self, participant: &str) -> Option<&str> {
        let other = self.seats.iter().find(|seat| seat.participant != participant);
        other.map(|seat| seat.participant.as_str())
    }

    /// Turns with a reply.
    pub fn finished(&self) -> usize {
        self.turns.iter().filter(|turn| turn.reply.is_some()).count()
    }

    /// When whoever has to act is late.
    pub fn deadline(&self) -> Option<i64> {
        let waits = !matches!(self.phase, Phase::Ended | Phase::Returned);
        waits.then(|| self.since + self.rules.turn_seconds * 1_000)
    }

    /// The turn that waits for its rating: from the moment the next question is sent, or the
    /// conversation is left.
    pub fn rating_due(&self) -> Option<usize> {
        // Grice, the student, rates nothing.
        if self.family != Family::Pragmaticqa || self.role(GRICE) == Some(Role::Student) {
            return None;
        }
        let left = matches!(self.phase, Phase::Closing);
        let due = |number: usize| {
            let turn = &self.turns[number];
            turn.reply.is_some() && turn.rating.is_none() && (left || number + 1 < self.turns.len())
        };
        (0..self.turns.len()).find(|&number| due(number))
    }

    /// Whether a page may be read: it was opened.
    pub fn opened(&self, document: &str) -> bool {
        self.visited.iter().any(|page| page.document == document)
    }

    /// Answers in a row that came from one page.
    pub fn on_topic(&self) -> u32 {
        let pages = self.turns.iter().rev().filter_map(|turn| turn.page.as_ref());
        let mut pages = pages.map(|page| page.document.as_str());
        match pages.next() {
            Some(last) => 1 + pages.take_while(|page| *page == last).count() as u32,
            None => 0,
        }
    }

    /// What a conversation of so many turns is paid: a base, and beyond the minimum more with each
    /// turn (PragmatiCQA, section 3.3).
    pub fn pay(&self) -> i64 {
        let turns = self.finished() as i64;
        let beyond = turns - i64::from(self.rules.minimum_turns);
        if beyond < 0 {
            return 0;
        }
        let more = beyond * self.rules.pay_turn + self.rules.pay_growth * beyond * (beyond - 1) / 2;
        self.rules.pay_base + more
    }

    /// What one participant has earned: who quit or was late before the minimum gets nothing; the
    /// other is paid for the share of the minimum that was done.
    pub fn earned(&self, participant: &str) -> i64 {
        let full = self.pay();
        let blamed = self.ended_by.as_deref() == Some(participant);
        match self.outcome {
            None | Some(Outcome::Complete) => full,
            Some(_) if full > 0 => full,
            Some(Outcome::Unqualified) => 0,
            Some(_) if blamed => 0,
            Some(_) => {
                let minimum = i64::from(self.rules.minimum_turns).max(1);
                self.rules.pay_base * self.finished() as i64 / minimum
            }
        }
    }

    fn first_phase(&self) -> Phase {
        match (self.family, self.topic.is_some()) {
            (Family::Pragmaticqa, false) => Phase::Interests,
            _ => Phase::Question,
        }
    }

    fn move_to(&mut self, phase: Phase, at: i64) {
        self.phase = phase;
        self.since = at;
    }

    /// Opens a page, as a browser does: what was ahead of the page before is forgotten.
    fn open(&mut self, page: PageRef) {
        if !self.opened(&page.document) {
            self.visited.push(page.clone());
        }
        self.trail.truncate(self.at + 1);
        self.trail.push(page);
        self.at = self.trail.len() - 1;
    }

    fn outline(&mut self, outline: Outline) {
        if !self.outlines.iter().any(|known| known.document == outline.document) {
            self.outlines.push(outline);
        }
    }

    /// Folds an event.
    pub fn apply(
        &mut self,
        seq: i64,
        at: i64,
        actor: &str,
        action: Option<&str>,
        event: SessionEvent,
    ) {
        self.seq = seq;
        if let Some(action) = action {
            self.actions.insert((actor.to_owned(), action.to_owned()), seq);
        }
        match event {
            SessionEvent::Began { family, seats, conditions, rules, topics, seed, trial } => {
                (self.family, self.seats, self.conditions, self.rules) =
                    (family, seats, conditions, rules);
                (self.topics, self.trial, self.began) = (topics, trial, at);
                if let Some(seed) = seed {
                    let page =
                        PageRef { document: seed.document.clone(), title: seed.title.clone() };
                    let (document, title) = (seed.document.clone(), seed.title.clone());
                    self.outline(Outline { document, title, sections: seed.sections.clone() });
                    self.open(page);
                    self.seed = Some(seed);
                }
                self.move_to(self.first_phase(), at);
            }
            SessionEvent::Interests { answers } => {
                self.interests.insert(actor.to_owned(), answers);
            }
            SessionEvent::Settled { topic, teacher, student, test, start, testable } => {
                for seat in &mut self.seats {
                    seat.role = match seat.participant.as_str() {
                        name if name == teacher => Some(Role::Teacher),
                        name if name == student => Some(Role::Student),
                        _ => None,
                    };
                }
                self.topic = Some(topic);
                self.open(start);
                let phase = if test.is_empty() { Phase::Question } else { Phase::Background };
                if let Some(tested) = self.conditions.get_mut(BACKGROUND_TEST) {
                    *tested = !test.is_empty();
                }
                (self.test, self.testable) = (test, testable);
                self.move_to(phase, at);
            }
            SessionEvent::Background { right, .. } => {
                self.background.insert(actor.to_owned(), right);
                let people = self.seats.iter().filter(|seat| seat.participant != GRICE).count();
                if self.background.len() >= people {
                    self.move_to(Phase::Question, at);
                }
            }
            event => self.apply_turn(at, actor, event),
        }
    }

    fn apply_turn(&mut self, at: i64, actor: &str, event: SessionEvent) {
        match event {
            SessionEvent::Asked { question, given, notes } => {
                self.turns.push(Turn { question, given, notes, asked: at, ..Turn::default() });
                self.draft = (None, Vec::new());
                let topi = self.family == Family::Topiocqa;
                self.move_to(if topi { Phase::Reply } else { Phase::Literal }, at);
            }
            SessionEvent::Browsed { page, how } => {
                self.browsing.push((at, page.document.clone(), how));
                match how {
                    How::Back => self.at = self.at.saturating_sub(1),
                    How::Forward => self.at = (self.at + 1).min(self.trail.len().saturating_sub(1)),
                    How::Link => {
                        let (document, title) = (page.document.clone(), page.title.clone());
                        self.open(PageRef { document, title });
                    }
                }
                self.outline(page);
            }
            SessionEvent::LiteralChosen { literal } => {
                self.draft.0 = Some(literal);
                self.phase = Phase::Pragmatic;
            }
            SessionEvent::PragmaticChosen { spans } => {
                self.draft.1 = spans;
                self.phase = Phase::Reply;
            }
            SessionEvent::BackTo { phase } => {
                self.phase = match phase {
                    Step::Literal => Phase::Literal,
                    Step::Pragmatic => Phase::Pragmatic,
                };
            }
            SessionEvent::Replied { text, engine } => {
                let (literal, pragmatic) = std::mem::take(&mut self.draft);
                if let Some(turn) = self.turns.last_mut() {
                    turn.page = literal.iter().flat_map(|l| &l.spans).chain(&pragmatic).next().map(
                        |span| PageRef { document: span.document.clone(), title: String::new() },
                    );
                    (turn.literal, turn.pragmatic) = (literal.unwrap_or_default(), pragmatic);
                    (turn.reply, turn.replied) = (Some(text), at);
                }
                self.engine = engine.or(self.engine.take());
                self.move_to(Phase::Question, at);
            }
            SessionEvent::Answered {
                rationale,
                answer,
                unanswerable,
                page,
                section,
                linked,
                engine,
            } => {
                if let Some(turn) = self.turns.last_mut() {
                    (turn.rationale, turn.unanswerable) = (rationale, unanswerable);
                    (turn.page, turn.section) = (page, section);
                    (turn.reply, turn.replied) = (Some(answer), at);
                }
                linked.into_iter().for_each(|outline| self.outline(outline));
                self.engine = engine.or(self.engine.take());
                self.move_to(Phase::Question, at);
            }
            SessionEvent::Rated { turn, answers } => {
                if let Some(turn) = self.turns.get_mut(turn) {
                    turn.rating = Some(answers);
                }
            }
            event => self.apply_end(at, actor, event),
        }
    }

    fn apply_end(&mut self, at: i64, actor: &str, event: SessionEvent) {
        match event {
            SessionEvent::Left => {
                // A question that nobody will answer is no turn.
                self.turns.retain(|turn| turn.reply.is_some());
                self.move_to(Phase::Closing, at);
            }
            SessionEvent::Closed { answers } => {
                self.closing.insert(actor.to_owned(), answers);
            }
            SessionEvent::Ended { outcome, by, reason } => {
                (self.outcome, self.ended_by, self.ended) = (Some(outcome), by, at);
                self.reason = reason;
                self.move_to(Phase::Ended, at);
            }
            SessionEvent::Returned { note } => {
                self.note = note;
                self.resubmitted.clear();
                self.move_to(Phase::Returned, at);
            }
            SessionEvent::Amended { turn, text } => {
                let (role, number) = (self.role(actor), turn);
                if let Some(turn) = self.turns.get_mut(number) {
                    match role {
                        Some(Role::Student) => turn.question = text,
                        _ => {
                            if self.family == Family::Topiocqa {
                                let none = text == UNANSWERABLE;
                                if none && !turn.unanswerable {
                                    let section = std::mem::take(&mut turn.section);
                                    let found = (turn.rationale.take(), turn.page.take(), section);
                                    self.found.insert(number, found);
                                } else if !none && let Some(found) = self.found.remove(&number) {
                                    (turn.rationale, turn.page, turn.section) = found;
                                }
                                turn.unanswerable = none;
                            }
                            turn.reply = Some(text);
                        }
                    }
                }
            }
            SessionEvent::Resubmitted => {
                self.resubmitted.insert(actor.to_owned());
                // A verdict ends it for everybody.
                let verdict = !self.seats.iter().any(|seat| seat.participant == actor);
                let back = |seat: &Seat| {
                    seat.participant == GRICE || self.resubmitted.contains(&seat.participant)
                };
                if verdict || self.seats.iter().all(back) {
                    self.move_to(Phase::Ended, at);
                }
            }
            SessionEvent::Imported { turns, topic, further } => {
                (self.turns, self.topic) = (turns, Some(topic));
                self.further = further.into_iter().collect();
                (self.outcome, self.ended) = (Some(Outcome::Complete), at);
                self.move_to(Phase::Ended, at);
            }
            _ => {}
        }
    }
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}
