//! Projects, for administrators.

use std::sync::Arc;
use std::time::Duration;

use axum::Json as Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::events::{self as stream, Manner, Seen};
use super::shapes;
use crate::api::{Json, Path};
use crate::app::App;
use crate::auth::{Caller, Scope};
use crate::error::{ErrorBody, Problem, Result};

/// The least time between two events of a project.
const PACE: Duration = Duration::from_secs(1);

/// Protocols that ship.
#[utoipa::path(get, path = "/api/studio/protocols", tag = "studio", responses((status = 200, body = Object, description = "protocols")))]
pub async fn protocols(State(app): State<Arc<App>>, caller: Caller) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(|studio| Ok(studio.protocols())).await.map(Body)
}

/// A protocol as a file to begin one's own with.
#[utoipa::path(
    get, path = "/api/studio/protocols/{name}", tag = "studio", params(("name" = String, Path)),
    responses((status = 200, description = "TOML", content((String = "text/plain"))), (status = 404, body = ErrorBody))
)]
pub async fn protocol(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Response> {
    caller.may(Scope::Studio)?;
    let known = app.in_studio(move |studio| Ok(studio.protocol_text(&name)));
    let text = known.await?.map_err(|error| match super::told(error) {
        // Where it is a project's, the request is wrong; here there is no such thing.
        problem if problem.status() == StatusCode::BAD_REQUEST => {
            Problem::of_status(404, "protocol", problem.body().message.clone())
        }
        problem => problem,
    })?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The caller's projects.
#[utoipa::path(get, path = "/api/studio/projects", tag = "studio", responses((status = 200, body = Object, description = "projects")))]
pub async fn list(State(app): State<Arc<App>>, caller: Caller) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.projects(&caller.owner)).await.map(Body)
}

/// Make a project.
#[utoipa::path(
    post, path = "/api/studio/projects", tag = "studio", request_body = shapes::NewProject,
    responses(
        (status = 201, body = Object, description = "The project"), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "There is no such collection")
    )
)]
pub async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(given): Json<Value>,
) -> Result<Response> {
    caller.may(Scope::Studio)?;
    let made = app.in_studio(move |studio| studio.create(&caller.owner, given)).await?;
    Ok((StatusCode::CREATED, Body(made)).into_response())
}

/// A project with its settings.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}", tag = "studio", params(("id" = String, Path)),
    responses((status = 200, body = Object, description = "The project"), (status = 404, body = ErrorBody))
)]
pub async fn one(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.project(&caller.owner, &id)).await.map(Body)
}

/// Change a project.
#[utoipa::path(
    patch, path = "/api/studio/projects/{id}", tag = "studio", params(("id" = String, Path)), request_body = shapes::ProjectChange,
    responses((status = 200, body = Object, description = "The project"), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody))
)]
pub async fn change(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Json(given): Json<Value>,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.change(&caller.owner, &id, given)).await.map(Body)
}

/// Delete a project and everything of it.
#[utoipa::path(
    delete, path = "/api/studio/projects/{id}", tag = "studio", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorBody))
)]
pub async fn remove(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.delete(&caller.owner, &id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How far a project is.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}/progress", tag = "studio", params(("id" = String, Path)),
    responses((status = 200, body = Object, description = "The progress"), (status = 404, body = ErrorBody))
)]
pub async fn progress(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Body<Value>> {
    caller.may(Scope::Studio)?;
    app.in_studio(move |studio| studio.progress(&caller.owner, &id)).await.map(Body)
}

/// How far a project is, each time that changes.
#[utoipa::path(
    get, path = "/api/studio/projects/{id}/events", tag = "studio", params(("id" = String, Path)),
    responses(
        (status = 200, description = "Events named progress, at most one a second", content((String = "text/event-stream"))),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn events(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    caller.may(Scope::Studio)?;
    let (owner, project) = (caller.owner.clone(), id.clone());
    // Whose project it is not gets an error, not a stream.
    app.in_studio(move |studio| studio.progress(&owner, &project)).await?;
    let ear = app.studio.watchers.listen(&id, None);
    let known = stream::known(&headers, None);
    let manner = Manner { name: "progress", numbered: false, pace: PACE, known };
    let (own, owner) = (app.clone(), caller.owner);
    let see = move || {
        let (app, owner, id) = (own.clone(), owner.clone(), id.clone());
        async move {
            let data = app.in_studio(move |studio| studio.progress(&owner, &id)).await?.to_string();
            let version = Sha256::digest(&data).iter().map(|byte| format!("{byte:02x}")).collect();
            Ok(Seen { version, data, until: None })
        }
    };
    Ok(stream::events(&app, manner, ear, (), see))
}
