//! A studio over a database of a test's own, which can be closed and opened again.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use grice_store::Pool;
use grice_studio::{Caller, Error, Partner, Parts, Presence, Refusal, Studio};
use serde_json::{Value, json};

use crate::pages::Sights;
use crate::place::Place;

pub const OWNER: &str = "ann";

pub struct Stage {
    url: String,
    pub pages: Sights,
    pub clock: Arc<AtomicI64>,
    partner: Option<Arc<dyn Partner>>,
    count: AtomicU32,
    pub studio: Studio,
}

/// Somebody with a token, and perhaps a stream open.
pub struct Person {
    pub token: String,
    pub id: String,
    pub here: Option<Presence>,
}

impl Stage {
    pub fn new(place: &Place) -> Stage {
        Stage::with(place, None)
    }

    pub fn with(place: &Place, partner: Option<Arc<dyn Partner>>) -> Stage {
        let (url, pages) = (place.url.clone(), Sights::new());
        let clock = Arc::new(AtomicI64::new(1_790_000_000_000));
        let studio = open(&url, &pages, &clock, partner.clone());
        Stage { url, pages, clock, partner, count: AtomicU32::new(0), studio }
    }

    /// As after a restart of the server: nothing is left in memory.
    pub fn reopen(&mut self) {
        self.studio = open(&self.url, &self.pages, &self.clock, self.partner.clone());
    }

    /// Another server on the same database.
    pub fn other(&self) -> Studio {
        open(&self.url, &self.pages, &self.clock, self.partner.clone())
    }

    pub fn later(&self, seconds: i64) {
        self.clock.fetch_add(seconds * 1_000, Ordering::Relaxed);
    }

    pub fn project(&self, protocol: &str, settings: Value) -> String {
        let made = self.studio.create(
            OWNER,
            json!({
                "name": "Sights", "protocol": protocol, "collection": "sights", "settings": settings,
            }),
        );
        made.unwrap()["id"].as_str().unwrap().to_owned()
    }

    pub fn invite(&self, project: &str, step: &str) -> String {
        let made = self.studio.invite(OWNER, project, json!({ "step": step })).unwrap();
        made["token"].as_str().unwrap().to_owned()
    }

    pub fn action(&self) -> String {
        format!("action-{}", self.count.fetch_add(1, Ordering::Relaxed))
    }

    /// Somebody nobody has met before comes in.
    pub fn join(&self, invitation: &str) -> Person {
        let name = format!("w{}", self.count.fetch_add(1, Ordering::Relaxed));
        self.join_as(invitation, Some(&name)).unwrap()
    }

    pub fn join_as(&self, invitation: &str, name: Option<&str>) -> grice_studio::Result<Person> {
        let request = json!({
            "invitation": invitation, "action": self.action(), "consent": true, "name": name,
        });
        let joined = self.studio.join(request)?;
        let id = joined.view.body["you"]["id"].as_str().unwrap().to_owned();
        Ok(Person { token: joined.token, id, here: None })
    }

    /// What payments are made out to.
    pub fn name(&self, project: &str, id: &str) -> String {
        let all = self.studio.participants(OWNER, project).unwrap();
        let all = all["participants"].as_array().unwrap();
        let one = all.iter().find(|one| one["id"] == id).unwrap();
        one["name"].as_str().unwrap().to_owned()
    }

    /// Somebody who came in, passed the qualification and is there.
    pub fn qualified(&self, invitation: &str) -> Person {
        let mut person = self.join(invitation);
        if self.kind(&person) == "qualification" {
            let answers = json!({ "literal": 0, "helpful": 1, "reply": 1, "unknown": 1 });
            self.does(&person, json!({ "kind": "qualify", "answers": answers }));
        }
        person.here = Some(self.studio.enter(&self.caller(&person)));
        person
    }

    pub fn caller(&self, person: &Person) -> Caller {
        self.studio.caller(&person.token).unwrap()
    }

    pub fn view(&self, person: &Person) -> Value {
        self.studio.view(&self.caller(person)).unwrap().body
    }

    pub fn screen(&self, person: &Person) -> Value {
        self.view(person)["screen"].clone()
    }

    pub fn kind(&self, person: &Person) -> String {
        self.screen(person)["kind"].as_str().unwrap().to_owned()
    }

    pub fn try_to(&self, person: &Person, what: Value) -> Result<Value, Refusal> {
        let request = json!({ "action": self.action(), "do": what });
        match self.studio.act(&self.caller(person), request) {
            Ok(acted) => {
                assert!(!acted.repeated);
                Ok(acted.view.body["screen"].clone())
            }
            Err(Error::Refused(refusal)) => Err(refusal),
            Err(error) => panic!("{error}"),
        }
    }

    /// Does something, and gives the screen that follows.
    pub fn does(&self, person: &Person, what: Value) -> Value {
        self.try_to(person, what.clone()).unwrap_or_else(|why| panic!("{what}: {why:?}"))
    }

    /// Why something cannot be done.
    pub fn refused(&self, person: &Person, what: Value) -> &'static str {
        match self.try_to(person, what.clone()) {
            Err(refusal) => refusal.code,
            Ok(screen) => panic!("{what} was done: {screen}"),
        }
    }
}

fn open(
    url: &str,
    pages: &Sights,
    clock: &Arc<AtomicI64>,
    partner: Option<Arc<dyn Partner>>,
) -> Studio {
    let pool = Arc::new(Pool::connect(url, 4).unwrap());
    let clock = clock.clone();
    let clock = Arc::new(move || clock.load(Ordering::Relaxed));
    Studio::new(Parts { pool, library: Arc::new(pages.clone()), partner, clock })
}

/// What was refused, of a call that is not an action.
pub fn code<T: std::fmt::Debug>(result: grice_studio::Result<T>) -> &'static str {
    match result {
        Err(Error::Refused(refusal)) => refusal.code,
        other => panic!("{other:?}"),
    }
}
