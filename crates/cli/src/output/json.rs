//! JSON on the standard output. What would command a terminal is escaped, so that nothing of the
//! data is lost.

use std::io::{self, BufWriter, StdoutLock, Write};

use anyhow::Result;
use grice_text::escaped_json;
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
            out.write_all(escaped_json(json).as_bytes())?;
            out.write_all(b"\n")
        };
        write(&mut self.out).map_err(unwritten)
    }

    /// Hands on all lines so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(unwritten)
    }
}
