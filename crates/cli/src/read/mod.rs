//! `grice read`: the answer in a passage.

mod args;

use std::process::ExitCode;

use anyhow::Result;
use grice_judge::Turn;
use grice_judge::read::{Asked, Kind, MODEL, Reader, Reading};

pub use args::ReadArgs;

use crate::judgement::{self, Weights};
use crate::lines::{self, Line};
use crate::output::{DIM, FOUND, TITLE, pretty_json, stdout};

pub fn run(args: &ReadArgs) -> Result<ExitCode> {
    let reader = judgement::open(args.model.as_deref(), &READ)?;
    if args.jsonl {
        return lines::answer(ask, |asked| judge(&reader, asked));
    }
    let question = args.question.as_deref().unwrap_or_default();
    let passage = match (&args.passage, &args.file) {
        (Some(passage), _) => passage.clone(),
        (None, Some(file)) => judgement::text_of(file)?,
        (None, None) => String::new(),
    };
    let history = args.history.turns();
    let asked = Asked { history: &history, question, passage: &passage };
    let Some(reading) = reader.read(&[asked]).pop() else { return Ok(ExitCode::SUCCESS) };
    let reading = reading?;
    if args.json {
        pretty_json(&reading)?;
    } else {
        write!(stdout(), "{}", for_people(&passage, &reading))?;
    }
    Ok(ExitCode::SUCCESS)
}

const READ: Weights<Reader> = Weights {
    model: MODEL,
    open: Reader::open_named,
    load: Reader::load,
    fallback: Reader::overlap,
    instead: "The sentence that shares most words with the question is given instead",
};

struct Question {
    history: Vec<Turn>,
    question: String,
    passage: String,
}

fn ask(line: &Line) -> Result<Question, String> {
    Ok(Question {
        history: line.history()?,
        question: line.text("question")?.to_owned(),
        passage: line.text("passage")?.to_owned(),
    })
}

fn judge(reader: &Reader, asked: &[Question]) -> Vec<Result<Reading, String>> {
    let asked: Vec<Asked<'_>> = asked
        .iter()
        .map(|q| Asked { history: &q.history, question: &q.question, passage: &q.passage })
        .collect();
    let readings = reader.read(&asked).into_iter();
    readings.map(|reading| reading.map_err(|error| error.to_string())).collect()
}

fn for_people(passage: &str, reading: &Reading) -> String {
    let mut text = match reading.kind {
        Kind::Unknown => format!("{TITLE}unknown{TITLE:#}: the passage does not say\n"),
        _ => format!("{TITLE}{}{TITLE:#}\n", grice_text::on_one_line(&reading.answer)),
    };
    let whose = match reading.kind {
        Kind::Unknown => reading.guess.as_slice(),
        _ => &reading.spans,
    };
    for span in whose {
        let (before, words, after) = judgement::shown(passage, span.bytes.clone());
        let (start, end) = (span.chars.start, span.chars.end);
        let note = if reading.is_answered() { "" } else { "closest, " };
        text.push_str(&format!(
            "\n  {before}{FOUND}{words}{FOUND:#}{after}\n  {DIM}{note}characters {start} to {end}{DIM:#}\n"
        ));
    }
    text.push_str(&format!(
        "\nConfidence {:.3}, relevance {:.3}\n{DIM}Read by {}{DIM:#}\n",
        reading.confidence, reading.relevance, reading.by
    ));
    text
}
