//! `grice anticipate`: what the asker would want next.

mod args;

use std::process::ExitCode;

use anyhow::Result;
use grice_judge::Turn;
use grice_judge::anticipate::{Anticipated, Anticipator, Asked, MODEL};
use grice_text::on_one_line;
use serde::Serialize;

pub use args::AnticipateArgs;

use crate::judgement::{self, Weights, text_of};
use crate::lines::{self, Line};
use crate::output::{DIM, pretty_json, stdout};

/// The default model, and what takes its place.
const ANTICIPATE: Weights<Anticipator> = Weights {
    model: MODEL,
    open: Anticipator::open_named,
    load: Anticipator::load,
    fallback: Anticipator::overlap,
    instead: "Candidates are ranked by the words they share with question and answer instead",
};

pub fn run(args: &AnticipateArgs) -> Result<ExitCode> {
    let anticipator = judgement::open(args.model.as_deref(), &ANTICIPATE)?;
    if args.jsonl {
        return lines::answer(ask, |asked| judge(&anticipator, asked));
    }
    let asked = Question {
        history: args.history.turns(),
        question: args.question.clone().unwrap_or_default(),
        literal: args.literal.clone(),
        candidates: candidates(args)?,
    };
    let mut answers = anticipator.anticipate(&[asked.plain()]);
    let Some(anticipated) = answers.pop() else { return Ok(ExitCode::SUCCESS) };
    let anticipated = anticipated?;
    let shown = Shown::of(&anticipated, &asked.candidates, args.k.unwrap_or(usize::MAX));
    if args.json {
        pretty_json(&shown)?;
    } else {
        write!(stdout(), "{}", shown.for_people())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Those that were given, then the sentences of the file.
fn candidates(args: &AnticipateArgs) -> Result<Vec<String>> {
    let mut candidates = args.candidates.clone();
    if let Some(file) = &args.from {
        let text = text_of(file)?;
        let sentences = grice_text::sentences(&text).map(|place| text[place].trim().to_owned());
        candidates.extend(sentences.filter(|sentence| !sentence.is_empty()));
    }
    Ok(candidates)
}

struct Question {
    history: Vec<Turn>,
    question: String,
    literal: Vec<String>,
    candidates: Vec<String>,
}

impl Question {
    fn plain(&self) -> Asked<'_, String> {
        Asked {
            history: &self.history,
            question: &self.question,
            literal: &self.literal,
            candidates: &self.candidates,
        }
    }
}

fn ask(line: &Line) -> Result<Question, String> {
    Ok(Question {
        history: line.history()?,
        question: line.text("question")?.to_owned(),
        literal: line.texts("literal")?,
        candidates: line.texts("candidates")?,
    })
}

fn judge(anticipator: &Anticipator, asked: &[Question]) -> Vec<Result<Anticipated, String>> {
    let plain: Vec<Asked<'_, String>> = asked.iter().map(Question::plain).collect();
    let answers = anticipator.anticipate(&plain).into_iter();
    answers.map(|answer| answer.map_err(|error| error.to_string())).collect()
}

/// The best candidates, with their texts.
#[derive(Serialize)]
struct Shown<'a> {
    ranked: Vec<Row<'a>>,
    by: &'a str,
}

#[derive(Serialize)]
struct Row<'a> {
    index: usize,
    score: f32,
    text: &'a str,
}

impl<'a> Shown<'a> {
    fn of(anticipated: &'a Anticipated, candidates: &'a [String], most: usize) -> Shown<'a> {
        let rows = anticipated.ranked.iter().take(most).filter_map(|one| {
            let text = candidates.get(one.index)?;
            Some(Row { index: one.index, score: one.score, text })
        });
        Shown { ranked: rows.collect(), by: &anticipated.by }
    }

    fn for_people(&self) -> String {
        let row = |row: &Row<'_>| format!("  {:.3}  {}\n", row.score, on_one_line(row.text));
        let rows: String = self.ranked.iter().map(row).collect();
        format!("{rows}\n{DIM}Ranked by {}{DIM:#}\n", self.by)
    }
}
