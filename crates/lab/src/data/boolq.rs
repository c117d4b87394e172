//! BoolQ (Clark et al., NAACL 2019): yes/no questions that people searched for, each with a paragraph; as its makers released it (`answer`) and
//! as SuperGLUE has it (`label`, `idx`).
//!
//! The file `combined.jsonl` has all three parts of SuperGLUE's in one without saying which row is whose. Rows without a label are of `test`; of
//! the others only those whose number goes beyond dev's are surely of `train`. `labelled` is all that have a label.

use std::path::Path;

use serde::Deserialize;

use super::error::{Error, Result};
use super::lines::Lines;
use super::open::{Layout, Wanted, find};
use super::stream::{Piece, Rows, Skipped};
use super::turn::Row;

const SHAPE: &str = r#"BoolQ's lines of {"question", "passage", "answer": true or false}, or with "label" as SuperGLUE has them"#;

/// How many questions dev has (section 3).
const DEV: u64 = 3_270;

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
    let (form, split) = (found.form, split.to_owned());
    let entries = Lines::open(&file)?.parsed::<Entry>(SHAPE);
    let pieces = entries.filter_map(move |entry| match entry {
        Ok((line, entry)) => {
            let wanted = form == Form::Parted || belongs(&entry, &split);
            wanted.then(|| Ok(piece(&file, line, entry, form, &split)))
        }
        Err(error) => Some(Err(error)),
    });
    Ok(Rows::new(found.files, found.part, pieces))
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
