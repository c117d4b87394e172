//! What every request can reach.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grice_store::{Pool, Store};
use tokio::sync::{Mutex, watch};

use crate::auth::{Keyed, Known};
use crate::config::Config;
use crate::error::{Problem, Result};
use crate::jobs::Jobs;
use crate::library::Library;
use crate::metrics::Metrics;
use crate::pace::Pace;
use crate::studio::Room;
use crate::threads;
use crate::workers::Workers;

/// A server's state.
pub struct App {
    /// Its settings.
    pub config: Config,
    /// Its collections.
    pub library: Arc<Library>,
    /// Conversations and keys.
    pub pool: Arc<Pool>,
    /// Who takes turns.
    pub workers: Workers,
    /// Those of searches, which would wait seconds behind turns for their millisecond.
    pub searches: Workers,
    /// Those of requests whose bodies are large: as many are read as can be worked on.
    pub large: Workers,
    /// Uploads that are being read.
    pub jobs: Jobs,
    /// How it fares.
    pub metrics: Metrics,
    /// How much a caller may ask.
    pub pace: Pace,
    /// Keys that were looked up a moment ago.
    pub known: Known,
    /// Whether callers need a key.
    pub keyed: Keyed,
    /// When the database was last reached.
    pub reached: Reached,
    /// Projects that collect and judge conversations.
    pub studio: Room,
    /// Says that the server is ending.
    pub ending: watch::Receiver<bool>,
}

impl App {
    /// Runs something with a connection to the store, off the threads that serve requests.
    pub async fn store<T: Send + 'static>(
        self: &Arc<App>,
        work: impl FnOnce(&mut Store) -> grice_store::Result<T> + Send + 'static,
    ) -> Result<T> {
        let app = self.clone();
        let done = threads::off(move || app.pool.with(work)).await?;
        done.map_err(stored)
    }

    /// Runs something that takes a while, off the threads that serve requests.
    pub async fn blocking<T: Send + 'static>(
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        threads::off(work).await?
    }
}

/// How long what was found of the database is believed.
const BELIEVED: Duration = Duration::from_secs(1);

/// Whether the database can be reached, looked at now and then however often it is asked.
#[derive(Default)]
pub struct Reached(Mutex<Option<(Instant, bool)>>);

impl Reached {
    /// Whether it can.
    pub async fn is_there(&self, app: &Arc<App>) -> bool {
        let mut last = self.0.lock().await;
        match *last {
            Some((at, reached)) if at.elapsed() < BELIEVED => reached,
            _ => {
                let reached = app.store(|store| store.keys().map(drop)).await.is_ok();
                *last = Some((Instant::now(), reached));
                reached
            }
        }
    }
}

/// What a client is told of an error of the store.
pub fn stored(error: grice_store::Error) -> Problem {
    use grice_store::Error;
    match error {
        Error::Unknown(_) => Problem::not_found("conversation", "of that id"),
        Error::NameTaken { name, .. } => {
            Problem::conflict("taken", format!("another conversation is called '{name}'"))
        }
        error @ Error::BadName { .. } => Problem::invalid("name", error.to_string()),
        Error::Grown(_) => Problem::grown(),
        Error::UnknownTurn(number) => Problem::not_found("turn", &number.to_string()),
        error @ Error::LongNote(_) => Problem::too_large(error.to_string()),
        error @ (Error::Busy(_) | Error::NoServer { .. } | Error::Unsure(_)) => {
            tracing::warn!(%error, "the database");
            Problem::unavailable("the database cannot be reached; the request can be sent again")
        }
        error => Problem::server("the database", error),
    }
}
