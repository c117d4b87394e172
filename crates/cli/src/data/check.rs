//! `grice data check`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use grice_lab::data::{DataSet, Error, Kind};
use grice_lab::stats::{Through, file_splits, read_through};
use serde_json::json;

use crate::output::{DIM, TITLE, counted, json as print_json, stdout};

pub fn run(set: DataSet, dir: &Path, as_json: bool) -> Result<ExitCode> {
    let mut checked: Vec<(&str, Result<Through, Error>)> = Vec::new();
    let mut missing = Vec::new();
    for split in file_splits(set) {
        match read_through(set, dir, split) {
            Err(error) if error.is_missing() => missing.push(error),
            done => checked.push((split, done)),
        }
    }
    if checked.is_empty()
        && let Some(error) = missing.into_iter().next()
    {
        return Err(error.into());
    }
    let damaged = checked.iter().any(|(_, done)| done.is_err());
    if as_json {
        let values: Vec<_> = checked
            .iter()
            .map(|(split, done)| match done {
                Ok(through) => json!({ "split": split, "sound": true, "through": through }),
                Err(error) => json!({ "split": split, "sound": false, "error": error.to_string() }),
            })
            .collect();
        print_json(&values)?;
    } else {
        for (split, done) in &checked {
            tell(set, split, done)?;
        }
    }
    Ok(ExitCode::from(u8::from(damaged)))
}

fn tell(set: DataSet, split: &str, done: &Result<Through, Error>) -> Result<()> {
    let mut out = stdout();
    let through = match done {
        Ok(through) => through,
        Err(error) => {
            writeln!(out, "{TITLE}{set} {split}{TITLE:#}: damaged: {error}")?;
            return Ok(());
        }
    };
    let what = match set.kind() {
        Kind::Conversations => "turn",
        Kind::Rows => "row",
    };
    let read = counted(through.read as u64, what);
    let skipped = through.skipped.len() as u64;
    writeln!(
        out,
        "{TITLE}{set} {split}{TITLE:#}: sound, {read}, {} passed over",
        counted(skipped, "line")
    )?;
    for file in &through.files {
        writeln!(out, "  {DIM}{}{DIM:#}", file.display())?;
    }
    if let Some(part) = through.part {
        writeln!(out, "  not the official file: {part}")?;
    }
    for lacking in &through.lacking {
        writeln!(out, "  not all: {lacking}")?;
    }
    for skipped in &through.skipped {
        writeln!(out, "  {}:{}: {}", skipped.file.display(), skipped.line, skipped.why)?;
    }
    Ok(())
}
