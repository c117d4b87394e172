//! A project: the fold of its log. Settings, invitations, participants, which conversations there
//! are, verdicts; what was said in a conversation is in a log of its own.

mod event;

use std::collections::{BTreeMap, HashMap, HashSet};

use grice_store::LoggedEvent;
use serde::Serialize;

use crate::additional::Additional;
use crate::items::Items;
use crate::pagerank::Topic;
use crate::protocol::Protocol;
use crate::session::{Outcome, Seat, Seed};

pub use event::{AdditionalEvent, ProjectEvent, Subject, SubjectKind, Verdict};

/// The actor of what administrators do.
pub const ADMIN: &str = "admin";

/// The actor of what happens by itself.
pub const SYSTEM: &str = "";

/// An invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Its id, which is not its token.
    pub id: String,
    /// What the administrator calls it.
    pub label: Option<String>,
    /// The step it leads to.
    pub step: String,
    /// When it was made.
    pub made: i64,
    /// How many may use it.
    pub uses: Option<u32>,
    /// Until when.
    pub expires: Option<i64>,
    /// How many have used it.
    pub used: u32,
    /// Whether it was revoked.
    pub revoked: bool,
}

/// Words of a reviewer for a participant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Notice {
    /// Its id.
    pub id: String,
    /// returned, rejected or accepted.
    pub kind: &'static str,
    /// The words.
    pub text: String,
}

/// One attempt at the qualification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// What was chosen.
    pub answers: BTreeMap<String, usize>,
    /// How much was right.
    pub right: u32,
    /// Whether it was enough.
    pub passed: bool,
}

/// Somebody who takes part.
#[derive(Clone, Debug, Default)]
pub struct Participant {
    /// The pseudonym.
    pub id: String,
    /// The name for payments.
    pub name: Option<String>,
    /// The step.
    pub step: String,
    /// When they joined.
    pub joined: i64,
    /// Whether it is an administrator's trial.
    pub trial: bool,
    /// Whether they passed the qualification, or need none.
    pub qualified: bool,
    /// Attempts at it.
    pub attempts: Vec<Attempt>,
    /// Why they are suspended.
    pub suspended: Option<String>,
    /// Since when they wait for a partner.
    pub waiting: Option<i64>,
    /// The conversation they are in, or were in last.
    pub current: Option<String>,
    /// All their conversations.
    pub sessions: Vec<String>,
    /// What finished conversations earned them.
    pub earned: i64,
    /// What reviewers said and they have not dismissed.
    pub notices: Vec<Notice>,
    /// Conversations that wait for their corrections.
    pub returned: Vec<String>,
}

/// What the project knows of a conversation.
#[derive(Clone, Debug)]
pub struct SessionRecord {
    /// Its key.
    pub key: String,
    /// Who is in it.
    pub seats: Vec<Seat>,
    /// Which techniques it has.
    pub conditions: BTreeMap<String, bool>,
    /// Whether it is a trial, and in no export.
    pub trial: bool,
    /// Whether it came from a file.
    pub imported: bool,
    /// When it began.
    pub began: i64,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// When.
    pub ended: i64,
    /// Turns with a reply, once it is over.
    pub turns: usize,
    /// What it earned each participant.
    pub earned: BTreeMap<String, i64>,
}

/// A verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// What was said last.
    pub verdict: Verdict,
    /// With which words.
    pub note: String,
    /// When.
    pub at: i64,
    /// Whether the work came back since.
    pub resubmitted: bool,
}

/// A project.
#[derive(Clone, Debug)]
pub struct Project {
    /// The number of its stream.
    pub stream: i64,
    /// Its id in the API.
    pub key: String,
    /// Whose it is.
    pub owner: String,
    /// Events folded.
    pub seq: i64,
    /// How often its log was changed by deletions.
    pub epoch: i64,
    /// Its name.
    pub name: String,
    /// Its protocol, with the project's own settings and consent.
    pub protocol: Protocol,
    /// The collection.
    pub collection: String,
    /// The key of its pseudonyms.
    pub secret: String,
    /// When it was made.
    pub made: i64,
    /// Whether nobody can come in or begin anything.
    pub closed: bool,
    /// Topics of conversations.
    pub topics: Vec<Topic>,
    /// First pages of conversations.
    pub seeds: Vec<Seed>,
    /// Invitations by id.
    pub invitations: BTreeMap<String, Invitation>,
    /// Participants by id.
    pub participants: BTreeMap<String, Participant>,
    /// Which invitation and action made whom.
    pub joins: HashMap<(String, String), String>,
    /// Conversations by key, in the order of their beginning.
    pub sessions: indexed::Records,
    /// Hashes of what was said in those that came from files.
    pub contents: HashSet<String>,
    /// Verdicts.
    pub reviews: BTreeMap<Subject, Review>,
    /// Further answers.
    pub additional: Additional,
    /// Items and judgements.
    pub items: Items,
    /// What was done, by actor and the client's id.
    pub actions: HashMap<(String, String), i64>,
}

pub mod indexed {
    //! Conversations in the order in which they began, found by key.

    use std::collections::HashMap;

    use super::SessionRecord;

    /// The conversations of a project.
    #[derive(Clone, Debug, Default)]
    pub struct Records {
        list: Vec<SessionRecord>,
        places: HashMap<String, usize>,
    }

    impl Records {
        /// The conversation of a key.
        pub fn get(&self, key: &str) -> Option<&SessionRecord> {
            self.places.get(key).and_then(|&at| self.list.get(at))
        }

        /// The same, to change.
        pub fn get_mut(&mut self, key: &str) -> Option<&mut SessionRecord> {
            self.places.get(key).and_then(|&at| self.list.get_mut(at))
        }

        /// Adds one.
        pub fn push(&mut self, record: SessionRecord) {
            self.places.insert(record.key.clone(), self.list.len());
            self.list.push(record);
        }

        /// All, the oldest first.
        pub fn iter(&self) -> std::slice::Iter<'_, SessionRecord> {
            self.list.iter()
        }
    }
}

/// A name for payments as it is compared with others.
fn compared(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl Project {
    /// A project before its first event.
    pub fn new(stream: i64, key: &str, owner: &str, epoch: i64) -> Project {
        Project {
            stream,
            key: key.to_owned(),
            owner: owner.to_owned(),
            seq: 0,
            epoch,
            name: String::new(),
            protocol: Protocol::empty(),
            collection: String::new(),
            secret: String::new(),
            made: 0,
            closed: false,
            topics: Vec::new(),
            seeds: Vec::new(),
            invitations: BTreeMap::new(),
            participants: BTreeMap::new(),
            joins: HashMap::new(),
            sessions: indexed::Records::default(),
            contents: HashSet::new(),
            reviews: BTreeMap::new(),
            additional: Additional::default(),
            items: Items::default(),
            actions: HashMap::new(),
        }
    }

    /// The participant of an id.
    pub fn participant(&self, id: &str) -> Option<&Participant> {
        self.participants.get(id)
    }

    /// Those who gave a name for payments, whatever its case and spaces.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &Participant> {
        let name = compared(name);
        let is = move |known: &String| compared(known) == name;
        self.participants.values().filter(move |one| one.name.as_ref().is_some_and(&is))
    }

    /// Everything somebody has earned by what is finished.
    pub fn earned(&self, participant: &str) -> i64 {
        let talks = self.participants.get(participant).map_or(0, |one| one.earned);
        talks + self.items.earned(participant) + self.additional.earned(participant)
    }

    /// Whether a reviewer rejected a conversation, which is then neither data nor paid.
    pub fn is_rejected(&self, session: &str) -> bool {
        let subject = Subject { kind: SubjectKind::Session, id: session.to_owned() };
        self.reviews.get(&subject).is_some_and(|review| review.verdict == Verdict::Reject)
    }

    /// What somebody is paid for a conversation that is over.
    pub fn paid(&self, record: &SessionRecord, participant: &str) -> i64 {
        match self.is_rejected(&record.key) {
            true => 0,
            false => record.earned.get(participant).copied().unwrap_or_default(),
        }
    }

    /// How often two people had a conversation together.
    pub fn met(&self, one: &str, other: &str) -> usize {
        let sits = |record: &SessionRecord, who: &str| {
            record.seats.iter().any(|seat| seat.participant == who)
        };
        let Some(participant) = self.participants.get(one) else { return 0 };
        let theirs = participant.sessions.iter().filter_map(|key| self.sessions.get(key));
        theirs.filter(|record| sits(record, other)).count()
    }

    /// Folds an event as it was logged; `None` is one that was erased.
    pub fn apply(&mut self, logged: &LoggedEvent, event: Option<ProjectEvent>) {
        self.seq = logged.seq;
        if let Some(action) = &logged.action {
            self.actions.insert((logged.actor.clone(), action.clone()), logged.seq);
        }
        let Some(event) = event else { return };
        let (at, actor) = (logged.at, logged.actor.as_str());
        match event {
            ProjectEvent::Made { name, protocol, collection, secret, topics, seeds } => {
                (self.name, self.protocol, self.collection) = (name, *protocol, collection);
                (self.secret, self.topics, self.seeds, self.made) = (secret, topics, seeds, at);
            }
            ProjectEvent::Changed { name, closed, consent, settings } => {
                self.name = name.unwrap_or_else(|| std::mem::take(&mut self.name));
                self.closed = closed.unwrap_or(self.closed);
                if let Some(consent) = consent {
                    self.protocol.consent = consent;
                }
                if let Some(settings) = settings {
                    self.protocol.settings = *settings;
                }
            }
            ProjectEvent::Invited { id, label, step, uses, expires } => {
                let key = id.clone();
                let (used, revoked) = (0, false);
                let made = Invitation { id, label, step, made: at, uses, expires, used, revoked };
                self.invitations.insert(key, made);
            }
            ProjectEvent::Revoked { id } => {
                if let Some(invitation) = self.invitations.get_mut(&id) {
                    invitation.revoked = true;
                }
            }
            ProjectEvent::Item { event } => {
                let Project { items, protocol, .. } = self;
                items.apply(protocol, logged.seq, at, actor, event);
                self.check_reliability(actor);
            }
            ProjectEvent::Additional { event } => {
                self.additional.apply(at, self.protocol.settings.pay_item, actor, event);
            }
            ProjectEvent::Used { invitation } => {
                if let Some(known) = self.invitations.get_mut(&invitation) {
                    known.used += 1;
                }
            }
            event => self.apply_person(logged, event),
        }
    }

    fn apply_person(&mut self, logged: &LoggedEvent, event: ProjectEvent) {
        let (at, actor) = (logged.at, logged.actor.as_str());
        match event {
            ProjectEvent::Joined { invitation, step, name, trial, counted } => {
                let mut qualified = trial || self.protocol.qualification.is_empty();
                if trial {
                    self.items.joined_for_trial(actor);
                    self.additional.joined_for_trial(actor);
                }
                let mut attempts = Vec::new();
                if let Some(name) = &name {
                    self.items.joined_as(actor, compared(name));
                    // Who has taken the qualification for another step has taken it.
                    for before in self.named(name) {
                        qualified |= before.qualified;
                        attempts.extend(before.attempts.iter().cloned());
                    }
                }
                let id = actor.to_owned();
                let one = Participant {
                    id,
                    name,
                    step,
                    joined: at,
                    trial,
                    qualified,
                    attempts,
                    ..<_>::default()
                };
                self.participants.insert(actor.to_owned(), one);
                if let Some(invitation) = invitation {
                    let known = self.invitations.get_mut(&invitation).filter(|_| !counted);
                    if let Some(known) = known {
                        known.used += 1;
                    }
                    let action = logged.action.clone().unwrap_or_default();
                    self.joins.insert((invitation, action), actor.to_owned());
                }
            }
            ProjectEvent::Decided { participant, suspended, qualified, why } => {
                let Some(one) = self.participants.get_mut(&participant) else { return };
                if let Some(suspended) = suspended {
                    self.items.decided(&participant, suspended);
                    self.additional.decided(&participant, suspended);
                }
                match suspended {
                    Some(true) => (one.suspended, one.waiting) = (Some(why), None),
                    Some(false) => one.suspended = None,
                    None => {}
                }
                one.qualified = qualified.unwrap_or(one.qualified);
            }
            ProjectEvent::Paired { session, seats, conditions, trial } => {
                self.begin(session, seats, conditions, trial, at, false);
            }
            ProjectEvent::Imported { session, turns, content } => {
                self.contents.insert(content);
                self.begin(session.clone(), Vec::new(), BTreeMap::new(), false, at, true);
                let earned = BTreeMap::new();
                self.end(&session, Outcome::Complete, turns, earned, at);
            }
            ProjectEvent::Over { session, outcome, turns, earned, conditions } => {
                self.end(&session, outcome, turns, earned, at);
                if let Some(record) =
                    self.sessions.get_mut(&session).filter(|_| !conditions.is_empty())
                {
                    record.conditions = conditions;
                }
            }
            ProjectEvent::Reviewed { subject, verdict, note, whom } => {
                self.reviewed(logged.seq, at, subject, verdict, note, &whom);
            }
            ProjectEvent::Resubmitted { subject, by } => {
                if let Some(review) = self.reviews.get_mut(&subject) {
                    review.resubmitted = true;
                }
                for one in self.participants.values_mut() {
                    if by.as_ref().is_none_or(|by| *by == one.id) {
                        one.returned.retain(|session| *session != subject.id);
                    }
                }
            }
            event => {
                let Some(one) = self.participants.get_mut(actor) else { return };
                match event {
                    ProjectEvent::Qualified { answers, right, passed } => {
                        one.attempts.push(Attempt { answers, right, passed });
                        one.qualified |= passed;
                    }
                    ProjectEvent::Waited => {
                        (one.waiting, one.current) = (Some(at), None);
                    }
                    ProjectEvent::Stopped => one.waiting = None,
                    ProjectEvent::Dismissed { notice } => {
                        one.notices.retain(|known| known.id != notice);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Who gets too many gold items wrong is suspended.
    fn check_reliability(&mut self, actor: &str) {
        let Some(one) = self.participants.get_mut(actor) else { return };
        if one.suspended.is_none() && self.items.is_unreliable(actor, &self.protocol.settings) {
            one.suspended = Some(crate::items::UNRELIABLE.to_owned());
            self.items.decided(actor, true);
        }
    }

    fn begin(
        &mut self,
        key: String,
        seats: Vec<Seat>,
        conditions: BTreeMap<String, bool>,
        trial: bool,
        at: i64,
        imported: bool,
    ) {
        for seat in &seats {
            if let Some(one) = self.participants.get_mut(&seat.participant) {
                (one.waiting, one.current) = (None, Some(key.clone()));
                one.sessions.push(key.clone());
            }
        }
        self.sessions.push(SessionRecord {
            key,
            seats,
            conditions,
            trial,
            imported,
            began: at,
            outcome: None,
            ended: 0,
            turns: 0,
            earned: BTreeMap::new(),
        });
    }

    fn end(
        &mut self,
        session: &str,
        outcome: Outcome,
        turns: usize,
        earned: BTreeMap<String, i64>,
        at: i64,
    ) {
        let unpaid = self.is_rejected(session);
        let Some(record) = self.sessions.get_mut(session) else { return };
        for (who, amount) in earned.iter().filter(|_| !unpaid) {
            if let Some(one) = self.participants.get_mut(who) {
                one.earned += amount - record.earned.get(who).copied().unwrap_or_default();
            }
        }
        (record.outcome, record.ended) = (Some(outcome), at);
        (record.turns, record.earned) = (turns, earned);
    }

    fn reviewed(
        &mut self,
        seq: i64,
        at: i64,
        subject: Subject,
        verdict: Verdict,
        note: String,
        whom: &[String],
    ) {
        let kind = match verdict {
            Verdict::Accept => "accepted",
            Verdict::Return => "returned",
            Verdict::Reject => "rejected",
        };
        let returned = verdict == Verdict::Return && subject.kind == SubjectKind::Session;
        for who in whom {
            let Some(one) = self.participants.get_mut(who) else { continue };
            one.notices.push(Notice { id: format!("n{seq}"), kind, text: note.clone() });
            one.returned.retain(|session| *session != subject.id);
            if returned {
                one.returned.push(subject.id.clone());
            }
        }
        let review = Review { verdict, note, at, resubmitted: false };
        self.items.reviewed(&subject, review.verdict);
        let before = self.reviews.insert(subject.clone(), review).map(|review| review.verdict);
        if subject.kind == SubjectKind::Session {
            let unpaid = |verdict: Verdict| i64::from(verdict == Verdict::Reject);
            self.pay_again(&subject.id, before.map_or(0, unpaid) - unpaid(verdict));
        }
    }

    /// Pays for a conversation again (1), or takes its pay back (-1).
    fn pay_again(&mut self, session: &str, times: i64) {
        let Some(record) = self.sessions.get(session) else { return };
        for (who, amount) in &record.earned {
            if let Some(one) = self.participants.get_mut(who) {
                one.earned += times * amount;
            }
        }
    }
}
