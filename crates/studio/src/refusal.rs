//! What a person cannot do, and why; and what failed on our side.

/// An action that was not carried out because of what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// A word for programs.
    pub code: &'static str,
    /// What is wrong, for the person who acted.
    pub message: String,
    /// What they can do.
    pub hint: Option<String>,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), hint: None }
    }

    /// The action does not fit the present state.
    pub fn not_now(message: impl Into<String>) -> Refusal {
        Refusal::new("not_now", message)
    }

    /// The status that HTTP has for it.
    pub fn status(&self) -> u16 {
        match self.code {
            "token" => 401,
            "not_yours" | "not_opened" => 403,
            "invitation" | "project" | "session" | "participant" | "item" | "page"
            | "collection" => 404,
            "not_now" | "rate_first" => 409,
            "revoked" | "expired" | "used_up" | "closed" => 410,
            "too_large" => 413,
            _ => 400,
        }
    }

    /// The same with what can be done.
    pub fn hint(mut self, hint: impl Into<String>) -> Refusal {
        self.hint = Some(hint.into());
        self
    }
}

/// Work of the studio that was not done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The caller asked for what cannot be.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] grice_store::Error),
    /// Pages of the collection cannot be read.
    #[error("a page of the collection cannot be read: {0}")]
    Pages(String),
    /// A log holds what this program cannot read.
    #[error(
        "event {seq} of the studio's stream {stream} cannot be read ({why}); was it written by a newer Grice?"
    )]
    Unreadable {
        /// The stream's key.
        stream: String,
        /// The event.
        seq: i64,
        /// What is wrong.
        why: String,
    },
    /// Others changed the same log again and again.
    #[error("the studio's database is busy; try again")]
    Busy,
}

/// The result of work of the studio.
pub type Result<T> = std::result::Result<T, Error>;
