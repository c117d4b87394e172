//! PragmEval (Sileo et al., LREC 2022): a folder for each of 20 tasks, in it `train.tsv`, `dev.tsv` and `test.tsv`, with the quotes of CSV.
//!
//! The released files are already preprocessed: the middle tercile of graded targets is gone, unattached pairs and statements are subsampled,
//! duplicates removed. The numbers from which that was done are not in them; [`terciles`], [`subsampled`] and [`without_duplicates`] do it again
//! where they are at hand.

mod prepare;

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::error::{Error, Result};
use super::open::{open, present, read};
use super::stream::{Piece, Rows, Skipped};
use super::turn::Row;

pub use prepare::{Grade, subsampled, terciles, without_duplicates};

/// A task: its folder, and the data set of the paper's table that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The folder's name.
    pub name: &'static str,
    /// The data set's name in the paper's tables.
    pub set: &'static str,
    /// Whether it has two texts.
    pub pair: bool,
    /// The rows of `train.tsv` and of `dev.tsv`, as they were released.
    pub released: [usize; 2],
}

const fn task(name: &'static str, set: &'static str, pair: bool, train: usize, dev: usize) -> Task {
    Task { name, set, pair, released: [train, dev] }
}

impl Task {
    fn rows_of(&self, part: &str) -> Option<usize> {
        match part {
            "train" => Some(self.released[0]),
            "dev" => Some(self.released[1]),
            _ => None,
        }
    }
}

/// The tasks, in the order of table 1.
pub const TASKS: [Task; 20] = [
    task("PDTB", "PDTB", true, 12_907, 1_204),
    task("STAC", "STAC", true, 11_230, 1_247),
    task("GUM", "GUM", true, 1_700, 259),
    task("Emergent", "Emergent", true, 2_076, 259),
    task("SwitchBoard", "SwitchBoard", false, 18_930, 2_113),
    task("MRDA", "MRDA", false, 14_484, 1_630),
    task("Persuasiveness-ClaimType", "Persuasion", false, 160, 20),
    task("Persuasiveness-Eloquence", "Persuasion", true, 725, 91),
    task("Persuasiveness-PremiseType", "Persuasion", true, 566, 71),
    task("Persuasiveness-Relevance", "Persuasion", true, 725, 91),
    task("Persuasiveness-Specificity", "Persuasion", true, 504, 62),
    task("Persuasiveness-Strength", "Persuasion", true, 371, 46),
    task("Sarcasm", "Sarcasm", true, 3_754, 469),
    task("Squinky-Formality", "Squinky", false, 3_622, 453),
    task("Squinky-Implicature", "Squinky", false, 3_724, 465),
    task("Squinky-Informativeness", "Squinky", false, 3_719, 465),
    task("Verifiability", "Verifiability", false, 5_712, 634),
    task("EmoBank-Arousal", "EmoBank", false, 5_470, 684),
    task("EmoBank-Dominance", "EmoBank", false, 6_392, 798),
    task("EmoBank-Valence", "EmoBank", false, 5_150, 644),
];

const FOLDERS: [&str; 4] = ["pragmeval", "PragmEval", "DiscEval", "data"];
const ORIGIN: &str = "the files are at github.com/synapse-developpement/PragmEval";

pub(super) fn rows(dir: &Path, split: &str) -> Result<Rows> {
    let (tasks, part) = wanted(split)?;
    let root = FOLDERS
        .iter()
        .map(|folder| dir.join(folder))
        .chain([dir.to_owned()])
        .find(|root| tasks.iter().any(|task| root.join(task.name).is_dir()));
    let missing = |looked_for: String| Error::Missing {
        set: "PragmEval".to_owned(),
        split: split.to_owned(),
        dir: dir.to_owned(),
        looked_for,
        origin: ORIGIN,
    };
    let Some(root) = root else {
        return Err(missing(format!(
            "folders named after its tasks, as {}/{part}.tsv",
            tasks[0].name
        )));
    };
    let found: Vec<(Task, PathBuf)> = tasks
        .iter()
        .filter_map(|task| {
            let file = present(&root.join(task.name).join(format!("{part}.tsv")))?;
            Some((*task, file))
        })
        .collect();
    if found.is_empty() {
        return Err(missing(format!("{}/{part}.tsv", tasks[0].name)));
    }
    let note = (found.len() < tasks.len()).then_some("some of the 20 tasks are not there");
    let released = found.iter().map(|(task, _)| task.rows_of(part)).sum();
    let files = found.iter().map(|(_, file)| file.clone()).collect();
    let opened: Vec<_> =
        found.into_iter().map(|(task, file)| of_task(task, file)).collect::<Result<_>>()?;
    Ok(Rows::new(files, note, opened.into_iter().flatten()).of(released))
}

/// The tasks and the file that a split names: `dev`, or `PDTB/dev`.
fn wanted(split: &str) -> Result<(Vec<Task>, &str)> {
    let (name, part) =
        split.split_once('/').map_or((None, split), |(name, part)| (Some(name), part));
    let tasks: Vec<Task> = TASKS
        .into_iter()
        .filter(|task| name.is_none_or(|name| task.name.eq_ignore_ascii_case(name)))
        .collect();
    if tasks.is_empty() || !["train", "dev", "test"].contains(&part) {
        return Err(Error::UnknownSplit {
            set: "PragmEval".to_owned(),
            split: split.to_owned(),
            splits: format!(
                "train, dev, test, and the same of one task, as PDTB/dev; the tasks are {}",
                TASKS.map(|task| task.name).join(", ")
            ),
        });
    }
    Ok((tasks, part))
}

type Pieces = Box<dyn Iterator<Item = Result<Piece<Row>>> + Send>;

fn of_task(task: Task, file: PathBuf) -> Result<Pieces> {
    let (labels, ended) = (labels(&file)?, ends(&file)?);
    let mut reader =
        csv::ReaderBuilder::new().delimiter(b'\t').flexible(true).from_reader(open(&file)?);
    let header = reader.headers().map_err(|error| misread(&file, &error))?.clone();
    let place = |name: &str| header.iter().position(|cell| cell.trim() == name);
    let (Some(first), Some(label)) =
        (place("sentence1").or_else(|| place("sentence")), place("label"))
    else {
        let start: String =
            header.iter().collect::<Vec<_>>().join(", ").chars().take(120).collect();
        let why = format!(
            "expected PragmEval's header: sentence, or sentence1 and sentence2, and label, parted by tabs; found {start}"
        );
        return Err(Error::line(&file, 1, why));
    };
    let second = place("sentence2");
    let cells = header.len();
    let mut number = 0;
    let mut records = reader.into_records().peekable();
    Ok(Box::new(
        std::iter::from_fn(move || {
            let record = records.next()?;
            let last = records.peek().is_none();
            Some((record, last))
        })
        .map(move |(record, last)| {
            let record = record.map_err(|error| misread(&file, &error))?;
            let line = record.position().map_or(0, |at| usize::try_from(at.line()).unwrap_or(0));
            let skip = |why: String| match last && !ended {
                true => Err(Error::CutOff { file: file.clone(), line, what: "a row".to_owned() }),
                false => Ok(Piece::Skipped(Skipped { file: file.clone(), line, why })),
            };
            let id = format!("{}/{number}", task.name);
            number += 1;
            if record.len() != cells {
                return skip(format!("the row has {} cells, the header {cells}", record.len()));
            }
            let cell = |place: usize| record.get(place).unwrap_or_default().to_owned();
            let said = cell(label);
            if !labels.is_empty() && !labels.contains(&said) {
                return skip(format!("{said:?} is not among the labels of {}", task.name));
            }
            let mut row =
                Row { id, first: cell(first), second: second.map(cell), ..Row::default() };
            row.labels.insert("label".to_owned(), said);
            row.facets = BTreeMap::from([
                ("task".to_owned(), task.name.to_owned()),
                ("set".to_owned(), task.set.to_owned()),
            ]);
            Ok(Piece::Read(row))
        }),
    ))
}

/// What the file `labels` beside a task's files lists; nothing where it is not there.
fn labels(file: &Path) -> Result<Vec<String>> {
    let listed = file.with_file_name("labels");
    if !listed.is_file() {
        return Ok(Vec::new());
    }
    Ok(read(&listed)?.lines().filter(|label| !label.is_empty()).map(str::to_owned).collect())
}

/// Whether the last row has its end; a packed file that is cut off is told by its packing.
fn ends(file: &Path) -> Result<bool> {
    let failed = |reason| Error::Read { file: file.to_owned(), reason };
    let mut bytes = std::fs::File::open(file).map_err(failed)?;
    let mut last = [b'\n'];
    if file.extension().is_none_or(|ending| ending != "gz") && bytes.seek(SeekFrom::End(-1)).is_ok()
    {
        bytes.read_exact(&mut last).map_err(failed)?;
    }
    Ok(last == [b'\n'])
}

fn misread(file: &Path, error: &csv::Error) -> Error {
    let line = error.position().map_or(1, |at| usize::try_from(at.line()).unwrap_or(1));
    Error::line(file, line, format!("this row cannot be read ({error})"))
}
