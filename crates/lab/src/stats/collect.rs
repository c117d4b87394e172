//! Reads a data set's splits once and has them counted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::circa;
use super::flow::FlowCounts;
use super::measures::Measures;
use super::rows::{RowCounts, proportions};
use super::turns::TurnCounts;
use crate::data::pragmeval::TASKS;
use crate::data::{DataSet, Kind, Result, Skipped, Stream};

/// How many rows Circa's release has (section 3.4).
const CIRCA_RELEASED: usize = 34_268;

/// What the files at hand hold.
#[derive(Debug, Default)]
pub(super) struct Collected {
    pub measures: Measures,
    pub files: Vec<PathBuf>,
    pub skipped: Vec<Skipped>,
    pub notes: Vec<String>,
}

/// The splits that make up a release, and those at hand that are none of it.
pub(super) fn splits(set: DataSet) -> (&'static [&'static str], &'static [&'static str]) {
    match set {
        DataSet::Qrecc | DataSet::Scai | DataSet::Cast2019 => (&["train", "test"], &[]),
        DataSet::Squad => (&["train", "dev"], &[]),
        DataSet::Coqa | DataSet::Quac => (&["train", "dev"], &["sample"]),
        DataSet::Cast2020 => (&["test"], &["annotated"]),
        DataSet::BoolQ => (&["train", "dev", "test"], &["labelled"]),
        _ => (&["train", "dev", "test"], &[]),
    }
}

pub(super) fn collect(set: DataSet, dir: &Path) -> Result<Collected> {
    let mut collected = Collected::default();
    if set == DataSet::Circa {
        let counted = circa::count(dir, &mut collected.measures)?;
        if counted.rows < CIRCA_RELEASED {
            collected.notes.push(format!(
                "the file has {} of the {CIRCA_RELEASED} released rows; counts are less for that, shares are comparable",
                counted.rows
            ));
        }
        collected.files = counted.files;
        collected.skipped = counted.skipped;
        return Ok(collected);
    }
    let (release, more) = splits(set);
    let mut missing = Vec::new();
    let mut first_missing = None;
    let mut overall = TurnCounts::default();
    for split in release.iter().chain(more) {
        let of_release = release.contains(split);
        let counted = match set.kind() {
            Kind::Conversations => {
                let overall = of_release.then_some(&mut overall);
                turns(set, dir, split, overall, &mut collected)
            }
            Kind::Rows => rows(set, dir, split, &mut collected),
        };
        match counted {
            Err(error) if error.is_missing() => {
                if of_release {
                    missing.push(*split);
                }
                first_missing.get_or_insert(error);
            }
            counted => counted?,
        }
    }
    if collected.files.is_empty() {
        return match first_missing {
            Some(error) => Err(error),
            None => Ok(collected),
        };
    }
    if set.kind() == Kind::Conversations {
        overall.tell("overall", &mut collected.measures);
    }
    if set == DataSet::PragmEval {
        proportions(&mut collected.measures);
    }
    if !missing.is_empty() {
        let missing = missing.join(", ");
        collected
            .notes
            .insert(0, format!("not at hand, and not in what is counted overall: {missing}"));
    }
    Ok(collected)
}

fn turns(
    set: DataSet,
    dir: &Path,
    split: &str,
    mut overall: Option<&mut TurnCounts>,
    collected: &mut Collected,
) -> Result<()> {
    let mut stream = set.turns(dir, split)?;
    let mut counts = TurnCounts::default();
    let mut flow = FlowCounts::default();
    for turn in stream.by_ref() {
        let turn = turn?;
        counts.add(split, &turn);
        flow.add(&turn);
        if let Some(overall) = &mut overall {
            overall.add(split, &turn);
        }
    }
    counts.tell(split, &mut collected.measures);
    if set == DataSet::TopiOcqa {
        flow.tell(split, &mut collected.measures);
    }
    keep(split, &stream, collected);
    Ok(())
}

fn rows(set: DataSet, dir: &Path, split: &str, collected: &mut Collected) -> Result<()> {
    let mut stream = set.rows(dir, split)?;
    let mut counts: BTreeMap<String, RowCounts> = BTreeMap::new();
    for row in stream.by_ref() {
        let row = row?;
        let task = match set {
            DataSet::PragmEval => row.facets.get("task").map_or("", String::as_str),
            _ => "rows",
        };
        match counts.get_mut(task) {
            Some(counts) => counts.add(&row),
            None => counts.entry(task.to_owned()).or_default().add(&row),
        }
    }
    for (task, counts) in &counts {
        counts.tell(task, split, &mut collected.measures);
    }
    if set == DataSet::PragmEval {
        let lacking: Vec<&str> =
            TASKS.iter().map(|task| task.name).filter(|task| !counts.contains_key(*task)).collect();
        if !lacking.is_empty() {
            collected.notes.push(format!("{split}: without {}", lacking.join(", ")));
        }
    }
    keep(split, &stream, collected);
    Ok(())
}

fn keep<T>(split: &str, stream: &Stream<T>, collected: &mut Collected) {
    for file in stream.files() {
        if !collected.files.iter().any(|known| known == file) {
            collected.files.push(file.to_owned());
        }
    }
    collected.skipped.extend_from_slice(stream.skipped());
    if let Some(part) = stream.part() {
        collected.notes.push(format!("{split}: {part}"));
    }
}
