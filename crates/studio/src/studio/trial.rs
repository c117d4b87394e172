//! Trying a protocol: one person with both roles, or against Grice.

use serde::Deserialize;
use serde_json::{Value, json};

use super::coming::{PARTICIPANT, pseudonym, token};
use super::log::Write;
use super::{Studio, Whom, body};
use crate::project::ProjectEvent;
use crate::refusal::{Refusal, Result};
use crate::session::{GRICE, Role, Seat};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tries {
    #[serde(default)]
    with_grice: Option<String>,
    #[serde(default)]
    step: Option<String>,
}

impl Studio {
    /// Tries a protocol: `POST …/try`. What comes of it is a trial, and in no export. Protocols of
    /// items give one participant for each step.
    pub fn try_out(&self, owner: &str, project: &str, request: Value) -> Result<Value> {
        let Tries { with_grice, step } = body(request)?;
        let grice = match with_grice.as_deref() {
            None | Some("none") => None,
            Some(role) => Some(Role::named(role).ok_or_else(|| {
                Refusal::new("body", format!("'{role}' is no role: teacher or student"))
            })?),
        };
        if grice.is_some() && self.inner.parts.partner.is_none() {
            return Err(Refusal::new("grice", "this server has no Grice to talk with").into());
        }
        let number = self.number(owner, project)?;
        let steps = self.read(number, |project| {
            let all = project.protocol.steps();
            if step.as_ref().is_some_and(|step| !all.contains(&step.as_str())) {
                let message = format!("say which step: {}", all.join(", "));
                return Err(Refusal::new("step", message).into());
            }
            Ok(match (project.protocol.is_conversation(), &step) {
                (_, Some(step)) if step != "conversation" => vec![step.clone()],
                (true, _) if grice.is_some() => vec!["conversation".to_owned()],
                (true, _) => vec!["conversation".to_owned(); 2],
                (false, _) => all.iter().map(|step| (*step).to_owned()).collect(),
            })
        })?;
        let mut people = Vec::new();
        for step in steps {
            let token = token()?;
            let joined = ProjectEvent::Joined {
                invitation: None,
                step: step.clone(),
                name: None,
                trial: true,
                counted: false,
            };
            let participant = self.update(number, |project| {
                let participant = pseudonym(project)?;
                let mut write = Write::by(&participant, None).project([joined.clone()]);
                write.tokens.push((PARTICIPANT, participant.clone(), token.clone()));
                Ok((write, participant))
            })?;
            people.push((participant, step, token));
        }
        let talk = people.iter().filter(|(_, step, _)| step == "conversation");
        let mut seats: Vec<Seat> =
            talk.map(|(id, ..)| Seat { participant: id.clone(), role: None }).collect();
        if !seats.is_empty() {
            if let Some(role) = grice {
                seats.push(Seat { participant: GRICE.to_owned(), role: Some(role) });
            }
            self.begin(number, &seats, true)?;
        }
        self.inner.changes.tell(project, &Whom::Everybody);
        let shown: Vec<Value> = people
            .into_iter()
            .map(|(id, step, token)| json!({ "id": id, "token": token, "step": step }))
            .collect();
        Ok(json!({ "participants": shown }))
    }
}
