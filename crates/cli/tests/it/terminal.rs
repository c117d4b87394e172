//! `grice chat` on a terminal of its own, where there is a `script` to make one.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::island::home;

/// The prompt with nothing typed behind it, as the line editor draws it.
const PROMPT: &str = "› \r\u{1b}[2C";

const PATIENCE: Duration = Duration::from_secs(30);

/// A conversation on a terminal.
struct Terminal {
    child: Child,
    keys: ChildStdin,
    seen: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    /// None where no terminal can be made.
    fn start(home: &Path, args: &str) -> Option<Terminal> {
        let grice = env!("CARGO_BIN_EXE_grice");
        let mut script = Command::new("script");
        let run = format!("stty cols 80 rows 24; exec {grice} chat --index index {args}");
        script.args(["-qefc", &run, "/dev/null"]).current_dir(home);
        script.env("GRICE_HOME", home).env("GRICE_MODELS", home.join("shipped"));
        script.env("TERM", "xterm").env("NO_COLOR", "1").env_remove("COLUMNS");
        let piped = script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let Ok(mut child) = piped.spawn() else {
            eprintln!("skipped: no `script` here");
            return None;
        };
        let keys = child.stdin.take().unwrap();
        let mut screen = child.stdout.take().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let shown = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4_096];
            while let Ok(read @ 1..) = screen.read(&mut bytes) {
                shown.lock().unwrap().extend_from_slice(&bytes[..read]);
            }
        });
        let terminal = Terminal { child, keys, seen };
        terminal.wait_for(PROMPT);
        Some(terminal)
    }

    fn seen(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap()).into_owned()
    }

    /// Waits until a text is seen, and gives all that was.
    fn wait_for(&self, text: &str) -> String {
        let began = Instant::now();
        loop {
            let seen = self.seen();
            if seen.contains(text) {
                return seen;
            }
            assert!(began.elapsed() < PATIENCE, "{text:?} is not in {seen:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Forgets what was seen and presses keys.
    fn press(&mut self, keys: &str) {
        self.seen.lock().unwrap().clear();
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn leave(mut self) {
        self.press("\u{4}");
        drop(self.keys);
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn tab_completes_commands_and_files() {
    let home = home();
    let Some(mut terminal) = Terminal::start(home.path(), "--system easy.toml --no-save") else {
        return;
    };
    terminal.press("/top\t\r");
    terminal.wait_for("Nothing has been said yet.");
    terminal.press("hello\r");
    terminal.wait_for(PROMPT);
    terminal.press("/exp\teasy.t\t\r");
    let seen = terminal.wait_for("the ending says the form");
    assert!(seen.contains("easy.toml: the ending"), "{seen:?}");
    terminal.leave();
}

#[test]
fn ctrl_c_at_the_prompt_takes_the_line_back() {
    let home = home();
    let Some(mut terminal) = Terminal::start(home.path(), "--system easy.toml --no-save") else {
        return;
    };
    terminal.press("who was\u{3}");
    let seen = terminal.wait_for(PROMPT);
    assert!(!seen.contains("^C"), "{seen:?}");
    terminal.press("/topics\r");
    terminal.wait_for("Nothing has been said yet.");
    terminal.leave();
}

#[test]
fn ctrl_c_stops_the_turn_and_keeps_the_conversation() {
    let home = home();
    // A generator that never answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    let slow = format!(
        "[read]\nleast = 0.0\n[compose]\ngenerator = true\n[generator]\nkind = \"endpoint\"\n\
         url = \"http://{address}/v1\"\nmodel = \"silent\"\ntimeout_seconds = 50.0\n"
    );
    fs::write(home.path().join("slow.toml"), slow).unwrap();
    let Some(mut terminal) = Terminal::start(home.path(), "--system slow.toml") else {
        return;
    };
    terminal.press("hello\r");
    terminal.wait_for(PROMPT);
    terminal.press("Who was Aldric Fenn?\r");
    terminal.wait_for("··");
    terminal.press("\u{3}");
    let seen = terminal.wait_for("Stopped. What was said before is kept.");
    let stopped = seen.split("Stopped").next().unwrap();
    assert!(stopped.ends_with("\r         \r"), "what the terminal echoed is cleared: {seen:?}");
    terminal.wait_for(PROMPT);
    terminal.press("/topics\r");
    let topics = terminal.wait_for("hello");
    assert!(!topics.contains("Aldric"), "a turn that was stopped is no turn: {topics:?}");
    terminal.leave();
}
