//! Invitations and participants, for administrators.

use std::sync::Arc;

use axum::Json as Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::shapes;
use crate::api::{Json, Path};
use crate::app::App;
use crate::auth::{Caller, Scope};
use crate::error::{ErrorBody, Result};

/// The invitations of a project; their tokens are not told again.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}/invitations", tag = "studio", params(("id" = String, Path)),
    responses((status = 200, body = Object, description = "invitations"), (status = 404, body = ErrorBody))
)]
pub async fn invitations(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.invitations(&caller.owner, &id)).await.map(Body)
}

/// Invite people by a link.
#[utoipa::path(
    post, path = "/api/studio/projects/{id}/invitations", tag = "studio", params(("id" = String, Path)), request_body = shapes::NewInvitation,
    responses((status = 201, body = Object, description = "invitation, token, link"), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn invite(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Json(given): Json<Value>,
) -> Result<Response> {
    caller.may(Scope::Studio)?;
    let made = app.in_studio(move |studio| studio.invite(&caller.owner, &id, given)).await?;
    Ok((StatusCode::CREATED, Body(made)).into_response())
}

/// Revoke an invitation; those who came in stay.
#[utoipa::path(
    delete, path = "/api/studio/projects/{id}/invitations/{invitation}", tag = "studio", params(("id" = String, Path), ("invitation" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorBody))
)]
pub async fn revoke(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, invitation)): Path<(String, String)>,
) -> Result<StatusCode> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.revoke(&caller.owner, &id, &invitation)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The participants of a project.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}/participants", tag = "studio", params(("id" = String, Path)),
    responses((status = 200, body = Object, description = "participants"), (status = 404, body = ErrorBody))
)]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.participants(&caller.owner, &id)).await.map(Body)
}

/// Suspend or qualify a participant.
#[utoipa::path(
    patch, path = "/api/studio/projects/{id}/participants/{participant}", tag = "studio", params(("id" = String, Path), ("participant" = String, Path)), request_body = shapes::Decision,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn change(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, participant)): Path<(String, String)>,
    Json(given): Json<Value>,
) -> Result<StatusCode> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.change_participant(&caller.owner, &id, &participant, given))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete a participant's data.
#[utoipa::path(
    delete, path = "/api/studio/projects/{id}/participants/{participant}", tag = "studio", params(("id" = String, Path), ("participant" = String, Path)),
    responses((status = 200, body = Object, description = "sessions, events"), (status = 404, body = ErrorBody))
)]
pub async fn remove(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((id, participant)): Path<(String, String)>,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.delete_participant(&caller.owner, &id, &participant))
        .await
        .map(Body)
}

/// Try a project, in both roles or with Grice.
#[utoipa::path(
    post, path = "/api/studio/projects/{id}/try", tag = "studio", params(("id" = String, Path)), request_body = shapes::Trial,
    responses((status = 201, body = Object, description = "participants"), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn try_out(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Json(given): Json<Value>,
) -> Result<Response> {
    caller.may(Scope::Studio)?;
    let made = app.in_studio(move |studio| studio.try_out(&caller.owner, &id, given)).await?;
    Ok((StatusCode::CREATED, Body(made)).into_response())
}
