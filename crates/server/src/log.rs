//! What is logged: every request by its route, never by what was asked.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::app::App;
use crate::config::{Config, LogFormat};
use crate::ids;

/// The longest name of a request that a client may give.
const LONGEST: usize = 64;

/// Begins to log to the standard error. A program that has done so before keeps its own way.
pub fn begin(config: &Config) {
    let level = config.log.parse().unwrap_or(tracing::Level::INFO);
    let logs = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr);
    let ansi = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let _ = match config.log_format {
        LogFormat::Text => logs.with_ansi(ansi).with_target(false).try_init(),
        LogFormat::Json => logs.json().try_init(),
    };
}

/// Names each request, counts it, and logs its route, status and time.
pub async fn requests(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let given = request.headers().get("x-request-id").and_then(|id| id.to_str().ok());
    let fits = |id: &&str| {
        (1..=LONGEST).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    let id = given.filter(fits).map_or_else(ids::next, str::to_owned);
    let method = request.method().as_str().to_owned();
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let route = route.unwrap_or("none").to_owned();
    let began = Instant::now();
    let span = tracing::info_span!("request", id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (took, status) = (began.elapsed(), response.status().as_u16());
    app.metrics.answered(&route, &method, status, took);
    span.in_scope(|| {
        let milliseconds = took.as_millis() as u64;
        tracing::info!(method, route, status, milliseconds, "answered");
    });
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}
