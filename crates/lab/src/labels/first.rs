//! What is learned first, elsewhere: whether a text follows from another (NLI), or BoolQ's questions.
//!
//! `nli/` beside the data has SNLI's and MNLI's rows: their makers' JSONL files, or archives of the course files that
//! GitHub has (`nli_snli_devtest.tar.zst`, `nli_watson_mnli.tar.zst`).

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::division::hash;
use super::error::Result;
use super::system::First;
use crate::data::{self, DataSet, share};
use crate::eval;

/// Rows that are learned first at most; those of the smallest hash.
const MOST: usize = 12_000;
/// Of BoolQ, whose paragraphs are long.
const MOST_BOOLQ: usize = 5_000;

/// The lines of the makers' files, by which a download that has ended early is known.
const RELEASED: [(&str, usize); 6] = [
    ("snli_1.0_train.jsonl", 550_152),
    ("snli_1.0_dev.jsonl", 10_000),
    ("snli_1.0_test.jsonl", 10_000),
    ("multinli_1.0_train.jsonl", 392_702),
    ("multinli_1.0_dev_matched.jsonl", 10_000),
    ("multinli_1.0_dev_mismatched.jsonl", 10_000),
];

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
    let mut stream = match DataSet::BoolQ.rows(&folder, split) {
        Err(error) if error.is_missing() => return Ok(None),
        stream => stream?,
    };
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
    let failed = |reason: std::io::Error| {
        let why = format!("the archive is cut off or damaged ({reason}); get the file again");
        data::Error::file(file, why)
    };
    let unread = |reason| eval::Error::Read { path: file.to_owned(), reason };
    let packed = zstd::Decoder::new(File::open(file).map_err(unread)?).map_err(failed)?;
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
    let lines = |name: String| -> Vec<&str> {
        let found = members.iter().find(|(member, _)| *member == name);
        found.map_or("", |(_, text)| text.as_str()).lines().collect()
    };
    let mut rows = Vec::new();
    for part in ["dev", "test"] {
        let column = |name: &str| lines(format!("{name}.{part}"));
        let (firsts, seconds, labels) = (column("s1"), column("s2"), column("labels"));
        if firsts.len() != seconds.len() || firsts.len() != labels.len() {
            let (a, b, c) = (firsts.len(), seconds.len(), labels.len());
            let why = format!(
                "s1.{part}, s2.{part} and labels.{part} have {a}, {b} and {c} lines, which must be as many; get the file again"
            );
            return Err(data::Error::file(file, why).into());
        }
        for ((first, second), label) in firsts.into_iter().zip(seconds).zip(labels) {
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
            let record = record.map_err(|error| {
                let why = format!("a row of {name} cannot be read ({error}); get the file again");
                data::Error::file(file, why)
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
    let cut_off =
        |line: usize, what: String| data::Error::CutOff { file: file.to_owned(), line, what };
    let (mut rows, mut last) = (Vec::new(), 0);
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        last = number + 1;
        let row: Official = serde_json::from_str(line).map_err(|error| match error.is_eof() {
            true => cut_off(last, "a line of JSON".to_owned()),
            false => data::Error::line(file, last, format!("{OFFICIAL}; {error}")),
        })?;
        rows.extend(pair(&row.sentence1, &row.sentence2, &row.gold_label));
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    match RELEASED.iter().find(|(known, lines)| *known == name && last < *lines) {
        Some((_, lines)) => Err(cut_off(last, format!("the {lines} lines of the release")).into()),
        None => Ok(rows),
    }
}

const OFFICIAL: &str = r#"expected SNLI's lines of {"sentence1", "sentence2", "gold_label"}"#;

/// A line of the makers' files.
#[derive(Deserialize)]
struct Official {
    sentence1: String,
    sentence2: String,
    gold_label: String,
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::fs;

    fn told(files: &[(&str, &[u8])], first: First) -> Result<Option<Pairs>> {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        pairs(first, folder.path())
    }

    fn archive(files: &[(&str, &str)]) -> Vec<u8> {
        let mut archive = tar::Builder::new(Vec::new());
        for (name, text) in files {
            let mut header = tar::Header::new_gnu();
            header.set_size(text.len() as u64);
            header.set_mode(0o644);
            archive.append_data(&mut header, name, text.as_bytes()).unwrap();
        }
        zstd::encode_all(&archive.into_inner().unwrap()[..], 1).unwrap()
    }

    const LINE: &str =
        r#"{"sentence1": "It rains.", "sentence2": "It is wet.", "gold_label": "entailment"}"#;

    #[test]
    fn lines_that_are_cut_off_or_too_few_are_not_learned_from() {
        let whole = format!("{LINE}\n{LINE}\n");
        let read = told(&[("nli/own.jsonl", whole.as_bytes())], First::Nli).unwrap().unwrap();
        assert_eq!(read.rows.len(), 2);
        let cut = &whole.as_bytes()[..whole.len() - 9];
        let error = told(&[("nli/own.jsonl", cut)], First::Nli).unwrap_err().to_string();
        assert!(error.contains("own.jsonl:2: ") && error.contains("cut off"), "{error}");
        let few = told(&[("nli/snli_1.0_dev.jsonl", whole.as_bytes())], First::Nli);
        let error = few.unwrap_err().to_string();
        assert!(error.contains("the 10000 lines of the release"), "{error}");
        let other = told(&[("nli/own.jsonl", b"{\"text\": 1}\n")], First::Nli);
        assert!(other.unwrap_err().to_string().contains("expected SNLI's lines"));
    }

    #[test]
    fn columns_of_unequal_length_and_damaged_archives_are_told() {
        let columns = |labels: &str| {
            let files = [("s1.dev", "a\nb\n"), ("s2.dev", "c\nd\n"), ("labels.dev", labels)];
            archive(&files)
        };
        let name = "nli/nli_snli_devtest.tar.zst";
        let whole = columns("entailment\nneutral\n");
        assert_eq!(told(&[(name, &whole)], First::Nli).unwrap().unwrap().rows.len(), 2);
        let short = columns("entailment\n");
        let error = told(&[(name, &short)], First::Nli).unwrap_err().to_string();
        assert!(error.contains("have 2, 2 and 1 lines"), "{error}");
        let error = told(&[(name, &whole[..whole.len() / 2])], First::Nli).unwrap_err();
        assert!(error.to_string().contains("cut off or damaged"), "{error}");
    }

    #[test]
    fn a_damaged_boolq_is_no_missing_one() {
        assert!(told(&[], First::Boolq).unwrap().is_none());
        let error = told(&[("boolq/combined.jsonl", b"")], First::Boolq).unwrap_err();
        assert!(error.to_string().contains("the file is empty"), "{error}");
    }
}
