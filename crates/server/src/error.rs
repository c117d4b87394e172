//! What a client is told when something cannot be done.

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// A request that was not carried out, and what the client can do about it.
#[derive(Clone, Debug)]
pub struct Problem {
    status: StatusCode,
    body: ErrorBody,
    /// Seconds after which it may be tried again.
    retry_after: Option<u64>,
}

/// An error as clients read it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Error)]
pub struct ErrorBody {
    /// What went wrong.
    pub message: String,
    /// A word for programs.
    #[schema(value_type = String)]
    pub code: &'static str,
    /// The kind of error.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub kind: &'static str,
    /// What can be done about it.
    pub hint: Option<String>,
}

/// The result of a request.
pub type Result<T> = std::result::Result<T, Problem>;

impl Problem {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Problem {
        let kind = match status {
            StatusCode::UNAUTHORIZED => "authentication",
            StatusCode::FORBIDDEN => "permission",
            StatusCode::NOT_FOUND | StatusCode::GONE => "not_found",
            StatusCode::CONFLICT => "conflict",
            StatusCode::PAYLOAD_TOO_LARGE => "too_large",
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => "busy",
            StatusCode::REQUEST_TIMEOUT | StatusCode::GATEWAY_TIMEOUT => "timeout",
            status if status.is_client_error() => "invalid_request",
            _ => "server",
        };
        let body = ErrorBody { message: message.into(), code, kind, hint: None };
        Problem { status, body, retry_after: None }
    }

    /// The request itself is wrong.
    pub fn invalid(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// No key, or one that is not known.
    pub fn unknown_key(message: &str) -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, "key", message)
            .hint("send a key that `grice keys add` made, as Authorization: Bearer KEY")
    }

    /// A key that may not do this.
    pub fn forbidden(scope: &str) -> Problem {
        let message = format!("this key has no scope '{scope}'");
        Problem::new(StatusCode::FORBIDDEN, "scope", message)
            .hint(format!("make one with `grice keys add NAME --scope {scope}`"))
    }

    /// A cookie alone does not prove that the page itself sent the request.
    pub fn cross_site() -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "cross_site", "the request may come from another site")
            .hint("send the header X-Grice: 1, or a key")
    }

    /// There is no such thing, or none that this caller may see.
    pub fn not_found(what: &str, name: &str) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not_found", format!("there is no {what} '{name}'"))
    }

    /// The conversation has changed since the client saw it.
    pub fn grown() -> Problem {
        let message = "the conversation has other turns than the client knows";
        Problem::new(StatusCode::CONFLICT, "grown", message)
            .hint("read the conversation again, or say \"replace\": true")
    }

    /// Something is in the way.
    pub fn conflict(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, code, message)
    }

    /// More was sent than may be.
    pub fn too_large(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// What the studio refuses: it has codes of its own.
    pub fn of_status(status: u16, code: &'static str, message: String) -> Problem {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
        Problem::new(status, code, message)
    }

    /// No token of a participant, or one that is no longer good.
    pub fn unknown_token(message: &str) -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, "token", message)
            .hint("open the invitation's link again")
    }

    /// Too many requests at a time, or of this caller.
    pub fn busy(code: &'static str, message: &str, seconds: u64) -> Problem {
        let mut problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, code, message)
            .hint(format!("try again in {seconds} s"));
        problem.retry_after = Some(seconds);
        problem
    }

    /// The server is ending or not ready yet.
    pub fn unavailable(message: &str) -> Problem {
        let mut problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message);
        problem.retry_after = Some(5);
        problem
    }

    /// It took longer than it may.
    pub fn late() -> Problem {
        let message = "it took longer than the server allows";
        Problem::new(StatusCode::GATEWAY_TIMEOUT, "late", message)
            .hint("send it again, or raise limits.turn_seconds")
    }

    /// The server's own fault; what happened is logged, not told.
    pub fn server(what: &str, error: impl std::fmt::Display) -> Problem {
        tracing::error!(%error, "{what}");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "server", format!("{what} failed"))
            .hint("the server's log says why")
    }

    /// The same with what can be done about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.body.hint = Some(hint.into());
        self
    }

    /// What clients read.
    pub fn body(&self) -> &ErrorBody {
        &self.body
    }

    /// Its HTTP status.
    pub fn status(&self) -> StatusCode {
        self.status
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large("the body is larger than allowed"),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                Problem::invalid("content_type", "the body must be JSON")
                    .hint("send Content-Type: application/json")
            }
            _ => Problem::invalid("body", rejection.body_text()),
        }
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::invalid("query", rejection.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Problem {
        Problem::invalid("path", rejection.body_text())
    }
}

impl From<MultipartRejection> for Problem {
    fn from(rejection: MultipartRejection) -> Problem {
        Problem::invalid("multipart", rejection.body_text())
            .hint("send Content-Type: multipart/form-data with its boundary")
    }
}

impl From<grice_engine::Error> for Problem {
    fn from(error: grice_engine::Error) -> Problem {
        match error {
            grice_engine::Error::Late => Problem::late(),
            grice_engine::Error::Cancelled => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopped", "the turn was stopped")
            }
            error => Problem::server("answering", error),
        }
    }
}

impl From<grice_index::Error> for Problem {
    fn from(error: grice_index::Error) -> Problem {
        Problem::server("reading the collection", error)
    }
}

impl From<tokio::task::JoinError> for Problem {
    fn from(error: tokio::task::JoinError) -> Problem {
        Problem::server("the request", error)
    }
}
