//! The tools over HTTP (Model Context Protocol).

use std::io::Read;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::{Response, Server, events, serve, serve_with};

const QUICK: [&str; 2] = ["--system", "bare"];

/// A client's session.
pub struct Session<'a> {
    server: &'a Server,
    id: String,
    key: String,
}

const HEADERS: [(&str, &str); 2] =
    [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];

impl<'a> Session<'a> {
    pub fn begin(server: &'a Server) -> Session<'a> {
        Session::of(server, "")
    }

    /// The same with a key.
    pub fn of(server: &'a Server, key: &str) -> Session<'a> {
        let key = format!("Bearer {key}");
        let client = json!({ "name": "test", "version": "1" });
        let params =
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        let body = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
        let own = [&HEADERS[..], &[("authorization", key.as_str())]].concat();
        let begun = server.send("POST", "/mcp", &own, body.to_string().as_bytes()).expect(200);
        let id = begun.headers.lines().find_map(|line| line.strip_prefix("mcp-session-id: "));
        let session = Session { server, id: id.unwrap().trim().to_owned(), key };
        session.notify("notifications/initialized", &json!({}));
        session
    }

    fn headers(&self) -> Vec<(&str, &str)> {
        let own = [
            ("mcp-session-id", self.id.as_str()),
            ("mcp-protocol-version", "2025-06-18"),
            ("authorization", self.key.as_str()),
        ];
        [&HEADERS[..], &own[..]].concat()
    }

    fn post(&self, body: &Value) -> Response {
        self.server.send("POST", "/mcp", &self.headers(), body.to_string().as_bytes())
    }

    pub fn notify(&self, method: &str, params: &Value) {
        self.post(&json!({ "jsonrpc": "2.0", "method": method, "params": params })).expect(202);
    }

    /// Calls a tool, and leaves the reading to the caller.
    pub fn calling(&self, id: u64, tool: &str, arguments: &Value) -> TcpStream {
        let params = json!({ "name": tool, "arguments": arguments });
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
        self.server.begin("POST", "/mcp", &self.headers(), body.to_string().as_bytes())
    }

    /// Calls a tool, and gives its result.
    pub fn call(&self, tool: &str, arguments: &Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let answer = self.post(&body).expect(200);
        events(&answer.body).pop().unwrap().1["result"].clone()
    }
}

#[test]
fn a_tool_takes_no_more_than_its_route() {
    let home = tempfile::tempdir().unwrap();
    let server = serve(home.path(), &QUICK);
    let tools = Session::begin(&server);
    let found = tools.call("search", &json!({ "query": "volcanoes", "limit": 2 }));
    assert_eq!(found["structuredContent"]["hits"].as_array().unwrap().len(), 2, "{found}");
    for (tool, arguments) in [
        ("search", json!({ "query": "x".repeat(2_001) })),
        ("ask", json!({ "question": "x".repeat(8_001) })),
    ] {
        let refused = tools.call(tool, &arguments);
        assert_eq!(refused["isError"], true, "{refused}");
        assert!(refused["content"][0]["text"].as_str().unwrap().contains("characters"));
    }
}

#[test]
fn a_message_is_no_larger_than_other_requests() {
    let home = tempfile::tempdir().unwrap();
    let server = serve_with(home.path(), &QUICK, |command| {
        command.env("GRICE_SERVE_LIMITS__BODY_KIB", "16");
    });
    let tools = Session::begin(&server);
    let params = json!({ "name": "search", "arguments": { "query": "x".repeat(20 << 10) } });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    tools.post(&body).expect(413);
}

#[test]
fn nothing_that_is_asked_of_a_tool_is_logged_even_where_all_is() {
    let home = tempfile::tempdir().unwrap();
    let server = serve_with(home.path(), &QUICK, |command| {
        command.env("GRICE_SERVE_LOG", "debug");
    });
    let tools = Session::begin(&server);
    tools.call("ask", &json!({ "question": "Does Enceladus have geysers?" }));
    // What is wrong is told with what was sent.
    tools.call("ask", &json!({ "question": "x", "history": "Enceladus" }));
    server.send("ENCELADUS", "/health", &[], b"").expect(405);
    server.get("/health").expect(200);
    let log = server.log();
    assert!(log.contains("answered") && !log.to_lowercase().contains("enceladus"), "{log}");
    let counted = server.get("/metrics").expect(200).body;
    assert!(counted.contains("method=\"other\"") && !counted.contains("ENCELADUS"), "{counted}");
}

#[test]
fn a_client_that_listens_does_not_keep_the_server_from_ending() {
    let home = tempfile::tempdir().unwrap();
    let mut server = serve(home.path(), &QUICK);
    let mut listening = {
        let tools = Session::begin(&server);
        let headers: Vec<(&str, &str)> = tools
            .headers()
            .into_iter()
            .map(
                |(name, value)| {
                    if name == "accept" { (name, "text/event-stream") } else { (name, value) }
                },
            )
            .collect();
        server.begin("GET", "/mcp", &headers, b"")
    };
    let mut head = [0_u8; 12];
    listening.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 200");
    let began = Instant::now();
    assert_eq!(server.end(), 0);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}
