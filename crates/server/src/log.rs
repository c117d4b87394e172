//! What is logged: every request by its route, never by what was asked.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tracing::{Instrument, Span};
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

/// What lines of the log about a request stand in. A request carries it, for what answers it in a
/// task of its own.
#[derive(Clone)]
pub struct About(pub Span);

impl About {
    /// The span of a request's name, which is there at every level of the log.
    fn named(id: &str) -> About {
        About(tracing::error_span!("request", id))
    }
}

/// Names each request, counts it, and logs its route, status and time.
pub async fn requests(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
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
    let About(span) = About::named(&id);
    request.extensions_mut().insert(About(span.clone()));
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
    use crate::threads;

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
        of(level, || {
            tracing::debug!(target: "grice_server::serve", "own debug");
            tracing::error!(target: "grice_server::error", "own error");
            tracing::debug!(target: "hyper::proto", "their debug");
            tracing::warn!(target: "hyper::proto", "their warning");
            tracing::error!(target: "rmcp::service", "a message");
        })
    }

    /// What is logged at a level while something is done.
    fn of(level: &str, done: impl FnOnce()) -> String {
        let lines = Lines::default();
        let kept = lines.0.clone();
        let logs = tracing_subscriber::fmt().with_env_filter(filter(level)).with_ansi(false);
        let logs = logs.with_writer(move || lines.clone()).finish();
        tracing::subscriber::with_default(logs, done);
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

    #[test]
    fn errors_have_their_requests_name_at_every_level_and_on_every_thread() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let logged = of("error", || {
            let About(span) = About::named("r-1");
            let logs = tracing::dispatcher::get_default(Clone::clone);
            let working = async {
                let there = logs.clone();
                let off = threads::off(move || {
                    tracing::dispatcher::with_default(&there, || {
                        tracing::error!(target: "grice_server::app", "off");
                    });
                });
                off.await.unwrap();
                let beside = threads::beside(async {
                    tracing::error!(target: "grice_server::app", "beside");
                });
                beside.await.unwrap();
            };
            runtime.block_on(working.instrument(span));
        });
        for line in ["off", "beside"] {
            let found = logged.lines().find(|other| other.ends_with(line));
            assert!(found.is_some_and(|line| line.contains("r-1")), "{logged}");
        }
    }
}
