//! A question by itself, or after a history that the client keeps.

use std::sync::Arc;

use axum::Json as Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use grice_engine::{Cancel, Conversation};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::Json;
use super::documents::engine;
use super::judge::{Before, turns};
use crate::app::App;
use crate::auth::{Caller, Scope};
use crate::error::{ErrorBody, Problem, Result};
use crate::stream::{self, Line, WAITING};
use crate::threads;
use crate::turns::{nobody, relay, take};
use crate::views::ReplyView;

/// The longest utterance, in characters.
pub const LONGEST: usize = 8_000;

/// A question.
#[derive(Deserialize, ToSchema)]
pub struct ToAsk {
    /// The collection to answer from.
    #[schema(example = "demo")]
    collection: String,
    /// The question.
    #[schema(example = "What is Titan?")]
    question: String,
    /// The turns before, oldest first.
    #[serde(default)]
    history: Vec<Before>,
}

/// An error where an utterance cannot be taken.
pub fn checked(utterance: &str) -> Result<()> {
    if utterance.trim().is_empty() {
        return Err(Problem::invalid("empty", "nothing was said"));
    }
    match utterance.chars().count() > LONGEST {
        true => Err(Problem::too_large(format!("at most {LONGEST} characters can be said"))),
        false => Ok(()),
    }
}

/// Whether the client wants the reply as it comes.
pub fn wants_stream(headers: &HeaderMap) -> bool {
    let accepts = headers.get_all(header::ACCEPT).iter();
    accepts.filter_map(|value| value.to_str().ok()).any(|value| value.contains("text/event-stream"))
}

/// Ask a question.
#[utoipa::path(
    post, path = "/api/ask", tag = "conversations", request_body = ToAsk,
    responses(
        (
            status = 200, description = "The reply, or with Accept: text/event-stream its events",
            content((ReplyView = "application/json"), (String = "text/event-stream"))
        ),
        (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 504, body = ErrorBody, description = "It took longer than the server allows")
    )
)]
pub async fn ask(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    Json(given): Json<ToAsk>,
) -> Result<Response> {
    caller.may(Scope::Ask)?;
    checked(&given.question)?;
    let engine = engine(&app, &caller, &given.collection).await?;
    let conversation = Conversation::of(&turns(&given.history));
    let cancel = Cancel::default();
    let place = app.workers.place()?;
    if !wants_stream(&headers) {
        let (talk, reply) =
            take(&app, place, engine, conversation, given.question, cancel, nobody()).await?;
        return Ok(Body(ReplyView::new(&reply, talk.pending.as_ref())).into_response());
    }
    let (lines, received) = mpsc::channel(WAITING);
    let stopped = cancel.clone();
    let counted = app.metrics.streaming();
    threads::beside(async move {
        let tell = relay(&lines);
        let taken = take(&app, place, engine, conversation, given.question, cancel, tell).await;
        let line = match taken {
            Ok((talk, reply)) => {
                let reply = ReplyView::new(&reply, talk.pending.as_ref());
                Line::new("done", &json!({ "reply": reply }))
            }
            Err(problem) => Line::problem(&problem),
        };
        // A client that has gone away is not told.
        let _ = lines.send(line).await;
    });
    Ok(stream::events(received, stopped, counted))
}
