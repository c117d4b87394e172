//! Who is paired with whom, and what a pair begins with.

use std::collections::BTreeMap;

use grice_store::random_key;

use super::Studio;
use super::log::{New, Write};
use super::working::Caller;
use crate::pagerank::Topic;
use crate::pages::Pages;
use crate::project::{Participant, Project, ProjectEvent, SYSTEM, SessionRecord};
use crate::protocol::Family;
use crate::random::Random;
use crate::refusal::{Refusal, Result};
use crate::session::{
    self, BACKGROUND_TEST, Context, GRICE, Outcome, Role, Seat, Seed, SessionEvent,
};

/// How long people who have met wait for others before they are paired again.
const PATIENCE: i64 = 30_000;

/// The techniques that are A/B tested (PragmatiCQA, section 3.3).
pub(crate) const TECHNIQUES: [&str; 2] = ["topic_selection", BACKGROUND_TEST];

/// A conversation as it begins.
struct Beginning {
    conditions: BTreeMap<String, bool>,
    seats: Vec<Seat>,
    events: Vec<SessionEvent>,
}

impl Studio {
    /// Pairs those who wait and are present, until nobody is left to pair.
    pub(crate) fn pair(&self, number: i64) -> Result<()> {
        while let Some(seats) = self.read(number, |project| Ok(self.next_pair(project)))? {
            if !self.begin(number, &seats, false)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// How many others wait and are present.
    pub(crate) fn others(&self, project: &Project, caller: &Caller) -> usize {
        let all = self.waiting(project);
        all.iter().filter(|one| one.id != caller.participant).count()
    }

    /// Those who wait and are present, longest first.
    fn waiting<'a>(&self, project: &'a Project) -> Vec<&'a Participant> {
        let waits = |one: &&Participant| {
            one.waiting.is_some()
                && one.suspended.is_none()
                && self.inner.present.is(project.stream, &one.id)
        };
        let mut all: Vec<&Participant> = project.participants.values().filter(waits).collect();
        all.sort_by_key(|one| one.waiting);
        all
    }

    /// The pair that has met least, of those the one that has waited longest.
    fn next_pair(&self, project: &Project) -> Option<Vec<Seat>> {
        let waiting = self.waiting(project);
        if project.closed {
            return None;
        }
        let seat = |one: &Participant| Seat { participant: one.id.clone(), role: None };
        if let Some(role) = Role::named(&project.protocol.settings.grice)
            && self.inner.parts.partner.is_some()
        {
            let grice = Seat { participant: GRICE.to_owned(), role: Some(role) };
            return waiting.first().map(|one| vec![seat(one), grice]);
        }
        let mut best: Option<((usize, i64), [&Participant; 2])> = None;
        for (at, one) in waiting.iter().enumerate() {
            for other in &waiting[at + 1..] {
                let since = one.waiting.max(other.waiting).unwrap_or_default();
                let met = project.met(&one.id, &other.id);
                if met > 0 && self.now() < since + PATIENCE {
                    continue;
                }
                let order = (met, since);
                if best.is_none_or(|(known, _)| order < known) {
                    best = Some((order, [one, other]));
                }
            }
        }
        best.map(|(_, pair)| pair.map(seat).to_vec())
    }

    /// Begins a conversation, unless somebody in it is no longer free; whether it began.
    pub(crate) fn begin(&self, number: i64, seats: &[Seat], trial: bool) -> Result<bool> {
        let key = random_key()?;
        let pages = self.read(number, |project| self.pages(project))?;
        let began = self.update(number, |project| {
            let free = |seat: &Seat| {
                let one = project.participant(&seat.participant);
                let running = |one: &Participant| {
                    let record = one.current.as_ref().and_then(|key| project.sessions.get(key));
                    record.is_some_and(|record| record.outcome.is_none())
                };
                seat.participant == GRICE
                    || one.is_some_and(|one| trial || (one.waiting.is_some() && !running(one)))
            };
            if !seats.iter().all(free) {
                return Ok((Write::default(), false));
            }
            let mut random = Random::of(&format!("{}/{key}", project.secret));
            let begun = self.beginning(project, seats, trial, pages.as_ref(), &mut random)?;
            let mut write = Write::by(SYSTEM, None).project([ProjectEvent::Paired {
                session: key.clone(),
                seats: begun.seats,
                conditions: begun.conditions,
                trial,
            }]);
            write.begun.push(New { key: key.clone(), events: begun.events });
            // Those who still wait see that fewer others do.
            let waits = project.participants.values().filter(|one| one.waiting.is_some());
            let told = seats.iter().map(|seat| seat.participant.clone());
            let told = told.chain(waits.map(|one| one.id.clone()));
            write.whom = super::Whom::These(told.collect());
            Ok((write, true))
        })?;
        if began {
            self.nudge(number, &key);
        }
        Ok(began)
    }

    fn beginning(
        &self,
        project: &Project,
        seats: &[Seat],
        trial: bool,
        pages: &dyn Pages,
        random: &mut Random,
    ) -> Result<Beginning> {
        match project.protocol.family {
            Family::Pragmaticqa => self.teaching(project, seats, trial, pages, random),
            _ => Ok(self.wandering(project, seats, trial, random)),
        }
    }

    /// A PragmatiCQA conversation: with its interest survey, or with a topic and roles by chance.
    fn teaching(
        &self,
        project: &Project,
        seats: &[Seat],
        trial: bool,
        pages: &dyn Pages,
        random: &mut Random,
    ) -> Result<Beginning> {
        let rules = project.protocol.settings.clone();
        let mut conditions: BTreeMap<String, bool> = TECHNIQUES
            .iter()
            .map(|name| {
                let on =
                    !rules.experiments || trial || random.share() < chance(project, seats, name);
                ((*name).to_owned(), on)
            })
            .collect();
        let chooses = conditions.get("topic_selection") == Some(&true);
        let mut topics: Vec<Topic> = project.topics.clone();
        random.shuffle(&mut topics);
        topics.truncate(if chooses { rules.topics_shown.max(1) as usize } else { 1 });
        for topic in &mut topics {
            // What is asked in tests is no part of the conversation's own log.
            topic.popular.clear();
            topic.near.clear();
        }
        let began = SessionEvent::Began {
            family: Family::Pragmaticqa,
            seats: seats.to_vec(),
            conditions: conditions.clone(),
            rules,
            topics: topics.clone(),
            seed: None,
            trial,
        };
        let mut events = vec![began];
        let mut seats = seats.to_vec();
        if !chooses {
            let topic = topics.first().ok_or_else(|| Refusal::not_now("there are no topics"))?;
            roles(project, &mut seats, random);
            let of = |role: Role| {
                let seat = seats.iter().find(|seat| seat.role == Some(role));
                seat.map(|seat| seat.participant.clone()).unwrap_or_default()
            };
            let context = Context {
                protocol: &project.protocol,
                pages,
                now: self.now(),
                random: random.clone(),
                topics: &project.topics,
            };
            let (teacher, student) = (of(Role::Teacher), of(Role::Student));
            let tested = conditions.get(BACKGROUND_TEST) == Some(&true);
            let settled = session::settle(topic, &teacher, &student, tested, &context, random)?;
            if let SessionEvent::Settled { test, .. } = &settled {
                conditions.insert(BACKGROUND_TEST.to_owned(), !test.is_empty());
            }
            events.push(settled);
        }
        Ok(Beginning { conditions, seats, events })
    }

    /// A TopiOCQA conversation: the seed that was used least, and roles in turn.
    fn wandering(
        &self,
        project: &Project,
        seats: &[Seat],
        trial: bool,
        random: &mut Random,
    ) -> Beginning {
        let rules = project.protocol.settings.clone();
        let mut seats = seats.to_vec();
        roles(project, &mut seats, random);
        let begun = project.sessions.iter().filter(|record| !record.imported).count();
        let all = project.seeds.len().max(1);
        let mut seed: Option<Seed> = project.seeds.get(begun % all).cloned();
        if random.share() < rules.written_first
            && let Some(seed) = &mut seed
        {
            seed.question = None;
        }
        let began = SessionEvent::Began {
            family: Family::Topiocqa,
            seats: seats.clone(),
            conditions: BTreeMap::new(),
            rules,
            topics: Vec::new(),
            seed,
            trial,
        };
        Beginning { conditions: BTreeMap::new(), seats, events: vec![began] }
    }
}

/// Gives roles to those who have none: a role that somebody else must have, otherwise the one that
/// the person has had less often.
fn roles(project: &Project, seats: &mut [Seat], random: &mut Random) {
    if let Some(at) = seats.iter().position(|seat| seat.role.is_some()) {
        let taken = seats[at].role.map(Role::other);
        seats.iter_mut().filter(|seat| seat.role.is_none()).for_each(|seat| seat.role = taken);
        return;
    }
    let taught = |seat: &Seat| {
        let mine = |record: &&SessionRecord| {
            record
                .seats
                .iter()
                .any(|other| other == &Seat { role: Some(Role::Teacher), ..seat.clone() })
        };
        project.sessions.iter().filter(mine).count()
    };
    let [first, second] = seats else { return };
    let (one, other) = (taught(first), taught(second));
    let first_teaches = match one.cmp(&other) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => random.share() < 0.5,
    };
    let role = if first_teaches { Role::Teacher } else { Role::Student };
    (first.role, second.role) = (Some(role), Some(role.other()));
}

/// How likely a technique is enabled in the next conversation, so that of the complete ones the
/// target's share has it (PragmatiCQA, footnote 4). Somebody who has completed many conversations
/// counts as one: each of theirs weighs less.
fn chance(project: &Project, seats: &[Seat], technique: &str) -> f64 {
    let target = project.protocol.settings.experiment_target;
    let complete = || {
        project.sessions.iter().filter(|record| {
            record.outcome == Some(Outcome::Complete) && !record.trial && !record.imported
        })
    };
    let often = |who: &str| {
        let sits = |record: &&SessionRecord| {
            record.seats.iter().any(|seat| seat.participant == who && who != GRICE)
        };
        complete().filter(sits).count()
    };
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for seat in complete().flat_map(|record| &record.seats) {
        times.entry(&seat.participant).or_insert_with(|| often(&seat.participant));
    }
    let (mut on, mut all) = (0.0, 0.0);
    for record in complete() {
        let most = record.seats.iter().filter_map(|seat| times.get(seat.participant.as_str()));
        let weight = 1.0 / most.copied().max().unwrap_or(1).max(1) as f64;
        all += weight;
        if record.conditions.get(technique) == Some(&true) {
            on += weight;
        }
    }
    let most = seats.iter().filter_map(|seat| times.get(seat.participant.as_str())).max();
    let next = 1.0 / (most.copied().unwrap_or_default() + 1) as f64;
    (target * (all + next) - on).clamp(0.0, next) / next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Project;

    fn record(key: &str, people: [&str; 2], on: bool, outcome: Outcome) -> ProjectEvents {
        let seats = people.map(|id| Seat { participant: id.into(), role: None }).to_vec();
        let conditions = BTreeMap::from([("topic_selection".to_owned(), on)]);
        let (session, earned) = (key.to_owned(), BTreeMap::new());
        let paired =
            ProjectEvent::Paired { session: session.clone(), seats, conditions, trial: false };
        let conditions = BTreeMap::new();
        [paired, ProjectEvent::Over { session, outcome, turns: 6, earned, conditions }]
    }

    type ProjectEvents = [ProjectEvent; 2];

    fn project(all: impl IntoIterator<Item = ProjectEvents>) -> Project {
        let mut project = Project::new(1, "k", "o", 0);
        for (seq, event) in (1..).zip(all.into_iter().flatten()) {
            let logged = grice_store::LoggedEvent {
                seq,
                at: seq,
                actor: String::new(),
                action: None,
                kind: String::new(),
                body: String::new(),
            };
            project.apply(&logged, Some(event));
        }
        project
    }

    fn new() -> Vec<Seat> {
        ["x", "y"].map(|id| Seat { participant: id.into(), role: None }).to_vec()
    }

    #[test]
    fn techniques_are_enabled_so_that_the_target_is_reached() {
        assert!((chance(&project([]), &new(), "topic_selection") - 0.8).abs() < 1e-9);
        let off = project([record("a", ["a", "b"], false, Outcome::Complete)]);
        assert!((chance(&off, &new(), "topic_selection") - 1.0).abs() < 1e-9);
        let pairs: Vec<String> = (0..8).map(|n| n.to_string()).collect();
        let on = project(pairs.iter().map(|n| record(n, [n, "z"], true, Outcome::Complete)));
        assert!(chance(&on, &new(), "topic_selection") < 0.8);
        let quit = project([record("a", ["a", "b"], true, Outcome::Quit)]);
        assert!((chance(&quit, &new(), "topic_selection") - 0.8).abs() < 1e-9);
    }

    #[test]
    fn a_pair_that_comes_again_and_again_counts_once() {
        let twice = project([
            record("a", ["a", "b"], false, Outcome::Complete),
            record("b", ["a", "b"], false, Outcome::Complete),
            record("c", ["c", "d"], true, Outcome::Complete),
        ]);
        let once = project([
            record("a", ["a", "b"], false, Outcome::Complete),
            record("c", ["c", "d"], true, Outcome::Complete),
        ]);
        let [twice, once] = [twice, once].map(|p| chance(&p, &new(), "topic_selection"));
        assert!((twice - once).abs() < 1e-9);
    }

    #[test]
    fn who_taught_asks_the_next_time() {
        let seats = vec![
            Seat { participant: "a".into(), role: Some(Role::Teacher) },
            Seat { participant: "b".into(), role: Some(Role::Student) },
        ];
        let (conditions, session) = (BTreeMap::new(), "s".to_owned());
        let begun = project([]);
        let mut next: Vec<Seat> =
            ["a", "c"].map(|id| Seat { participant: id.into(), role: None }).to_vec();
        let mut known = begun;
        let logged = grice_store::LoggedEvent {
            seq: 1,
            at: 1,
            actor: String::new(),
            action: None,
            kind: String::new(),
            body: String::new(),
        };
        let paired = ProjectEvent::Paired { session, seats, conditions, trial: false };
        known.apply(&logged, Some(paired));
        for seed in 0..20 {
            next.iter_mut().for_each(|seat| seat.role = None);
            roles(&known, &mut next, &mut Random::new(seed));
            assert_eq!(next[0].role, Some(Role::Student));
        }
    }
}
