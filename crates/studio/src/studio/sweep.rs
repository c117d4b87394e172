//! What happens though nobody looks: conversations whose time is over end, and an administrator ends
//! those that hang.

use serde::Deserialize;
use serde_json::Value;

use super::log::Write;
use super::working::over;
use super::{Studio, body};
use crate::action::LONGEST;
use crate::project::{ADMIN, Project, SYSTEM};
use crate::refusal::{Error, Refusal, Result};
use crate::session::{Outcome, SessionEvent};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    #[serde(default)]
    reason: String,
}

impl Studio {
    /// Ends the conversations of all projects that nobody goes on with, and gives how many there
    /// were; a server does it now and then. What cannot be read keeps nothing else from ending.
    pub fn sweep(&self) -> Result<usize> {
        let (mut ended, mut failed) = (0, None);
        for project in self.store(|studio| studio.every_project())? {
            let keys = match unless_gone(self.read(project, |project| Ok(open(project)))) {
                Ok(keys) => keys.unwrap_or_default(),
                Err(error) => {
                    failed = failed.or(Some(error));
                    continue;
                }
            };
            for key in keys {
                match unless_gone(self.lapse(project, &key)) {
                    Ok(lapsed) => ended += usize::from(lapsed == Some(true)),
                    Err(error) => failed = failed.or(Some(error)),
                }
            }
        }
        failed.map_or(Ok(ended), Err)
    }

    /// Ends a conversation where nobody goes on with it; whether it did.
    pub(crate) fn lapse(&self, project: i64, key: &str) -> Result<bool> {
        let now = self.now();
        let lapsed = |session: &crate::session::Session| session.lapsed(now);
        if self.read_session(project, key, |_, session| Ok(lapsed(session).is_empty()))? {
            return Ok(false);
        }
        self.update_session(project, key, |_, session| {
            let mut write = Write::by(SYSTEM, None);
            write.session = lapsed(session);
            write.system.extend(over(key, session, &write.session, now));
            let ended = !write.session.is_empty();
            Ok((write, ended))
        })
    }

    /// Ends a conversation: `POST …/sessions/{sid}/end`. With its minimum of turns it is complete;
    /// otherwise both are paid for the turns that were done.
    pub fn end_session(
        &self,
        owner: &str,
        project: &str,
        session: &str,
        request: Value,
    ) -> Result<()> {
        let Ends { reason } = body(request)?;
        if reason.chars().count() > LONGEST {
            return Err(Refusal::new("too_large", "the reason is too long").into());
        }
        let number = self.number(owner, project)?;
        self.read(number, |project| match project.sessions.get(session) {
            Some(_) => Ok(()),
            None => Err(Refusal::new("session", "there is no such conversation").into()),
        })?;
        self.update_session(number, session, |_, state| {
            if state.outcome.is_some() {
                return Err(Refusal::not_now("the conversation is over").into());
            }
            let reason = reason.trim().to_owned();
            let end = SessionEvent::Ended { outcome: Outcome::Stopped, by: None, reason };
            let mut write = Write::by(ADMIN, None);
            write.session = state.stopped(end);
            write.system.extend(over(session, state, &write.session, self.now()));
            Ok((write, ()))
        })
    }
}

/// Conversations that are not over.
fn open(project: &Project) -> Vec<String> {
    let open = project.sessions.iter().filter(|record| record.outcome.is_none());
    open.map(|record| record.key.clone()).collect()
}

/// What was done, unless the project or the conversation was deleted meanwhile.
fn unless_gone<T>(done: Result<T>) -> Result<Option<T>> {
    match done {
        Err(Error::Refused(refusal)) if matches!(refusal.code, "project" | "session") => Ok(None),
        done => done.map(Some),
    }
}
