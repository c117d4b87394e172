//! Runs on PragmEval: a label for each row of a task, in order, or with the row's number.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::{Error, Result};
use crate::forms::pragmeval::truth::{self, Task};
use crate::forms::{Mapping, Unknown};
use crate::report::Counted;
use crate::source::{Entry, Source};
use crate::turn_key::Name;

/// The labels a run gives a task.
pub(super) struct Given {
    pub labels: Vec<String>,
    /// Labels of rows the task does not have.
    pub unknown: usize,
}

/// The file of each task in a folder, and what is there of tasks the truth does not have.
pub(super) fn files(
    folder: &Path,
    truth: &Path,
    tasks: &[Task],
    unknown: Unknown,
) -> Result<(Vec<Option<PathBuf>>, Vec<Counted>)> {
    let mut files: Vec<Option<PathBuf>> = vec![None; tasks.len()];
    let mut ignored = Vec::new();
    for file in truth::entries(folder)? {
        let of_labels = file
            .extension()
            .is_some_and(|kind| ["jsonl", "json", "tsv", "txt"].iter().any(|known| kind == *known));
        let Some(name) = file.file_stem().filter(|_| of_labels) else { continue };
        let name = name.to_string_lossy();
        match tasks.iter().position(|task| task.name.eq_ignore_ascii_case(&name)) {
            Some(place) => {
                if let Some(first) = files[place].replace(file.clone()) {
                    return Err(Error::whole(
                        &file,
                        format!("{} has labels of {name} too; keep one of them", first.display()),
                    ));
                }
            }
            None if unknown == Unknown::Refuse => {
                return Err(Error::whole(
                    &file,
                    format!(
                        "there is no task {name} in {}; --skip-unknown passes it over",
                        truth.display()
                    ),
                ));
            }
            None => ignored.push(Counted {
                why: format!("the truth does not have the task {name}"),
                turns: Source::read(&file)?.entries()?.len(),
            }),
        }
    }
    if files.iter().all(Option::is_none) {
        let names: Vec<&str> = tasks.iter().take(3).map(|task| task.name.as_str()).collect();
        return Err(Error::whole(
            folder,
            format!(
                "no file in this folder is named after a task of {}, as {}.tsv would be",
                truth.display(),
                names.join(".tsv, ")
            ),
        ));
    }
    Ok((files, ignored))
}

/// Reads a task's labels.
pub(super) fn read(file: &Path, task: &Task, mapping: &Mapping, unknown: Unknown) -> Result<Given> {
    let source = Source::read(file)?;
    let entries = source.entries()?;
    let is_json = source.text.trim_start().starts_with(['{', '[']);
    let numbered = is_json || entries.first().is_some_and(|entry| entry.text().contains('\t'));
    let given = match numbered {
        true => by_number(&source, &entries, is_json, task, mapping, unknown)?,
        false => in_order(&source, &entries, task)?,
    };
    Ok(given)
}

fn in_order(source: &Source, entries: &[Entry<'_>], task: &Task) -> Result<Given> {
    if entries.len() != task.gold.len() {
        return Err(source.fail(format!(
            "it has {} labels, {} has {} rows; give one label a line for every row, in order",
            entries.len(),
            task.file.display(),
            task.gold.len()
        )));
    }
    let labels = entries.iter().map(|entry| known(entry, entry.text(), task));
    Ok(Given { labels: labels.collect::<Result<_>>()?, unknown: 0 })
}

fn by_number(
    source: &Source,
    entries: &[Entry<'_>],
    is_json: bool,
    task: &Task,
    mapping: &Mapping,
    policy: Unknown,
) -> Result<Given> {
    let mut labels: Vec<Option<String>> = vec![None; task.gold.len()];
    let mut unknown = 0;
    for (place, entry) in entries.iter().enumerate() {
        let (id, label) = match is_json {
            true => fields(entry, mapping)?,
            false => cells(entry)?,
        };
        let Some(number) = id.number() else {
            // A header names its columns instead.
            if place == 0 && !is_json {
                continue;
            }
            return Err(entry.fail(format!("'{id}' is no row number; rows are numbered from 0")));
        };
        let row = usize::try_from(number).ok().and_then(|row| labels.get_mut(row));
        match row {
            Some(Some(_)) => {
                return Err(entry.fail(format!("row {number} stands a second time; keep one")));
            }
            Some(row) => *row = Some(known(entry, &label, task)?),
            None if policy == Unknown::PassOver => unknown += 1,
            None => {
                return Err(entry.fail(format!(
                    "there is no row {number}: {} has rows 0 to {}; --skip-unknown passes it over",
                    task.file.display(),
                    task.gold.len() - 1
                )));
            }
        }
    }
    let given = labels.iter().flatten().count();
    match labels.iter().position(Option::is_none) {
        Some(missing) => Err(source.fail(format!(
            "it has labels for {given} of the {} rows of {}; the first without one is row {missing}",
            task.gold.len(),
            task.file.display()
        ))),
        None => Ok(Given { labels: labels.into_iter().flatten().collect(), unknown }),
    }
}

fn fields(entry: &Entry<'_>, mapping: &Mapping) -> Result<(Name, String)> {
    let object: Map<String, Value> = entry.parse()?;
    let field = |part: &str| {
        let name = mapping.field(part).unwrap_or(part).to_owned();
        match object.get(&name) {
            Some(value) => Ok(value),
            None => Err(entry.fail(format!("a row without {name}"))),
        }
    };
    let id = field("id")?;
    let id = Name::deserialize(id).map_err(|_| entry.fail(format!("{id} is no row number")))?;
    match field("label")? {
        Value::String(label) => Ok((id, label.clone())),
        other => Ok((id, other.to_string())),
    }
}

fn cells(entry: &Entry<'_>) -> Result<(Name, String)> {
    match entry.text().split('\t').collect::<Vec<_>>()[..] {
        [id, label] => Ok((Name::Text(id.to_owned()), label.to_owned())),
        _ => Err(entry.fail("a line has a row number, a tab and a label")),
    }
}

fn known(entry: &Entry<'_>, label: &str, task: &Task) -> Result<String> {
    let label = label.trim();
    if task.labels.contains(label) {
        return Ok(label.to_owned());
    }
    let shown: Vec<&str> = task.labels.iter().take(20).map(String::as_str).collect();
    let more = if task.labels.len() > 20 { ", …" } else { "" };
    Err(entry.fail(format!(
        "'{label}' is no label of {}; they are {}{more}",
        task.name,
        shown.join(", ")
    )))
}
