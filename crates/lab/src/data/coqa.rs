//! CoQA (Reddy et al., TACL 2019): conversations about a text in seven domains, with free answers and the words that support them.
//!
//! The split `sample` is what Natural Instructions made of CoQA: single questions with their text, parted from their conversations. `held-out` are
//! the texts of dev, or of the sample, that no model here was trained on.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::error::{Error, Result};
use super::json_items::Items;
use super::open::{Layout, Wanted, find};
use super::qrecc::position;
use super::share::share;
use super::stream::{Piece, Skipped, Turns};
use super::turn::{Evidence, Exchange, Gold, Turn};

const SHAPE: &str = r#"CoQA's {"version": "1.0", "data": [{"id", "source", "story", "questions": [{"turn_id", "input_text"}], "answers": [{"turn_id", "input_text", "span_text"}]}]}"#;
const SAMPLE_SHAPE: &str =
    r#"Natural Instructions' {"Instances": [{"id", "input", "output": […]}]}"#;
const VERSION: &str = "1.0";

/// Texts below this share are those that no model here was trained on; their first characters name them.
const HELD_OUT: f64 = 0.15;
const NAMED_BY: usize = 200;

/// What the data say where the text has no answer.
const UNKNOWN: &str = "unknown";

#[derive(Clone, Copy, Debug)]
enum Form {
    Official,
    Sample,
}

#[derive(Deserialize)]
struct Talk {
    id: String,
    source: String,
    story: String,
    questions: Vec<Asked>,
    answers: Vec<Answer>,
    #[serde(default)]
    additional_answers: BTreeMap<String, Vec<Answer>>,
}

#[derive(Deserialize)]
struct Asked {
    turn_id: u32,
    input_text: String,
}

#[derive(Deserialize)]
struct Answer {
    turn_id: u32,
    input_text: String,
    #[serde(default)]
    span_text: String,
}

impl Answer {
    fn gold(&self) -> Gold {
        let span = Some(self.span_text.trim()).filter(|span| !span.is_empty() && *span != UNKNOWN);
        Gold { text: self.input_text.clone(), span: span.map(str::to_owned), passage: None }
    }

    fn is_unknown(&self) -> bool {
        self.input_text.trim().trim_end_matches('.').eq_ignore_ascii_case(UNKNOWN)
    }
}

#[derive(Deserialize)]
struct Instance {
    id: String,
    input: String,
    output: Vec<String>,
}

pub(super) fn turns(dir: &Path, split: &str) -> Result<Turns> {
    let official = |files| Layout { files, part: None, form: Form::Official };
    let layouts = match split {
        "dev" => vec![official(&["coqa-dev-v1.0.json"])],
        "held-out" => vec![
            Layout {
                files: &["coqa-dev-v1.0.json"],
                part: Some("the texts of dev that no model here was trained on"),
                form: Form::Official,
            },
            Layout {
                files: &["task918_coqa_answer_generation.json"],
                part: Some(
                    "single questions as Natural Instructions has them, on the texts that no model here was trained on",
                ),
                form: Form::Sample,
            },
        ],
        "sample" => vec![Layout {
            files: &["task918_coqa_answer_generation.json"],
            part: Some(
                "single questions as Natural Instructions has them, without what was asked before",
            ),
            form: Form::Sample,
        }],
        _ => vec![official(&["coqa-train-v1.0.json"])],
    };
    let wanted = Wanted {
        set: "CoQA",
        split,
        folders: &["coqa", "CoQA", "natural-instructions", "tasks"],
        origin: "the files are at stanfordnlp.github.io/coqa",
    };
    let found = find(dir, wanted, &layouts)?;
    let file = found.files[0].clone();
    let every = split != "held-out";
    if let Form::Sample = found.form {
        let rows = Items::open_under(&file, "Instances", SAMPLE_SHAPE)?.parsed::<Instance>();
        let pieces = rows.map(move |row| row.map(|(line, row)| sampled(&file, line, row)));
        let pieces = pieces.filter(move |piece| match piece {
            Ok(Piece::Read(turn)) => every || turn.evidence.iter().any(|e| is_held_out(&e.text)),
            _ => true,
        });
        return Ok(Turns::new(found.files, found.part, pieces));
    }
    let items = Items::open(&file, SHAPE)?;
    if let Some(version) = items.version().filter(|version| *version != VERSION) {
        return Err(Error::file(&file, format!("this is version {version:?} of CoQA, not 1.0")));
    }
    let pieces = items.parsed::<Talk>().flat_map(move |row| match row {
        Ok((_, talk)) if !every && !is_held_out(&talk.story) => Vec::new(),
        Ok((line, talk)) => of_talk(&file, line, &talk).into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    });
    Ok(Turns::new(found.files, found.part, pieces))
}

/// Whether no model here was trained on a text; Abg-CoQA has CoQA's.
pub(super) fn is_held_out(story: &str) -> bool {
    let words = story.split_whitespace().collect::<Vec<_>>().join(" ");
    let start: String = words.chars().take(NAMED_BY).collect();
    share(&start, "coqa") < HELD_OUT
}

fn of_talk(file: &Path, line: usize, talk: &Talk) -> Vec<Piece<Turn>> {
    let evidence = Evidence { text: talk.story.clone(), ..Evidence::default() };
    let mut history: Vec<Exchange> = Vec::new();
    let mut pieces = Vec::new();
    for asked in &talk.questions {
        let id = format!("{}_{}", talk.id, asked.turn_id);
        let skip = |why: String| Piece::Skipped(Skipped { file: file.to_owned(), line, why });
        let given = |answer: &&Answer| answer.turn_id == asked.turn_id;
        let Some(answer) = talk.answers.iter().find(given) else {
            pieces.push(skip(format!("turn {id} has no answer")));
            continue;
        };
        let before = history.clone();
        let exchange =
            Exchange { question: asked.input_text.clone(), answer: answer.input_text.clone() };
        history.push(exchange);
        if asked.input_text.trim().is_empty() {
            pieces.push(skip(format!("the question of turn {id} is empty")));
            continue;
        }
        let others = talk.additional_answers.values().flatten().filter(given);
        let mut turn = Turn {
            id,
            conversation: talk.id.clone(),
            number: asked.turn_id,
            question: asked.input_text.clone(),
            history: before,
            unanswerable: answer.is_unknown(),
            answers: std::iter::once(answer).chain(others).map(Answer::gold).collect(),
            evidence: vec![evidence.clone()],
            ..Turn::default()
        };
        turn.facets.insert("position".to_owned(), position(turn.number));
        turn.facets.insert("source".to_owned(), talk.source.clone());
        pieces.push(Piece::Read(turn));
    }
    pieces
}

fn sampled(file: &Path, line: usize, row: Instance) -> Piece<Turn> {
    let parts = row.input.rsplit_once("question:").map(|(story, question)| {
        let story = story.trim().trim_start_matches("story").trim_start();
        let story = story.trim_start_matches(':').trim().trim_end_matches(',').trim_end();
        (story, question.trim())
    });
    let Some((story, question)) = parts.filter(|(_, question)| !question.is_empty()) else {
        let why = format!("{} has no \"question:\" behind its story", row.id);
        return Piece::Skipped(Skipped { file: file.to_owned(), line, why });
    };
    Piece::Read(Turn {
        conversation: row.id.clone(),
        id: row.id,
        number: 1,
        question: question.to_owned(),
        answers: row.output.into_iter().map(Gold::text).collect(),
        evidence: vec![Evidence { text: story.to_owned(), ..Evidence::default() }],
        ..Turn::default()
    })
}
