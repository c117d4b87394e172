//! CANARD (Elgohary et al., EMNLP 2019): questions of QuAC, rewritten so that they stand alone.
//!
//! Turns are named as QuAC names them: `QuAC_dialog_id`, then `_q#` and the question's number from zero.

use std::path::Path;

use serde::Deserialize;

use super::error::{Error, Result};
use super::json_items::Items;
use super::lines::Lines;
use super::open::{Layout, Wanted, find};
use super::qrecc::{exchanges, position};
use super::share::share;
use super::stream::{Piece, Skipped, Turns};
use super::turn::{Exchange, Turn};

const SHAPE: &str =
    r#"CANARD's [{"History", "QuAC_dialog_id", "Question", "Question_no", "Rewrite"}]"#;
const LINE_SHAPE: &str = "an id such as C_…_q#0, a tab, and a question";

/// Articles of dev below this share are those that the rewriter has not learned from.
const HELD_OUT: f64 = 0.1;

/// The questions of each file as it was released.
const RELEASED: [(&str, usize); 3] = [("train", 31_526), ("dev", 3_430), ("test", 5_571)];

#[derive(Clone, Copy, Debug)]
enum Form {
    Official,
    Columns,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(rename = "History")]
    history: Vec<String>,
    #[serde(rename = "QuAC_dialog_id")]
    dialog: String,
    #[serde(rename = "Question")]
    question: String,
    #[serde(rename = "Question_no")]
    number: u32,
    #[serde(rename = "Rewrite")]
    rewrite: String,
}

pub(super) fn turns(dir: &Path, split: &str) -> Result<Turns> {
    let official = |files| Layout { files, part: None, form: Form::Official };
    let layouts = match split {
        "dev" => vec![official(&["dev.json"])],
        "held-out" => vec![Layout {
            files: &["dev.json"],
            part: Some("the articles of dev that no model here was trained on"),
            form: Form::Official,
        }],
        "test" => vec![official(&["test.json"])],
        _ => vec![
            official(&["train.json"]),
            Layout {
                files: &["CIS_train.question.tsv", "CIS_train.rewrite.tsv"],
                part: Some("questions and rewrites by their ids, without answers or titles"),
                form: Form::Columns,
            },
        ],
    };
    let wanted = Wanted {
        set: "CANARD",
        split,
        folders: &["canard", "CANARD", "CANARD_Release"],
        origin: "the files are at sites.google.com/view/qanta/projects/canard",
    };
    let found = find(dir, wanted, &layouts)?;
    let released = RELEASED.iter().find(|(name, _)| *name == split).map(|(_, turns)| *turns);
    let turns = match found.form {
        Form::Official => official_turns(&found.files[0], found.part, split == "held-out"),
        Form::Columns => columns(&found.files[0], &found.files[1], found.part),
    };
    Ok(turns?.of(released))
}

/// The article that a dialogue is about, as the recipes under `training/` name it.
fn is_held_out(dialog: &str) -> bool {
    let article = dialog.rsplit_once('_').map_or(dialog, |(article, _)| article);
    share(article, "canard") < HELD_OUT
}

fn official_turns(file: &Path, part: Option<&'static str>, held_out: bool) -> Result<Turns> {
    let rows = Items::open(file, SHAPE)?.parsed::<Entry>().filter(move |row| match row {
        Ok((_, entry)) => !held_out || is_held_out(&entry.dialog),
        Err(_) => true,
    });
    let name = file.to_owned();
    let pieces = rows.map(move |row| {
        let (line, entry) = row?;
        let id = format!("{}_q#{}", entry.dialog, entry.number.saturating_sub(1));
        let skip = |why: String| Ok(Piece::Skipped(Skipped { file: name.clone(), line, why }));
        if entry.question.trim().is_empty() {
            return skip(format!("the question of turn {id} is empty"));
        }
        if entry.history.len() < 2 {
            return skip(format!("the history of turn {id} lacks the title and the section"));
        }
        // The title and the section stand before the questions and answers.
        let (about, said) = entry.history.split_at(2);
        let titled = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        let mut turn = Turn {
            id,
            conversation: entry.dialog,
            number: entry.number,
            question: entry.question,
            history: exchanges(said),
            rewrite: Some(entry.rewrite).filter(|rewrite| !rewrite.trim().is_empty()),
            topic: titled(&about[0]),
            section: titled(&about[1]),
            ..Turn::default()
        };
        turn.facets.insert("position".to_owned(), position(turn.number));
        Ok(Piece::Read(turn))
    });
    Ok(Turns::new(vec![file.to_owned()], part, pieces))
}

fn columns(questions: &Path, rewrites: &Path, part: Option<&'static str>) -> Result<Turns> {
    let files = vec![questions.to_owned(), rewrites.to_owned()];
    let mut asked = Lines::open(questions)?;
    let mut rewritten = Lines::open(rewrites)?;
    let (questions, rewrites) = (questions.to_owned(), rewrites.to_owned());
    let mut conversation = String::new();
    let mut history: Vec<Exchange> = Vec::new();
    let pieces = std::iter::from_fn(move || {
        let (line, id, question) = match (asked.next()?).and_then(|line| cells(&questions, line)) {
            Ok(cells) => cells,
            Err(error) => return Some(Err(error)),
        };
        let Some(rewrite) = rewritten.next() else {
            let what = "its rewrites: there are fewer of them than questions".to_owned();
            return Some(Err(Error::CutOff { file: rewrites.clone(), line, what }));
        };
        let (at, rewrite_id, rewrite) = match rewrite.and_then(|line| cells(&rewrites, line)) {
            Ok(cells) => cells,
            Err(error) => return Some(Err(error)),
        };
        if rewrite_id != id {
            let why = format!("the rewrite of {rewrite_id}, where that of {id} was expected");
            return Some(Err(Error::line(&rewrites, at, why)));
        }
        Some(Ok(turn(&questions, line, id, question, rewrite, &mut conversation, &mut history)))
    });
    Ok(Turns::new(files, part, pieces))
}

fn cells(file: &Path, (line, text): (usize, String)) -> Result<(usize, String, String)> {
    match text.split_once('\t') {
        Some((id, said)) if id.contains("_q#") => Ok((line, id.to_owned(), said.to_owned())),
        _ => {
            let start: String = text.chars().take(60).collect();
            Err(Error::line(file, line, format!("expected {LINE_SHAPE}; found {start}")))
        }
    }
}

fn turn(
    file: &Path,
    line: usize,
    id: String,
    question: String,
    rewrite: String,
    conversation: &mut String,
    history: &mut Vec<Exchange>,
) -> Piece<Turn> {
    let (dialog, place) = id.rsplit_once("_q#").unwrap_or((&id, "0"));
    if dialog != conversation {
        dialog.clone_into(conversation);
        history.clear();
    }
    let number = place.parse::<u32>().unwrap_or(0) + 1;
    let before = history.clone();
    history.push(Exchange { question: question.clone(), answer: String::new() });
    if question.trim().is_empty() {
        let why = format!("the question of turn {id} is empty");
        return Piece::Skipped(Skipped { file: file.to_owned(), line, why });
    }
    let mut turn = Turn {
        conversation: conversation.clone(),
        id,
        number,
        question,
        history: before,
        rewrite: Some(rewrite).filter(|rewrite| !rewrite.trim().is_empty()),
        ..Turn::default()
    };
    turn.facets.insert("position".to_owned(), position(number));
    Piece::Read(turn)
}
