//! Text from messages: one trait, a local model and a remote one behind it.
//!
//! A [`Generator`] turns a [`Request`] into an [`Answer`] and hands the text on while it comes.
//! [`Endpoint`] asks any server that speaks the OpenAI chat protocol;
//! `LocalModel` (feature `llama`) runs a GGUF file in this process.
//!
//! ```no_run
//! use grice_model::generate::{Cancel, Endpoint, EndpointConfig, Generator, Message, Request};
//!
//! # fn main() -> Result<(), grice_model::generate::GenerateError> {
//! let config = EndpointConfig::new("http://127.0.0.1:8080/v1", "qwen2.5");
//! let generator = Endpoint::new(config)?;
//! let request = Request::new(vec![Message::user("Who wrote Emma?")]);
//! let answer = generator.generate(&request, &Cancel::new(), &mut |text| print!("{text}"))?;
//! assert!(!answer.text.is_empty());
//! # Ok(())
//! # }
//! ```

mod answer;
mod cancel;
mod endpoint;
mod error;
mod gguf;
#[cfg(feature = "llama")]
mod local;
mod request;
mod stops;

pub use answer::{Answer, Finish};
pub use cancel::Cancel;
pub use endpoint::{Endpoint, EndpointConfig};
pub use error::GenerateError;
pub use gguf::Gguf;
#[cfg(feature = "llama")]
pub use local::{LocalModel, LocalOptions};
pub use request::{Message, Request, Role};

/// Something that answers messages with text.
pub trait Generator: Send + Sync {
    /// The model's name, for logs and reports.
    fn name(&self) -> &str;

    /// How many tokens prompt and answer may have together, where that is known.
    fn context_length(&self) -> Option<usize>;

    /// How many tokens the messages are as a prompt; `None` where only the server could tell.
    fn count_tokens(&self, messages: &[Message]) -> Result<Option<usize>, GenerateError>;

    /// Answers a request. Each piece of text is given to `on_text` as soon as it is certain; the
    /// pieces joined are the answer's text. A cancelled call returns what it has so far, with
    /// [`Finish::Cancelled`].
    fn generate(
        &self,
        request: &Request,
        cancel: &Cancel,
        on_text: &mut dyn FnMut(&str),
    ) -> Result<Answer, GenerateError>;
}
