//! Who the caller is, and a page's session.

use std::sync::Arc;

use axum::Json as Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Json;
use crate::app::App;
use crate::auth::{COOKIE, Caller, caller, holder};
use crate::error::{ErrorBody, Problem, Result};
use crate::pace::Origin;

/// Who the caller is, and what the server is.
#[derive(Serialize, ToSchema)]
pub struct Me {
    /// Whose conversations are shown; null where a key is wanted first.
    owner: Option<String>,
    /// What they may do.
    scopes: Vec<String>,
    /// Whether a key is wanted before anything can be done.
    needs_key: bool,
    /// The server's version.
    version: String,
    /// The system that answers.
    system: String,
    /// The model that writes replies, where there is one.
    generator: Option<String>,
}

/// A key to begin a session with.
#[derive(Deserialize, ToSchema)]
pub struct SignIn {
    /// The key.
    key: String,
}

/// Who the caller is.
#[utoipa::path(get, path = "/api/me", tag = "session", responses((status = 200, body = Me)))]
pub async fn me(
    State(app): State<Arc<App>>,
    origin: Origin,
    headers: HeaderMap,
) -> Result<Body<Me>> {
    let found = caller(&app, &Method::GET, &headers, &origin).await;
    let found: Option<Caller> = match found {
        Ok(caller) => Some(caller),
        Err(problem) if problem.status() == StatusCode::UNAUTHORIZED => None,
        Err(problem) => return Err(problem),
    };
    let generator = &app.config.generator.model;
    Ok(Body(Me {
        needs_key: found.is_none(),
        owner: found.as_ref().map(|caller| caller.name().to_owned()),
        scopes: found.iter().flat_map(|c| &c.scopes).map(|s| s.name().to_owned()).collect(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        system: app.library.models().system().name.clone(),
        generator: Some(generator.clone()).filter(|model| !model.is_empty()),
    }))
}

/// Begin a session of a page: the key is kept in a cookie that scripts cannot read.
#[utoipa::path(
    post, path = "/api/session", tag = "session", request_body = SignIn,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody))
)]
pub async fn sign_in(
    State(app): State<Arc<App>>,
    origin: Origin,
    headers: HeaderMap,
    Json(given): Json<SignIn>,
) -> Result<Response> {
    let key = given.key.trim();
    let fits = !key.is_empty() && key.len() <= 200 && key.bytes().all(|b| b.is_ascii_graphic());
    if !fits || key.contains([';', ',']) || holder(&app, key, &origin).await?.is_none() {
        return Err(Problem::unknown_key("the key is not known, or was revoked"));
    }
    Ok(cookie(key, 30 * 24 * 3_600, is_secure(&headers)))
}

/// End the session.
#[utoipa::path(delete, path = "/api/session", tag = "session", responses((status = 204)))]
pub async fn sign_out(headers: HeaderMap) -> Response {
    cookie("", 0, is_secure(&headers))
}

/// Whether the page came over TLS, as a proxy in front says.
fn is_secure(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https")
}

fn cookie(value: &str, seconds: u64, secure: bool) -> Response {
    let secure = if secure { "; Secure" } else { "" };
    let cookie =
        format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}");
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response()
}
