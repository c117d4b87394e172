//! Reading and writing logs: states are kept in memory up to date with the disk, a writer decides
//! against a state and writes only where the log is still the one that was decided on.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use grice_store::{
    Append, Change, ERASED, LoggedEvent, NewEvent, NewStream, Stream, Token, random_key,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::presence::{Changes, Present, Whom};
use super::{Parts, Studio};
use crate::pages::Pages;
use crate::project::{Project, ProjectEvent, SYSTEM};
use crate::refusal::{Error, Refusal, Result};
use crate::session::{Session, SessionEvent};

/// How often a decision is made anew where others write to the same log.
const TRIES: u32 = 40;

/// Conversations that are kept in memory.
const KEPT: usize = 1_000;

/// What the store calls its streams.
pub(crate) const PROJECT: &str = "project";
/// The same for conversations.
pub(crate) const SESSION: &str = "session";

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    i64::try_from(since.unwrap_or_default().as_millis()).unwrap_or(i64::MAX)
}

type ProjectEntry = Arc<RwLock<Option<Project>>>;

/// A conversation in memory, with the time of its last use.
pub(crate) struct Kept {
    session: Arc<Mutex<Session>>,
    used: u64,
}

/// What all handles of a studio share.
pub(crate) struct Inner {
    pub(crate) parts: Parts,
    pub(crate) changes: Changes,
    pub(crate) present: Present,
    pub(crate) grice: super::grice::Desk,
    projects: Mutex<HashMap<i64, ProjectEntry>>,
    sessions: Mutex<HashMap<i64, Kept>>,
    /// How conversations of a project went that are over, by key.
    pub(crate) paces: Mutex<HashMap<i64, HashMap<String, Arc<super::watching::Pace>>>>,
    /// Numbers of streams by key.
    numbers: Mutex<HashMap<String, i64>>,
    uses: AtomicU64,
}

/// A new conversation, or a project.
pub(crate) struct New {
    pub(crate) key: String,
    pub(crate) events: Vec<SessionEvent>,
}

/// What is to be written.
#[derive(Default)]
pub(crate) struct Write {
    /// Who does it.
    pub(crate) actor: String,
    /// The client's id of it.
    pub(crate) action: Option<String>,
    /// For the project's log.
    pub(crate) project: Vec<ProjectEvent>,
    /// For the conversation's log, where it was read.
    pub(crate) session: Vec<SessionEvent>,
    /// New conversations.
    pub(crate) begun: Vec<New>,
    /// Whose tokens are no longer good.
    pub(crate) revoked: Vec<String>,
    /// New tokens: the kind, whom it names, and the token.
    pub(crate) tokens: Vec<(&'static str, String, String)>,
    /// For the project's log, of what happens by itself; it stays when the actor's data is deleted.
    pub(crate) system: Vec<ProjectEvent>,
    /// Who sees something new, beside those in the conversation.
    pub(crate) whom: Whom,
}

impl Write {
    /// Something that somebody does.
    pub(crate) fn by(actor: &str, action: Option<&str>) -> Write {
        Write { actor: actor.to_owned(), action: action.map(str::to_owned), ..Write::default() }
    }

    /// The same with events of the project.
    pub(crate) fn project(mut self, events: impl IntoIterator<Item = ProjectEvent>) -> Write {
        self.project.extend(events);
        self
    }

    fn is_empty(&self) -> bool {
        self.project.is_empty()
            && self.system.is_empty()
            && self.session.is_empty()
            && self.begun.is_empty()
            && self.revoked.is_empty()
            && self.tokens.is_empty()
    }
}

/// A token's hash.
pub(crate) fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// The right to look at shared state; a thread that panicked has left it whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inner {
    pub(crate) fn new(parts: Parts) -> Arc<Inner> {
        Arc::new(Inner {
            parts,
            changes: Changes::default(),
            present: Present::default(),
            grice: super::grice::Desk::default(),
            projects: Mutex::default(),
            sessions: Mutex::default(),
            paces: Mutex::default(),
            numbers: Mutex::default(),
            uses: AtomicU64::new(0),
        })
    }
}

impl Studio {
    /// The time.
    pub(crate) fn now(&self) -> i64 {
        (self.inner.parts.clock)()
    }

    /// The pages of a project's collection.
    pub(crate) fn pages(&self, project: &Project) -> Result<Arc<dyn Pages + Send + Sync>> {
        self.inner.parts.library.pages(&project.owner, &project.collection)
    }

    /// Works with a connection.
    pub(crate) fn store<T>(
        &self,
        work: impl FnOnce(&mut grice_store::Studio<'_>) -> grice_store::Result<T>,
    ) -> Result<T> {
        Ok(self.inner.parts.pool.with(|store| work(&mut store.studio()))?)
    }

    /// The number of the project that an owner calls so.
    pub(crate) fn number(&self, owner: &str, key: &str) -> Result<i64> {
        let stream = self.store(|studio| studio.find(key))?;
        stream
            .filter(|stream| stream.kind == PROJECT && stream.owner == owner)
            .map(|stream| stream.id)
            .ok_or_else(|| Refusal::new("project", "there is no such project").into())
    }

    /// Looks at a project as it is now. `look` must not read or write another state of it.
    pub(crate) fn read<T>(
        &self,
        project: i64,
        look: impl FnOnce(&Project) -> Result<T>,
    ) -> Result<T> {
        let entry = self.current(project)?;
        let guard = entry.read().unwrap_or_else(PoisonError::into_inner);
        look(guard.as_ref().ok_or_else(gone)?)
    }

    /// Looks at a project as it was when last read; nothing where it is not in memory.
    pub(crate) fn peek<T>(&self, project: i64, look: impl FnOnce(&Project) -> T) -> Option<T> {
        let entry = lock(&self.inner.projects).get(&project).cloned()?;
        let guard = entry.read().unwrap_or_else(PoisonError::into_inner);
        guard.as_ref().map(look)
    }

    /// Looks at a conversation as it is now, with its project.
    pub(crate) fn read_session<T>(
        &self,
        project: i64,
        key: &str,
        look: impl FnOnce(&Project, &Session) -> Result<T>,
    ) -> Result<T> {
        let (_, session) = self.session_state(key)?;
        let entry = self.current(project)?;
        let guard = entry.read().unwrap_or_else(PoisonError::into_inner);
        let session = lock(&session);
        look(guard.as_ref().ok_or_else(gone)?, &session)
    }

    /// A copy of a conversation as it is now.
    pub(crate) fn session_copy(&self, key: &str) -> Result<Session> {
        let (_, session) = self.session_state(key)?;
        let copy = lock(&session).clone();
        Ok(copy)
    }

    /// Decides against a project's state and writes.
    pub(crate) fn update<T>(
        &self,
        project: i64,
        mut decide: impl FnMut(&Project) -> Result<(Write, T)>,
    ) -> Result<T> {
        for round in 0..TRIES {
            let entry = self.current(project)?;
            let (write, done, seq, key) = {
                let guard = entry.read().unwrap_or_else(PoisonError::into_inner);
                let state = guard.as_ref().ok_or_else(gone)?;
                let (write, done) = decide(state)?;
                (write, done, state.seq, state.key.clone())
            };
            if self.commit((project, seq), None, &write)? {
                self.inner.changes.tell(&key, &write.whom);
                return Ok(done);
            }
            pause(round);
        }
        Err(Error::Busy)
    }

    /// Decides against a conversation's state, and its project's, and writes.
    pub(crate) fn update_session<T>(
        &self,
        project: i64,
        key: &str,
        mut decide: impl FnMut(&Project, &Session) -> Result<(Write, T)>,
    ) -> Result<T> {
        for round in 0..TRIES {
            let (number, session) = self.session_state(key)?;
            let entry = self.current(project)?;
            let (write, done, seqs, name, mut seats) = {
                let guard = entry.read().unwrap_or_else(PoisonError::into_inner);
                let state = guard.as_ref().ok_or_else(gone)?;
                let session = lock(&session);
                let (write, done) = decide(state, &session)?;
                let seats: Vec<String> =
                    session.seats.iter().map(|seat| seat.participant.clone()).collect();
                (write, done, (state.seq, session.seq), state.key.clone(), seats)
            };
            let known = ((project, seqs.0), Some((number, seqs.1)));
            if self.commit(known.0, known.1, &write)? {
                let whom = match &write.whom {
                    Whom::Everybody => Whom::Everybody,
                    Whom::These(more) => {
                        seats.extend(more.iter().cloned());
                        Whom::These(seats)
                    }
                };
                self.inner.changes.tell(&name, &whom);
                return Ok(done);
            }
            pause(round);
        }
        Err(Error::Busy)
    }

    /// Writes what belongs together; false where a log has grown since it was read.
    fn commit(
        &self,
        project: (i64, i64),
        session: Option<(i64, i64)>,
        write: &Write,
    ) -> Result<bool> {
        if write.is_empty() {
            return Ok(true);
        }
        let at = self.now();
        let mut change = Change::default();
        if !write.project.is_empty() || !write.system.is_empty() {
            let mut events = logged(&write.actor, write.action.as_deref(), at, &write.project)?;
            events.extend(logged(SYSTEM, None, at, &write.system)?);
            change.appends.push(Append { stream: project.0, after: project.1, events });
        }
        if let Some((stream, after)) = session.filter(|_| !write.session.is_empty()) {
            let events = logged(&write.actor, write.action.as_deref(), at, &write.session)?;
            change.appends.push(Append { stream, after, events });
        }
        for new in &write.begun {
            change.streams.push(NewStream {
                key: new.key.clone(),
                kind: SESSION.to_owned(),
                parent: Some(project.0),
                owner: String::new(),
                events: logged(SYSTEM, None, at, &new.events)?,
            });
        }
        change.revoked = write.revoked.iter().map(|who| (project.0, who.clone())).collect();
        change.tokens = write
            .tokens
            .iter()
            .map(|(kind, subject, token)| Token {
                hash: hash(token),
                project: project.0,
                kind: (*kind).to_owned(),
                subject: subject.clone(),
            })
            .collect();
        self.store(|studio| studio.write(&change))
    }

    /// Makes a project; gives its number and key.
    pub(crate) fn found(&self, owner: &str, events: &[ProjectEvent]) -> Result<(i64, String)> {
        let key = random_key()?;
        let stream = NewStream {
            key: key.clone(),
            kind: PROJECT.to_owned(),
            parent: None,
            owner: owner.to_owned(),
            events: logged(crate::project::ADMIN, None, self.now(), events)?,
        };
        let change = Change { streams: vec![stream], ..Change::default() };
        self.store(|studio| studio.write(&change))?;
        Ok((self.number(owner, &key)?, key))
    }

    /// Forgets what is in memory of a stream that was deleted.
    pub(crate) fn forget(&self, project: i64) {
        lock(&self.inner.projects).remove(&project);
        lock(&self.inner.paces).remove(&project);
    }

    /// A project in memory, up to date.
    fn current(&self, id: i64) -> Result<ProjectEntry> {
        let entry = lock(&self.inner.projects).entry(id).or_default().clone();
        let known = {
            let guard = entry.read().unwrap_or_else(PoisonError::into_inner);
            guard.as_ref().map(|project| (project.seq, project.epoch))
        };
        let after = known.map_or(0, |(seq, _)| seq);
        let Some((stream, events)) = self.store(|studio| studio.events(id, after))? else {
            self.forget(id);
            return Err(gone());
        };
        match known {
            Some((_, epoch)) if epoch == stream.epoch => {
                if !events.is_empty() {
                    let mut guard = entry.write().unwrap_or_else(PoisonError::into_inner);
                    if let Some(project) = guard.as_mut().filter(|known| known.epoch == epoch) {
                        add(project, &stream, &events)?;
                    }
                }
            }
            // Deletions have changed what was read before.
            _ => {
                let all = match after {
                    0 => events,
                    _ => self.store(|studio| studio.events(id, 0))?.ok_or_else(gone)?.1,
                };
                let mut fresh = Project::new(stream.id, &stream.key, &stream.owner, stream.epoch);
                add(&mut fresh, &stream, &all)?;
                let mut guard = entry.write().unwrap_or_else(PoisonError::into_inner);
                let newer = |known: &Project| (known.epoch, known.seq) >= (fresh.epoch, fresh.seq);
                if !guard.as_ref().is_some_and(newer) {
                    *guard = Some(fresh);
                }
            }
        }
        Ok(entry)
    }

    /// A conversation in memory, up to date, with the number of its stream.
    fn session_state(&self, key: &str) -> Result<(i64, Arc<Mutex<Session>>)> {
        let known = lock(&self.inner.numbers).get(key).copied();
        let number = match known {
            Some(number) => number,
            None => {
                let stream = self.store(|studio| studio.find(key))?;
                let stream =
                    stream.filter(|stream| stream.kind == SESSION).ok_or_else(no_session)?;
                lock(&self.inner.numbers).insert(key.to_owned(), stream.id);
                stream.id
            }
        };
        let session = self.kept(number);
        let after = lock(&session).seq;
        let Some((stream, events)) = self.store(|studio| studio.events(number, after))? else {
            lock(&self.inner.sessions).remove(&number);
            lock(&self.inner.numbers).remove(key);
            return Err(no_session());
        };
        if !events.is_empty() {
            let mut state = lock(&session);
            for event in &events {
                if event.seq == state.seq + 1 {
                    let read = parsed::<SessionEvent>(&stream, event)?;
                    let action = event.action.as_deref();
                    match read {
                        Some(read) => state.apply(event.seq, event.at, &event.actor, action, read),
                        None => state.seq = event.seq,
                    }
                }
            }
        }
        Ok((number, session))
    }

    fn kept(&self, number: i64) -> Arc<Mutex<Session>> {
        let used = self.inner.uses.fetch_add(1, Ordering::Relaxed);
        let mut all = lock(&self.inner.sessions);
        if all.len() >= KEPT && !all.contains_key(&number) {
            // Half go at once, so that looking for the oldest is rare.
            let mut ages: Vec<u64> = all.values().map(|kept| kept.used).collect();
            ages.sort_unstable();
            let middle = ages.get(ages.len() / 2).copied().unwrap_or_default();
            all.retain(|_, kept| kept.used > middle);
        }
        let kept = all.entry(number).or_insert_with(|| Kept { session: Arc::default(), used });
        kept.used = used;
        kept.session.clone()
    }
}

fn add(project: &mut Project, stream: &Stream, events: &[LoggedEvent]) -> Result<()> {
    for event in events {
        if event.seq == project.seq + 1 {
            let read = parsed::<ProjectEvent>(stream, event)?;
            project.apply(event, read);
        }
    }
    Ok(())
}

/// An event as it was meant; none where it was erased.
fn parsed<T: DeserializeOwned>(stream: &Stream, event: &LoggedEvent) -> Result<Option<T>> {
    if event.kind == ERASED {
        return Ok(None);
    }
    serde_json::from_str(&event.body).map(Some).map_err(|error| Error::Unreadable {
        stream: stream.key.clone(),
        seq: event.seq,
        why: error.to_string(),
    })
}

/// Events as they are written; the client's id stands with the first.
fn logged<T: Serialize>(
    actor: &str,
    action: Option<&str>,
    at: i64,
    events: &[T],
) -> Result<Vec<NewEvent>> {
    let one = |(number, event): (usize, &T)| {
        let unwritable = |why: String| Error::Unreadable { stream: "new".to_owned(), seq: 0, why };
        let body = serde_json::to_value(event).map_err(|error| unwritable(error.to_string()))?;
        let kind = body.get("kind").and_then(|kind| kind.as_str()).unwrap_or("event").to_owned();
        let action = action.filter(|_| number == 0).map(str::to_owned);
        Ok(NewEvent { at, actor: actor.to_owned(), action, kind, body: body.to_string() })
    };
    events.iter().enumerate().map(one).collect()
}

fn gone() -> Error {
    Refusal::new("project", "there is no such project").into()
}

fn no_session() -> Error {
    Refusal::new("session", "there is no such conversation").into()
}

/// Waits a little, longer each time, so that writers do not meet again and again.
fn pause(round: u32) {
    std::thread::sleep(Duration::from_millis(u64::from(round.min(10))));
}
