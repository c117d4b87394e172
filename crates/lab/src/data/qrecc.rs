//! QReCC (Anantha et al., NAACL 2021), and what SCAI's shared task made of it (Vakulenko et al., LREC 2022): the same turns, with fields renamed,
//! turn numbers without gaps, and the passages that hold the answer.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::error::{Error, Result};
use super::json_items::Items;
use super::lines::Lines;
use super::open::{Layout, Wanted, find};
use super::share::share;
use super::stream::{Piece, Skipped, Turns};
use super::turn::{Evidence, Exchange, Gold, Turn};

const SHAPE: &str =
    r#"QReCC's [{"Conversation_no", "Turn_no", "Context", "Question", "Rewrite", "Answer"}]"#;
const SCAI_SHAPE: &str = r#"SCAI's [{"Conversation_no", "Turn_no", "Question", "Truth_rewrite", "Truth_passages", "Truth_answer"}]"#;
const SAMPLE_SHAPE: &str = r#"lines of {"conversation", "question", "label"}"#;

/// The share of the sample's conversations that the rewriter was not trained on.
const HELD_OUT: f64 = 0.15;

/// The turns of the sample, and of the parts of it.
const SAMPLE: [(&str, usize); 3] = [("train", 4_000), ("held-out", 626), ("training", 3_374)];

#[derive(Clone, Copy, Debug)]
enum Form {
    Official,
    Sample,
    Turns,
    Questions,
}

/// A turn of either release.
#[derive(Deserialize)]
struct Entry {
    #[serde(rename = "Conversation_no")]
    conversation: i64,
    #[serde(rename = "Turn_no")]
    number: u32,
    #[serde(rename = "Context")]
    context: Option<Vec<String>>,
    #[serde(rename = "Question")]
    question: String,
    #[serde(rename = "Rewrite", alias = "Truth_rewrite")]
    rewrite: Option<String>,
    #[serde(rename = "Answer", alias = "Truth_answer")]
    answer: Option<String>,
    #[serde(rename = "Truth_passages", alias = "Passages", default)]
    passages: Vec<String>,
    #[serde(rename = "Answer_URL")]
    url: Option<String>,
    #[serde(rename = "Conversation_source")]
    source: Option<String>,
}

/// A line of SCAI's ground truth.
#[derive(Deserialize)]
struct Truth {
    #[serde(rename = "Conversation_no")]
    conversation: i64,
    #[serde(rename = "Turn_no")]
    number: u32,
    #[serde(rename = "Truth_rewrite")]
    rewrite: Option<String>,
    #[serde(rename = "Truth_answer")]
    answer: Option<String>,
    #[serde(rename = "Truth_passages", default)]
    passages: Vec<String>,
}

#[derive(Deserialize)]
struct Sampled {
    conversation: String,
    question: String,
    label: String,
}

pub(super) fn qrecc(dir: &Path, split: &str) -> Result<Turns> {
    let sample = Layout {
        files: &["train-4k-human-rewrites.json"],
        part: Some(
            "4,000 training turns with human rewrites: no answers of their own, no ids, not whole conversations",
        ),
        form: Form::Sample,
    };
    let official = |files| Layout { files, part: None, form: Form::Official };
    let layouts = match split {
        "train" => vec![official(&["qrecc_train.json"]), sample],
        "test" => vec![official(&["qrecc_test.json"])],
        _ => vec![sample],
    };
    let wanted = Wanted {
        set: "QReCC",
        split,
        folders: &["qrecc", "QReCC", "qrecc_data"],
        origin: "the files are at github.com/apple/ml-qrecc",
    };
    let found = find(dir, wanted, &layouts)?;
    let file = found.files[0].clone();
    let part = found.part;
    match found.form {
        Form::Sample => {
            let wanted_part = split.to_owned();
            let rows = Lines::open(&file)?.parsed(SAMPLE_SHAPE);
            let turns = rows
                .enumerate()
                .map(|(place, row)| row.map(|(_, row)| sampled(place + 1, row)))
                .filter(move |turn| match (turn, wanted_part.as_str()) {
                    (Ok(turn), "held-out") => is_held_out(turn),
                    (Ok(turn), "training") => !is_held_out(turn),
                    _ => true,
                });
            let whole = SAMPLE.iter().find(|(name, _)| *name == split).map(|(_, turns)| *turns);
            Ok(Turns::new(vec![file], part, turns.map(|turn| turn.map(Piece::Read))).of(whole))
        }
        _ => entries(file, part, SHAPE),
    }
}

pub(super) fn scai(dir: &Path, split: &str) -> Result<Turns> {
    let whole = |files| Layout { files, part: None, form: Form::Turns };
    let two = |files| Layout { files, part: None, form: Form::Questions };
    let layouts = match split {
        "test" => [
            whole(&["scai-qrecc21-test-turns.json"]),
            two(&["scai-qrecc21-test-questions.json", "scai-qrecc21-test-ground-truth.json"]),
        ],
        "toy" => [
            whole(&["scai-qrecc21-toy-turns.json"]),
            two(&["scai-qrecc21-toy-questions.json", "scai-qrecc21-toy-ground-truth.json"]),
        ],
        _ => [
            whole(&["scai-qrecc21-training-turns.json"]),
            two(&[
                "scai-qrecc21-training-questions.json",
                "scai-qrecc21-training-ground-truth.json",
            ]),
        ],
    };
    let wanted = Wanted {
        set: "SCAI-QReCC",
        split,
        folders: &["scai", "scai-qrecc21", "qrecc"],
        origin: "the files are at doi.org/10.5281/zenodo.5761042 (turns.zip, questions.zip)",
    };
    let found = find(dir, wanted, &layouts)?;
    match found.form {
        Form::Questions => {
            let truths = truths(&found.files[1])?;
            let turns = Items::open(&found.files[0], SCAI_SHAPE)?.parsed::<Entry>();
            let file = found.files[0].clone();
            let mut told = Told::default();
            let mut truths = truths;
            let pieces = turns.map(move |row| {
                let (line, mut entry) = row?;
                let key = (entry.conversation, entry.number);
                let Some(truth) = truths.remove(&key) else {
                    let why = format!("turn {}_{} has no ground truth", key.0, key.1);
                    return Ok(Piece::Skipped(Skipped { file: file.clone(), line, why }));
                };
                entry.rewrite = truth.rewrite;
                entry.answer = truth.answer;
                entry.passages = truth.passages;
                Ok(told.piece(&file, line, entry))
            });
            Ok(Turns::new(found.files.clone(), None, pieces))
        }
        _ => entries(found.files[0].clone(), None, SCAI_SHAPE),
    }
}

fn truths(file: &Path) -> Result<BTreeMap<(i64, u32), Truth>> {
    let rows = Items::open(file, SCAI_SHAPE)?.parsed::<Truth>();
    rows.map(|row| row.map(|(_, truth)| ((truth.conversation, truth.number), truth))).collect()
}

fn entries(file: PathBuf, part: Option<&'static str>, shape: &'static str) -> Result<Turns> {
    let rows = Items::open(&file, shape)?.parsed::<Entry>();
    let files = vec![file.clone()];
    let mut told = Told::default();
    let pieces = rows.map(move |row| {
        let (line, entry) = row?;
        if entry.answer.is_none() {
            let why = format!(
                "turn {}_{} has no answer: expected {shape}",
                entry.conversation, entry.number
            );
            return Err(Error::line(&file, line, why));
        }
        Ok(told.piece(&file, line, entry))
    });
    Ok(Turns::new(files, part, pieces))
}

/// What the conversation has told so far, for files whose turns do not repeat it.
#[derive(Default)]
struct Told {
    conversation: Option<i64>,
    history: Vec<Exchange>,
}

impl Told {
    fn piece(&mut self, file: &Path, line: usize, entry: Entry) -> Piece<Turn> {
        let id = format!("{}_{}", entry.conversation, entry.number);
        if self.conversation != Some(entry.conversation) {
            self.conversation = Some(entry.conversation);
            self.history.clear();
        }
        let history = match &entry.context {
            Some(context) => exchanges(context),
            None => self.history.clone(),
        };
        let answer = entry.answer.unwrap_or_default();
        self.history.push(Exchange { question: entry.question.clone(), answer: answer.clone() });
        if entry.question.trim().is_empty() {
            let why = format!("the question of turn {id} is empty");
            return Piece::Skipped(Skipped { file: file.to_owned(), line, why });
        }
        let unanswerable = answer.trim().is_empty();
        let gold = Gold { text: answer, span: None, passage: entry.passages.first().cloned() };
        let evidence =
            entry.passages.into_iter().map(|id| Evidence { id: Some(id), ..Evidence::default() });
        let mut turn = Turn {
            id,
            conversation: entry.conversation.to_string(),
            number: entry.number,
            question: entry.question,
            history,
            rewrite: entry.rewrite.filter(|rewrite| !rewrite.trim().is_empty()),
            answers: if unanswerable { Vec::new() } else { vec![gold] },
            unanswerable,
            evidence: evidence.collect(),
            topic: entry.url.filter(|url| !url.is_empty()),
            ..Turn::default()
        };
        if let Some(source) = entry.source {
            turn.facets.insert("source".to_owned(), source.to_lowercase());
        }
        turn.facets.insert("position".to_owned(), position(turn.number));
        Piece::Read(turn)
    }
}

/// Whether a turn opens its conversation.
pub(super) fn position(number: u32) -> String {
    if number <= 1 { "first" } else { "later" }.to_owned()
}

/// Questions and answers that stand in turns, as pairs; a last question without an answer is left out.
pub(super) fn exchanges(said: &[String]) -> Vec<Exchange> {
    let pairs = said.chunks_exact(2);
    pairs.map(|pair| Exchange { question: pair[0].clone(), answer: pair[1].clone() }).collect()
}

fn sampled(number: usize, row: Sampled) -> Turn {
    let history: Vec<Exchange> = row.conversation.split("\nQ: ").map(said).collect();
    let number_in_talk = u32::try_from(history.len() + 1).unwrap_or(u32::MAX);
    let mut turn = Turn {
        id: format!("sample_{number}"),
        conversation: history.first().map(|first| first.question.clone()).unwrap_or_default(),
        number: number_in_talk,
        question: row.question,
        history,
        rewrite: Some(row.label),
        ..Turn::default()
    };
    turn.facets.insert("position".to_owned(), position(turn.number));
    turn
}

fn said(text: &str) -> Exchange {
    let text = text.trim();
    let text = text.strip_prefix("Q:").unwrap_or(text);
    let (question, answer) = text.split_once(" A: ").unwrap_or((text, ""));
    Exchange { question: question.trim().to_owned(), answer: answer.trim().to_owned() }
}

fn is_held_out(turn: &Turn) -> bool {
    let lower = turn.conversation.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    share(&words.collect::<Vec<_>>().join(" "), "qrecc") < HELD_OUT
}
