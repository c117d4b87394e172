//! Replies as server-sent events.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use grice_engine::Cancel;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::error::Problem;
use crate::metrics::Streaming;
use crate::turns::Stop;

/// Events that may wait for a client that reads slowly.
pub const WAITING: usize = 64;

/// An event of a stream.
pub struct Line {
    /// Its name; none for data alone.
    pub name: Option<&'static str>,
    /// Its data.
    pub data: String,
}

impl Line {
    /// A named event with data as JSON.
    pub fn new(name: &'static str, data: &impl Serialize) -> Line {
        Line { name: Some(name), data: serde_json::to_string(data).unwrap_or_default() }
    }

    /// What a client is told where the turn failed.
    pub fn problem(problem: &Problem) -> Line {
        Line::new("error", problem.body())
    }
}

/// The events as they come. A client that goes away stops the turn.
pub fn events(lines: mpsc::Receiver<Line>, cancel: Cancel, counted: Streaming) -> Response {
    let held = (Stop(cancel), counted);
    let events = ReceiverStream::new(lines).map(move |line| {
        let _held = &held;
        let event = Event::default().data(line.data);
        let event = match line.name {
            Some(name) => event.event(name),
            None => event,
        };
        Ok::<Event, Infallible>(event)
    });
    let alive = KeepAlive::new().interval(Duration::from_secs(10));
    let mut response = Sse::new(events).keep_alive(alive).into_response();
    // Proxies that collect a reply before they pass it on are told not to.
    response.headers_mut().insert("x-accel-buffering", axum::http::HeaderValue::from_static("no"));
    response
}
