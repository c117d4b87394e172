//! Where an endpoint is, and how patient to be with it.

use std::time::Duration;

use serde_json::{Map, Value};

/// Where an endpoint is, and how patient to be with it.
#[derive(Clone, Debug)]
pub struct EndpointConfig {
    /// The address up to where `/chat/completions` begins, as in `https://api.openai.com/v1`.
    pub base: String,
    /// The model's name there.
    pub model: String,
    /// The environment variable that holds the key; an empty name, or no such variable: no key.
    pub key_variable: String,
    /// Whether to ask for the text piece by piece.
    pub stream: bool,
    /// The model's context length, where it is known.
    pub context_length: Option<usize>,
    /// The longest wait for a connection.
    pub connect_timeout: Duration,
    /// The longest silence in a stream; without streaming only the whole call is timed.
    pub idle_timeout: Duration,
    /// The longest the whole call may take, all tries together.
    pub total_timeout: Duration,
    /// How often a failed request is tried again.
    pub retries: u32,
    /// The pause before the first further try; each one after it is twice as long.
    pub first_pause: Duration,
    /// The longest pause. A server that asks for a longer one is not asked again.
    pub longest_pause: Duration,
    /// The most bytes an answer may have.
    pub max_bytes: usize,
    /// Further fields of the request's body; they win over those made here, and `null` takes a
    /// field out.
    pub extra: Map<String, Value>,
}

impl EndpointConfig {
    /// An endpoint with the usual settings: the key in `OPENAI_API_KEY`, streaming, ten seconds to
    /// connect, two minutes of silence, ten minutes in all, two retries.
    pub fn new(base: impl Into<String>, model: impl Into<String>) -> EndpointConfig {
        EndpointConfig {
            base: base.into(),
            model: model.into(),
            key_variable: "OPENAI_API_KEY".to_owned(),
            stream: true,
            context_length: None,
            connect_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(120),
            total_timeout: Duration::from_secs(600),
            retries: 2,
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(30),
            max_bytes: 16 << 20,
            extra: Map::new(),
        }
    }
}
