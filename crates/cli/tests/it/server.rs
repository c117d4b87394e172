//! Runs `grice serve`, and speaks HTTP to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;

use crate::grice::{command, finish};

/// A server that ends with the test.
pub struct Server {
    child: Child,
    pub address: String,
    pub log: Arc<Mutex<String>>,
}

/// What came back.
pub struct Response {
    pub status: u16,
    pub headers: String,
    pub body: String,
}

impl Response {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Response {
        assert_eq!(self.status, status, "{}", self.body);
        self
    }
}

/// A home in which the demo stands, and one that is small and quick.
pub fn serve(home: &Path, more: &[&str]) -> Server {
    serve_with(home, more, |_| {})
}

pub fn serve_with(home: &Path, more: &[&str], change: impl FnOnce(&mut Command)) -> Server {
    let mut command = command();
    command.env("GRICE_HOME", home).args(["serve", "--port", "0"]).args(more);
    change(&mut command);
    let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let log = Arc::new(Mutex::new(String::new()));
    let mut address = None;
    while address.is_none() {
        let Some(Ok(line)) = lines.next() else {
            panic!("the server did not start: {}", log.lock().unwrap());
        };
        address = line.split_once("http://").map(|(_, address)| address.trim().to_owned());
        log.lock().unwrap().push_str(&format!("{line}\n"));
    }
    let kept = log.clone();
    std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            kept.lock().unwrap().push_str(&format!("{line}\n"));
        }
    });
    Server { child, address: address.unwrap(), log }
}

impl Server {
    /// Sends a request whose head is given in full but for its host and length.
    pub fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Response {
        let mut stream = self.begin(method, path, headers, body);
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        parsed(&all)
    }

    /// Sends a request, and leaves the reading to the caller.
    pub fn begin(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head.push_str(&format!("host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
        stream.write_all(head.as_bytes()).unwrap();
        // A server that has refused the request may have closed already.
        stream.write_all(body).ok();
        stream
    }

    pub fn get(&self, path: &str) -> Response {
        self.send("GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Response {
        let body = body.to_string();
        self.send("POST", path, &[("content-type", "application/json")], body.as_bytes())
    }

    /// Begins a conversation, and gives its id.
    pub fn conversation(&self, collection: &str) -> String {
        let made =
            self.post("/api/conversations", &serde_json::json!({ "collection": collection }));
        made.expect(201).json()["id"].as_str().unwrap().to_owned()
    }

    /// Says something after so many turns.
    pub fn say(&self, id: &str, after: usize, utterance: &str) -> Response {
        let said = serde_json::json!({ "utterance": utterance, "after": after });
        self.post(&format!("/api/conversations/{id}/turns"), &said)
    }

    /// Files as a page sends them.
    pub fn upload(&self, path: &str, headers: &[(&str, &str)], files: &[(&str, &str)]) -> Response {
        let mut body = String::new();
        for (name, text) in files {
            body.push_str(&format!(
                "--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{text}\r\n"
            ));
        }
        body.push_str("--edge--\r\n");
        let mut all = vec![("content-type", "multipart/form-data; boundary=edge")];
        all.extend_from_slice(headers);
        self.send("POST", path, &all, body.as_bytes())
    }

    /// Waits for an upload to be read, and gives the job.
    pub fn finished(&self, begun: &Value, headers: &[(&str, &str)]) -> Value {
        let id = begun["job"]["id"].as_str().unwrap();
        for _ in 0..600 {
            let job = self.send("GET", &format!("/api/jobs/{id}"), headers, b"").expect(200).json();
            if job["state"] != "running" {
                return job;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the job was not finished");
    }

    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// The log once a text stands in it; lines come a moment after the answer. After ten seconds, as it is.
    pub fn log_with(&self, text: &str) -> String {
        for _ in 0..200 {
            if self.log().contains(text) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        self.log()
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Tells the server to end, and waits for it.
    pub fn end(&mut self) -> i32 {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.child.wait().unwrap().code().unwrap_or(-1)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn parsed(all: &[u8]) -> Response {
    let text = String::from_utf8_lossy(all).into_owned();
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return Response { status: 0, headers: text, body: String::new() };
    };
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunked(body) } else { body.to_owned() };
    Response { status, headers: head.to_lowercase(), body }
}

fn unchunked(mut rest: &str) -> String {
    let mut out = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || after.len() < size {
            break;
        }
        out.push_str(&after[..size]);
        rest = after[size..].trim_start_matches("\r\n");
    }
    out
}

/// The events of a stream: names and data.
pub fn events(body: &str) -> Vec<(String, Value)> {
    let mut events = Vec::new();
    for block in body.split("\n\n").filter(|block| block.contains("data:")) {
        let field =
            |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("");
        let data = field("data:").trim();
        let value = serde_json::from_str(data).unwrap_or(Value::String(data.to_owned()));
        events.push((field("event:").trim().to_owned(), value));
    }
    events
}

/// A key of a server's home.
pub fn key(home: &Path, args: &[&str]) -> String {
    let run = finish(command().env("GRICE_HOME", home).args(["keys", "add"]).args(args), "");
    assert_eq!(run.code, 0, "{}", run.err);
    run.out.trim().to_owned()
}
