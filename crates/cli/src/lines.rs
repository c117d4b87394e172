//! `--jsonl` of the judgements: a JSON object a line on standard input, one a line on standard
//! output, in order, with the same id. A bad line is answered with what is wrong with it.

use std::io::{BufRead, BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::{Map, Value};

/// Lines judged at once; their answers are written together.
const BATCH: usize = 64;

/// The fields of a line, which is told by its number.
pub struct Line {
    number: usize,
    fields: Map<String, Value>,
}

#[derive(Serialize)]
struct Answer<T> {
    id: Value,
    #[serde(flatten)]
    answer: T,
}

#[derive(Serialize)]
struct Refusal {
    id: Value,
    error: String,
}

impl Line {
    /// A field that must be text.
    pub fn text(&self, name: &str) -> Result<&str, String> {
        let number = self.number;
        match self.fields.get(name) {
            Some(Value::String(text)) => Ok(text),
            Some(_) => Err(format!("line {number}: '{name}' is not a string")),
            None => Err(format!("line {number} has no '{name}'")),
        }
    }

    fn parse(number: usize, line: &[u8]) -> Result<Line, String> {
        match serde_json::from_slice(line) {
            Ok(Value::Object(fields)) => Ok(Line { number, fields }),
            Ok(_) => Err(format!("line {number} is not a JSON object")),
            Err(error) => Err(format!("line {number} is not a JSON object: {error}")),
        }
    }
}

/// Answers every line of standard input. `ask` takes what is needed out of a line; `judge` gives
/// as many answers as it is asked, in order. Only reading and writing can fail.
pub fn answer<A, T: Serialize>(
    ask: impl for<'a> Fn(&'a Line) -> Result<A, String>,
    judge: impl Fn(&[A]) -> Vec<Result<T, String>>,
) -> Result<ExitCode> {
    let mut lines = std::io::stdin().lock().split(b'\n').enumerate();
    let mut out = BufWriter::new(std::io::stdout().lock());
    loop {
        let mut batch = Vec::new();
        let mut read = 0;
        for (number, line) in lines.by_ref().take(BATCH) {
            read += 1;
            let line = line.context("cannot read standard input")?;
            let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line);
            if !line.iter().all(u8::is_ascii_whitespace) {
                batch.push(Line::parse(number + 1, line));
            }
        }
        if read == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        answer_batch(batch, &ask, &judge, &mut out)?;
        out.flush()?;
    }
}

fn answer_batch<A, T: Serialize>(
    batch: Vec<Result<Line, String>>,
    ask: &impl for<'a> Fn(&'a Line) -> Result<A, String>,
    judge: &impl Fn(&[A]) -> Vec<Result<T, String>>,
    out: &mut impl Write,
) -> Result<()> {
    let mut asked = Vec::new();
    // Whether a line was asked, or what is wrong with it.
    let mut told = Vec::new();
    for line in batch {
        let id = line.as_ref().ok().and_then(|line| line.fields.get("id").cloned());
        let fit = line.and_then(|line| ask(&line)).map(|one| asked.push(one));
        told.push((id.unwrap_or_default(), fit));
    }
    let mut answers = judge(&asked).into_iter();
    for (id, fit) in told {
        let answer = fit.and_then(|()| match answers.next() {
            Some(answer) => answer,
            None => Err("it was not answered".to_owned()),
        });
        // Made whole before it is written, so that a closed pipe is seen to be one.
        let line = match answer {
            Ok(answer) => serde_json::to_string(&Answer { id, answer })?,
            Err(error) => serde_json::to_string(&Refusal { id, error })?,
        };
        writeln!(out, "{line}")?;
    }
    Ok(())
}
