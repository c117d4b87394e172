//! A sign of work: dots on the standard error while something is waited for.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long nothing is shown, so that what is quick does not flicker.
const QUIET: Duration = Duration::from_millis(300);

/// How long each sign stands.
const STEP: Duration = Duration::from_millis(400);

const SIGNS: [&str; 3] = ["\r·   ", "\r··  ", "\r··· "];

/// Clears the signs, and a "^C" that the terminal has put behind them.
const CLEAR: &str = "\r         \r";

/// Shows that something is being done, until it is dropped. Only where the standard error is a
/// terminal.
pub struct Working {
    /// Ends the thread when it is dropped.
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Working {
    pub fn start() -> Working {
        if !io::stderr().is_terminal() {
            return Working { running: None };
        }
        let (ends, ended) = channel::<()>();
        let signs = move || {
            let mut wait = QUIET;
            for sign in SIGNS.iter().cycle() {
                if ended.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
                show(sign);
                wait = STEP;
            }
        };
        Working { running: Some((ends, std::thread::spawn(signs))) }
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        if let Some((ends, signs)) = self.running.take() {
            drop(ends);
            signs.join().ok();
            show(CLEAR);
        }
    }
}

/// Writes a sign of our own; where nobody sees it, nothing is lost.
fn show(sign: &str) {
    let mut stderr = io::stderr().lock();
    stderr.write_all(sign.as_bytes()).and_then(|()| stderr.flush()).ok();
}
