//! BoolQ (Clark et al., NAACL 2019): yes/no questions that people searched for, each with a paragraph; as its makers released it (`answer`) and
//! as SuperGLUE has it (`label`, `idx`).
//!
//! The file `combined.jsonl` has all three parts of SuperGLUE's in one without saying which row is whose. Rows without a label are of `test`; of
//! the others only those whose number goes beyond dev's are surely of `train`. `labelled` is all that have a label, `held-out` those of dev, or of
//! these, that no reader here was trained on.

use std::path::Path;

use serde::Deserialize;

use super::error::{Error, Result};
use super::lines::Lines;
use super::open::{Layout, Wanted, find};
use super::share::share;
use super::stream::{Piece, Rows, Skipped};
use super::turn::Row;

const SHAPE: &str = r#"BoolQ's lines of {"question", "passage", "answer": true or false}, or with "label" as SuperGLUE has them"#;

/// How many questions dev has (section 3).
const DEV: u64 = 3_270;

/// The rows of each part as they were released, and of those of train that the mixed file lets one tell.
const RELEASED: [(&str, Form, usize); 6] = [
    ("train", Form::Parted, 9_427),
    ("dev", Form::Parted, 3_270),
    ("test", Form::Parted, 3_245),
    ("train", Form::Combined, 6_157),
    ("labelled", Form::Combined, 12_697),
    ("test", Form::Combined, 3_245),
];

/// Passages below this share are those that the reader has not learned from; their first characters name them.
const HELD_OUT: f64 = 0.1;
const NAMED_BY: usize = 120;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Parted,
    Combined,
}

#[derive(Deserialize)]
struct Entry {
    question: String,
    passage: String,
    title: Option<String>,
    #[serde(alias = "label")]
    answer: Option<bool>,
    idx: Option<u64>,
}

pub(super) fn rows(dir: &Path, split: &str) -> Result<Rows> {
    let parted = |files| Layout { files, part: None, form: Form::Parted };
    let combined =
        |part| Layout { files: &["combined.jsonl"], part: Some(part), form: Form::Combined };
    let layouts = match split {
        "train" => vec![
            parted(&["train.jsonl"]),
            combined("those of train that the mixed file lets one tell from dev's: 6,157 of 9,427"),
        ],
        "dev" => vec![parted(&["dev.jsonl"]), parted(&["val.jsonl"])],
        "test" => vec![parted(&["test.jsonl"]), combined("without labels, from the mixed file")],
        "labelled" => vec![combined("train and dev in one")],
        "held-out" => {
            let own = |files, part| Layout { files, part: Some(part), form: Form::Parted };
            let of_dev = "the passages of dev that no reader here was trained on";
            vec![
                own(&["dev.jsonl"], of_dev),
                own(&["val.jsonl"], of_dev),
                combined("the passages of train and dev that no reader here was trained on"),
            ]
        }
        _ => {
            return Err(Error::UnknownSplit {
                set: "BoolQ".to_owned(),
                split: split.to_owned(),
                splits: super::DataSet::BoolQ.splits().join(", "),
            });
        }
    };
    let wanted = Wanted {
        set: "BoolQ",
        split,
        folders: &["boolq", "BoolQ"],
        origin: "the files are at github.com/google-research-datasets/boolean-questions",
    };
    let found = find(dir, wanted, &layouts)?;
    let file = found.files[0].clone();
    let known = RELEASED.iter().find(|(name, form, _)| (*name, *form) == (split, found.form));
    let released = known.map(|(.., rows)| *rows);
    let (form, split) = (found.form, split.to_owned());
    let entries = Lines::open(&file)?.parsed::<Entry>(SHAPE);
    let pieces = entries.filter_map(move |entry| match entry {
        Ok((line, entry)) => {
            let wanted = (form == Form::Parted || belongs(&entry, &split))
                && (split != "held-out" || is_held_out(&entry.passage));
            // Rows that are held out keep the names that they have in dev.
            let named = if split == "held-out" { "dev" } else { split.as_str() };
            wanted.then(|| Ok(piece(&file, line, entry, form, named)))
        }
        Err(error) => Some(Err(error)),
    });
    Ok(Rows::new(found.files, found.part, pieces).of(released))
}

fn is_held_out(passage: &str) -> bool {
    let start: String = passage.chars().take(NAMED_BY).collect();
    share(&start, "boolq") < HELD_OUT
}

fn belongs(entry: &Entry, split: &str) -> bool {
    match split {
        "test" => entry.answer.is_none(),
        "train" => entry.answer.is_some() && entry.idx.is_some_and(|number| number >= DEV),
        _ => entry.answer.is_some(),
    }
}

fn piece(file: &Path, line: usize, entry: Entry, form: Form, split: &str) -> Piece<Row> {
    let skip = |why: String| Piece::Skipped(Skipped { file: file.to_owned(), line, why });
    if entry.question.trim().is_empty() || entry.passage.trim().is_empty() {
        return skip("the question or the passage is empty".to_owned());
    }
    if entry.answer.is_none() && split != "test" {
        return skip("the row has neither \"answer\" nor \"label\"".to_owned());
    }
    // Numbers stand twice in the mixed file, lines do not.
    let id = match (form, entry.idx) {
        (Form::Combined, _) => format!("combined/{line}"),
        (Form::Parted, Some(number)) => format!("{split}/{number}"),
        (Form::Parted, None) => format!("{split}/{}", line - 1),
    };
    let mut row = Row { id, first: entry.question, second: Some(entry.passage), ..Row::default() };
    if let Some(answer) = entry.answer {
        row.labels.insert("label".to_owned(), answer.to_string());
    }
    if let Some(title) = entry.title {
        row.facets.insert("title".to_owned(), title);
    }
    Piece::Read(row)
}
