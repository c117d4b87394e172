//! Who is there, and who is told that something has changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::Studio;
use super::log::{Inner, lock};
use super::working::Caller;

/// Who sees something new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// Everybody in the project.
    Everybody,
    /// These participants.
    These(Vec<String>),
}

impl Default for Whom {
    fn default() -> Whom {
        Whom::These(Vec::new())
    }
}

impl Whom {
    /// Whether a participant is among them.
    pub fn has(&self, participant: &str) -> bool {
        match self {
            Whom::Everybody => true,
            Whom::These(list) => list.iter().any(|one| one == participant),
        }
    }
}

/// Something in a project changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The project's id.
    pub project: String,
    /// Who may see it. Administrators may see everything.
    pub whom: Whom,
}

type Listener = Box<dyn Fn(&Changed) + Send + Sync>;

/// Who is told of changes.
#[derive(Default)]
pub(crate) struct Changes {
    listeners: Mutex<Vec<Listener>>,
}

impl Changes {
    pub(crate) fn tell(&self, project: &str, whom: &Whom) {
        let changed = Changed { project: project.to_owned(), whom: whom.clone() };
        for listener in lock(&self.listeners).iter() {
            listener(&changed);
        }
    }
}

/// How many streams each participant has open.
#[derive(Default)]
pub(crate) struct Present {
    open: Mutex<HashMap<(i64, String), usize>>,
}

impl Present {
    pub(crate) fn is(&self, project: i64, participant: &str) -> bool {
        lock(&self.open).contains_key(&(project, participant.to_owned()))
    }
}

/// A participant who is there until this is dropped.
pub struct Presence {
    inner: Arc<Inner>,
    caller: Caller,
}

impl std::fmt::Debug for Presence {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Presence").field(&self.caller).finish()
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let key = (self.caller.project, self.caller.participant.clone());
        let gone = {
            let mut open = lock(&self.inner.present.open);
            let left = open.get(&key).copied().unwrap_or_default().saturating_sub(1);
            match left {
                0 => open.remove(&key).is_some(),
                left => {
                    open.insert(key, left);
                    false
                }
            }
        };
        if gone {
            Studio { inner: self.inner.clone() }.tell_partner(&self.caller);
        }
    }
}

impl Studio {
    /// Calls `listener` after each change. It is called on the thread that made the change, often
    /// and by many threads, so it must only pass the news on.
    pub fn on_change(&self, listener: impl Fn(&Changed) + Send + Sync + 'static) {
        lock(&self.inner.changes.listeners).push(Box::new(listener));
    }

    /// A participant has a stream open. Ask for the view afterwards: coming in may have paired them.
    pub fn enter(&self, caller: &Caller) -> Presence {
        let key = (caller.project, caller.participant.clone());
        let came = {
            let mut open = lock(&self.inner.present.open);
            let count = open.entry(key).or_default();
            *count += 1;
            *count == 1
        };
        if came {
            self.tell_partner(caller);
        }
        Presence { inner: self.inner.clone(), caller: caller.clone() }
    }

    /// The partner, and whoever waits, sees that somebody came or went.
    fn tell_partner(&self, caller: &Caller) {
        let told = self.peek(caller.project, |project| {
            let one = project.participant(&caller.participant)?;
            let session = one.current.as_ref().and_then(|key| project.sessions.get(key));
            let whom: Vec<String> = match session {
                Some(record) => record.seats.iter().map(|seat| seat.participant.clone()).collect(),
                None if one.waiting.is_some() => project
                    .participants
                    .values()
                    .filter(|other| other.waiting.is_some())
                    .map(|other| other.id.clone())
                    .collect(),
                None => Vec::new(),
            };
            Some((project.key.clone(), whom))
        });
        if let Some(Some((project, whom))) = told {
            self.inner.changes.tell(&project, &Whom::These(whom));
        }
    }
}
