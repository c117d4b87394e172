//! The studio over HTTP: what `crates/studio/API.md` says, for participants and administrators.
//!
//! The studio itself blocks, and its states are in memory: its work is done off the threads that
//! serve requests, a bounded number at a time. [`Room`] wakes the streams whose view may have
//! changed (`changes.rs`, `events.rs`).

mod changes;
mod collection;
mod events;
mod grice;
mod participants;
mod people;
mod projects;
mod results;
mod shapes;

use std::sync::Arc;
use std::time::Duration;

use grice_store::Pool;
use grice_studio::{Error, Parts, Refusal, Studio};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::{App, stored};
use crate::error::{Problem, Result};
use crate::library::Library;
use crate::workers::Workers;

use changes::Watchers;
use collection::Collections;
use grice::Grice;
use participants::Good;

/// Work of the studio at a time: as much as there are connections to the database.
const AT_A_TIME: usize = 8;

/// How often conversations are looked for that nobody goes on with.
const SWEEP: Duration = Duration::from_secs(10);

/// Requests that may wait for their turn; each takes milliseconds.
const WAITING: usize = 1_024;

/// The studio in a server.
pub struct Room {
    studio: Studio,
    collections: Arc<Collections>,
    workers: Workers,
    watchers: Arc<Watchers>,
    good: Arc<Good>,
}

impl Room {
    /// The studio of a database and of the collections that a server has.
    pub fn new(pool: Arc<Pool>, library: Arc<Library>, turn_time: Duration) -> Room {
        let collections = Arc::new(Collections::new(library));
        let grice = Grice::new(collections.clone(), turn_time);
        let parts =
            Parts { partner: Some(Arc::new(grice)), ..Parts::new(pool, collections.clone()) };
        let studio = Studio::new(parts);
        let watchers = Arc::new(Watchers::default());
        let told = watchers.clone();
        studio.on_change(move |changed| told.tell(changed));
        let workers = Workers::new(AT_A_TIME, WAITING);
        Room { studio, collections, workers, watchers, good: Arc::default() }
    }
}

/// The studio of a database for a program that is no server: nobody is present, and Grice takes no
/// part.
pub fn alone(pool: Arc<Pool>, library: Arc<Library>) -> Studio {
    Studio::new(Parts::new(pool, Arc::new(Collections::new(library))))
}

/// Ends conversations that nobody goes on with, until the server ends.
pub async fn sweep(app: Arc<App>) {
    let mut ending = app.ending.clone();
    loop {
        tokio::select! {
            () = tokio::time::sleep(SWEEP) => {}
            _ = ending.wait_for(|ending| *ending) => return,
        }
        match app.in_studio(Studio::sweep).await {
            // What failed is in the log.
            Ok(0) | Err(_) => {}
            Ok(ended) => tracing::info!(ended, "conversations that nobody went on with"),
        }
    }
}

impl App {
    /// Does something in the studio.
    pub async fn in_studio<T: Send + 'static>(
        self: &Arc<App>,
        work: impl FnOnce(&Studio) -> grice_studio::Result<T> + Send + 'static,
    ) -> Result<T> {
        let studio = self.studio.studio.clone();
        self.studio.workers.run(move || work(&studio).map_err(told)).await
    }
}

/// What a client is told of an error of the studio.
pub fn told(error: Error) -> Problem {
    match error {
        Error::Refused(refusal) => refused(refusal),
        Error::Store(error) => stored(error),
        Error::Busy => Problem::unavailable("the studio is busy; send the request again"),
        error => Problem::server("the studio", error),
    }
}

fn refused(refusal: Refusal) -> Problem {
    let Refusal { code, message, hint, .. } = &refusal;
    let problem = Problem::of_status(refusal.status(), code, message.clone());
    match hint {
        Some(hint) => problem.hint(hint.clone()),
        None => problem,
    }
}

/// The studio's routes with their description.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(participants::invitation))
        .routes(routes!(participants::join))
        .routes(routes!(participants::view))
        .routes(routes!(participants::events))
        .routes(routes!(participants::act))
        .routes(routes!(participants::check))
        .routes(routes!(participants::page))
        .routes(routes!(projects::protocols))
        .routes(routes!(projects::protocol))
        .routes(routes!(projects::list, projects::create))
        .routes(routes!(projects::one, projects::change, projects::remove))
        .routes(routes!(projects::progress))
        .routes(routes!(projects::events))
        .routes(routes!(people::invitations, people::invite))
        .routes(routes!(people::revoke))
        .routes(routes!(people::list))
        .routes(routes!(people::change, people::remove))
        .routes(routes!(people::try_out))
        .routes(routes!(results::sessions))
        .routes(routes!(results::session))
        .routes(routes!(results::end))
        .routes(routes!(results::queue))
        .routes(routes!(results::review))
        .routes(routes!(results::agreement))
        .routes(routes!(results::disagreements))
        .routes(routes!(results::adjudicate))
        .routes(routes!(results::experiments))
        .routes(routes!(results::pool))
        .routes(routes!(results::payments))
        .routes(routes!(results::export))
        .routes(routes!(results::import))
}
