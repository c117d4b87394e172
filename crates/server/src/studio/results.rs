//! What was collected, for administrators: conversations, reviews, agreement, files.

use std::sync::Arc;

use axum::Json as Body;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grice_studio::File;
use serde::Deserialize;
use serde_json::Value;
use utoipa::IntoParams;

use super::shapes;
use crate::api::{Json, Path, Query};
use crate::app::App;
use crate::auth::{Caller, Scope};
use crate::error::{ErrorBody, Problem, Result};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// open, complete or ended; none for all.
    state: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Exported {
    /// pragmaticqa, topiocqa, circa, judgements, jsonl or csv.
    format: String,
    /// Whether only what a reviewer accepted is wanted.
    #[serde(default)]
    accepted: bool,
    /// Whether conversations that ended before they were complete are wanted, too (jsonl, csv).
    #[serde(default)]
    all: bool,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Imported {
    /// The file's format, as of an export.
    format: String,
}

/// A body as it is.
pub struct Bytes(Vec<u8>);

impl FromRequest<Arc<App>> for Bytes {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Bytes> {
        match axum::body::Bytes::from_request(request, app).await {
            Ok(bytes) => Ok(Bytes(bytes.to_vec())),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Problem::too_large("the file is larger than allowed"))
            }
            Err(rejection) => Err(Problem::invalid("body", rejection.body_text())),
        }
    }
}

/// A file to be saved.
fn sent(file: File) -> Response {
    let name: String = file
        .name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' })
        .collect();
    let saved = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let mut response = ([(header::CONTENT_TYPE, file.media)], file.bytes).into_response();
    if let Ok(saved) = saved {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, saved);
    }
    response
}

/// The conversations of a project.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}/sessions", tag = "studio", params(("id" = String, Path), Wanted),
    responses((status = 200, body = Object, description = "sessions"), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn sessions(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Query(asked): Query<Wanted>,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.sessions(&caller.owner, &id, asked.state.as_deref()))
        .await
        .map(Body)
}

/// All of a conversation.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}/sessions/{session}", tag = "studio", params(("id" = String, Path), ("session" = String, Path)),
    responses((status = 200, body = Object, description = "The conversation"), (status = 404, body = ErrorBody))
)]
pub async fn session(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, session)): Path<(String, String)>,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.session(&caller.owner, &id, &session)).await.map(Body)
}

/// End a conversation that hangs: with its minimum of turns it is complete.
#[utoipa::path(
    post, path = "/api/studio/projects/{id}/sessions/{session}/end", tag = "studio", params(("id" = String, Path), ("session" = String, Path)), request_body = shapes::End,
    responses((status = 204), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody, description = "It is over"))
)]
pub async fn end(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, session)): Path<(String, String)>,
    Json(given): Json<Value>,
) -> Result<StatusCode> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.end_session(&caller.owner, &id, &session, given)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What waits for review.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}/queue", tag = "studio", params(("id" = String, Path)),
    responses((status = 200, body = Object, description = "queue"), (status = 404, body = ErrorBody))
)]
pub async fn queue(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.queue(&caller.owner, &id)).await.map(Body)
}

/// Accept work, return it with a note, or reject it.
#[utoipa::path(
    post, path = "/api/studio/projects/{id}/reviews", tag = "studio", params(("id" = String, Path)), request_body = shapes::Review,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn review(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Json(given): Json<Value>,
) -> Result<StatusCode> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.review(&caller.owner, &id, given)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How far judges agree.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}/agreement", tag = "studio", params(("id" = String, Path)),
    responses((status = 200, body = Object, description = "The agreement"), (status = 404, body = ErrorBody))
)]
pub async fn agreement(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.agreement(&caller.owner, &id)).await.map(Body)
}

/// Items that judges disagree about.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}/disagreements", tag = "studio", params(("id" = String, Path)),
    responses((status = 200, body = Object, description = "items"), (status = 404, body = ErrorBody))
)]
pub async fn disagreements(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.disagreements(&caller.owner, &id)).await.map(Body)
}

/// Settle an item that judges disagree about.
#[utoipa::path(
    post, path = "/api/studio/projects/{id}/adjudications", tag = "studio", params(("id" = String, Path)), request_body = shapes::Adjudication,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn adjudicate(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Json(given): Json<Value>,
) -> Result<StatusCode> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.adjudicate(&caller.owner, &id, given)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What A/B tests show.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}/experiments", tag = "studio", params(("id" = String, Path)),
    responses((status = 200, body = Object, description = "experiments"), (status = 404, body = ErrorBody))
)]
pub async fn experiments(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.experiments(&caller.owner, &id)).await.map(Body)
}

/// Pool answers of systems for judges.
#[utoipa::path(
    post, path = "/api/studio/projects/{id}/pool", tag = "studio", params(("id" = String, Path)), request_body = shapes::Pooled,
    responses((status = 201, body = Object, description = "items, answers, dropped"), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn pool(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Json(given): Json<Value>,
) -> Result<Response> {
    caller.may(Scope::Studio)?;
    let made = app.in_studio(move |studio| studio.pool(&caller.owner, &id, given)).await?;
    Ok((StatusCode::CREATED, Body(made)).into_response())
}

/// What is owed to whom, as CSV.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}/payments", tag = "studio", params(("id" = String, Path)),
    responses((status = 200, description = "CSV", content((String = "application/octet-stream"))), (status = 404, body = ErrorBody))
)]
pub async fn payments(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.payments(&caller.owner, &id)).await.map(sent)
}

/// What was collected, as a file.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}/export", tag = "studio", params(("id" = String, Path), Exported),
    responses((status = 200, description = "The file", content((String = "application/octet-stream"))), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn export(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Query(asked): Query<Exported>,
) -> Result<Response> {
    caller.may(Scope::Studio)?;
    if asked.all && asked.accepted {
        return Err(Problem::invalid("accepted", "take either all or accepted"));
    }
    app.in_studio(move |studio| match asked.all {
        true => studio.export_all(&caller.owner, &id, &asked.format),
        false => studio.export(&caller.owner, &id, &asked.format, asked.accepted),
    })
    .await
    .map(sent)
}

/// Take in a file of an export.
#[utoipa::path(
    post, path = "/api/studio/projects/{id}/import", tag = "studio", params(("id" = String, Path), Imported), request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, body = Object, description = "conversations, turns, items, judgements, skipped"), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn import(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Query(asked): Query<Imported>,
    Bytes(given): Bytes,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.import(&caller.owner, &id, &asked.format, &given))
        .await
        .map(Body)
}
