//! What a generator is asked.

use serde::{Deserialize, Serialize};

use super::error::GenerateError;

/// Who speaks in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Instructions to the model.
    System,
    /// The person asking.
    User,
    /// The model.
    Assistant,
}

impl Role {
    /// The role's name in chat templates and in the chat protocol.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        }
    }
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: String,
}

impl Message {
    /// Instructions to the model.
    pub fn system(content: impl Into<String>) -> Message {
        Message { role: Role::System, content: content.into() }
    }

    /// A message from the person asking.
    pub fn user(content: impl Into<String>) -> Message {
        Message { role: Role::User, content: content.into() }
    }

    /// A message from the model.
    pub fn assistant(content: impl Into<String>) -> Message {
        Message { role: Role::Assistant, content: content.into() }
    }
}

/// Messages to answer, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The conversation so far; the answer is the assistant's next message.
    pub messages: Vec<Message>,
    /// The most tokens the answer may have.
    pub max_tokens: usize,
    /// 0 takes the likeliest token each time; higher values vary more.
    pub temperature: f32,
    /// Only the likeliest tokens that together have this probability are drawn from; 1 is all.
    pub top_p: f32,
    /// The seed of the draws. Without one a local model uses 0, and a server its own.
    pub seed: Option<u32>,
    /// The text ends before the first of these that is completed.
    pub stop: Vec<String>,
}

impl Request {
    /// A request for at most 256 tokens, always the likeliest, without stop words.
    pub fn new(messages: Vec<Message>) -> Request {
        let stop = Vec::new();
        Request { messages, max_tokens: 256, temperature: 0.0, top_p: 1.0, seed: None, stop }
    }

    pub(super) fn check(&self) -> Result<(), GenerateError> {
        let why = if self.messages.is_empty() {
            "it has no messages; give at least one".to_owned()
        } else if self.max_tokens == 0 {
            "its token budget is 0; give at least 1".to_owned()
        } else if !(self.temperature.is_finite() && self.temperature >= 0.0) {
            format!("its temperature is {}; give 0 or more", self.temperature)
        } else if !(self.top_p > 0.0 && self.top_p <= 1.0) {
            format!("its top_p is {}; give more than 0 and at most 1", self.top_p)
        } else {
            return Ok(());
        };
        Err(GenerateError::Request(why))
    }
}
