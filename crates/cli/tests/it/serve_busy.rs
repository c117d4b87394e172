//! A server whose only worker is taken: who is refused, who waits, and who leaves the queue.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::mcp::Session;
use crate::server::{Server, serve_with};

/// A server with one worker, which a model that never answers keeps.
struct Taken {
    server: Server,
    /// The model, and the turn that waits for it.
    _model: (TcpListener, TcpStream),
    _turn: TcpStream,
    conversation: String,
}

impl Taken {
    fn new(home: &Path, queue: &str) -> Taken {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let system = home.join("slow.toml");
        let text = format!(
            "[read]\nleast = 0.0\n[compose]\ngenerator = true\n[generator]\nkind = \"endpoint\"\n\
             url = \"http://{}/v1\"\nmodel = \"silent\"\ntimeout_seconds = 100.0\n",
            silent.local_addr().unwrap()
        );
        std::fs::write(&system, text).unwrap();
        let server = serve_with(home, &["--system", system.to_str().unwrap()], |command| {
            command
                .env("GRICE_SERVE_LIMITS__WORKERS", "1")
                .env("GRICE_SERVE_LIMITS__TURN_SECONDS", "120")
                .env("GRICE_SERVE_LIMITS__QUEUE", queue);
        });
        let conversation = server.conversation("demo");
        let turn = server.begin("POST", "/api/ask", &JSON, asked().to_string().as_bytes());
        let (held, _) = silent.accept().unwrap();
        Taken { server, _model: (silent, held), _turn: turn, conversation }
    }

    fn streams(&self) -> [(String, Value); 3] {
        let messages = json!([{ "role": "user", "content": "What is Saturn?" }]);
        [
            ("/api/ask".to_owned(), asked()),
            (
                format!("/api/conversations/{}/turns", self.conversation),
                json!({ "utterance": "What is Saturn?", "after": 0 }),
            ),
            (
                "/v1/chat/completions".to_owned(),
                json!({ "model": "demo", "stream": true, "messages": messages }),
            ),
        ]
    }

    fn waiting(&self, number: usize) {
        let began = Instant::now();
        let line = format!("grice_waiting {number}\n");
        while !self.server.get("/metrics").expect(200).body.contains(&line) {
            assert!(began.elapsed() < Duration::from_secs(20), "not {number} wait");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

const JSON: [(&str, &str); 1] = [("content-type", "application/json")];

const STREAM: [(&str, &str); 2] =
    [("content-type", "application/json"), ("accept", "text/event-stream")];

fn asked() -> Value {
    json!({ "collection": "demo", "question": "What is Saturn?" })
}

#[test]
fn a_stream_is_refused_before_it_begins() {
    let home = tempfile::tempdir().unwrap();
    let taken = Taken::new(home.path(), "0");
    for (path, body) in taken.streams() {
        let answer = taken.server.send("POST", &path, &STREAM, body.to_string().as_bytes());
        let answer = answer.expect(429);
        assert!(answer.headers.contains("retry-after: 1"), "{path}: {}", answer.headers);
        assert!(answer.body.contains("\"queue\""), "{path}: {}", answer.body);
    }
}

#[test]
fn a_stream_that_waits_for_its_turn_has_begun() {
    let home = tempfile::tempdir().unwrap();
    let taken = Taken::new(home.path(), "3");
    let mut waiting = Vec::new();
    for (path, body) in taken.streams() {
        let mut stream = taken.server.begin("POST", &path, &STREAM, body.to_string().as_bytes());
        let mut head = [0_u8; 12];
        stream.read_exact(&mut head).unwrap();
        assert_eq!(&head, b"HTTP/1.1 200", "{path}");
        waiting.push(stream);
    }
    taken.waiting(3);
}

#[test]
fn a_question_of_a_tool_that_is_cancelled_waits_no_longer() {
    let home = tempfile::tempdir().unwrap();
    let taken = Taken::new(home.path(), "1");
    let tools = Session::begin(&taken.server);
    let mut asking = tools.calling(7, "ask", &json!({ "question": "What is Saturn?" }));
    taken.waiting(1);
    tools.notify("notifications/cancelled", &json!({ "requestId": 7, "reason": "enough" }));
    taken.waiting(0);
    let mut rest = String::new();
    asking.read_to_string(&mut rest).unwrap();
    assert!(!rest.contains("\"result\""), "{rest}");
}

#[test]
fn who_has_no_key_is_refused_before_a_body_is_read() {
    let home = tempfile::tempdir().unwrap();
    crate::server::key(home.path(), &["ann"]);
    let server = crate::server::serve(home.path(), &["--system", "bare"]);
    for path in ["/v1/chat/completions", "/v1/embeddings", "/api/score"] {
        let began = Instant::now();
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n{{",
            server.address
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut status = [0_u8; 12];
        stream.read_exact(&mut status).unwrap();
        assert_eq!(&status, b"HTTP/1.1 401", "{path}");
        assert!(began.elapsed() < Duration::from_secs(5), "{path}: {:?}", began.elapsed());
    }
}
