//! PragmEval's files: a folder for each task, in it `train.tsv`, `dev.tsv` and `test.tsv` with
//! one or two sentences and a label, and `labels` with the labels.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::forms::pragmeval::Split;
use crate::forms::quoted_tsv::rows;
use crate::source::Source;

/// A task's gold labels.
pub(super) struct Task {
    pub name: String,
    pub file: PathBuf,
    /// A label for each row.
    pub gold: Vec<String>,
    /// The labels a run may give.
    pub labels: BTreeSet<String>,
}

/// The tasks of a folder, or the one task of a file or of its own folder.
pub(super) struct Truth {
    pub tasks: Vec<Task>,
    /// The truth is one task's.
    pub single: bool,
}

pub(super) fn read(truth: &Path, split: Option<Split>) -> Result<Truth> {
    if !truth.is_dir() {
        let tasks = vec![read_task(name_of(truth), truth)?];
        return Ok(Truth { tasks, single: true });
    }
    let folders = if Split::ALL.iter().any(|split| truth.join(split.file()).is_file()) {
        vec![truth.to_owned()]
    } else {
        let with_files =
            |folder: &PathBuf| Split::ALL.iter().any(|split| folder.join(split.file()).is_file());
        entries(truth)?.into_iter().filter(with_files).collect()
    };
    if folders.is_empty() {
        return Err(Error::whole(
            truth,
            "no task is in this folder: one folder for each task is needed, with dev.tsv or \
             test.tsv in it",
        ));
    }
    let has_test = folders.iter().all(|folder| folder.join(Split::Test.file()).is_file());
    let split = split.unwrap_or(if has_test { Split::Test } else { Split::Dev });
    let tasks: Vec<Task> = folders
        .iter()
        .map(|folder| read_task(name_of(folder), &folder.join(split.file())))
        .collect::<Result<_>>()?;
    Ok(Truth { single: folders.len() == 1 && folders[0] == truth, tasks })
}

/// What is in a folder, sorted by name.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let fail = |reason| Error::Read { file: folder.to_owned(), reason };
    let listed = std::fs::read_dir(folder).map_err(fail)?;
    let paths = listed.map(|entry| entry.map(|entry| entry.path()).map_err(fail));
    let mut found: Vec<PathBuf> = paths.collect::<Result<_>>()?;
    found.sort();
    Ok(found)
}

/// A task's name: its folder's, or its file's where that is not named after a split.
fn name_of(path: &Path) -> String {
    let of_split = Split::ALL.iter().any(|split| path.ends_with(split.file()));
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let named = if of_split { full.parent().and_then(Path::file_name) } else { full.file_stem() };
    named.map_or_else(|| "task".to_owned(), |name| name.to_string_lossy().into_owned())
}

fn read_task(name: String, file: &Path) -> Result<Task> {
    let source = Source::read(file)?;
    let rows = rows(&source)?;
    let Some((header, rows)) = rows.split_first() else {
        return Err(source.fail("there is nothing in it"));
    };
    let Some(place) = header.cells.iter().position(|cell| cell == "label") else {
        let found: String = header.cells.join(", ").chars().take(120).collect();
        return Err(Error::line(
            &source.file,
            header.line,
            format!(
                "this is no PragmEval file: a header with sentence (or sentence1, sentence2) and \
                 label, parted by tabs, is needed; found {found}"
            ),
        ));
    };
    let mut gold = Vec::with_capacity(rows.len());
    for row in rows {
        match row.cells.get(place) {
            Some(label) if row.cells.len() == header.cells.len() => gold.push(label.to_string()),
            _ => {
                return Err(Error::line(
                    &source.file,
                    row.line,
                    format!(
                        "this row has {} cells, the header {}; is a quote or a tab missing?",
                        row.cells.len(),
                        header.cells.len()
                    ),
                ));
            }
        }
    }
    if gold.is_empty() {
        return Err(source.fail("there is no row in it"));
    }
    let mut labels: BTreeSet<String> = gold.iter().cloned().collect();
    let listed = file.with_file_name("labels");
    if listed.is_file() {
        let listed = Source::read(&listed)?;
        labels.extend(listed.text.lines().filter(|label| !label.is_empty()).map(str::to_owned));
    }
    Ok(Task { name, file: file.to_owned(), gold, labels })
}
