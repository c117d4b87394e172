//! `grice data show`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use grice_lab::data::{DataSet, Kind, Row, Stream, Turn};
use serde::Serialize;

use crate::output::{JsonLines, Misuse, warn};

pub fn run(
    set: DataSet,
    dir: &Path,
    split: &str,
    wanted: Option<&str>,
    limit: Option<usize>,
) -> Result<ExitCode> {
    match set.kind() {
        Kind::Conversations => {
            print(set.turns(dir, split)?, |turn: &Turn| &turn.id, split, wanted, limit)
        }
        Kind::Rows => print(set.rows(dir, split)?, |row: &Row| &row.id, split, wanted, limit),
    }
}

fn print<T: Serialize>(
    mut stream: Stream<T>,
    id: impl Fn(&T) -> &str,
    split: &str,
    wanted: Option<&str>,
    limit: Option<usize>,
) -> Result<ExitCode> {
    let mut out = JsonLines::new();
    let mut shown = 0;
    while limit.is_none_or(|limit| shown < limit) {
        let Some(item) = stream.next() else { break };
        // What was read before a damaged place has been seen.
        let item = match item {
            Ok(item) => item,
            Err(error) => {
                out.flush()?;
                return Err(error.into());
            }
        };
        if wanted.is_some_and(|wanted| wanted != id(&item)) {
            continue;
        }
        out.line(&serde_json::to_string(&item)?)?;
        shown += 1;
        if wanted.is_some() {
            break;
        }
    }
    out.flush()?;
    if let Some(wanted) = wanted
        && shown == 0
    {
        return Err(Misuse(format!("{split} has no turn or row {wanted:?}")).into());
    }
    if wanted.is_none() && limit.is_none() && !stream.skipped().is_empty() {
        warn(format!(
            "{} lines were passed over; `grice data check` lists them",
            stream.skipped().len()
        ));
    }
    Ok(ExitCode::SUCCESS)
}
