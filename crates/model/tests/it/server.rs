//! A server that answers as a script says.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use grice_model::generate::{
    Answer, Cancel, Endpoint, EndpointConfig, GenerateError, Generator, Message, Request,
};

/// One thing the server does.
#[derive(Clone)]
pub enum Act {
    Send(Vec<u8>),
    Wait(Duration),
}

/// What the server does with one connection, until it closes it.
pub type Script = Vec<Act>;

/// A server on this machine that plays one script a connection, and the last one for ever.
pub struct Server {
    pub base: String,
    pub requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub fn start(scripts: Vec<Script>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}/v1", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = requests.clone();
        thread::spawn(move || {
            let mut scripts = VecDeque::from(scripts);
            for stream in listener.incoming() {
                let script = scripts.front().cloned().unwrap();
                if scripts.len() > 1 {
                    scripts.pop_front();
                }
                let seen = seen.clone();
                thread::spawn(move || play(stream.unwrap(), script, &seen));
            }
        });
        Server { base, requests }
    }

    pub fn config(&self) -> EndpointConfig {
        let mut config = EndpointConfig::new(&self.base, "test-model");
        config.key_variable = String::new();
        config.first_pause = Duration::from_millis(10);
        config.longest_pause = Duration::from_millis(1500);
        config.idle_timeout = Duration::from_secs(5);
        config
    }

    pub fn endpoint(&self) -> Endpoint {
        Endpoint::new(self.config()).unwrap()
    }

    pub fn times_asked(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
}

fn play(mut stream: TcpStream, script: Script, seen: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut request = String::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        request.push_str(&line);
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    request.push_str(std::str::from_utf8(&body).unwrap());
    seen.lock().unwrap().push(request);
    for act in script {
        match act {
            Act::Send(bytes) => {
                if stream.write_all(&bytes).is_err() {
                    return;
                }
            }
            Act::Wait(time) => thread::sleep(time),
        }
    }
    drop(stream.shutdown(Shutdown::Both));
}

/// A whole response.
pub fn response(status: &str, headers: &str, body: &str) -> Script {
    let length = body.len();
    let text = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\n\r\n{body}");
    vec![Act::Send(text.into_bytes())]
}

pub fn json(status: &str, body: &str) -> Script {
    response(status, "Content-Type: application/json\r\n", body)
}

/// The whole answer of a server that does not stream.
pub fn whole(text: &str) -> Script {
    let text = serde_json::to_string(text).unwrap();
    json(
        "200 OK",
        &format!(
            r#"{{"choices":[{{"message":{{"role":"assistant","content":{text}}},
            "finish_reason":"stop"}}],"usage":{{"prompt_tokens":11,"completion_tokens":4}}}}"#
        ),
    )
}

/// The head of a stream that ends with the connection.
pub fn stream_head() -> Act {
    Act::Send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".to_vec())
}

pub fn said(text: &str) -> String {
    let text = serde_json::to_string(text).unwrap();
    format!("data: {{\"choices\":[{{\"delta\":{{\"content\":{text}}}}}]}}\n\n")
}

pub const ENDED: &str = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
pub const DONE: &str = "data: [DONE]\n\n";

pub fn request() -> Request {
    Request::new(vec![Message::user("Who wrote Emma?")])
}

pub fn ask(endpoint: &Endpoint, request: &Request) -> Result<Answer, GenerateError> {
    endpoint.generate(request, &Cancel::new(), &mut |_| {})
}
