//! Finds runs under the folders that were named, and reads them split by split.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::{Error, Result};
use super::group::{Group, Run};
use crate::eval::results::{CONFIG, Folder, Line, METRICS, TURNS};
use crate::eval::{self, BUILD};

/// What was found under the folders that were named.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// The runs, those of one split together.
    pub groups: Vec<Group>,
    /// Runs that are not finished, as `DATA.SPLIT/SYSTEM`; they are left out.
    pub unfinished: Vec<String>,
}

impl Gathered {
    /// What a user should know about it.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = match self.unfinished.len() {
            0 => Vec::new(),
            1 => vec![format!("Not finished, so left out: {}.", self.unfinished[0])],
            n => vec![format!(
                "{n} runs are not finished, so left out: {}.",
                self.unfinished.join(", ")
            )],
        };
        let runs = self.groups.iter().flat_map(|group| &group.runs);
        let builds: BTreeSet<&str> = runs
            .map(|run| run.folder.config.versions.get(BUILD).map_or("unknown", String::as_str))
            .collect();
        if builds.len() > 1 {
            let count = builds.len();
            notes.push(format!(
                "Runs of {count} builds of Grice stand side by side; \"What was run\" says which is whose."
            ));
        }
        notes
    }
}

/// Reads all runs under these folders.
pub fn gather(paths: &[PathBuf]) -> Result<Gathered> {
    let mut finished: Vec<Folder> = Vec::new();
    let mut unfinished: Vec<String> = Vec::new();
    for path in paths {
        let found = run_folders(path)?;
        if found.is_empty() {
            let why = "no run is in it";
            return Err(Error::NoResults { path: path.clone(), why });
        }
        for folder in found {
            match folder.join(METRICS).is_file() {
                true => add_once(&mut finished, Folder::open(&folder)?),
                false => unfinished.push(short_name(&folder)),
            }
        }
    }
    unfinished.sort();
    unfinished.dedup();
    if finished.is_empty() {
        return Err(Error::NothingFinished { unfinished });
    }
    Ok(Gathered { groups: grouped(finished)?, unfinished })
}

/// Two names of one folder give one run.
fn add_once(finished: &mut Vec<Folder>, folder: Folder) {
    let same = |other: &Folder| other.config == folder.config && other.metrics == folder.metrics;
    if !finished.iter().any(same) {
        finished.push(folder);
    }
}

/// The folders of runs: the folder itself, those in it, or those one deeper.
fn run_folders(path: &Path) -> Result<Vec<PathBuf>> {
    let no_results = |why| Error::NoResults { path: path.to_owned(), why };
    if !path.exists() {
        return Err(no_results("it does not exist"));
    }
    if !path.is_dir() {
        return Err(no_results("it is a file"));
    }
    if is_run(path) {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for folder in subfolders(path)? {
        match is_run(&folder) {
            true => found.push(folder),
            false => found.extend(subfolders(&folder)?.into_iter().filter(|f| is_run(f))),
        }
    }
    Ok(found)
}

fn is_run(folder: &Path) -> bool {
    let names = [METRICS, CONFIG, TURNS];
    names
        .iter()
        .any(|name| folder.join(name).is_file() || folder.join(format!("{name}.part")).is_file())
}

fn subfolders(folder: &Path) -> Result<Vec<PathBuf>> {
    let unread = |reason| eval::Error::Read { path: folder.to_owned(), reason };
    let entries = fs::read_dir(folder).map_err(unread)?;
    let mut folders = Vec::new();
    for entry in entries {
        let path = entry.map_err(unread)?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

/// The last two parts of a path: the split and the system.
fn short_name(folder: &Path) -> String {
    let parts: Vec<_> = folder.iter().map(|part| part.to_string_lossy()).collect();
    parts[parts.len().saturating_sub(2)..].join("/")
}

fn grouped(mut folders: Vec<Folder>) -> Result<Vec<Group>> {
    let key = |f: &Folder| {
        let (data, system) = (&f.config.data, &f.config.system);
        (
            data.name.clone(),
            data.split.clone(),
            f.config.task as u8,
            system.name.clone(),
            f.config.hash(),
        )
    };
    folders.sort_by_cached_key(key);
    let mut groups: Vec<Group> = Vec::new();
    for folder in folders {
        let belongs = |group: &Group| {
            let data = &folder.config.data;
            (&group.data, &group.split, group.task) == (&data.name, &data.split, folder.config.task)
        };
        if !groups.last().is_some_and(belongs) {
            groups.push(Group::new(&folder));
        }
        if let Some(group) = groups.last_mut() {
            add_run(group, folder)?;
        }
    }
    for group in &mut groups {
        finish(group);
    }
    Ok(groups)
}

fn add_run(group: &mut Group, folder: Folder) -> Result<()> {
    let title = match folder.config.system.title.trim() {
        "" => folder.config.system.name.clone(),
        title => title.to_owned(),
    };
    let mut run = Run {
        title,
        measures: Vec::new(),
        scores: Vec::new(),
        labels: Vec::new(),
        has: Vec::new(),
        refused: 0,
        folder,
    };
    let mut read = 0;
    for line in run.folder.lines()? {
        let line = line?;
        read += 1;
        let place = group.place(&line);
        if run.has.get(place) == Some(&true) {
            let why = format!("the turn {} is there twice", line.id);
            return Err(damaged(&run.folder, Some(read), &why));
        }
        add_line(&mut run, place, &line);
    }
    let expected = run.folder.config.data.count;
    if read != expected {
        let why = format!("it has {read} lines where {CONFIG} says {expected}");
        return Err(damaged(&run.folder, None, &why));
    }
    group.runs.push(run);
    Ok(())
}

fn damaged(folder: &Folder, line: Option<usize>, why: &str) -> Error {
    eval::Error::damaged(&folder.path.join(TURNS), line, &why).into()
}

fn add_line(run: &mut Run, place: usize, line: &Line) {
    put(&mut run.has, place, true);
    run.refused += usize::from(line.refused);
    if let (Some(given), Some(right)) = (&line.prediction, &line.gold.label) {
        put(&mut run.labels, place, Some((given.clone(), right.clone())));
    }
    for (name, &score) in line.scores.iter().filter(|(_, score)| score.is_finite()) {
        let measure = run.measures.iter().position(|known| known == name).unwrap_or_else(|| {
            run.measures.push(name.clone());
            run.scores.push(Vec::new());
            run.measures.len() - 1
        });
        put(&mut run.scores[measure], place, Some(score));
    }
}

fn put<T: Clone + Default>(values: &mut Vec<T>, place: usize, value: T) {
    if values.len() <= place {
        values.resize(place + 1, T::default());
    }
    values[place] = value;
}

/// Makes every run as long as the group, and the titles different.
fn finish(group: &mut Group) {
    let turns = group.turns.len();
    let titles: Vec<String> = group.runs.iter().map(|run| run.title.clone()).collect();
    for run in &mut group.runs {
        run.has.resize(turns, false);
        run.labels.resize(turns, None);
        for scores in &mut run.scores {
            scores.resize(turns, None);
        }
        if titles.iter().filter(|title| **title == run.title).count() > 1 {
            run.title = format!("{} ({})", run.title, run.folder.config.system.name);
        }
    }
    // One system over different turns.
    let titles: Vec<String> = group.runs.iter().map(|run| run.title.clone()).collect();
    for run in &mut group.runs {
        if titles.iter().filter(|title| **title == run.title).count() > 1 {
            let config = &run.folder.config;
            run.title = match config.limit {
                Some(limit) => format!("{}, at most {limit}, seed {}", run.title, config.seed),
                None => format!("{}, all, seed {}", run.title, config.seed),
            };
        }
    }
    let titles: Vec<String> = group.runs.iter().map(|run| run.title.clone()).collect();
    for run in &mut group.runs {
        if titles.iter().filter(|title| **title == run.title).count() > 1 {
            let hash = run.folder.config.hash();
            run.title = format!("{} {}", run.title, hash.get(..8).unwrap_or_default());
        }
    }
}
