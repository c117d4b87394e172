//! One HTTP exchange, on a thread of its own so that waiting for it can be given up.

use std::io::{ErrorKind, Read};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use ureq::http::{HeaderMap, Response, header};
use ureq::{Agent, Body};

use super::address::Address;
use super::config::EndpointConfig;
use super::key::Key;
use super::retry::TICK;
use crate::generate::cancel::Cancel;
use crate::generate::error::GenerateError;
use crate::https;

/// How many reads may wait to be taken; a faster server is slowed down.
const WAITING_READS: usize = 16;
const READ_BYTES: usize = 16 << 10;

/// What a response begins with.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) status: u16,
    pub(super) json: bool,
    pub(super) retry_after: Option<Duration>,
    pub(super) location: Option<String>,
}

/// What comes next in an exchange.
pub(super) enum Next {
    Head(Head),
    Bytes(Vec<u8>),
    End,
    Cancelled,
}

/// What went wrong with a connection.
#[derive(Debug)]
pub(super) enum Trouble {
    /// There is no connection, and another try may find one.
    Down(String),
    /// There is no connection, and trying again would not help.
    Impossible(String),
    /// What came is not HTTP.
    NotHttp(String),
    /// It broke off after the response had begun.
    Broken(String),
    /// It took too long.
    Slow { doing: &'static str, after: Duration },
}

impl Trouble {
    /// Whether another try makes sense.
    pub(super) fn again(&self) -> bool {
        matches!(self, Trouble::Down(_) | Trouble::Broken(_))
    }

    pub(super) fn at(self, address: &str) -> GenerateError {
        let address = address.to_owned();
        match self {
            Trouble::Down(why) | Trouble::Impossible(why) => GenerateError::Down { address, why },
            Trouble::NotHttp(what) => GenerateError::Garbage { address, what },
            Trouble::Broken(why) => GenerateError::Broken { address, why },
            Trouble::Slow { doing, after } => GenerateError::Timeout { address, doing, after },
        }
    }
}

/// The client all exchanges with an endpoint share. It follows no redirects, so that the key goes
/// nowhere else.
pub(super) fn agent(config: &EndpointConfig, address: &Address) -> Agent {
    let builder = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(concat!("grice/", env!("CARGO_PKG_VERSION")))
        .timeout_resolve(Some(config.connect_timeout))
        .timeout_connect(Some(config.connect_timeout))
        // A little more than the caller waits, so that it is the caller who says what took long.
        .timeout_global(Some(config.total_timeout + Duration::from_secs(5)));
    let builder = if address.is_here() { builder.proxy(None) } else { builder };
    // Even without https a proxy may ask for encryption.
    let may_encrypt = address.is_encrypted() || !address.is_here();
    let builder = if may_encrypt { builder.tls_config(https::tls()) } else { builder };
    builder.build().new_agent()
}

/// An exchange under way. Dropping it ends it at the next byte that comes.
pub(super) struct Exchange {
    events: Receiver<Result<Next, Trouble>>,
    last: Instant,
}

impl Exchange {
    pub(super) fn start(
        agent: &Agent,
        address: &Address,
        key: &Key,
        body: Arc<[u8]>,
    ) -> Result<Exchange, Trouble> {
        let (sender, events) = mpsc::sync_channel(WAITING_READS);
        let mut request = agent
            .post(address.chat())
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "text/event-stream, application/json");
        if let Some(value) = key.header() {
            request = request.header(header::AUTHORIZATION, value);
        }
        let talk = move || match request.send(&body[..]) {
            Ok(response) => pass_on(response, &sender),
            Err(error) => drop(sender.send(Err(trouble(error)))),
        };
        thread::Builder::new()
            .name("grice-endpoint".to_owned())
            .spawn(talk)
            .map_err(|e| Trouble::Impossible(format!("no thread can be started ({e})")))?;
        Ok(Exchange { events, last: Instant::now() })
    }

    /// Waits for what comes next: no longer than `silence`, and not beyond `total` after `start`.
    pub(super) fn next(
        &mut self,
        cancel: &Cancel,
        silence: Duration,
        start: Instant,
        total: Duration,
    ) -> Result<Next, Trouble> {
        loop {
            if cancel.is_cancelled() {
                return Ok(Next::Cancelled);
            }
            match self.events.recv_timeout(TICK) {
                Ok(event) => {
                    self.last = Instant::now();
                    return event;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Trouble::Broken("the connection was given up".to_owned()));
                }
            }
            if self.last.elapsed() >= silence {
                return Err(Trouble::Slow { doing: "sent nothing", after: silence });
            }
            if start.elapsed() >= total {
                return Err(Trouble::Slow { doing: "has been answering", after: total });
            }
        }
    }
}

/// Hands a response on, until it ends or nobody takes it any more.
fn pass_on(response: Response<Body>, sender: &SyncSender<Result<Next, Trouble>>) {
    let (parts, body) = response.into_parts();
    let head = read_head(parts.status.as_u16(), &parts.headers);
    if sender.send(Ok(Next::Head(head))).is_err() {
        return;
    }
    let mut reader = body.into_reader();
    let mut buffer = vec![0; READ_BYTES];
    loop {
        let (event, last) = match reader.read(&mut buffer) {
            Ok(0) => (Ok(Next::End), true),
            Ok(n) => (Ok(Next::Bytes(buffer[..n].to_vec())), false),
            Err(e) if e.kind() == ErrorKind::Interrupted => continue,
            Err(e) => (Err(inside(trouble(ureq::Error::from(e)))), true),
        };
        if sender.send(event).is_err() || last {
            return;
        }
    }
}

fn read_head(status: u16, headers: &HeaderMap) -> Head {
    let text = |name| headers.get(name).and_then(|v| v.to_str().ok());
    Head {
        status,
        json: text(header::CONTENT_TYPE).is_some_and(|kind| kind.contains("json")),
        retry_after: text(header::RETRY_AFTER)
            .and_then(|seconds| seconds.trim().parse().ok())
            .map(Duration::from_secs),
        location: text(header::LOCATION).map(str::to_owned),
    }
}

/// A lost connection means something else once the answer has begun.
fn inside(trouble: Trouble) -> Trouble {
    match trouble {
        Trouble::Down(why) | Trouble::NotHttp(why) => Trouble::Broken(why),
        other => other,
    }
}

fn trouble(error: ureq::Error) -> Trouble {
    match error {
        ureq::Error::Timeout(timeout) => match timeout {
            ureq::Timeout::Connect | ureq::Timeout::Resolve => {
                Trouble::Down("connecting took too long".to_owned())
            }
            _ => Trouble::Broken("it took too long".to_owned()),
        },
        // A certificate that is not trusted comes as invalid data.
        ureq::Error::Io(e) if e.kind() == ErrorKind::InvalidData => {
            Trouble::Impossible(e.to_string())
        }
        ureq::Error::Io(e) => Trouble::Down(e.to_string()),
        ureq::Error::HostNotFound => Trouble::Down("its host is not known".to_owned()),
        ureq::Error::ConnectionFailed => Trouble::Down("no connection was made".to_owned()),
        ureq::Error::Protocol(e) => Trouble::NotHttp(format!("no HTTP response ({e})")),
        ureq::Error::LargeResponseHeader(..) => Trouble::NotHttp("an endless header".to_owned()),
        other => Trouble::Impossible(other.to_string()),
    }
}
