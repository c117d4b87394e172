//! `--jsonl` of the judgements: a JSON object a line on standard input, one a line on standard
//! output, in order, with the same id. A bad line is answered with what is wrong with it.
//!
//! Lines that are there together are judged together; whoever sends one and waits gets its answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use grice_judge::Turn;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::output::JsonLines;

/// The most lines judged at once; their answers are written together.
const BATCH: usize = 64;

/// Bytes read ahead: more than a pipe holds, so that a batch is full where lines come fast.
const AHEAD: usize = 1 << 18;

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
        self.string(name, self.field(name)?)
    }

    /// A field that is text where it is there and not null.
    pub fn maybe_text(&self, name: &str) -> Result<Option<&str>, String> {
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => self.string(name, value).map(Some),
        }
    }

    /// A field that must be a list of texts.
    pub fn texts(&self, name: &str) -> Result<Vec<String>, String> {
        let items = self.list(name, self.field(name)?)?.iter().enumerate();
        items
            .map(|(i, text)| self.string(&format!("{name}[{i}]"), text).map(str::to_owned))
            .collect()
    }

    /// The turns so far, oldest first, in the field `history`; none where there is no such field.
    /// A turn without an answer has an empty one.
    pub fn history(&self) -> Result<Vec<Turn>, String> {
        match self.fields.get("history") {
            None => Ok(Vec::new()),
            Some(history) => {
                let turns = self.list("history", history)?.iter().enumerate();
                turns.map(|(i, turn)| self.turn(&format!("history[{i}]"), turn)).collect()
            }
        }
    }

    fn turn(&self, place: &str, turn: &Value) -> Result<Turn, String> {
        let number = self.number;
        let Value::Object(turn) = turn else {
            return Err(format!("line {number}: '{place}' is not an object"));
        };
        let Some(question) = turn.get("question") else {
            return Err(format!("line {number}: '{place}' has no 'question'"));
        };
        let question = self.string(&format!("{place}.question"), question)?;
        let answer = match turn.get("answer") {
            Some(answer) => self.string(&format!("{place}.answer"), answer)?,
            None => "",
        };
        Ok(Turn::new(question, answer))
    }

    fn field(&self, name: &str) -> Result<&Value, String> {
        self.fields.get(name).ok_or_else(|| format!("line {} has no '{name}'", self.number))
    }

    fn string<'a>(&self, place: &str, value: &'a Value) -> Result<&'a str, String> {
        value.as_str().ok_or_else(|| format!("line {}: '{place}' is not a string", self.number))
    }

    fn list<'a>(&self, place: &str, value: &'a Value) -> Result<&'a [Value], String> {
        let list = value.as_array().map(Vec::as_slice);
        list.ok_or_else(|| format!("line {}: '{place}' is not a list", self.number))
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
    let mut input = Lines::of(std::io::stdin().lock());
    let mut out = JsonLines::new();
    while let Some(batch) = input.batch().context("cannot read standard input")? {
        answer_batch(batch, &ask, &judge, &mut out)?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Lines as they come in.
struct Lines<R> {
    input: BufReader<R>,
    /// Those read so far.
    read: usize,
}

impl<R: Read> Lines<R> {
    fn of(input: R) -> Lines<R> {
        Lines { input: BufReader::with_capacity(AHEAD, input), read: 0 }
    }

    /// The next lines that are not blank: waits for one, then takes those that need no waiting.
    /// None at the end.
    fn batch(&mut self) -> std::io::Result<Option<Vec<Result<Line, String>>>> {
        let mut batch = Vec::new();
        while batch.is_empty() || (batch.len() < BATCH && self.input.buffer().contains(&b'\n')) {
            let mut line = Vec::new();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            self.read += 1;
            let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line);
            if !line.iter().all(u8::is_ascii_whitespace) {
                batch.push(Line::parse(self.read, line));
            }
        }
        Ok((!batch.is_empty()).then_some(batch))
    }
}

fn answer_batch<A, T: Serialize>(
    batch: Vec<Result<Line, String>>,
    ask: &impl for<'a> Fn(&'a Line) -> Result<A, String>,
    judge: &impl Fn(&[A]) -> Vec<Result<T, String>>,
    out: &mut JsonLines<impl Write>,
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
        let line = match answer {
            Ok(answer) => serde_json::to_string(&Answer { id, answer })?,
            Err(error) => serde_json::to_string(&Refusal { id, error })?,
        };
        out.line(&line)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(json: &str) -> Line {
        Line::parse(3, json.as_bytes()).unwrap()
    }

    /// Gives one chunk a read, as a pipe does.
    struct Chunks(Vec<&'static str>);

    impl Read for Chunks {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let chunk = self.0.remove(0).as_bytes();
            buffer[..chunk.len()].copy_from_slice(chunk);
            Ok(chunk.len())
        }
    }

    #[test]
    fn a_batch_is_what_is_there_and_never_waits_for_more() {
        let mut input = Lines::of(Chunks(vec!["{}\n", "{}\n\n{}\n{", "}\n", "\n", "{}"]));
        let sizes: Vec<usize> =
            std::iter::from_fn(|| input.batch().unwrap()).map(|batch| batch.len()).collect();
        assert_eq!(sizes, [1, 2, 1, 1]);
        let many = "{}\n".repeat(150);
        let mut input = Lines::of(many.as_bytes());
        let sizes: Vec<usize> =
            std::iter::from_fn(|| input.batch().unwrap()).map(|batch| batch.len()).collect();
        assert_eq!(sizes, [64, 64, 22]);
    }

    #[test]
    fn a_history_is_read_turn_by_turn() {
        let turns = line(r#"{"history": [{"question": "a?", "answer": "b"}, {"question": "c?"}]}"#);
        assert_eq!(turns.history().unwrap(), [Turn::new("a?", "b"), Turn::new("c?", "")]);
        assert_eq!(line("{}").history().unwrap(), []);
    }

    #[test]
    fn what_is_wrong_with_a_history_is_named() {
        let wrong = |json: &str| line(json).history().unwrap_err();
        assert_eq!(wrong(r#"{"history": 1}"#), "line 3: 'history' is not a list");
        assert_eq!(wrong(r#"{"history": ["a"]}"#), "line 3: 'history[0]' is not an object");
        assert_eq!(
            wrong(r#"{"history": [{"question": "a"}, {"answer": "b"}]}"#),
            "line 3: 'history[1]' has no 'question'"
        );
        assert_eq!(
            wrong(r#"{"history": [{"question": 5}]}"#),
            "line 3: 'history[0].question' is not a string"
        );
        assert_eq!(
            wrong(r#"{"history": [{"question": "a", "answer": null}]}"#),
            "line 3: 'history[0].answer' is not a string"
        );
    }

    #[test]
    fn texts_are_a_list_of_strings() {
        assert_eq!(line(r#"{"passages": ["a", ""]}"#).texts("passages").unwrap(), ["a", ""]);
        let wrong = |json: &str| line(json).texts("passages").unwrap_err();
        assert_eq!(wrong("{}"), "line 3 has no 'passages'");
        assert_eq!(wrong(r#"{"passages": "a"}"#), "line 3: 'passages' is not a list");
        assert_eq!(wrong(r#"{"passages": ["a", 2]}"#), "line 3: 'passages[1]' is not a string");
    }

    #[test]
    fn a_text_may_be_left_out_where_it_need_not_be_there() {
        let given = line(r#"{"text2": "b", "none": null, "other": 1}"#);
        assert_eq!(given.maybe_text("text2"), Ok(Some("b")));
        assert_eq!((given.maybe_text("none"), given.maybe_text("text3")), (Ok(None), Ok(None)));
        assert!(given.maybe_text("other").is_err());
    }
}
