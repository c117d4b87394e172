//! What a participant sees and does.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::coming::{action_id, named};
use super::log::Write;
use super::qualification::{qualification, qualify};
use super::{Studio, Whom, body};
use crate::action::{Do, LONGEST};
use crate::project::{Participant, Project, ProjectEvent, Subject, SubjectKind};
use crate::random::Random;
use crate::refusal::{Error, Refusal, Result};
use crate::session::{self, Context, Phase, Role, Session, SessionEvent};
use crate::{additional, checks, items};

/// How often somebody's place and what is there are looked at until they fit together.
const LOOKS: usize = 10;

/// A participant, known by their token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Caller {
    /// The number of the project.
    pub(crate) project: i64,
    /// Their id.
    pub participant: String,
}

/// What a participant sees.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Changes whenever something in it does.
    pub version: String,
    /// The view as JSON.
    pub body: Value,
    /// When it will change by itself: a deadline that is still ahead.
    pub wake: Option<i64>,
}

/// Something that was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Acted {
    /// What the participant sees now.
    pub view: View,
    /// Whether it had been done before.
    pub repeated: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Acts {
    action: String,
    #[serde(default, rename = "after")]
    _after: Option<i64>,
    #[serde(rename = "do")]
    what: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Checks {
    #[serde(default)]
    question: Option<String>,
    #[serde(default)]
    answer: Option<String>,
}

/// Where a participant is.
enum Place {
    Suspended(String),
    /// In a conversation, or at its end.
    Session(String),
    /// The conversation was deleted on a partner's request.
    Deleted {
        turns: usize,
        earned: i64,
    },
    Returned(String),
    Qualification,
    Waiting,
    Lobby,
    Additional,
    Items,
}

fn unknown() -> Refusal {
    Refusal::new("token", "you are not known here any more")
}

fn place(project: &Project, one: &Participant) -> Place {
    if let Some(why) = &one.suspended {
        return Place::Suspended(why.clone());
    }
    let current = one.current.as_ref().and_then(|key| project.sessions.get(key));
    if let Some(record) = current {
        let over = record.outcome.is_some();
        match one.returned.first() {
            Some(returned) if over => return Place::Returned(returned.clone()),
            _ if record.outcome == Some(session::Outcome::Deleted) => {
                let earned = project.paid(record, &one.id);
                return Place::Deleted { turns: record.turns, earned };
            }
            _ => return Place::Session(record.key.clone()),
        }
    }
    if let Some(returned) = one.returned.first() {
        return Place::Returned(returned.clone());
    }
    match one.step.as_str() {
        _ if !one.qualified => Place::Qualification,
        "conversation" if one.waiting.is_some() => Place::Waiting,
        "conversation" => Place::Lobby,
        "additional" => Place::Additional,
        _ => Place::Items,
    }
}

/// The conversation that a participant's screen is about.
fn talk(project: &Project, one: &Participant, now: i64) -> Option<String> {
    match place(project, one) {
        Place::Session(key) | Place::Returned(key) => Some(key),
        Place::Additional => additional::held(project, &one.id, now).map(|(key, _)| key.to_owned()),
        _ => None,
    }
}

impl Studio {
    /// What a participant sees: `GET /api/studio/view`.
    pub fn view(&self, caller: &Caller) -> Result<View> {
        match self.tend(caller) {
            Err(Error::Refused(refusal)) if refusal.code == "session" => {}
            tended => tended?,
        }
        for _ in 0..LOOKS {
            let key = self.read(caller.project, |project| {
                let one = project.participant(&caller.participant).ok_or_else(unknown)?;
                Ok(talk(project, one, self.now()))
            })?;
            let seen = match key {
                Some(key) => self.read_session(caller.project, &key, |project, session| {
                    self.seen(project, caller, Some((&key, session)))
                }),
                None => self.read(caller.project, |project| self.seen(project, caller, None)),
            };
            match seen {
                Ok(Some(view)) => return Ok(view),
                Ok(None) => {}
                // It was deleted between the two looks.
                Err(Error::Refused(refusal)) if refusal.code == "session" => {}
                Err(error) => return Err(error),
            }
        }
        Err(Error::Busy)
    }

    /// What a participant sees of a project and the conversation they are in; none where they are
    /// no longer in it.
    fn seen(
        &self,
        project: &Project,
        caller: &Caller,
        session: Option<(&str, &Session)>,
    ) -> Result<Option<View>> {
        let (now, who) = (self.now(), caller.participant.as_str());
        let one = project.participant(who).ok_or_else(unknown)?;
        if talk(project, one, now).as_deref() != session.map(|(key, _)| key) {
            return Ok(None);
        }
        let (mut role, mut wake, mut seq) = (None, None, project.seq);
        let mut earned = project.earned(who);
        let screen = match (place(project, one), session) {
            (Place::Session(_) | Place::Returned(_), Some((key, session))) => {
                seq = session.seq;
                if !matches!(session.phase, Phase::Ended) {
                    role = session.role(who).map(|role| role.name(session.family));
                    wake = session.deadline().filter(|&deadline| deadline > now);
                }
                if session.outcome.is_none() {
                    earned += session.pay();
                }
                self.conversation(project, caller, key, session, now)
            }
            (Place::Session(_) | Place::Returned(_), None) => return Ok(None),
            (Place::Suspended(why), _) => json!({ "kind": "suspended", "why": why, "can": [] }),
            (Place::Deleted { turns, earned }, _) => json!({
                "kind": "ended", "outcome": "deleted", "turns": turns, "earned": earned,
                "why": "Your partner asked that their data be deleted, and the conversation with it. You are paid for what you did.",
                "can": ["wait"],
            }),
            (Place::Qualification, _) => qualification(project, one),
            (Place::Waiting, _) => json!({
                "kind": "waiting", "since": one.waiting, "others": self.others(project, caller),
                "grice": false, "can": ["stop_waiting"],
            }),
            (Place::Lobby, _) => json!({
                "kind": "lobby", "instructions": project.protocol.instructions(&one.step),
                "done": done(project, one),
                "can": if project.closed { vec![] } else { vec!["wait"] },
            }),
            (Place::Additional, session) => {
                additional::screen(project, who, session.map(|(_, session)| session), now)
            }
            (Place::Items, _) => {
                wake = items::wake(project, who, now);
                items::screen(project, who, now)
            }
        };
        let mut body = json!({
            "project": named(project),
            "you": {
                "id": who, "step": one.step, "role": role, "earned": earned,
                "currency": project.protocol.settings.currency,
            },
            "notices": one.notices,
            "screen": screen,
        });
        let hash = Sha256::digest(body.to_string().as_bytes());
        let version: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        if let Some(fields) = body.as_object_mut() {
            fields.insert("version".into(), json!(version));
            fields.insert("seq".into(), json!(seq));
            fields.insert("now".into(), json!(now));
        }
        Ok(Some(View { version, body, wake }))
    }

    fn conversation(
        &self,
        project: &Project,
        caller: &Caller,
        key: &str,
        session: &Session,
        now: i64,
    ) -> Value {
        let who = caller.participant.as_str();
        let partner = session.partner(who).unwrap_or_default();
        let present = self.inner.present.is(caller.project, partner);
        let partner = session::Partner { present };
        let mut screen = session::screen(session, who, &project.protocol, partner, now);
        let screen_is_end = screen["kind"] == "ended";
        if let Some(fields) = screen.as_object_mut() {
            if session.phase == Phase::Returned {
                fields.insert("session".into(), json!(key));
            }
            if screen_is_end && project.is_rejected(key) {
                fields.insert("earned".into(), json!(0));
            }
            if session.phase == Phase::Ended && (session.trial || project.closed) {
                fields.insert("can".into(), json!([]));
            }
        }
        screen
    }

    /// Does something: `POST /api/studio/act`.
    pub fn act(&self, caller: &Caller, request: Value) -> Result<Acted> {
        let Acts { action, what, .. } = body(request)?;
        action_id(&action)?;
        let what: Do = body(what)?;
        if what.longest_text() > LONGEST {
            let message = format!("a text has at most {LONGEST} characters");
            return Err(Refusal::new("too_large", message).into());
        }
        let further = self.read(caller.project, |project| {
            let one = project.participant(&caller.participant).ok_or_else(unknown)?;
            Ok(one.step == "additional")
        })?;
        let repeated = match what.is_of_session() && !further {
            true => self.act_in_session(caller, &action, &what)?,
            false => self.act_in_project(caller, &action, &what)?,
        };
        Ok(Acted { view: self.view(caller)?, repeated })
    }

    fn act_in_session(&self, caller: &Caller, action: &str, what: &Do) -> Result<bool> {
        let who = caller.participant.as_str();
        let key = self.read(caller.project, |project| {
            let one = project.participant(who).ok_or_else(unknown)?;
            if one.suspended.is_some() {
                return Err(Refusal::not_now("you are suspended").into());
            }
            // What was done before is known whatever became of it since.
            if project.actions.contains_key(&(who.to_owned(), action.to_owned())) {
                return Ok(None);
            }
            let mending = matches!(what, Do::Amend { .. } | Do::Resubmit);
            let key = if mending { one.returned.first() } else { one.current.as_ref() };
            match key.filter(|key| project.sessions.get(key).is_some()) {
                Some(key) => Ok(Some(key.clone())),
                None => Err(Refusal::not_now("you are not in a conversation").into()),
            }
        })?;
        let Some(key) = key else { return Ok(true) };
        let pages = self.read(caller.project, |project| self.pages(project))?;
        let repeated = self.update_session(caller.project, &key, |project, session| {
            if session.actions.contains_key(&(who.to_owned(), action.to_owned())) {
                return Ok((Write::default(), true));
            }
            let context = Context {
                protocol: &project.protocol,
                pages: pages.as_ref(),
                now: self.now(),
                random: Random::of(&format!("{}/{key}/{}", project.secret, session.seq)),
                topics: &project.topics,
            };
            let events = session.decide(who, what, &context)?;
            let mut write = Write::by(who, Some(action));
            write.system.extend(over(&key, session, &events, self.now()));
            if matches!(what, Do::Resubmit) {
                let subject = Subject { kind: SubjectKind::Session, id: key.clone() };
                let by = Some(who.to_owned());
                write.system.push(ProjectEvent::Resubmitted { subject, by });
            }
            write.session = events;
            Ok((write, false))
        })?;
        self.nudge(caller.project, &key);
        Ok(repeated)
    }

    fn act_in_project(&self, caller: &Caller, action: &str, what: &Do) -> Result<bool> {
        let who = caller.participant.as_str();
        let pages = match what {
            Do::Skip { .. } | Do::Answer { .. } | Do::Unanswerable { .. } | Do::Browse { .. } => {
                let place = |project: &Project| match project.collection.is_empty() {
                    true => Ok(None),
                    false => self.pages(project).map(Some),
                };
                self.read(caller.project, place)?
            }
            _ => None,
        };
        self.update(caller.project, |project| {
            let one = project.participant(who).ok_or_else(unknown)?;
            if project.actions.contains_key(&(who.to_owned(), action.to_owned())) {
                return Ok((Write::default(), true));
            }
            if one.suspended.is_some() && !matches!(what, Do::Dismiss { .. }) {
                return Err(Refusal::not_now("you are suspended").into());
            }
            let mut write = Write::by(who, Some(action));
            write.whom = Whom::These(vec![who.to_owned()]);
            match what {
                Do::Dismiss { notice } => {
                    write.project.push(ProjectEvent::Dismissed { notice: notice.clone() });
                }
                Do::Qualify { answers } => write.project.push(qualify(project, one, answers)?),
                Do::Wait => {
                    waits(project, one)?;
                    write.project.push(ProjectEvent::Waited);
                }
                Do::StopWaiting if one.waiting.is_some() => {
                    write.project.push(ProjectEvent::Stopped);
                }
                Do::StopWaiting => return Err(Refusal::not_now("you are not waiting").into()),
                _ if !one.qualified => {
                    return Err(Refusal::not_now("the qualification comes first").into());
                }
                _ if one.step == "additional" => {
                    let no_pages = || Refusal::not_now("this cannot be done here");
                    let pages = pages.as_deref().ok_or_else(no_pages)?;
                    let events = additional::decide(project, who, what, pages, self.now())?;
                    let events = events.into_iter().map(|event| ProjectEvent::Additional { event });
                    write.project.extend(events);
                }
                _ => {
                    let events = items::decide(project, who, what, self.now())?;
                    if events.iter().any(items::ItemEvent::opens) {
                        write.whom = super::Whom::Everybody;
                    }
                    write
                        .project
                        .extend(events.into_iter().map(|event| ProjectEvent::Item { event }));
                }
            }
            Ok((write, false))
        })
    }

    /// Advice while somebody types: `POST /api/studio/check`.
    pub fn check(&self, caller: &Caller, request: Value) -> Result<Value> {
        let Checks { question, answer } = body(request)?;
        let who = caller.participant.as_str();
        let current = self.read(caller.project, |project| {
            let one = project.participant(who).ok_or_else(unknown)?;
            Ok(one.current.clone())
        })?;
        let notes = match (question, answer, current) {
            (Some(question), _, Some(key)) => {
                self.read_session(caller.project, &key, |_, session| {
                    let asks = session.role(who) == Some(Role::Student)
                        && session.family == crate::protocol::Family::Topiocqa;
                    Ok(if asks { session.notes(&question) } else { Vec::new() })
                })?
            }
            (None, Some(answer), _) => checks::answer_notes(&answer),
            _ => Vec::new(),
        };
        Ok(json!({ "notes": notes }))
    }

    /// Whether a participant may read a page now, for `GET /api/studio/page`; gives the owner and
    /// the name of the collection it is in.
    pub fn page(&self, caller: &Caller, document: &str) -> Result<(String, String)> {
        let who = caller.participant.as_str();
        let not_yours = || Refusal::new("not_yours", "you have no pages to read");
        let not_opened = || Refusal::new("not_opened", "open the page by its link first");
        let (place, key) = self.read(caller.project, |project| {
            let one = project.participant(who).ok_or_else(unknown)?;
            if one.suspended.is_some() {
                return Err(not_yours().into());
            }
            let place = (project.owner.clone(), project.collection.clone());
            if one.step == "additional" {
                let opened = project.additional.opened(who, document);
                return if opened { Ok((place, None)) } else { Err(not_opened().into()) };
            }
            Ok((place, Some(one.current.clone().ok_or_else(not_yours)?)))
        })?;
        let Some(key) = key else { return Ok(place) };
        self.read_session(caller.project, &key, |_, session| {
            let reads = session.role(who) == Some(Role::Teacher) && session.outcome.is_none();
            match (reads, session.opened(document)) {
                (false, _) => Err(not_yours().into()),
                (_, false) => Err(not_opened().into()),
                _ => Ok(place),
            }
        })
    }

    /// What happens by itself before somebody looks: pairs are made, items are handed out, Grice is
    /// asked, a conversation that nobody goes on with ends.
    fn tend(&self, caller: &Caller) -> Result<()> {
        enum Next {
            Pair,
            Talk(String),
            Item,
            Turn(String),
            Nothing,
        }
        let who = caller.participant.as_str();
        let now = self.now();
        let next = self.read(caller.project, |project| {
            let one = project.participant(who).ok_or_else(unknown)?;
            Ok(match place(project, one) {
                Place::Waiting => Next::Pair,
                Place::Session(key) => Next::Talk(key),
                Place::Items if !items::prepare(project, who, now).is_empty() => Next::Item,
                Place::Additional => match additional::next(project, who, now) {
                    Some((key, _)) => Next::Turn(key),
                    None => Next::Nothing,
                },
                _ => Next::Nothing,
            })
        })?;
        match next {
            Next::Pair => self.pair(caller.project),
            Next::Talk(key) => {
                self.lapse(caller.project, &key)?;
                self.nudge(caller.project, &key);
                Ok(())
            }
            Next::Item => self.update(caller.project, |project| {
                let events = items::prepare(project, who, now);
                let events = events.into_iter().map(|event| ProjectEvent::Item { event });
                Ok((Write::by(who, None).project(events), ()))
            }),
            Next::Turn(key) => self.update_session(caller.project, &key, |project, session| {
                let given = additional::next(project, who, now).filter(|next| next.0 == key);
                let event = given.map(|(key, turn)| additional::given(&key, turn, session));
                let event = event.map(|event| ProjectEvent::Additional { event });
                Ok((Write::by(who, None).project(event), ()))
            }),
            Next::Nothing => Ok(()),
        }
    }
}

/// What the project learns where events end a conversation.
pub(crate) fn over(
    key: &str,
    session: &Session,
    events: &[SessionEvent],
    now: i64,
) -> Option<ProjectEvent> {
    let ends = |event: &SessionEvent| matches!(event, SessionEvent::Ended { .. });
    if session.outcome.is_some() || !events.iter().any(ends) {
        return None;
    }
    let mut after = session.clone();
    for event in events {
        after.apply(after.seq + 1, now, "", None, event.clone());
    }
    Some(ProjectEvent::Over {
        session: key.to_owned(),
        outcome: after.outcome?,
        turns: after.finished(),
        earned: earnings(&after),
        conditions: after.conditions,
    })
}

/// What everybody in a conversation has earned.
pub(crate) fn earnings(session: &Session) -> BTreeMap<String, i64> {
    let people = session.seats.iter().filter(|seat| seat.participant != session::GRICE);
    people.map(|seat| (seat.participant.clone(), session.earned(&seat.participant))).collect()
}

fn done(project: &Project, one: &Participant) -> usize {
    let complete = |key: &&String| {
        let record = project.sessions.get(key);
        record.is_some_and(|record| record.outcome == Some(session::Outcome::Complete))
    };
    one.sessions.iter().filter(complete).count()
}

fn waits(project: &Project, one: &Participant) -> std::result::Result<(), Refusal> {
    let running = one.current.as_ref().and_then(|key| project.sessions.get(key));
    if one.step != "conversation" {
        Err(Refusal::not_now("there is no waiting room for this step"))
    } else if project.closed {
        Err(Refusal::not_now("the project is closed"))
    } else if !one.qualified {
        Err(Refusal::not_now("the qualification comes first"))
    } else if one.trial {
        Err(Refusal::not_now("a trial is one conversation").hint("start another trial"))
    } else if !one.returned.is_empty() {
        Err(Refusal::not_now("a conversation waits for your corrections"))
    } else if running.is_some_and(|record| record.outcome.is_none()) {
        Err(Refusal::not_now("you are in a conversation"))
    } else if one.waiting.is_some() {
        Err(Refusal::not_now("you are waiting already"))
    } else {
        Ok(())
    }
}
