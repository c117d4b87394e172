//! A way to the server that breaks when a transaction is committed.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// Where the connection breaks.
#[derive(Clone, Copy)]
pub enum Break {
    /// The server does not hear of the commit.
    Before,
    /// The server has committed, and nobody hears of it.
    After,
}

/// Passes everything on, but for the breaks that are planned.
#[derive(Clone)]
pub struct Proxy {
    server: String,
    pub port: u16,
    planned: Arc<Mutex<VecDeque<Break>>>,
}

impl Proxy {
    /// A way to a server, given as host and port.
    pub fn to(server: &str) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let proxy = Proxy { server: server.to_owned(), port, planned: Arc::default() };
        let serving = proxy.clone();
        thread::spawn(move || {
            for client in listener.incoming() {
                serving.serve(client.unwrap());
            }
        });
        proxy
    }

    pub fn plan(&self, breaks: &[Break]) {
        *self.planned.lock().unwrap() = breaks.iter().copied().collect();
    }

    /// How many breaks have not come about yet.
    pub fn left(&self) -> usize {
        self.planned.lock().unwrap().len()
    }

    fn serve(&self, client: TcpStream) {
        let server = TcpStream::connect(&self.server).unwrap();
        let mute = Arc::new(AtomicBool::new(false));
        let (to_client, from_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
        let muted = Arc::clone(&mute);
        thread::spawn(move || {
            pass(from_server, to_client, |_| match muted.load(Ordering::SeqCst) {
                true => Pass::Stop,
                false => Pass::On,
            });
        });
        let planned = Arc::clone(&self.planned);
        thread::spawn(move || {
            pass(client, server, |bytes| {
                if !bytes.windows(7).any(|word| word == b"COMMIT\0") {
                    return Pass::On;
                }
                match planned.lock().unwrap().pop_front() {
                    None => Pass::On,
                    Some(Break::Before) => Pass::Stop,
                    Some(Break::After) => {
                        mute.store(true, Ordering::SeqCst);
                        Pass::On
                    }
                }
            });
        });
    }
}

enum Pass {
    On,
    Stop,
}

fn pass(mut from: TcpStream, mut to: TcpStream, mut look: impl FnMut(&[u8]) -> Pass) {
    let mut buffer = [0; 65_536];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        match look(&buffer[..read]) {
            Pass::On if to.write_all(&buffer[..read]).is_ok() => {}
            _ => break,
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
