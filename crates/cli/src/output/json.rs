//! JSON on the standard output. What would command a terminal is escaped, so that nothing of the
//! data is lost.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufWriter, StdoutLock, Write};

use anyhow::Result;
use grice_text::commands_terminal;
use serde::Serialize;

use super::screen::{raw_stdout, unwritten};

/// Prints a value on one line.
pub fn json(value: &impl Serialize) -> Result<()> {
    print(&serde_json::to_string(value)?)
}

/// Prints a value on several lines.
pub fn pretty_json(value: &impl Serialize) -> Result<()> {
    print(&serde_json::to_string_pretty(value)?)
}

fn print(json: &str) -> Result<()> {
    let mut out = JsonLines::new();
    out.line(json)?;
    Ok(out.flush()?)
}

/// Many values, a line each.
pub struct JsonLines<W: Write> {
    out: BufWriter<W>,
}

impl JsonLines<StdoutLock<'static>> {
    pub fn new() -> Self {
        JsonLines { out: BufWriter::new(raw_stdout()) }
    }
}

impl<W: Write> JsonLines<W> {
    /// Writes a line of JSON that is made already.
    pub fn line(&mut self, json: &str) -> io::Result<()> {
        let write = |out: &mut BufWriter<W>| {
            out.write_all(escaped(json).as_bytes())?;
            out.write_all(b"\n")
        };
        write(&mut self.out).map_err(unwritten)
    }

    /// Hands on all lines so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(unwritten)
    }
}

/// JSON in which nothing commands a terminal. Such characters stand only within strings: those
/// below U+0020 are escaped already, and the others have at most four hexadecimal digits.
pub fn escaped(json: &str) -> Cow<'_, str> {
    if !json.chars().any(commands_terminal) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        match commands_terminal(c) {
            true => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_is_escaped_and_nothing_is_lost() {
        let text = "\u{1b}]52;\u{7}\u{7f}\u{9b}\u{61c}\u{202e}\u{2069} é\n\t";
        let json = serde_json::to_string_pretty(&[text]).unwrap();
        let shown = escaped(&json);
        assert!(!shown.chars().any(commands_terminal), "{shown}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&shown).unwrap(), [text]);
    }
}
