//! What is logged: every request by its route, never by what was asked.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;
use tracing_subscriber::EnvFilter;

use crate::app::App;
use crate::config::{Config, LogFormat};
use crate::ids;

/// The longest name of a request that a client may give.
const LONGEST: usize = 64;

/// What is logged at a level. Parts that others wrote are held to warnings, for they tell all they
/// send and receive; rmcp does so in its warnings, too.
fn filter(level: &str) -> EnvFilter {
    let others = if level == "error" { "error" } else { "warn" };
    EnvFilter::new(format!("{others},grice={level},rmcp=off"))
}

/// Begins to log to the standard error. A program that has done so before keeps its own way.
pub fn begin(config: &Config) {
    let filter = filter(&config.log);
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let ansi = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let _ = match config.log_format {
        LogFormat::Text => logs.with_ansi(ansi).with_target(false).try_init(),
        LogFormat::Json => logs.json().try_init(),
    };
}

/// The name of a method. Clients may send any word as one: those that are not known are one.
fn named(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE"];
    known.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

/// Names each request, counts it, and logs its route, status and time.
pub async fn requests(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let given = request.headers().get("x-request-id").and_then(|id| id.to_str().ok());
    let fits = |id: &&str| {
        (1..=LONGEST).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    let id = given.filter(fits).map_or_else(ids::next, str::to_owned);
    let method = named(request.method());
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let route = route.unwrap_or("none").to_owned();
    let began = Instant::now();
    let span = tracing::info_span!("request", id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (took, status) = (began.elapsed(), response.status().as_u16());
    app.metrics.answered(&route, method, status, took);
    span.in_scope(|| {
        let milliseconds = took.as_millis() as u64;
        tracing::info!(method, route, status, milliseconds, "answered");
    });
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn methods_that_are_not_known_are_one() {
        assert_eq!(named(&Method::POST), "POST");
        for word in ["BREW", "post", "WHAT-IS-IO"] {
            assert_eq!(named(&Method::from_bytes(word.as_bytes()).unwrap()), "other");
        }
    }

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn logged(level: &str) -> String {
        let lines = Lines::default();
        let kept = lines.0.clone();
        let logs = tracing_subscriber::fmt().with_env_filter(filter(level));
        let logs = logs.with_writer(move || lines.clone()).finish();
        tracing::subscriber::with_default(logs, || {
            tracing::debug!(target: "grice_server::serve", "own debug");
            tracing::error!(target: "grice_server::error", "own error");
            tracing::debug!(target: "hyper::proto", "their debug");
            tracing::warn!(target: "hyper::proto", "their warning");
            tracing::error!(target: "rmcp::service", "a message");
        });
        let kept = kept.lock().unwrap().clone();
        String::from_utf8(kept).unwrap()
    }

    #[test]
    fn what_others_tell_of_messages_is_not_logged_at_any_level() {
        let all = logged("debug");
        assert!(all.contains("own debug") && all.contains("their warning"), "{all}");
        assert!(!all.contains("their debug") && !all.contains("a message"), "{all}");
        let errors = logged("error");
        assert!(errors.contains("own error") && !errors.contains("warning"), "{errors}");
    }
}
