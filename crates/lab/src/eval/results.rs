//! The results folder: what a run leaves, and all that a report reads.
//!
//! ```text
//! results/
//!   topiocqa.train/                DATA.SPLIT; of a limited run DATA.SPLIT.150, of another seed than 1 DATA.SPLIT.seed-2
//!     published--bm25-dpr-reader/  SYSTEM, each `/` written `--`
//!       config.json     Config: what was run, on what, with what
//!       turns.jsonl     one Line a turn (or labelled row), in the data set's order
//!       metrics.json    Metrics: measure → value, n and values by facet
//!       run.scai.json   the run as the SCAI evaluator reads it, where the data set has turns of QReCC's form
//!       truth.scai.json what is right, for `grice score scai`
//!       run.trec        the run as trec_eval reads it, where passages were ranked
//!       qrels.trec      the passages that are right, for `grice score trec`; where any are known
//!       timing.json     seconds and when; the only file that two equal runs do not share
//!       turns.jsonl.part, config.json.part   a run that is not finished, or of which turns failed
//! ```
//!
//! A folder is finished once it has `metrics.json`, which is written last; readers pass over one without it. One of
//! another build or other models is read as what it is until a new run takes its place. [`Folder::open`] reads one,
//! [`finished`] finds all under a results directory.
//!
//! No file but `timing.json` holds a time of day, a duration or a path of the machine, so two runs of one configuration
//! give the same bytes. A folder answers for a configuration by [`Config::hash`].
//!
//! The same folder holds runs over labelled rows (Circa, PragmEval): there a [`Line`] has `prediction` and `label` and
//! leaves what belongs to turns empty.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::{Error, Result};

/// The form in which folders are written.
pub const FORMAT: u32 = 1;

/// The seed where none is named.
pub const DEFAULT_SEED: u64 = 1;

/// The files of a results folder.
pub const CONFIG: &str = "config.json";
/// One [`Line`] a turn.
pub const TURNS: &str = "turns.jsonl";
/// [`Metrics`]; written last.
pub const METRICS: &str = "metrics.json";
/// The run in SCAI's form.
pub const SCAI_RUN: &str = "run.scai.json";
/// What is right, in SCAI's form.
pub const SCAI_TRUTH: &str = "truth.scai.json";
/// The run in TREC's form.
pub const TREC_RUN: &str = "run.trec";
/// The passages that are right, in TREC's form.
pub const TREC_QRELS: &str = "qrels.trec";
/// [`Timing`]; the only file that two equal runs do not share.
pub const TIMING: &str = "timing.json";

/// What was run, on what, and with what.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// [`FORMAT`].
    pub format: u32,
    /// The system.
    pub system: SystemRecord,
    /// The data.
    pub data: DataRecord,
    /// What is asked of the system.
    pub task: Task,
    /// How the turns are given, as a sentence for people: whose history, which passages.
    pub setting: String,
    /// What passages were searched; none where each turn brings its own, or none is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection: Option<CollectionRecord>,
    /// What takes the place of what the paper used, for the row of a table.
    #[serde(default)]
    pub stands_in: Vec<StandIn>,
    /// Versions: of `grice`, of its build (a hash of the program), and of each model that judged (a hash of its files).
    #[serde(default)]
    pub versions: BTreeMap<String, String>,
    /// The seed, of whatever is drawn.
    pub seed: u64,
    /// The most turns or rows that were taken; none for all. A row of a limited run says so.
    #[serde(default)]
    pub limit: Option<usize>,
    /// Anything else that changes the result, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

/// A system as it was run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemRecord {
    /// Its name, as in "published/rachael".
    pub name: String,
    /// What it is called in a table, as in "Rachael".
    pub title: String,
    /// The paper and section that describe it; empty for our own.
    #[serde(default)]
    pub cites: String,
    /// The text of its file.
    pub file: String,
    /// The SHA-256 of that text.
    pub sha256: String,
}

/// A data set as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataRecord {
    /// Its name, as in "topiocqa".
    pub name: String,
    /// The split, as in "train".
    pub split: String,
    /// The SHA-256 of each file, by its name without folders.
    pub files: BTreeMap<String, String>,
    /// Turns or rows that were run.
    pub count: usize,
    /// Turns or rows of the split that were left out on purpose, by the reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub left_out: BTreeMap<String, usize>,
}

/// What is asked of a system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// To answer a question of a conversation.
    #[default]
    Answer,
    /// To make a question stand alone.
    Rewrite,
    /// To answer from a passage that is given.
    Read,
    /// To label a row.
    Label,
}

/// What passages were searched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CollectionRecord {
    /// What it is, for people, as in "the data set's own evidence, 812 passages".
    pub what: String,
    /// How many passages it has.
    pub passages: u64,
    /// A hash over what it was made of.
    pub fingerprint: String,
    /// The model that made its vectors; none where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vectors: Option<String>,
}

/// What takes the place of something that the paper used and that is not here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandIn {
    /// What the paper used, as in "DPR Reader (BERT-base, trained on TopiOCQA)".
    pub published: String,
    /// What was used, as in "grice-read".
    pub used: String,
}

/// One turn of a conversation, or one labelled row, with what the system made of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Line {
    /// The turn's or row's name, unique in the file.
    pub id: String,
    /// The conversation it is of; empty for a row.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub conversation: String,
    /// Its number in the conversation, from 1; for a row, its number in the split.
    pub number: usize,
    /// The question, or the text that is labelled.
    pub question: String,
    /// What stood before the question, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Said>,
    /// The question as the system understood it; none where it does not rewrite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewrite: Option<String>,
    /// The answer that is scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The spans of the literal answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub literal: Vec<Span>,
    /// The spans of what was added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pragmatic: Vec<Span>,
    /// Whether the system said that there is no answer.
    #[serde(skip_serializing_if = "is_false")]
    pub refused: bool,
    /// How sure the system was, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The passages that were found, best first, at most [`PASSAGES_KEPT`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passages: Vec<Passage>,
    /// The label that was predicted, of a labelled row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prediction: Option<String>,
    /// What is right.
    #[serde(skip_serializing_if = "Gold::is_empty")]
    pub gold: Gold,
    /// What the turn is broken down by: "turn type" → "switch-to-new".
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub facets: BTreeMap<String, String>,
    /// What the turn scores: measure → value, for the measures that count it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub scores: BTreeMap<String, f64>,
    /// Texts beside the question that were given, by name: a row's second text, a passage.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub given: BTreeMap<String, String>,
    /// Why nothing came of the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The passages of a turn that are kept in its line; `run.trec` has all that were scored.
pub const PASSAGES_KEPT: usize = 10;

/// The passages of a turn that are kept with their text.
pub const TEXTS_KEPT: usize = 3;

/// A turn that was taken before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// What was asked.
    pub question: String,
    /// What was answered.
    #[serde(default)]
    pub answer: String,
}

/// Words of a passage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Span {
    /// The words.
    pub text: String,
    /// The passage they stand in; empty where it is not known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub passage: String,
    /// Where they begin in it, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// Where they end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<usize>,
}

/// A passage that was found, or that is gold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Passage {
    /// Its id.
    pub id: String,
    /// The page's title.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The headings above it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub section: String,
    /// Its words; empty beyond the first [`TEXTS_KEPT`].
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Its score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
}

/// What is right.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Gold {
    /// The answers, any of which is right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<String>,
    /// The question as a person rewrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewrite: Option<String>,
    /// The spans of the literal answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub literal: Vec<Span>,
    /// The spans of what a person added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pragmatic: Vec<Span>,
    /// The passages that have the answer, by the ids of the collection.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passages: Vec<Passage>,
    /// The label of a labelled row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Whether the text does not say.
    #[serde(skip_serializing_if = "is_false")]
    pub unanswerable: bool,
}

impl Gold {
    /// Whether nothing is known to be right.
    pub fn is_empty(&self) -> bool {
        *self == Gold::default()
    }
}

/// The values of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// Every measure, by its name.
    pub measures: BTreeMap<String, Value>,
    /// The measure that a table is ordered by.
    #[serde(default)]
    pub main: String,
    /// Turns or rows for which the system gave an error.
    #[serde(default)]
    pub failed: usize,
    /// What a reader must know about the numbers, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// The value of a measure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// As the measure is defined, mostly 0 to 1; never a percentage.
    pub value: f64,
    /// The turns or rows that count.
    pub n: usize,
    /// Where a person was measured in the same way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub human: Option<f64>,
    /// The same over a part: facet → its value → this measure there.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub by: BTreeMap<String, BTreeMap<String, Part>>,
}

/// A measure over a part of the turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// As in [`Value`].
    pub value: f64,
    /// The turns of the part that count.
    pub n: usize,
}

/// How long a run took. Not compared, not hashed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Seconds of work, over all sittings of a run that was resumed.
    pub seconds: f64,
    /// Turns or rows a second.
    pub per_second: f64,
    /// Seconds since 1970 when it was finished.
    pub finished: u64,
    /// Threads that worked.
    pub threads: usize,
}

/// A finished folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// What was run.
    pub config: Config,
    /// What came of it.
    pub metrics: Metrics,
}

impl Config {
    /// A hash of all of it: two runs with the same hash are the same run.
    pub fn hash(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        sha256(text.as_bytes())
    }

    /// The folder of such a run under a results directory. Runs over other turns of a split have a folder of their own,
    /// so that none takes the place of another.
    pub fn folder(&self, results: &Path) -> PathBuf {
        let data = data_folder(&self.data.name, &self.data.split, self.limit, self.seed);
        results.join(data).join(folder_name(&self.system.name))
    }
}

impl Folder {
    /// Opens a finished folder.
    pub fn open(path: &Path) -> Result<Folder> {
        let (config, metrics) = (read_json(&path.join(CONFIG))?, read_json(&path.join(METRICS))?);
        Ok(Folder { path: path.to_owned(), config, metrics })
    }

    /// Whether it has the lines of all its turns or rows; a file that was cut off or taken away does not.
    pub fn is_whole(&self) -> bool {
        use std::io::BufRead;
        let Ok(file) = fs::File::open(self.path.join(TURNS)) else { return false };
        let (mut reader, mut lines, mut ended) = (std::io::BufReader::new(file), 0, true);
        loop {
            let read = match reader.fill_buf() {
                Ok([]) => return ended && lines == self.config.data.count,
                Ok(bytes) => {
                    lines += bytes.iter().filter(|&&byte| byte == b'\n').count();
                    ended = bytes.last() == Some(&b'\n');
                    bytes.len()
                }
                Err(_) => return false,
            };
            reader.consume(read);
        }
    }

    /// Its lines, one after another; a line that cannot be read is an error with its number.
    pub fn lines(&self) -> Result<impl Iterator<Item = Result<Line>> + use<>> {
        use std::io::BufRead;
        let path = self.path.join(TURNS);
        let file = fs::File::open(&path).map_err(|reason| Error::read(&path, reason))?;
        let lines = std::io::BufReader::new(file).lines().enumerate();
        Ok(lines.map(move |(number, line)| {
            let line = line.map_err(|reason| Error::read(&path, reason))?;
            let wrong = |e: serde_json::Error| Error::damaged(&path, Some(number + 1), &e);
            serde_json::from_str(&line).map_err(wrong)
        }))
    }
}

/// All finished folders under a results directory, in the order of their names. Folders of runs that are not finished
/// are passed over.
pub fn finished(results: &Path) -> Result<Vec<Folder>> {
    let mut folders = Vec::new();
    for data in subfolders(results)? {
        for system in subfolders(&data)? {
            if system.join(METRICS).is_file() {
                folders.push(Folder::open(&system)?);
            }
        }
    }
    Ok(folders)
}

/// The folder of the runs over these turns of a split.
pub fn data_folder(data: &str, split: &str, limit: Option<usize>, seed: u64) -> String {
    let limit = limit.map(|limit| format!(".{limit}")).unwrap_or_default();
    let seed = if seed == DEFAULT_SEED { String::new() } else { format!(".seed-{seed}") };
    folder_name(&format!("{data}.{split}{limit}{seed}"))
}

/// A name as a folder is called: what file systems do not take is written `--` or `-`.
pub fn folder_name(name: &str) -> String {
    let plain = |c: char| match c.is_alphanumeric() || "._-+".contains(c) {
        true => c,
        false => '-',
    };
    name.replace('/', "--").chars().map(plain).collect()
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn subfolders(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|reason| Error::read(folder, reason))?;
    let mut folders = Vec::new();
    for entry in entries {
        let path = entry.map_err(|reason| Error::read(folder, reason))?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

fn read_json<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<T> {
    let bytes = fs::read(path).map_err(|reason| Error::read(path, reason))?;
    serde_json::from_slice(&bytes).map_err(|error| Error::damaged(path, None, &error))
}

fn is_false(value: &bool) -> bool {
    !value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_over_other_turns_has_a_folder_of_its_own() {
        let folder = |limit, seed| {
            let mut config = Config { limit, seed, ..Config::default() };
            config.data.name = "circa".to_owned();
            config.data.split = "relaxed/matched/test".to_owned();
            config.system.name = "published/circa/joint".to_owned();
            config.folder(Path::new("results")).display().to_string()
        };
        let system = "published--circa--joint";
        let data = "results/circa.relaxed--matched--test";
        assert_eq!(folder(None, 1), format!("{data}/{system}"));
        assert_eq!(folder(Some(150), 1), format!("{data}.150/{system}"));
        assert_eq!(folder(Some(150), 2), format!("{data}.150.seed-2/{system}"));
    }
}
