//! Whether the server is up, and how it fares.

use std::sync::Arc;

use axum::Json as Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::auth::{Caller, Scope};
use crate::error::{ErrorBody, Problem, Result};

/// How a server is.
#[derive(Serialize, ToSchema)]
pub struct Status {
    /// ok or ready.
    #[schema(value_type = String)]
    status: &'static str,
}

/// Whether the server is up.
#[utoipa::path(get, path = "/health", tag = "operation", responses((status = 200, body = Status)))]
pub async fn health() -> Body<Status> {
    Body(Status { status: "ok" })
}

/// Whether requests can be answered.
#[utoipa::path(
    get, path = "/ready", tag = "operation",
    responses(
        (status = 200, body = Status),
        (status = 503, body = ErrorBody, description = "It is ending, or does not reach its database")
    )
)]
pub async fn ready(State(app): State<Arc<App>>) -> Result<Body<Status>> {
    if *app.ending.borrow() {
        return Err(Problem::unavailable("the server is ending"));
    }
    match app.reached.is_there(&app).await {
        true => Ok(Body(Status { status: "ready" })),
        false => Err(Problem::unavailable("the database cannot be reached")),
    }
}

/// How the server fares, for Prometheus.
#[utoipa::path(
    get, path = "/metrics", tag = "operation",
    responses((status = 200, content((String = "application/openmetrics-text"))))
)]
pub async fn metrics(State(app): State<Arc<App>>, caller: Caller) -> Result<Response> {
    caller.may(Scope::Admin)?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], app.metrics.text(app.workers.waiting())).into_response())
}
