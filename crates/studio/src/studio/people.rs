//! Invitations and participants, as administrators see them.

use std::collections::HashMap;
use std::sync::Arc;

use grice_store::{Erasure, random_key, random_secret};
use serde::Deserialize;
use serde_json::{Value, json};

use super::coming::INVITATION;
use super::log::Write;
use super::watching::Pace;
use super::working::earnings;
use super::{Studio, Whom, body};
use crate::project::{ADMIN, Invitation, Participant, Project, ProjectEvent, SYSTEM};
use crate::refusal::{Refusal, Result};
use crate::session::{Outcome, SessionEvent};

/// What stands for a participant whose data was deleted.
const DELETED: &str = "deleted";

const DAY: i64 = 24 * 60 * 60 * 1_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewInvitation {
    #[serde(default)]
    step: Option<String>,
    #[serde(default)]
    label: Option<String>,
    #[serde(default)]
    uses: Option<u32>,
    #[serde(default)]
    days: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Decision {
    #[serde(default)]
    suspended: Option<bool>,
    #[serde(default)]
    qualified: Option<bool>,
    #[serde(default)]
    why: String,
}

fn unknown() -> Refusal {
    Refusal::new("participant", "there is no such participant in the project")
}

fn shown(invitation: &Invitation, project: &Project, now: i64) -> Value {
    json!({
        "id": invitation.id, "label": invitation.label, "step": invitation.step, "role": null,
        "made": invitation.made, "expires": invitation.expires, "uses": invitation.uses,
        "used": invitation.used, "revoked": invitation.revoked,
        "open": super::coming::open(project, invitation, now).is_ok(),
    })
}

impl Studio {
    /// `GET …/invitations`
    pub fn invitations(&self, owner: &str, project: &str) -> Result<Value> {
        let now = self.now();
        self.read(self.number(owner, project)?, |project| {
            let mut all: Vec<&Invitation> = project.invitations.values().collect();
            all.sort_by_key(|invitation| invitation.made);
            let all: Vec<Value> = all.into_iter().map(|one| shown(one, project, now)).collect();
            Ok(json!({ "invitations": all }))
        })
    }

    /// Makes an invitation: `POST …/invitations`. Its token is told this once; only a hash is kept.
    pub fn invite(&self, owner: &str, project: &str, request: Value) -> Result<Value> {
        let NewInvitation { step, label, uses, days } = body(request)?;
        let number = self.number(owner, project)?;
        let (id, token) = (random_key()?, format!("gsi_{}", random_secret()?));
        if uses == Some(0) || days.is_some_and(|days| !(days > 0.0 && days < 36_500.0)) {
            return Err(Refusal::new("body", "'uses' and 'days' are more than nothing").into());
        }
        let now = self.now();
        self.update(number, |project| {
            let steps = project.protocol.steps();
            let step = match (&step, steps) {
                (Some(step), _) if steps.contains(&step.as_str()) => step.clone(),
                (None, [only]) => (*only).to_owned(),
                _ => {
                    let message = format!("say for which step: {}", steps.join(", "));
                    return Err(Refusal::new("step", message).into());
                }
            };
            let event = ProjectEvent::Invited {
                id: id.clone(),
                label: label.clone(),
                step,
                uses,
                expires: days.map(|days| now + (days * DAY as f64) as i64),
            };
            let mut write = Write::by(ADMIN, None).project([event]);
            write.tokens.push((INVITATION, id.clone(), token.clone()));
            Ok((write, ()))
        })?;
        let invitation = self.read(number, |project| {
            let made = project.invitations.get(&id).ok_or_else(unknown_invitation)?;
            Ok(shown(made, project, now))
        })?;
        let link = format!("/studio/join#{token}");
        Ok(json!({ "invitation": invitation, "token": token, "link": link }))
    }

    /// Takes an invitation back: `DELETE …/invitations/{id}`. Those who joined stay.
    pub fn revoke(&self, owner: &str, project: &str, invitation: &str) -> Result<()> {
        self.update(self.number(owner, project)?, |project| {
            if !project.invitations.contains_key(invitation) {
                return Err(unknown_invitation().into());
            }
            let event = ProjectEvent::Revoked { id: invitation.to_owned() };
            Ok((Write::by(ADMIN, None).project([event]), ()))
        })
    }

    /// `GET …/participants`
    pub fn participants(&self, owner: &str, project: &str) -> Result<Value> {
        let number = self.number(owner, project)?;
        let paces: HashMap<String, Arc<Pace>> = self.paces(number)?.into_iter().collect();
        self.read(number, |project| {
            let mut all: Vec<&Participant> =
                project.participants.values().filter(|one| !one.trial).collect();
            all.sort_by_key(|one| one.joined);
            let all = all.into_iter().map(|one| self.person(project, one, &paces));
            let all: Vec<Value> = all.collect();
            Ok(json!({ "participants": all }))
        })
    }

    fn person(
        &self,
        project: &Project,
        one: &Participant,
        paces: &HashMap<String, Arc<Pace>>,
    ) -> Value {
        let talks = one.sessions.iter().filter_map(|key| paces.get(key));
        let turns: Vec<f64> = talks.flat_map(|pace| pace.seconds.iter().copied()).collect();
        let per_turn = turns.iter().sum::<f64>() / turns.len() as f64;
        let worker = project.items.worker(&one.id);
        let done = worker.map_or(0, |worker| worker.done) + project.additional.done(&one.id);
        let gold = worker.map(|worker| worker.gold).filter(|(_, of)| *of > 0);
        json!({
            "id": one.id, "name": one.name, "step": one.step, "joined": one.joined,
            "qualified": one.qualified, "suspended": one.suspended.is_some(), "why": one.suspended,
            "present": self.inner.present.is(project.stream, &one.id),
            "sessions": one.sessions.len(), "items": done,
            "earned": project.earned(&one.id),
            "gold": gold.map(|(right, of)| json!({ "right": right, "of": of })),
            "seconds_per_item": project.items.seconds(&one.id),
            "seconds_per_turn": Some(per_turn).filter(|_| !turns.is_empty()),
        })
    }

    /// Suspends or qualifies somebody: `PATCH …/participants/{id}`.
    pub fn change_participant(
        &self,
        owner: &str,
        project: &str,
        participant: &str,
        request: Value,
    ) -> Result<()> {
        let Decision { suspended, qualified, why } = body(request)?;
        self.update(self.number(owner, project)?, |project| {
            project.participant(participant).ok_or_else(unknown)?;
            let why = match why.trim() {
                "" => "The administrator has suspended you.",
                why => why,
            };
            let event = ProjectEvent::Decided {
                participant: participant.to_owned(),
                suspended,
                qualified,
                why: why.to_owned(),
            };
            let mut write = Write::by(ADMIN, None).project([event]);
            write.whom = Whom::These(vec![participant.to_owned()]);
            Ok((write, ()))
        })
    }

    /// Deletes somebody's data: `DELETE …/participants/{id}`. Their name, words and judgements go,
    /// and the conversations they took part in; partners keep what they earned.
    pub fn delete_participant(
        &self,
        owner: &str,
        project: &str,
        participant: &str,
    ) -> Result<Value> {
        let number = self.number(owner, project)?;
        let sessions = self.read(number, |project| {
            Ok(project.participant(participant).ok_or_else(unknown)?.sessions.clone())
        })?;
        for key in &sessions {
            self.end_deleted(number, key)?;
        }
        let mut numbers = Vec::new();
        for key in &sessions {
            numbers.extend(self.store(|studio| studio.find(key))?.map(|stream| stream.id));
        }
        let rewritten = self.without(number, participant)?;
        let erasure = Erasure {
            project: number,
            actor: participant.to_owned(),
            sessions: numbers,
            rewritten,
        };
        let events = self.store(|studio| studio.erase(&erasure))?;
        self.inner.changes.tell(project, &Whom::Everybody);
        Ok(json!({ "sessions": erasure.sessions.len(), "events": events }))
    }

    /// Ends a conversation that is about to be deleted, so that the partner learns of it and keeps
    /// what was earned.
    fn end_deleted(&self, number: i64, key: &str) -> Result<()> {
        let ended = self.update_session(number, key, |project, session| {
            let mut write = Write::by(SYSTEM, None);
            let record = project.sessions.get(key);
            if record.is_some_and(|record| record.outcome != Some(Outcome::Deleted)) {
                let mut after = session.clone();
                let outcome = Outcome::Deleted;
                let event = SessionEvent::ended(outcome, None);
                if session.outcome.is_none() {
                    after.apply(session.seq + 1, self.now(), SYSTEM, None, event.clone());
                    write.session.push(event);
                }
                write.system.push(ProjectEvent::Over {
                    session: key.to_owned(),
                    outcome,
                    turns: after.finished(),
                    earned: earnings(&after),
                    conditions: after.conditions,
                });
            }
            Ok((write, ()))
        });
        match ended {
            // It was deleted before, and the deletion was not finished.
            Err(crate::Error::Refused(refusal)) if refusal.code == "session" => Ok(()),
            ended => ended,
        }
    }

    /// Events of others that name a participant, without the name.
    fn without(&self, number: i64, participant: &str) -> Result<Vec<(i64, String)>> {
        let found = self.store(|studio| studio.events(number, 0))?;
        let events = found.map(|(_, events)| events).unwrap_or_default();
        let named = events
            .into_iter()
            .filter(|event| event.actor != participant && event.body.contains(participant));
        Ok(named.map(|event| (event.seq, event.body.replace(participant, DELETED))).collect())
    }
}

fn unknown_invitation() -> Refusal {
    Refusal::new("invitation", "there is no such invitation in the project")
}
