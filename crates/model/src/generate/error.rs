//! What can go wrong with a generator, in the user's words.

use std::path::PathBuf;
use std::time::Duration;

/// A text that could not be generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A model file that cannot be used.
    #[error("{}: the model cannot be loaded: {why}; fetch the file again, or name another", path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A local model failed while it ran.
    #[error(
        "{model}: the model failed while running: {why}; try a shorter context or load it again"
    )]
    Runtime {
        /// The model's name.
        model: String,
        /// What failed.
        why: String,
    },
    /// A request that no generator could answer.
    #[error("the request cannot be answered: {0}")]
    Request(String),
    /// More tokens than the model can hold.
    #[error("{model}: the prompt is too long{}; shorten it, or use a model with a longer context", numbers(*.prompt, *.context))]
    TooLong {
        /// The model's name.
        model: String,
        /// The prompt's tokens, where they are known.
        prompt: Option<usize>,
        /// The tokens the model can hold, where that is known.
        context: Option<usize>,
    },
    /// An address that cannot be an endpoint's.
    #[error("{address}: not the address of an endpoint: {why}")]
    Address {
        /// The address, without any password in it.
        address: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A key that cannot be sent.
    #[error(
        "the key in {variable} holds characters that cannot be sent; set it again, as one line"
    )]
    Key {
        /// Where the key came from.
        variable: String,
    },
    /// The endpoint cannot be reached.
    #[error(
        "{address}: the endpoint cannot be reached: {why}; check the address, and that the server runs"
    )]
    Down {
        /// The endpoint's address.
        address: String,
        /// What happened.
        why: String,
    },
    /// The endpoint took too long.
    #[error("{address}: the endpoint {doing} for {:.1} s; try again, or allow it more time", after.as_secs_f32())]
    Timeout {
        /// The endpoint's address.
        address: String,
        /// What was being waited for, as in "sent nothing".
        doing: &'static str,
        /// How long it was waited for.
        after: Duration,
    },
    /// The endpoint answered with an error.
    #[error("{address}: the endpoint refused with status {status}: {message}; {}", hint(*.status))]
    Refused {
        /// The endpoint's address.
        address: String,
        /// The HTTP status.
        status: u16,
        /// The server's own words, shortened.
        message: String,
    },
    /// The endpoint takes no more requests for now.
    #[error("{address}: the endpoint takes no more requests for now{}: {message}; wait, or ask for a higher limit", wait(*.retry_after))]
    RateLimited {
        /// The endpoint's address.
        address: String,
        /// How long the server asks to wait, where it says.
        retry_after: Option<Duration>,
        /// The server's own words, shortened.
        message: String,
    },
    /// The connection ended before the answer did.
    #[error("{address}: the answer broke off: {why}; try again")]
    Broken {
        /// The endpoint's address.
        address: String,
        /// What happened.
        why: String,
    },
    /// The endpoint's answer makes no sense.
    #[error(
        "{address}: this is no answer of a chat endpoint: {what}; check that the address ends where /chat/completions begins"
    )]
    Garbage {
        /// The endpoint's address.
        address: String,
        /// What came, shortened.
        what: String,
    },
}

impl GenerateError {
    /// Whether the same request may well succeed later. Otherwise something has to be changed
    /// first.
    pub fn is_temporary(&self) -> bool {
        match self {
            GenerateError::Down { .. }
            | GenerateError::Timeout { .. }
            | GenerateError::RateLimited { .. }
            | GenerateError::Broken { .. } => true,
            GenerateError::Refused { status, .. } => *status >= 500 && *status != 501,
            _ => false,
        }
    }
}

fn numbers(prompt: Option<usize>, context: Option<usize>) -> String {
    match (prompt, context) {
        (Some(prompt), Some(context)) => {
            format!(" ({prompt} tokens, and an answer needs room too; the model holds {context})")
        }
        _ => String::new(),
    }
}

fn hint(status: u16) -> &'static str {
    match status {
        300..=399 => "the address has moved: use the new one",
        401 | 403 => "check the key in the environment",
        404 => "check the address and the model's name",
        500.. => "the fault is the server's: try again later",
        _ => "change the request",
    }
}

fn wait(retry_after: Option<Duration>) -> String {
    retry_after.map_or_else(String::new, |t| format!(" (it asks to wait {} s)", t.as_secs()))
}
