//! Who is told that something has changed.

use std::collections::HashMap;
use std::sync::Arc;

use grice_studio::{Changed, Whom};
use parking_lot::Mutex;
use tokio::sync::watch;

/// Streams that wait for changes: by project and, for a participant's, by participant.
#[derive(Default)]
pub struct Watchers(Mutex<HashMap<String, Watched>>);

#[derive(Default)]
struct Watched {
    /// Those who look at the whole project.
    desks: Option<watch::Sender<u64>>,
    people: HashMap<String, watch::Sender<u64>>,
}

/// A stream's ear: it is woken by what concerns it.
pub struct Ear {
    changed: watch::Receiver<u64>,
    project: String,
    participant: Option<String>,
    watchers: Arc<Watchers>,
}

impl Ear {
    /// Done when something has changed since it was last asked.
    pub async fn woken(&mut self) {
        if self.changed.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// What comes now is news.
    pub fn settle(&mut self) {
        self.changed.borrow_and_update();
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        let mut all = self.watchers.0.lock();
        let Some(watched) = all.get_mut(&self.project) else { return };
        // The ear itself still counts.
        let last = |sender: &watch::Sender<u64>| sender.receiver_count() <= 1;
        match &self.participant {
            Some(who) if watched.people.get(who).is_some_and(last) => {
                watched.people.remove(who);
            }
            None if watched.desks.as_ref().is_some_and(last) => watched.desks = None,
            _ => {}
        }
        if watched.desks.is_none() && watched.people.is_empty() {
            all.remove(&self.project);
        }
    }
}

impl Watchers {
    /// An ear for a participant, or for all of a project.
    pub fn listen(self: &Arc<Watchers>, project: &str, participant: Option<&str>) -> Ear {
        let mut all = self.0.lock();
        let watched = all.entry(project.to_owned()).or_default();
        let new = || watch::channel(0).0;
        let sender = match participant {
            Some(who) => watched.people.entry(who.to_owned()).or_insert_with(new),
            None => watched.desks.get_or_insert_with(new),
        };
        Ear {
            changed: sender.subscribe(),
            project: project.to_owned(),
            participant: participant.map(str::to_owned),
            watchers: self.clone(),
        }
    }

    /// Wakes those whom a change concerns.
    pub fn tell(&self, changed: &Changed) {
        let all = self.0.lock();
        let Some(watched) = all.get(&changed.project) else { return };
        let wake = |sender: &watch::Sender<u64>| sender.send_modify(|count| *count += 1);
        watched.desks.iter().for_each(wake);
        match &changed.whom {
            Whom::Everybody => watched.people.values().for_each(wake),
            Whom::These(people) => {
                people.iter().filter_map(|who| watched.people.get(who)).for_each(wake);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(whom: Whom) -> Changed {
        Changed { project: "p".into(), whom }
    }

    #[tokio::test]
    async fn those_whom_it_concerns_are_woken_and_nobody_is_kept_who_left() {
        let watchers = Arc::new(Watchers::default());
        let (mut ann, mut bob) =
            (watchers.listen("p", Some("ann")), watchers.listen("p", Some("bob")));
        let mut desk = watchers.listen("p", None);
        watchers.tell(&change(Whom::These(vec!["ann".into()])));
        ann.woken().await;
        desk.woken().await;
        let soon = std::time::Duration::from_millis(5);
        assert!(tokio::time::timeout(soon, bob.woken()).await.is_err());
        watchers.tell(&change(Whom::Everybody));
        bob.woken().await;
        let twice = watchers.listen("p", Some("ann"));
        drop(ann);
        assert!(watchers.0.lock()["p"].people.contains_key("ann"));
        drop((twice, bob, desk));
        assert!(watchers.0.lock().is_empty());
    }
}
