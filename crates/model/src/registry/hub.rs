//! Files of the Hugging Face hub, over HTTPS. What broke off is gone on with.

use std::io::Read;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use ureq::config::RedirectAuthHeaders;
use ureq::http::{Response, StatusCode, header};
use ureq::{Agent, Body};

use super::checked::CheckedFile;
use super::digest::BLOCK;
use super::error::{RegistryError, Result};
use super::places::Places;

/// How often a file is asked for without getting any further.
const ATTEMPTS: u32 = 3;
const CONNECT: Duration = Duration::from_secs(20);

/// The hub, ready to be asked.
pub(crate) struct Hub<'a> {
    agent: Agent,
    places: &'a Places,
}

/// Why a request gave no more.
enum End {
    /// It broke off: worth asking again.
    Broken(String),
    /// Asking again would not help.
    Final(RegistryError),
}

impl Hub<'_> {
    pub fn new(places: &Places) -> Hub<'_> {
        let agent = Agent::config_builder()
            .tls_config(crate::https::tls())
            .redirect_auth_headers(RedirectAuthHeaders::SameHost)
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT))
            .timeout_recv_response(Some(places.patience))
            .user_agent(concat!("grice/", env!("CARGO_PKG_VERSION")))
            .build()
            .into();
        Hub { agent, places }
    }

    /// Fetches a file, going on where an earlier attempt stopped. `tell` hears how many bytes of
    /// the file are there.
    pub fn fetch(
        &self,
        id: &str,
        revision: &str,
        path: &str,
        file: &mut CheckedFile,
        size: u64,
        tell: &mut dyn FnMut(u64),
    ) -> Result<()> {
        let url =
            format!("{}/{id}/resolve/{revision}/{path}", self.places.hub.trim_end_matches('/'));
        let mut attempt = 0;
        while file.bytes() < size {
            let before = file.bytes();
            let why = match self.request(&url, file, tell) {
                Ok(()) if file.bytes() == size => return Ok(()),
                Ok(()) => format!("it broke off after {} of {size} bytes", file.bytes()),
                Err(End::Broken(why)) => why,
                Err(End::Final(error)) => return Err(error),
            };
            attempt = if file.bytes() > before { 1 } else { attempt + 1 };
            if attempt >= ATTEMPTS {
                let why = format!("{why}; check the connection and run the command again");
                return Err(RegistryError::Http { url, why });
            }
            thread::sleep(Duration::from_millis(250) * attempt);
        }
        Ok(())
    }

    fn request(
        &self,
        url: &str,
        file: &mut CheckedFile,
        tell: &mut dyn FnMut(u64),
    ) -> std::result::Result<(), End> {
        let start = file.bytes();
        let mut request = self.agent.get(url).header(header::ACCEPT_ENCODING, "identity");
        if start > 0 {
            request = request.header(header::RANGE, format!("bytes={start}-"));
        }
        if let Some(token) = &self.places.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", token.reveal()));
        }
        let response =
            request.call().map_err(|e| End::Broken(format!("it cannot be reached ({e})")))?;
        match response.status() {
            StatusCode::OK => file.restart().map_err(End::Final)?,
            StatusCode::PARTIAL_CONTENT if starts_at(&response, start) => {}
            // The server has another file than the one that was begun.
            StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE => {
                file.restart().map_err(End::Final)?;
                return Err(End::Broken("the server did not go on where it was asked".to_owned()));
            }
            status => return Err(refused(url, status)),
        }
        tell(file.bytes());
        receive(response.into_body(), self.places.patience, |bytes| {
            file.write(bytes)?;
            tell(file.bytes());
            Ok(())
        })
    }
}

fn refused(url: &str, status: StatusCode) -> End {
    let why = match status.as_u16() {
        401 | 403 => "access is refused; set HF_TOKEN to a token that may read it",
        404 => "there is no such file",
        429 => return End::Broken("too many requests (429)".to_owned()),
        500..600 => return End::Broken(format!("the server failed ({status})")),
        _ => return End::Final(http(url, format!("unexpected answer {status}"))),
    };
    End::Final(http(url, format!("{why} ({})", status.as_u16())))
}

fn http(url: &str, why: String) -> RegistryError {
    RegistryError::Http { url: url.to_owned(), why }
}

/// Whether a partial answer begins where it was asked to.
fn starts_at(response: &Response<Body>, start: u64) -> bool {
    let range = response.headers().get(header::CONTENT_RANGE).and_then(|v| v.to_str().ok());
    let first = range.and_then(|r| r.strip_prefix("bytes ")?.split('-').next()?.parse().ok());
    first == Some(start)
}

/// Reads an answer in a thread of its own, since a read cannot be told to give up after a time of
/// silence. A thread that is given up ends with its connection.
fn receive(
    body: Body,
    patience: Duration,
    mut take: impl FnMut(&[u8]) -> Result<()>,
) -> std::result::Result<(), End> {
    let (sender, receiver) = sync_channel(4);
    let mut reader = body.into_reader();
    let reading = move || {
        loop {
            let mut block = vec![0; BLOCK];
            let read = reader.read(&mut block).map(|n| {
                block.truncate(n);
                block
            });
            let last = !matches!(&read, Ok(block) if !block.is_empty());
            if sender.send(read).is_err() || last {
                return;
            }
        }
    };
    thread::Builder::new()
        .name("grice-hub".to_owned())
        .spawn(reading)
        .map_err(|e| End::Broken(e.to_string()))?;
    loop {
        match receiver.recv_timeout(patience) {
            Ok(Ok(block)) if block.is_empty() => return Ok(()),
            Ok(Ok(block)) => take(&block).map_err(End::Final)?,
            Ok(Err(e)) => return Err(End::Broken(format!("it broke off ({e})"))),
            Err(RecvTimeoutError::Timeout) => {
                return Err(End::Broken("the server has fallen silent".to_owned()));
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}
