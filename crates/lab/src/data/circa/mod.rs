//! Circa (Louis, Roth and Radlinski, EMNLP 2020): indirect replies to polar questions.

mod label;
mod split;

use std::path::{Path, PathBuf};

pub use label::{Label, MAJORITY, aggregate};
pub use split::{CircaSplit, DEFAULT_SEED, Part, Scheme, Setting, matched, unmatched};

use super::error::{Error, Result};
use super::lines::Lines;
use super::open::{Layout, Wanted, find};
use super::share::share;
use super::stream::{Piece, Rows, Skipped};
use super::turn::Row;

const SHAPE: &str = "Circa's header: id, context, question-X, canquestion-X, answer-Y, judgements, goldstandard1, goldstandard2, parted by tabs";
const COLUMNS: [&str; 8] = [
    "id",
    "context",
    "question-X",
    "canquestion-X",
    "answer-Y",
    "judgements",
    "goldstandard1",
    "goldstandard2",
];

/// Rows below this share are those that the reply reader was not trained on.
const HELD_OUT: f64 = 0.1;

/// How many rows the release has (section 3).
const RELEASED: usize = 34_268;

/// The scenarios in the order of the paper's table 13.
pub const SCENARIOS: [&str; 10] = [
    "X wants to know about Y's food preferences.",
    "X wants to know what activities Y likes to do during weekends.",
    "X wants to know what sorts of books Y likes to read.",
    "Y has just moved into a neighbourhood and meets his/her new neighbour X.",
    "X and Y are colleagues who are leaving work on a Friday at the same time.",
    "X wants to know about Y's music preferences.",
    "Y has just travelled from a different city to meet X.",
    "X and Y are childhood neighbours who unexpectedly run into each other at a cafe.",
    "Y has just told X that he/she is thinking of buying a flat in New York.",
    "Y has just told X that he/she is considering switching his/her job.",
];

/// The number of a scenario in table 13, from one.
pub fn scenario(context: &str) -> Option<usize> {
    let plain = |text: &str| text.trim().replace('’', "'");
    SCENARIOS.iter().position(|known| plain(known) == plain(context)).map(|place| place + 1)
}

pub(super) fn rows(dir: &Path, split: &str) -> Result<Rows> {
    let division: Option<CircaSplit> = match split {
        "all" | "held-out" | "training" => None,
        other => Some(other.parse()?),
    };
    let layouts = [Layout { files: &["circa-data.tsv"], part: None, form: () }];
    let wanted = Wanted {
        set: "Circa",
        split,
        folders: &["circa", "Circa"],
        origin: "the file is at github.com/google-research-datasets/circa",
    };
    let found = find(dir, wanted, &layouts)?;
    let file = found.files[0].clone();
    let Some(division) = division else {
        if split == "all" {
            let read = read(&file)?;
            return Ok(Rows::new(vec![file], None, read).of(Some(RELEASED)));
        }
        let held_out = split == "held-out";
        let kept = read(&file)?.filter(move |piece| match piece {
            Ok(Piece::Read(row)) => (share(&row.id, "circa") < HELD_OUT) == held_out,
            _ => true,
        });
        return Ok(Rows::new(vec![file], Some("by a hash of the row's id"), kept));
    };
    let mut rows = Vec::new();
    let mut skipped = Vec::new();
    for piece in read(&file)? {
        match piece? {
            Piece::Read(row) => rows.push(row),
            Piece::Skipped(passed) => skipped.push(passed),
        }
    }
    let part = (rows.len() + skipped.len() < RELEASED)
        .then_some("the file has a part of the released rows");
    let kept = division.of(rows).into_iter().map(Piece::Read);
    let pieces = skipped.into_iter().map(Piece::Skipped).chain(kept).map(Ok);
    Ok(Rows::new(vec![file], part, pieces))
}

/// The rows of the file. Quotes mean nothing in it: a cell may hold one alone.
fn read(file: &Path) -> Result<impl Iterator<Item = Result<Piece<Row>>> + use<>> {
    let mut lines = Lines::open(file)?;
    let header = lines.next().transpose()?.map(|(_, text)| text).unwrap_or_default();
    if header.split('\t').map(str::trim).ne(COLUMNS) {
        let start: String = header.replace('\t', ", ").chars().take(120).collect();
        return Err(Error::line(file, 1, format!("expected {SHAPE}; found {start}")));
    }
    let file: PathBuf = file.to_owned();
    Ok(std::iter::from_fn(move || {
        let piece = lines.next()?.map(|(number, text)| piece(&file, number, &text));
        Some(match piece {
            Ok(Piece::Skipped(Skipped { line, .. })) if !lines.ended() => {
                Err(Error::CutOff { file: file.clone(), line, what: "a row".to_owned() })
            }
            piece => piece,
        })
    }))
}

fn piece(file: &Path, line: usize, text: &str) -> Piece<Row> {
    let skip = |why: String| Piece::Skipped(Skipped { file: file.to_owned(), line, why });
    let cells: Vec<&str> = text.split('\t').collect();
    let [id, context, question, declarative, answer, judgements, strict, relaxed] =
        cells.as_slice()
    else {
        return skip(format!("the row has {} cells, not {}", cells.len(), COLUMNS.len()));
    };
    let votes: Vec<&str> = judgements.split('#').map(str::trim).collect();
    if let Some(other) = votes.iter().find(|vote| Label::parse(vote).is_none()) {
        return skip(format!("{other:?} is no judgement"));
    }
    let mut row = Row {
        id: id.trim().to_owned(),
        first: (*question).to_owned(),
        second: Some((*answer).to_owned()),
        votes: votes.iter().map(|vote| (*vote).to_owned()).collect(),
        ..Row::default()
    };
    for (scheme, gold) in [("strict", strict), ("relaxed", relaxed)] {
        match Label::parse(gold) {
            Some(Label::NoMajority) => {}
            Some(label) => {
                row.labels.insert(scheme.to_owned(), label.name().to_owned());
            }
            None => return skip(format!("{gold:?} is no label")),
        }
    }
    let number = scenario(context).map_or_else(|| (*context).to_owned(), |n| n.to_string());
    row.facets.insert("scenario".to_owned(), number);
    row.facets.insert("context".to_owned(), (*context).to_owned());
    if !declarative.trim().is_empty() {
        row.facets.insert("declarative".to_owned(), (*declarative).to_owned());
    }
    Piece::Read(row)
}
