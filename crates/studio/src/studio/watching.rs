//! How a project goes.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::Studio;
use super::log::lock;
use crate::agreement;
use crate::project::{Project, SessionRecord, Subject, SubjectKind, Verdict};
use crate::protocol::Family;
use crate::refusal::{Refusal, Result};
use crate::session::{Outcome, Phase, Session, Turn};

/// How a conversation goes. Once it is over, none of this changes: reviews change words only.
#[derive(Debug)]
pub(crate) struct Pace {
    /// Turns with a reply.
    finished: usize,
    /// Until when somebody should act.
    deadline: Option<i64>,
    /// Seconds of each turn.
    pub(super) seconds: Vec<f64>,
}

impl Pace {
    fn of(session: &Session) -> Pace {
        Pace {
            finished: session.finished(),
            deadline: session.deadline(),
            seconds: seconds_per_turn(session),
        }
    }
}

/// A median and a 90th percentile.
fn spread(mut values: Vec<f64>) -> Value {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let last = values.len().checked_sub(1)?;
        values.get((share * last as f64).round() as usize).copied()
    };
    json!({ "median": at(0.5), "p90": at(0.9), "n": values.len() })
}

/// Seconds that each turn with a reply took, from the reply before it.
pub(crate) fn seconds_per_turn(session: &Session) -> Vec<f64> {
    let mut before = None;
    let mut all = Vec::new();
    for turn in session.turns.iter().filter(|turn| turn.reply.is_some()) {
        let began = before.unwrap_or(turn.asked);
        all.push((turn.replied - began) as f64 / 1_000.0);
        before = Some(turn.replied);
    }
    all
}

impl Studio {
    /// `GET …/progress`
    pub fn progress(&self, owner: &str, project: &str) -> Result<Value> {
        let number = self.number(owner, project)?;
        let now = self.now();
        let (mut turns, mut stale, mut seconds) = (0, 0, Vec::new());
        for (_, pace) in self.paces(number)? {
            turns += pace.finished;
            stale += usize::from(pace.deadline.is_some_and(|deadline| now >= deadline));
            seconds.extend(pace.seconds.iter());
        }
        self.read(number, |project| Ok(self.summed(project, turns, stale, spread(seconds))))
    }

    /// How each conversation that counts went, or goes. What is over is read once.
    pub(super) fn paces(&self, number: i64) -> Result<Vec<(String, Arc<Pace>)>> {
        let keys = self.read(number, |project| Ok(kept(project)))?;
        let mut paces = Vec::new();
        for (key, over) in keys {
            let known = lock(&self.inner.paces).get(&number).and_then(|all| all.get(&key).cloned());
            if let Some(pace) = known.filter(|_| over) {
                paces.push((key, pace));
                continue;
            }
            let read = self.read_session(number, &key, |_, session| Ok(Pace::of(session)));
            let Some(pace) = found(read)?.map(Arc::new) else { continue };
            if over && pace.deadline.is_none() {
                let mut all = lock(&self.inner.paces);
                all.entry(number).or_default().insert(key.clone(), pace.clone());
            }
            paces.push((key, pace));
        }
        Ok(paces)
    }

    fn summed(&self, project: &Project, turns: usize, stale: usize, per_turn: Value) -> Value {
        let people = || project.participants.values().filter(|one| !one.trial);
        let present = |id: &str| self.inner.present.is(project.stream, id);
        let records = || project.sessions.iter().filter(|record| !record.trial);
        let complete = records().filter(|record| record.outcome == Some(Outcome::Complete));
        let open = records().filter(|record| record.outcome.is_none()).count();
        let verdicts = |verdict: Verdict| {
            project
                .reviews
                .values()
                .filter(|review| review.verdict == verdict && !review.resubmitted)
                .count()
        };
        let items = project.items.counts(&project.protocol.settings);
        let took = project.items.took().into_iter().map(|took| took as f64 / 1_000.0).collect();
        let further = project.additional.counts(project);
        let spent: i64 = people().map(|one| project.earned(&one.id)).sum();
        json!({
            "participants": {
                "joined": people().count(),
                "present": people().filter(|one| present(&one.id)).count(),
                "waiting": people().filter(|one| one.waiting.is_some() && present(&one.id)).count(),
                "suspended": people().filter(|one| one.suspended.is_some()).count(),
            },
            "conversations": {
                "open": open, "complete": complete.count(),
                "ended": records().filter(|record| !matches!(record.outcome, None | Some(Outcome::Complete))).count(),
                "turns": turns, "stale": stale,
            },
            "items": {
                "all": items.all + further.all, "done": items.done + further.done,
                "waiting": items.waiting + further.all - further.done,
                "judgements": items.judgements + further.answers, "flagged": items.flagged,
            },
            "reviews": {
                "waiting": crate::review::waiting(project),
                "accepted": verdicts(Verdict::Accept),
                "returned": verdicts(Verdict::Return), "rejected": verdicts(Verdict::Reject),
            },
            "seconds": { "per_turn": per_turn, "per_item": spread(took) },
            "agreement": agreement::in_short(project),
            "spent": spent, "currency": project.protocol.settings.currency,
        })
    }

    /// `GET …/sessions`; `state` is open, complete or ended.
    pub fn sessions(&self, owner: &str, project: &str, state: Option<&str>) -> Result<Value> {
        let number = self.number(owner, project)?;
        let wanted = |record: &&SessionRecord| match state {
            None | Some("") => true,
            state => state == Some(standing(record)),
        };
        if !matches!(state, None | Some("" | "open" | "complete" | "ended")) {
            let message = "a conversation's state is open, complete or ended";
            return Err(Refusal::new("body", message).into());
        }
        let mut keys: Vec<String> = self.read(number, |project| {
            Ok(project.sessions.iter().filter(wanted).map(|record| record.key.clone()).collect())
        })?;
        keys.reverse();
        let mut list = Vec::new();
        for key in keys {
            let read = self.read_session(number, &key, |project, session| {
                Ok(project.sessions.get(&key).map(|record| listed(project, record, session)))
            });
            list.extend(found(read)?.flatten());
        }
        Ok(json!({ "sessions": list }))
    }

    /// `GET …/sessions/{sid}`
    pub fn session(&self, owner: &str, project: &str, session: &str) -> Result<Value> {
        let number = self.number(owner, project)?;
        self.read_session(number, session, |project, state| {
            let unknown = || Refusal::new("session", "there is no such conversation");
            let record = project.sessions.get(session).ok_or_else(unknown)?;
            let mut shown = listed(project, record, state);
            if let Some(fields) = shown.as_object_mut() {
                let browsing: Vec<Value> = state
                    .browsing
                    .iter()
                    .map(
                        |(at, document, how)| json!({ "at": at, "document": document, "how": how }),
                    )
                    .collect();
                let took = seconds_per_turn(state);
                let turns = state.turns.iter().enumerate();
                let turns: Vec<Value> = turns
                    .map(|(number, turn)| whole(state, number, turn, took.get(number)))
                    .collect();
                fields.insert("turns".into(), json!(turns));
                let surveys: Map<String, Value> = state
                    .closing
                    .iter()
                    .map(|(who, answers)| {
                        let role = state.role(who).map(|role| role.name(state.family));
                        (role.unwrap_or(who).to_owned(), json!(answers))
                    })
                    .collect();
                fields.insert("surveys".into(), json!(surveys));
                fields.insert("interests".into(), json!(state.interests));
                fields.insert("test".into(), json!(state.test));
                fields.insert("background".into(), json!(state.background));
                fields.insert("browsing".into(), json!(browsing));
                fields.insert("visited".into(), json!(state.visited));
                fields.insert("ended_by".into(), json!(state.ended_by));
                fields.insert("reason".into(), json!(state.reason));
                fields.insert("note".into(), json!(state.note));
            }
            Ok(shown)
        })
    }
}

/// A turn with everything that was chosen, written and said of it.
fn whole(session: &Session, number: usize, turn: &Turn, seconds: Option<&f64>) -> Value {
    let mut shown = json!(turn);
    if let Some(fields) = shown.as_object_mut() {
        fields.insert("number".into(), json!(number));
        fields.insert("seconds".into(), json!(seconds));
        if session.family == Family::Topiocqa {
            let topic = turn.page.as_ref().map(|page| page.title.clone());
            fields.insert("topic".into(), json!(topic));
            fields.insert("literal".into(), Value::Null);
        }
    }
    shown
}

/// Conversations that count, and whether they are over.
fn kept(project: &Project) -> Vec<(String, bool)> {
    let counts =
        |record: &&SessionRecord| !record.trial && record.outcome != Some(Outcome::Deleted);
    let kept = project.sessions.iter().filter(counts);
    kept.map(|record| (record.key.clone(), record.outcome.is_some())).collect()
}

/// What was read, unless the conversation was deleted meanwhile.
fn found<T>(read: Result<T>) -> Result<Option<T>> {
    match read {
        Err(crate::Error::Refused(refusal)) if refusal.code == "session" => Ok(None),
        read => read.map(Some),
    }
}

fn standing(record: &SessionRecord) -> &'static str {
    match record.outcome {
        None => "open",
        Some(Outcome::Complete) => "complete",
        Some(_) => "ended",
    }
}

fn listed(project: &Project, record: &SessionRecord, session: &Session) -> Value {
    let subject = Subject { kind: SubjectKind::Session, id: record.key.clone() };
    let review = project.reviews.get(&subject);
    let changed = match session.outcome {
        Some(_) => session.ended,
        None => session.since,
    };
    let topic = session.topic.as_ref().map(|topic| topic.title.clone());
    let topic = topic.or_else(|| session.seed.as_ref().map(|seed| seed.title.clone()));
    let participants: Vec<Value> = session
        .seats
        .iter()
        .map(|seat| {
            let role = seat.role.map(|role| role.name(session.family));
            json!({ "id": seat.participant, "role": role })
        })
        .collect();
    json!({
        "id": record.key, "began": record.began, "changed": changed,
        "state": standing(record), "phase": phase(session.phase), "outcome": record.outcome,
        "topic": topic, "turns": session.finished(), "participants": participants,
        "review": review.map(|review| match review.resubmitted {
            true => json!("resubmitted"),
            false => json!(review.verdict),
        }),
        "trial": record.trial, "imported": record.imported, "conditions": session.conditions,
        "seconds": (changed - record.began).max(0) as f64 / 1_000.0,
    })
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Interests => "interests",
        Phase::Background => "background",
        Phase::Question => "question",
        Phase::Literal => "literal",
        Phase::Pragmatic => "pragmatic",
        Phase::Reply => "reply",
        Phase::Closing => "closing",
        Phase::Ended => "ended",
        Phase::Returned => "returned",
    }
}
