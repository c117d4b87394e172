//! The studio as a server uses it: one object whose methods are the routes of `API.md`.
//!
//! Bodies come in as JSON values and go out as JSON values of the shapes of `API.md`; files come
//! and go as bytes. Everything blocks: an asynchronous server calls it on threads that may.
//! Nothing here knows HTTP, but [`Refusal::status`](crate::Refusal::status) says which status a refusal has.
//!
//! Where the methods are:
//!
//! | file | methods |
//! |---|---|
//! | `studio/coming.rs` | `invitation`, `join`, `caller` |
//! | `studio/working.rs` | `view`, `act`, `check`, `page` |
//! | `studio/presence.rs` | `enter`, `on_change` |
//! | `studio/projects.rs` | `protocols`, `protocol_text`, `projects`, `create`, `project`, `change`, `delete` |
//! | `studio/people.rs` | `invitations`, `invite`, `revoke`, `participants`, `change_participant`, `delete_participant` |
//! | `studio/watching.rs` | `progress`, `sessions`, `session` |
//! | `studio/sweep.rs` | `sweep`, `end_session` |
//! | `studio/trial.rs` | `try_out` |
//! | `studio/pairing.rs`, `studio/grice.rs` | nothing public: who is paired with whom, Grice's own turns |
//! | `review.rs` | `queue`, `review` |
//! | `agreement.rs` | `agreement`, `disagreements`, `adjudicate` |
//! | `experiments.rs` | `experiments` |
//! | `pool.rs` | `pool` |
//! | `payments.rs` | `payments` |
//! | `export/`, `import/` | `export`, `import` |
//!
//! What modules of this crate use to read and write is in `studio/log.rs`: `Studio::read` and
//! `Studio::read_session` give a state that is up to date, `Studio::update` and
//! `Studio::update_session` decide against it and write, again where another writer was quicker.

pub(crate) mod coming;
mod grice;
pub(crate) mod log;
mod pairing;
mod people;
mod presence;
mod projects;
mod qualification;
mod sweep;
mod trial;
mod watching;
mod working;

use std::sync::Arc;

use grice_store::Pool;
use serde_json::Value;

use crate::pages::{PageRef, Pages};
use crate::refusal::Result;

pub use coming::Joined;
pub use grice::{Answering, Asking, Partner, TeachersTurn};
pub use presence::{Changed, Presence, Whom};
pub use working::{Acted, Caller, View};

/// The collections that a studio collects about.
pub trait Library: Send + Sync {
    /// The pages of a collection of an owner; a [`Refusal`](crate::Refusal) with the code
    /// `collection` where there is none.
    fn pages(&self, owner: &str, collection: &str) -> Result<Arc<dyn Pages + Send + Sync>>;

    /// Its pages that most others link to, at most so many.
    fn most_linked(&self, owner: &str, collection: &str, most: usize) -> Result<Vec<PageRef>>;
}

/// A file that is handed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// A name to save it under.
    pub name: String,
    /// Its media type.
    pub media: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What a studio is made of.
pub struct Parts {
    /// Where everything is written.
    pub pool: Arc<Pool>,
    /// Where pages come from.
    pub library: Arc<dyn Library>,
    /// Grice as a partner, where there is one.
    pub partner: Option<Arc<dyn Partner>>,
    /// Milliseconds since 1970; tests have clocks of their own.
    pub clock: Arc<dyn Fn() -> i64 + Send + Sync>,
}

impl Parts {
    /// Parts with the machine's clock and without Grice.
    pub fn new(pool: Arc<Pool>, library: Arc<dyn Library>) -> Parts {
        Parts { pool, library, partner: None, clock: Arc::new(log::now) }
    }
}

/// The studio.
#[derive(Clone)]
pub struct Studio {
    pub(crate) inner: Arc<log::Inner>,
}

impl std::fmt::Debug for Studio {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Studio").field("pool", &self.inner.parts.pool).finish()
    }
}

impl Studio {
    /// A studio.
    pub fn new(parts: Parts) -> Studio {
        let inner = log::Inner::new(parts);
        grice::start(&inner);
        Studio { inner }
    }
}

/// Reads a request's body.
pub(crate) fn body<T: serde::de::DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(|error| {
        crate::refusal::Refusal::new("body", format!("the request cannot be read: {error}")).into()
    })
}
