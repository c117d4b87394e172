//! A turn of a conversation that the server keeps: saved before it is acknowledged.

use std::sync::Arc;

use axum::Json as Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use grice_engine::{Cancel, Conversation, Engine};
use grice_store::Saved;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::ask::{checked, wants_stream};
use super::conversations::turn_of;
use super::{Json, Path};
use crate::app::App;
use crate::auth::{Caller, Scope};
use crate::error::{ErrorBody, Problem, Result};
use crate::stream::{self, Line, WAITING};
use crate::threads;
use crate::turns::{Held, Tell, nobody, take};
use crate::views::{ReplyView, TurnView};
use crate::workers::Place;

/// Passages of a reply that are kept, to tell why it is what it is.
const KEPT: usize = 20;

/// Something to be said in a conversation.
#[derive(Deserialize, ToSchema)]
pub struct ToSay {
    /// What is said.
    #[schema(example = "What is Titan?")]
    utterance: String,
    /// How many turns the client knows: the same request can be sent again without saying it twice.
    #[schema(example = 0)]
    after: usize,
    /// Whether later turns are dropped first, as for a question that is edited.
    #[serde(default)]
    replace: bool,
}

/// A turn that is about to be taken.
struct Turning {
    app: Arc<App>,
    caller: Caller,
    id: String,
    engine: Arc<Engine>,
    conversation: Conversation,
    said: ToSay,
    place: Place,
}

/// Say something.
#[utoipa::path(
    post, path = "/api/conversations/{id}/turns", tag = "conversations",
    params(("id" = String, Path)), request_body = ToSay,
    responses(
        (
            status = 201, description = "The turn, saved",
            content((TurnView = "application/json"))
        ),
        (
            status = 200, description = "With Accept: text/event-stream, the turn's events; it is saved before the last one",
            content((String = "text/event-stream"))
        ),
        (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 504, body = ErrorBody, description = "It took longer than the server allows")
    )
)]
pub async fn turn(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(said): Json<ToSay>,
) -> Result<Response> {
    caller.may(Scope::Ask)?;
    checked(&said.utterance)?;
    let (owner, key) = (caller.owner.clone(), id.clone());
    let saved = app.store(move |store| store.of(&owner).load(&key)).await?;
    let streams = wants_stream(&headers);
    if let Some(turn) = again(&saved, &said) {
        return Ok(match streams {
            true => {
                let (lines, received) = mpsc::channel(1);
                let done = Line::new("done", &json!({ "turn": turn }));
                let _ = lines.send(done).await;
                stream::events(received, Cancel::default(), app.metrics.streaming())
            }
            false => (StatusCode::CREATED, Body(turn)).into_response(),
        });
    }
    let there = saved.conversation.turns.len();
    if said.after > there || (said.after < there && !said.replace) {
        return Err(Problem::grown());
    }
    let (own, owner, kept) = (app.clone(), caller.owner.clone(), saved.summary.collection);
    let engine = App::blocking(move || {
        let shelf = own.library.kept(&owner, &kept)?;
        own.library.engine(&shelf)
    });
    let engine = engine.await?;
    let mut conversation = saved.conversation;
    if said.after < there {
        conversation.turns.truncate(said.after);
        conversation.pending = None;
    }
    let place = app.workers.place()?;
    let turning = Turning { app, caller, id, engine, conversation, said, place };
    match streams {
        false => {
            let turn = turning.take(Cancel::default(), nobody()).await?;
            Ok((StatusCode::CREATED, Body(turn)).into_response())
        }
        true => Ok(turning.streamed()),
    }
}

/// The turn that the request asks for, where it was taken before.
fn again(saved: &Saved, said: &ToSay) -> Option<TurnView> {
    let known = saved.conversation.turns.get(said.after)?;
    let same = known.question.trim() == said.utterance.trim();
    (same && !said.replace).then(|| turn_of(saved, said.after)).flatten()
}

impl Turning {
    fn streamed(self) -> Response {
        let (lines, received) = mpsc::channel(WAITING);
        let cancel = Cancel::default();
        let (stopped, counted) = (cancel.clone(), self.app.metrics.streaming());
        threads::beside(async move {
            let held = Held::default();
            let line = match self.take(cancel, held.relay(&lines)).await {
                Ok(turn) => {
                    held.release(&lines).await;
                    Line::new("done", &json!({ "turn": turn }))
                }
                Err(problem) => Line::problem(&problem),
            };
            // A client that has gone away is not told.
            let _ = lines.send(line).await;
        });
        stream::events(received, stopped, counted)
    }

    /// Takes the turn and saves it.
    async fn take(self, cancel: Cancel, tell: Tell) -> Result<TurnView> {
        let Turning { app, caller, id, engine, conversation, said, place } = self;
        let taken = take(&app, place, engine, conversation, said.utterance, cancel, tell).await?;
        let (conversation, mut reply) = taken;
        let number = said.after;
        let question = conversation.turns.last().map(|turn| turn.question.clone());
        let view = ReplyView::new(&reply, conversation.pending.as_ref());
        let keep = u32::try_from(number).unwrap_or(u32::MAX);
        reply.passages.truncate(KEPT);
        let save = app.store(move |store| {
            let mut own = store.of(&caller.owner);
            match said.replace {
                true => own.replace(&id, keep, &conversation, &[reply]),
                false => own.append(&id, &conversation, &[reply]),
            }
        });
        let at = save.await?;
        Ok(TurnView {
            number,
            question: question.unwrap_or_default(),
            reply: view,
            feedback: None,
            at,
        })
    }
}
