//! A server that speaks as much of the OpenAI chat protocol as a test needs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What the server does when it is asked.
#[derive(Clone, Copy)]
pub enum Act {
    Say(&'static str),
    Fail,
    /// Does nothing because of the key, which it names.
    Refuse(&'static str),
    /// Nothing for a minute.
    Hang,
}

/// A server on this machine, and what it was asked.
pub struct Server {
    pub url: String,
    /// How long it is waited for; little where nothing will come.
    wait: f32,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Does the same whenever it is asked.
    pub fn start(act: Act) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let seen = asked.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let seen = seen.clone();
                thread::spawn(move || answer(stream.unwrap(), act, &seen));
            }
        });
        let wait = if matches!(act, Act::Hang) { 0.5 } else { 60.0 };
        Server { url, wait, asked }
    }

    /// The bodies of the requests so far.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// The part of a system that names this server.
    pub fn settings(&self) -> String {
        let (url, wait) = (&self.url, self.wait);
        format!(
            "[generator]\nkind = \"endpoint\"\nurl = \"{url}\"\nmodel = \"test-model\"\n\
             timeout_seconds = {wait:.1}\n"
        )
    }
}

fn answer(mut stream: TcpStream, act: Act, seen: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    seen.lock().unwrap().push(String::from_utf8(body).unwrap());
    let (status, body) = match act {
        Act::Say(text) => {
            let message = serde_json::json!({"role": "assistant", "content": text});
            let choice = serde_json::json!({"message": message, "finish_reason": "stop"});
            ("200 OK", serde_json::json!({"choices": [choice]}).to_string())
        }
        Act::Refuse(why) => ("401 Unauthorized", serde_json::json!({ "error": why }).to_string()),
        Act::Fail => ("500 Internal Server Error", "{\"error\": \"out of order\"}".to_owned()),
        Act::Hang => {
            thread::sleep(Duration::from_secs(60));
            return;
        }
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    );
    drop(stream.write_all(format!("{head}{body}").as_bytes()));
}
