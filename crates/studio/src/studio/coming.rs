//! Coming in by an invitation.

use grice_store::{random_key, random_secret};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::log::{Write, hash};
use super::working::{Caller, View};
use super::{Studio, body};
use crate::project::{Invitation, Project, ProjectEvent};
use crate::refusal::{Refusal, Result};

/// What participants are known by.
pub(crate) const PARTICIPANT: &str = "participant";
/// What invitations are known by.
pub(crate) const INVITATION: &str = "invitation";

/// The longest name for payments, in characters.
const LONGEST_NAME: usize = 200;

/// Somebody who came in.
#[derive(Clone, Debug)]
pub struct Joined {
    /// Their token; it is told this once.
    pub token: String,
    /// What they see.
    pub view: View,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Looks {
    invitation: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Joins {
    invitation: String,
    action: String,
    #[serde(default)]
    consent: bool,
    #[serde(default)]
    name: Option<String>,
}

/// A pseudonym: a hash with the project's own key.
pub(crate) fn pseudonym(project: &Project) -> Result<String> {
    Ok(format!("p-{}", keyed(&project.secret, &random_key()?, 6)))
}

/// What stands for somebody whom a file names; the same for the same name.
pub(crate) fn pseudonym_of(project: &Project, name: &str) -> String {
    format!("p-{}", keyed(&project.secret, name, 6))
}

fn keyed(secret: &str, text: &str, bytes: usize) -> String {
    // A project's key has a fixed length, so no other key and text are the same.
    let hash = Sha256::digest(format!("{secret}/{text}").as_bytes());
    hash.iter().take(bytes).map(|byte| format!("{byte:02x}")).collect()
}

/// A new token of a participant.
pub(crate) fn token() -> Result<String> {
    Ok(format!("gsp_{}", random_secret()?))
}

/// Whether a client's id of an action is of its shape.
pub(crate) fn action_id(action: &str) -> std::result::Result<(), Refusal> {
    let shape = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    match (8..=64).contains(&action.len()) && action.bytes().all(shape) {
        true => Ok(()),
        false => Err(Refusal::new(
            "body",
            "'action' has 8 to 64 letters, digits, hyphens or underscores",
        )),
    }
}

/// Whether an invitation still lets somebody in.
pub(crate) fn open(
    project: &Project,
    invitation: &Invitation,
    now: i64,
) -> std::result::Result<(), Refusal> {
    let used_up = invitation.uses.is_some_and(|uses| invitation.used >= uses);
    if invitation.revoked {
        Err(Refusal::new("revoked", "this invitation was taken back"))
    } else if invitation.expires.is_some_and(|expires| now >= expires) {
        Err(Refusal::new("expired", "this invitation has expired"))
    } else if used_up {
        Err(Refusal::new("used_up", "this invitation was used as often as it may be"))
    } else if project.closed {
        Err(Refusal::new("closed", "this project is closed"))
    } else {
        Ok(())
    }
}

/// Refuses somebody who comes in again under the same name: as a newcomer they would get a second
/// vote, a second qualification, or themselves as a partner. A name is no proof of who somebody is,
/// so it does not give them what the first one has either.
fn unknown_yet(
    project: &Project,
    invitation: &Invitation,
    name: &str,
) -> std::result::Result<(), Refusal> {
    if project.named(name).any(|one| one.suspended.is_some()) {
        let why = format!("“{name}” can take no further part in this project");
        return Err(Refusal::new("name", why).hint(OTHER));
    }
    if project.named(name).any(|one| one.step == invitation.step) {
        let why = format!("“{name}” takes part already");
        return Err(Refusal::new("name", why).hint(OTHER));
    }
    Ok(())
}

/// What somebody can do whose name is known.
const OTHER: &str = "if that is you, open the link in the browser in which you joined, or ask whoever \
     invited you; if you are somebody else, add something to your name";

fn unknown() -> Refusal {
    Refusal::new("invitation", "there is no such invitation")
        .hint("check that the whole link was copied")
}

impl Studio {
    /// Who has a participant's token.
    pub fn caller(&self, token: &str) -> Result<Caller> {
        let found = self.store(|studio| studio.token(&hash(token)))?;
        let found = found.filter(|found| found.kind == PARTICIPANT);
        let found = found.ok_or_else(|| {
            Refusal::new("token", "you are not known here (any more)")
                .hint("open your invitation's link again")
        })?;
        Ok(Caller { project: found.project, participant: found.subject })
    }

    /// What an invitation leads to: `POST /api/studio/invitation`.
    pub fn invitation(&self, request: Value) -> Result<Value> {
        let Looks { invitation } = body(request)?;
        let (project, id) = self.invited(&invitation)?;
        self.read(project, |project| {
            let invitation = project.invitations.get(&id).ok_or_else(unknown)?;
            open(project, invitation, self.now())?;
            let (protocol, rules) = (&project.protocol, &project.protocol.settings);
            let talk = invitation.step == "conversation";
            Ok(json!({
                "project": named(project),
                "step": invitation.step,
                "consent": protocol.consent,
                "instructions": protocol.instructions(&invitation.step),
                "asks_name": true,
                "minutes": protocol.minutes,
                "pay": {
                    "currency": rules.currency,
                    "base": if talk { rules.pay_base } else { 0 },
                    "turn": if talk { rules.pay_turn } else { 0 },
                    "growth": if talk { rules.pay_growth } else { 0 },
                    "minimum_turns": if talk { rules.minimum_turns } else { 0 },
                    "item": if talk { 0 } else { rules.pay_item },
                },
            }))
        })
    }

    /// Comes in: `POST /api/studio/join`.
    pub fn join(&self, request: Value) -> Result<Joined> {
        let Joins { invitation, action, consent, name } = body(request)?;
        action_id(&action)?;
        if !consent {
            return Err(
                Refusal::new("consent", "without your consent nothing can be recorded").into()
            );
        }
        let name = name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        if name.as_ref().is_some_and(|name| name.chars().count() > LONGEST_NAME) {
            let message = format!("a name has at most {LONGEST_NAME} characters");
            return Err(Refusal::new("too_large", message).into());
        }
        let (number, id) = self.invited(&invitation)?;
        let token = token()?;
        let participant = self.update(number, |project| {
            let invitation = project.invitations.get(&id).ok_or_else(unknown)?;
            let done = project.joins.get(&(id.clone(), action.clone()));
            let (participant, mut write) = match done {
                Some(done) => {
                    let mut write = Write::by(done, None);
                    write.revoked.push(done.clone());
                    (done.clone(), write)
                }
                None => {
                    open(project, invitation, self.now())?;
                    if let Some(name) = &name {
                        unknown_yet(project, invitation, name)?;
                    }
                    let participant = pseudonym(project)?;
                    let joined = ProjectEvent::Joined {
                        invitation: Some(id.clone()),
                        step: invitation.step.clone(),
                        name: name.clone(),
                        trial: false,
                        counted: true,
                    };
                    let mut write = Write::by(&participant, Some(&action)).project([joined]);
                    write.system.push(ProjectEvent::Used { invitation: id.clone() });
                    (participant, write)
                }
            };
            write.tokens.push((PARTICIPANT, participant.clone(), token.clone()));
            Ok((write, participant))
        })?;
        let view = self.view(&Caller { project: number, participant })?;
        Ok(Joined { token, view })
    }

    /// The project and the id of an invitation's token.
    fn invited(&self, token: &str) -> Result<(i64, String)> {
        let found = self.store(|studio| studio.token(&hash(token)))?;
        let found = found.filter(|found| found.kind == INVITATION).ok_or_else(unknown)?;
        Ok((found.project, found.subject))
    }
}

/// How a project is named to participants.
pub(crate) fn named(project: &Project) -> Value {
    json!({
        "id": project.key, "name": project.name,
        "protocol": project.protocol.name, "title": project.protocol.title,
    })
}
