//! `grice data list`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use grice_lab::data::{DataSet, Kind};
use grice_lab::stats::at_hand;
use serde_json::json;

use crate::output::{DIM, TITLE, json as print_json, stdout};

pub fn run(dir: &Path, as_json: bool) -> Result<ExitCode> {
    let sets = DataSet::ALL.map(|set| (set, at_hand(set, dir)));
    if as_json {
        let values: Vec<_> = sets
            .iter()
            .map(|(set, here)| {
                json!({
                    "name": set.name(), "title": set.title(), "kind": kind(*set),
                    "splits": set.splits(), "at_hand": here,
                })
            })
            .collect();
        print_json(&values)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = stdout();
    writeln!(out, "{DIM}{:<12} {:<15} {:<6} AT HAND{DIM:#}", "NAME", "TITLE", "HAS")?;
    for (set, here) in &sets {
        let here = if here.is_empty() { "-".to_owned() } else { here.join(", ") };
        let (name, title, kind) = (set.name(), set.title(), kind(*set));
        writeln!(out, "{TITLE}{name:<12}{TITLE:#} {title:<15} {kind:<6} {here}")?;
    }
    writeln!(out, "{DIM}looked in {}; --data names another folder{DIM:#}", dir.display())?;
    Ok(ExitCode::SUCCESS)
}

fn kind(set: DataSet) -> &'static str {
    match set.kind() {
        Kind::Conversations => "turns",
        Kind::Rows => "rows",
    }
}
