//! A generator behind HTTP: any server that speaks the OpenAI chat protocol.

mod address;
mod call;
mod config;
mod exchange;
mod key;
mod pieces;
mod retry;
mod sse;
mod wire;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use self::address::Address;
use self::call::Call;
pub use self::config::EndpointConfig;
use self::exchange::{Exchange, Head, Next, Trouble};
use self::key::Key;
use self::pieces::{Piece, Pieces};
use self::retry::Pauses;
use super::Generator;
use super::answer::{Answer, Finish};
use super::cancel::Cancel;
use super::error::GenerateError;
use super::request::{Message, Request};

/// How much of an error response is read.
const COMPLAINT_BYTES: usize = 64 << 10;
/// How long to wait for the token counts once the text has ended.
const AFTERMATH: Duration = Duration::from_millis(500);

/// A model behind an OpenAI-compatible chat endpoint.
///
/// The key is sent to the configured address only (redirects are not followed), and is in no
/// answer, no error and no debug output. A request is tried again after a lost connection, a server error or
/// a rate limit, but never once text has come.
pub struct Endpoint {
    config: EndpointConfig,
    address: Address,
    key: Key,
    agent: ureq::Agent,
}

/// A try that failed.
struct Failure {
    error: GenerateError,
    /// Whether another try makes sense.
    again: bool,
    /// The pause the server asks for.
    retry_after: Option<Duration>,
}

impl Endpoint {
    /// An endpoint, with its key read from the environment. Nothing is sent yet.
    pub fn new(config: EndpointConfig) -> Result<Endpoint, GenerateError> {
        let key = Key::from_env(&config.key_variable)?;
        Self::build(config, key)
    }

    /// An endpoint with a key from elsewhere.
    pub fn with_key(config: EndpointConfig, key: &str) -> Result<Endpoint, GenerateError> {
        let key = Key::new(key, "the settings")?;
        Self::build(config, key)
    }

    fn build(config: EndpointConfig, key: Key) -> Result<Endpoint, GenerateError> {
        let address = Address::parse(&config.base)?;
        let agent = exchange::agent(&config, &address);
        Ok(Endpoint { config, address, key, agent })
    }

    /// Asks once.
    fn attempt(&self, body: &Arc<[u8]>, call: &mut Call<'_>) -> Result<Finish, Failure> {
        let mut exchange = Exchange::start(&self.agent, &self.address, &self.key, body.clone())
            .map_err(|t| self.lost(t, call))?;
        match self.next(&mut exchange, call, None).map_err(|t| self.lost(t, call))? {
            Next::Head(head) if head.status == 200 => self.read(&mut exchange, &head, call),
            Next::Head(head) => {
                let complaint = self.read_complaint(&mut exchange, call);
                if call.cancel.is_cancelled() {
                    return Ok(Finish::Cancelled);
                }
                Err(self.refusal(head, &complaint))
            }
            Next::Cancelled => Ok(Finish::Cancelled),
            Next::Bytes(_) | Next::End => Err(self.garbage("a response without a head")),
        }
    }

    fn next(
        &self,
        exchange: &mut Exchange,
        call: &Call<'_>,
        finish: Option<Finish>,
    ) -> Result<Next, Trouble> {
        let silence = match finish {
            Some(_) => AFTERMATH,
            None if self.config.stream => self.config.idle_timeout,
            None => self.config.total_timeout,
        };
        exchange.next(call.cancel, silence, call.start, self.config.total_timeout)
    }

    /// Reads an answer to its end.
    fn read(
        &self,
        exchange: &mut Exchange,
        head: &Head,
        call: &mut Call<'_>,
    ) -> Result<Finish, Failure> {
        let mut pieces = Pieces::new(head.json);
        let mut finish = None;
        let mut received = 0;
        loop {
            let mut ended = false;
            let new = match self.next(exchange, call, finish) {
                Ok(Next::Bytes(bytes)) => {
                    received += bytes.len();
                    pieces.push(&bytes)
                }
                Ok(Next::End) => {
                    ended = true;
                    pieces.end()
                }
                Ok(Next::Cancelled) => return Ok(Finish::Cancelled),
                Ok(Next::Head(_)) => continue,
                Err(trouble) => return finish.ok_or_else(|| self.lost(trouble, call)),
            };
            if received > self.config.max_bytes {
                let limit = self.config.max_bytes;
                return Err(self.garbage(&format!("an answer of more than {limit} bytes")));
            }
            for piece in new.map_err(|what| self.garbage(&what))? {
                match piece {
                    Piece::Text(text) => call.text(&text),
                    Piece::Usage { prompt_tokens, tokens } => call.usage(prompt_tokens, tokens),
                    Piece::Finish(reason) => finish = Some(reason),
                    Piece::Done => return Ok(finish.unwrap_or(Finish::Stop)),
                    Piece::Error { status, message } => {
                        return Err(self.refused(status, &message, call.started()));
                    }
                }
                if call.stopped() {
                    return Ok(Finish::Stop);
                }
            }
            if ended {
                let why = "it ended without saying that it was complete".to_owned();
                return finish.ok_or_else(|| self.lost(Trouble::Broken(why), call));
            }
        }
    }

    /// Reads what comes with an error status, as far as it comes.
    fn read_complaint(&self, exchange: &mut Exchange, call: &Call<'_>) -> Vec<u8> {
        let mut text = Vec::new();
        while text.len() < COMPLAINT_BYTES {
            match self.next(exchange, call, None) {
                Ok(Next::Bytes(bytes)) => text.extend(bytes),
                _ => break,
            }
        }
        text
    }

    fn refusal(&self, head: Head, body: &[u8]) -> Failure {
        let complaint = wire::complaint(body);
        if complaint.too_long {
            let error = GenerateError::TooLong {
                model: self.config.model.clone(),
                prompt: complaint.prompt_tokens,
                context: complaint.context.or(self.config.context_length),
            };
            return Failure { error, again: false, retry_after: None };
        }
        let message = match head.location {
            Some(location) => format!("it redirects to {location}"),
            None => complaint.message,
        };
        let mut failure = self.refused(head.status, &message, false);
        failure.retry_after = head.retry_after;
        if head.status == 429 {
            failure.again = true;
            failure.error = GenerateError::RateLimited {
                address: self.address.shown().to_owned(),
                retry_after: head.retry_after,
                message: self.excerpt(&message),
            };
        }
        failure
    }

    fn refused(&self, status: u16, message: &str, started: bool) -> Failure {
        let error = GenerateError::Refused {
            address: self.address.shown().to_owned(),
            status,
            message: self.excerpt(message),
        };
        Failure { again: error.is_temporary() && !started, error, retry_after: None }
    }

    fn lost(&self, trouble: Trouble, call: &Call<'_>) -> Failure {
        let again = trouble.again() && !call.started();
        Failure { error: trouble.at(self.address.shown()), again, retry_after: None }
    }

    fn garbage(&self, what: &str) -> Failure {
        let what = self.excerpt(what);
        let address = self.address.shown().to_owned();
        Failure { error: GenerateError::Garbage { address, what }, again: false, retry_after: None }
    }

    fn excerpt(&self, text: &str) -> String {
        wire::excerpt(&self.key.hide(text))
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("address", &self.address.shown())
            .field("model", &self.config.model)
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

impl Generator for Endpoint {
    fn name(&self) -> &str {
        &self.config.model
    }

    fn context_length(&self) -> Option<usize> {
        self.config.context_length
    }

    fn count_tokens(&self, _messages: &[Message]) -> Result<Option<usize>, GenerateError> {
        Ok(None)
    }

    fn generate(
        &self,
        request: &Request,
        cancel: &Cancel,
        on_text: &mut dyn FnMut(&str),
    ) -> Result<Answer, GenerateError> {
        request.check()?;
        let body: Arc<[u8]> = wire::body(&self.config, &self.address, request).into();
        let mut call = Call::new(request, cancel, on_text, &self.key);
        let mut pauses = Pauses::new(&self.config);
        loop {
            let failure = match self.attempt(&body, &mut call) {
                Ok(finish) => return Ok(call.answer(finish)),
                Err(failure) => failure,
            };
            let left = self.config.total_timeout.saturating_sub(call.start.elapsed());
            match pauses.next(failure.retry_after) {
                Some(pause) if failure.again && pause < left => {
                    if !retry::sleep(pause, cancel) {
                        return Ok(call.answer(Finish::Cancelled));
                    }
                }
                _ => return Err(failure.error),
            }
        }
    }
}
