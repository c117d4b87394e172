//! A hub of one file that can misbehave.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// How the server answers a request.
#[derive(Clone, Copy)]
pub enum Answer {
    /// As it should, from where it is asked.
    Whole,
    /// From where it is asked, and breaks off after that many bytes.
    BreaksAfter(usize),
    /// From the start, whatever is asked.
    IgnoresRange,
    /// With this status and no file.
    Status(u16),
    /// The head and a few bytes, then nothing for a while.
    FallsSilent,
}

/// A running server.
pub struct Server {
    pub address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Serves a file; the answers are given in order, the last one again and again.
    pub fn start(file: Vec<u8>, answers: &[Answer]) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (kept, answers) = (requests.clone(), answers.to_owned());
        thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                let answer = answers[number.min(answers.len() - 1)];
                let mut stream = stream.unwrap();
                let request = head(&stream);
                kept.lock().unwrap().push(request.clone());
                let file = file.clone();
                thread::spawn(move || respond(&mut stream, &file, &request, answer));
            }
        });
        Server { address, requests }
    }

    /// The heads of the requests so far, in small letters.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

fn head(stream: &TcpStream) -> String {
    let mut lines = BufReader::new(stream).lines();
    let mut head = String::new();
    while let Some(Ok(line)) = lines.next() {
        if line.is_empty() {
            break;
        }
        head += &(line.to_lowercase() + "\n");
    }
    head
}

fn respond(
    stream: &mut TcpStream,
    file: &[u8],
    request: &str,
    answer: Answer,
) -> std::io::Result<()> {
    if let Answer::Status(status) = answer {
        return write!(
            stream,
            "HTTP/1.1 {status} X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
    }
    let asked = request.lines().find_map(|l| l.strip_prefix("range: bytes=")?.strip_suffix('-'));
    let asked = asked.filter(|_| !matches!(answer, Answer::IgnoresRange));
    let start = asked.map_or(0, |s| s.parse().unwrap());
    let rest = &file[start..];
    let status = if asked.is_some() { "206 Partial Content" } else { "200 OK" };
    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n", rest.len())?;
    write!(stream, "Content-Range: bytes {start}-{}/{}\r\n\r\n", file.len() - 1, file.len())?;
    match answer {
        Answer::BreaksAfter(bytes) => stream.write_all(&rest[..bytes.min(rest.len())]),
        Answer::FallsSilent => {
            stream.write_all(&rest[..10])?;
            thread::sleep(Duration::from_secs(2));
            Ok(())
        }
        _ => stream.write_all(rest),
    }
}
