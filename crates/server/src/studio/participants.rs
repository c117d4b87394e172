//! What people with an invitation reach, and participants with their token.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use axum::Json as Body;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grice_studio::{Caller, Studio, View};
use parking_lot::Mutex;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use utoipa::IntoParams;

use super::events::{self as stream, Manner, Seen};
use super::shapes;
use crate::api::{Json, Query};
use crate::app::App;
use crate::auth::Caller as Administrator;
use crate::error::{ErrorBody, Problem, Result};
use crate::pace::Origin;
use crate::views::DocumentView;

/// What participants' tokens begin with.
const TOKEN: &str = "gsp_";

/// The longest token that is looked up.
const LONGEST: usize = 200;

/// The most tokens that are known to be good.
const REMEMBERED: usize = 10_000;

/// The token of a participant. Whether it is good is asked with the work itself.
pub struct Token(String);

/// Tokens that were good. Their participants each have a pace of their own; whoever tries others
/// has that of where they are.
#[derive(Default)]
pub struct Good(Mutex<HashSet<String>>);

impl Good {
    fn knows(&self, token: &str) -> bool {
        self.0.lock().contains(&digest(token))
    }

    fn keep(&self, token: &str) {
        let mut good = self.0.lock();
        if good.len() >= REMEMBERED {
            good.clear();
        }
        good.insert(digest(token));
    }
}

fn digest(token: &str) -> String {
    let digest = Sha256::digest(token);
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

impl FromRequestParts<Arc<App>> for Token {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Token> {
        let bearer = parts.headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
        let token = bearer
            .and_then(|value| value.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim())
            .filter(|token| token.starts_with(TOKEN) && token.len() <= LONGEST);
        let token = token.map(str::to_owned).ok_or_else(|| {
            Problem::unknown_token(
                "a participant's token is wanted, as Authorization: Bearer gsp_…",
            )
        })?;
        if app.studio.good.knows(&token) {
            app.pace.check_name(&format!("studio {}", digest(&token)))?;
        } else {
            Guest::from_request_parts(parts, app).await?;
        }
        Ok(Token(token))
    }
}

/// Somebody of whom nothing is known but where they are.
pub struct Guest;

impl FromRequestParts<Arc<App>> for Guest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Guest> {
        let Ok(origin) = Origin::from_request_parts(parts, app).await;
        origin.check(&app.pace)?;
        Ok(Guest)
    }
}

/// Somebody who may come in: nobody on a server that others reach and that has no keys. There
/// whoever takes part is an administrator, too; a student could read the pages.
pub struct Newcomer;

impl FromRequestParts<Arc<App>> for Newcomer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Newcomer> {
        Guest::from_request_parts(parts, app).await?;
        if app.config.is_local() {
            return Ok(Newcomer);
        }
        match Administrator::from_request_parts(parts, app).await {
            Ok(anybody) if anybody.owner.is_empty() => Err(unguarded()),
            _ => Ok(Newcomer),
        }
    }
}

fn unguarded() -> Problem {
    let why =
        "nobody can take part on this server: it has no keys, so everybody is its administrator";
    Problem::of_status(403, "open", why.to_owned())
        .hint("whoever runs it makes a key: `grice keys add NAME`")
}

impl Token {
    /// Does something as its participant.
    async fn with<T: Send + 'static>(
        self,
        app: &Arc<App>,
        work: impl FnOnce(&Studio, &Caller) -> grice_studio::Result<T> + Send + 'static,
    ) -> Result<T> {
        let good = app.studio.good.clone();
        let work = move |studio: &Studio| {
            let caller = studio.caller(&self.0)?;
            good.keep(&self.0);
            work(studio, &caller)
        };
        app.in_studio(work).await
    }
}

/// See what an invitation leads to.
#[utoipa::path(
    post, path = "/api/studio/invitation", tag = "studio", request_body = shapes::Invited,
    responses(
        (status = 200, body = Object), (status = 404, body = ErrorBody),
        (status = 410, body = ErrorBody, description = "It is revoked, expired or used up, or the project is closed")
    )
)]
pub async fn invitation(
    State(app): State<Arc<App>>,
    _newcomer: Newcomer,
    Json(given): Json<Value>,
) -> Result<Body<Value>> {
    app.in_studio(move |studio| studio.invitation(given)).await.map(Body)
}

/// Come in by an invitation.
#[utoipa::path(
    post, path = "/api/studio/join", tag = "studio", request_body = shapes::Joining,
    responses(
        (status = 201, body = Object, description = "token, view"), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 410, body = ErrorBody, description = "It is revoked, expired or used up, or the project is closed")
    )
)]
pub async fn join(
    State(app): State<Arc<App>>,
    _newcomer: Newcomer,
    Json(given): Json<Value>,
) -> Result<Response> {
    let joined = app.in_studio(move |studio| studio.join(given)).await?;
    let body = json!({ "token": joined.token, "view": joined.view.body });
    Ok((StatusCode::CREATED, Body(body)).into_response())
}

/// What a participant sees.
#[utoipa::path(
    get, path = "/api/studio/view", tag = "studio",
    responses((status = 200, body = Object, description = "A view"), (status = 401, body = ErrorBody))
)]
pub async fn view(State(app): State<Arc<App>>, token: Token) -> Result<Body<Value>> {
    let view = token.with(&app, |studio, caller| studio.view(caller)).await?;
    Ok(Body(view.body))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct After {
    /// The version of the view that the client has, as `Last-Event-ID`.
    after: Option<String>,
}

/// What a participant sees, each time it changes.
#[utoipa::path(
    get, path = "/api/studio/events", tag = "studio", params(After),
    responses(
        (status = 200, description = "Events named view; each has a whole view", content((String = "text/event-stream"))),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn events(
    State(app): State<Arc<App>>,
    token: Token,
    Query(After { after }): Query<After>,
    headers: HeaderMap,
) -> Result<Response> {
    let come = token.with(&app, |studio, caller| {
        let presence = studio.enter(caller);
        Ok((caller.clone(), presence, studio.view(caller)?))
    });
    let (caller, presence, view) = come.await?;
    let project = view.body["project"]["id"].as_str().unwrap_or_default().to_owned();
    let ear = app.studio.watchers.listen(&project, Some(&caller.participant));
    let manner = Manner {
        name: "view",
        numbered: true,
        pace: Duration::ZERO,
        known: stream::known(&headers, after),
    };
    let own = app.clone();
    let see = move || {
        let (app, caller) = (own.clone(), caller.clone());
        async move { app.in_studio(move |studio| studio.view(&caller)).await.map(seen) }
    };
    Ok(stream::events(&app, manner, ear, presence, see))
}

fn seen(view: View) -> Seen {
    let now = view.body["now"].as_i64().unwrap_or_default();
    let until = view.wake.map(|wake| Duration::from_millis((wake - now).max(1).unsigned_abs()));
    Seen { version: view.version, data: view.body.to_string(), until }
}

/// Do something. When the answer comes, it is on the disk.
#[utoipa::path(
    post, path = "/api/studio/act", tag = "studio", request_body = shapes::Act,
    responses(
        (status = 200, body = Object, description = "view, repeated"), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The state has moved on")
    )
)]
pub async fn act(
    State(app): State<Arc<App>>,
    token: Token,
    Json(given): Json<Value>,
) -> Result<Body<Value>> {
    let acted = token.with(&app, |studio, caller| studio.act(caller, given)).await?;
    Ok(Body(json!({ "view": acted.view.body, "repeated": acted.repeated })))
}

/// Advice on words while they are typed.
#[utoipa::path(
    post, path = "/api/studio/check", tag = "studio", request_body = shapes::Typed,
    responses((status = 200, body = Object, description = "notes"), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody))
)]
pub async fn check(
    State(app): State<Arc<App>>,
    token: Token,
    Json(given): Json<Value>,
) -> Result<Body<Value>> {
    token.with(&app, |studio, caller| studio.check(caller, given)).await.map(Body)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ByDocument {
    /// The document's id.
    document: String,
}

/// A page that the participant has opened.
#[utoipa::path(
    get, path = "/api/studio/page", tag = "studio", params(ByDocument),
    responses(
        (status = 200, body = DocumentView), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "Their role reads no pages, or it was not opened"),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn page(
    State(app): State<Arc<App>>,
    token: Token,
    Query(asked): Query<ByDocument>,
) -> Result<Body<Arc<DocumentView>>> {
    let id = asked.document.clone();
    let place = token.with(&app, move |studio, caller| studio.page(caller, &id));
    let (owner, collection) = place.await?;
    let collections = app.studio.collections.clone();
    App::blocking(move || {
        let found = collections.collection(&owner, &collection)?;
        let page = found.document(&asked.document)?;
        page.ok_or_else(|| Problem::of_status(404, "page", "there is no such page".to_owned()))
    })
    .await
    .map(Body)
}
