//! What is learned first, elsewhere: whether a text follows from another (NLI), or BoolQ's questions.
//!
//! `nli/` beside the data has SNLI's and MNLI's rows: their makers' JSONL files, or archives of the course files that
//! GitHub has (`nli_snli_devtest.tar.zst`, `nli_watson_mnli.tar.zst`).

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::division::hash;
use super::error::{Error, Result};
use super::system::First;
use crate::data::{DataSet, share};
use crate::eval;

/// Rows that are learned first at most; those of the smallest hash.
const MOST: usize = 12_000;
/// Of BoolQ, whose paragraphs are long.
const MOST_BOOLQ: usize = 5_000;

/// Two texts and their label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// The premise, or the question.
    pub first: String,
    /// The hypothesis, or the passage.
    pub second: String,
    /// The label.
    pub label: String,
}

/// Rows to learn first.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// The rows.
    pub rows: Vec<Pair>,
    /// What they are, for people.
    pub what: String,
    /// A hash over their files.
    pub version: String,
}

/// Reads what is to be learned first; none where it is not there.
pub fn pairs(first: First, dir: &Path) -> Result<Option<Pairs>> {
    match first {
        First::Nli => nli(dir),
        First::Boolq => boolq(dir),
        First::Tasks => Ok(None),
    }
}

/// The data set's folder may be given, or the one that holds it.
fn beside(dir: &Path, name: &str) -> Option<PathBuf> {
    let parent = dir.parent().map(|parent| parent.join(name));
    [Some(dir.join(name)), parent].into_iter().flatten().find(|folder| folder.is_dir())
}

fn boolq(dir: &Path) -> Result<Option<Pairs>> {
    let Some(folder) = beside(dir, "boolq") else { return Ok(None) };
    let split = if folder.join("train.jsonl").is_file() { "train" } else { "labelled" };
    let Ok(mut stream) = DataSet::BoolQ.rows(&folder, split) else { return Ok(None) };
    let mut rows = Vec::new();
    for row in stream.by_ref() {
        let row = row?;
        let (Some(label), Some(passage)) = (row.labels.get("label"), row.second) else { continue };
        let label = match label.to_lowercase().as_str() {
            "true" | "yes" | "1" => "yes",
            "false" | "no" | "0" => "no",
            _ => continue,
        };
        rows.push(Pair { first: row.first, second: passage, label: label.to_owned() });
    }
    let files: Vec<PathBuf> = stream.files().map(Path::to_owned).collect();
    finished(rows, MOST_BOOLQ, "BoolQ", &files)
}

fn nli(dir: &Path) -> Result<Option<Pairs>> {
    let Some(folder) = beside(dir, "nli") else { return Ok(None) };
    let failed = |reason| eval::Error::Read { path: folder.clone(), reason };
    let entries = std::fs::read_dir(&folder).map_err(failed)?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let (mut rows, mut used) = (Vec::new(), Vec::new());
    for file in files {
        let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let found = match name.as_str() {
            "nli_snli_devtest.tar.zst" => snli(&file)?,
            "nli_watson_mnli.tar.zst" => mnli(&file)?,
            name if name.ends_with(".jsonl") => official(&file)?,
            _ => continue,
        };
        rows.extend(found);
        used.push(file);
    }
    finished(rows, MOST, "SNLI's and MNLI's pairs", &used)
}

fn finished(
    mut rows: Vec<Pair>,
    most: usize,
    what: &str,
    files: &[PathBuf],
) -> Result<Option<Pairs>> {
    if rows.is_empty() {
        return Ok(None);
    }
    rows.sort_by_cached_key(|row| {
        share(&format!("{}\t{}", row.first, row.second), "first").to_bits()
    });
    rows.truncate(most);
    let hashes = files.iter().map(|file| hash(file)).collect::<Result<Vec<_>>>()?;
    let version = eval::results::sha256(hashes.join("\n").as_bytes())[..16].to_owned();
    Ok(Some(Pairs { what: format!("{what}, {} at hand", rows.len()), rows, version }))
}

/// The files of an archive, by their names without folders.
fn members(file: &Path) -> Result<Vec<(String, String)>> {
    let failed = |reason| eval::Error::Read { path: file.to_owned(), reason };
    let packed = zstd::Decoder::new(File::open(file).map_err(failed)?).map_err(failed)?;
    let mut archive = tar::Archive::new(packed);
    let mut members = Vec::new();
    for entry in archive.entries().map_err(failed)? {
        let mut entry = entry.map_err(failed)?;
        let path = entry.path().map_err(failed)?.into_owned();
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let mut text = String::new();
        if entry.header().entry_type().is_file() {
            entry.read_to_string(&mut text).map_err(failed)?;
            members.push((name, text));
        }
    }
    Ok(members)
}

fn snli(file: &Path) -> Result<Vec<Pair>> {
    let members = members(file)?;
    let lines = |name: String| {
        let found = members.iter().find(|(member, _)| *member == name);
        found.map_or("", |(_, text)| text.as_str()).lines()
    };
    let mut rows = Vec::new();
    for part in ["dev", "test"] {
        let texts = lines(format!("s1.{part}")).zip(lines(format!("s2.{part}")));
        for ((first, second), label) in texts.zip(lines(format!("labels.{part}"))) {
            rows.extend(pair(first, second, label));
        }
    }
    Ok(rows)
}

fn mnli(file: &Path) -> Result<Vec<Pair>> {
    let mut rows = Vec::new();
    for (name, text) in members(file)? {
        if name != "train.csv" {
            continue;
        }
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        for record in reader.records() {
            let record = record.map_err(|error| Error::Needs {
                system: "NLI".to_owned(),
                data: file.display().to_string(),
                why: format!("a row cannot be read ({error}); get the file again"),
            })?;
            let cell = |place: usize| record.get(place).unwrap_or_default();
            if cell(3) == "en" {
                rows.extend(pair(cell(1), cell(2), cell(5)));
            }
        }
    }
    Ok(rows)
}

fn official(file: &Path) -> Result<Vec<Pair>> {
    let failed = |reason| eval::Error::Read { path: file.to_owned(), reason };
    let text = std::fs::read_to_string(file).map_err(failed)?;
    let rows = text.lines().filter_map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).ok()?;
        let text = |name: &str| row.get(name)?.as_str();
        pair(text("sentence1")?, text("sentence2")?, text("gold_label")?)
    });
    Ok(rows.collect())
}

fn pair(first: &str, second: &str, label: &str) -> Option<Pair> {
    let label = match label.trim() {
        "entailment" | "0" => "entailment",
        "neutral" | "1" => "neutral",
        "contradiction" | "2" => "contradiction",
        _ => return None,
    };
    let (first, second) = (first.trim().to_owned(), second.trim().to_owned());
    Some(Pair { first, second, label: label.to_owned() })
}
