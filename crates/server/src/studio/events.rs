//! Streams of what somebody sees: the whole of it each time it changes.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::changes::Ear;
use crate::app::App;
use crate::error::Result;

/// How often a stream that nobody woke looks again: other programs write to the same database.
const LOOK_AGAIN: Duration = Duration::from_secs(10);

/// How long to wait where reading failed.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// What is seen at a moment.
pub struct Seen {
    /// Tells one state from another.
    pub version: String,
    /// The state as JSON.
    pub data: String,
    /// When it will change by itself.
    pub until: Option<Duration>,
}

/// How a stream goes.
pub struct Manner {
    /// The events' name.
    pub name: &'static str,
    /// Whether events have ids, by which a client can go on.
    pub numbered: bool,
    /// The least time between two.
    pub pace: Duration,
    /// What the client has seen.
    pub known: Option<String>,
}

/// What a client says that it has seen.
pub fn known(headers: &HeaderMap, after: Option<String>) -> Option<String> {
    let given = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    given.map(str::to_owned).or(after)
}

/// Sends what is seen, first at once and then whenever it is another. `held` is let go of when the
/// client goes away, the server ends, or what is watched is no more.
pub fn events<F>(
    app: &Arc<App>,
    manner: Manner,
    mut ear: Ear,
    held: impl Send + 'static,
    see: impl Fn() -> F + Send + 'static,
) -> Response
where
    F: Future<Output = Result<Seen>> + Send,
{
    let (sender, received) = mpsc::channel::<Event>(1);
    let mut ending = app.ending.clone();
    let counted = app.metrics.streaming();
    crate::threads::beside(async move {
        let _held = (held, counted);
        let Manner { name, numbered, pace, mut known } = manner;
        loop {
            ear.settle();
            let wait = match see().await {
                Ok(seen) => {
                    let wait = seen.until.unwrap_or(LOOK_AGAIN).min(LOOK_AGAIN);
                    if known.as_ref() != Some(&seen.version) {
                        let event = Event::default().event(name).data(seen.data);
                        let event = if numbered { event.id(&seen.version) } else { event };
                        if sender.send(event).await.is_err() {
                            return;
                        }
                        known = Some(seen.version);
                        if !pace.is_zero() {
                            tokio::time::sleep(pace).await;
                        }
                    }
                    wait
                }
                Err(problem) if problem.status().is_server_error() || is_busy(&problem) => {
                    TRY_AGAIN
                }
                Err(_) => return,
            };
            tokio::select! {
                () = ear.woken() => {}
                () = tokio::time::sleep(wait) => {}
                () = sender.closed() => return,
                _ = ending.wait_for(|ending| *ending) => return,
            }
        }
    });
    let lines = ReceiverStream::new(received).map(Ok::<Event, Infallible>);
    let alive = KeepAlive::new().interval(Duration::from_secs(10));
    let mut response = Sse::new(lines).keep_alive(alive).into_response();
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

fn is_busy(problem: &crate::error::Problem) -> bool {
    problem.status() == StatusCode::TOO_MANY_REQUESTS
}
