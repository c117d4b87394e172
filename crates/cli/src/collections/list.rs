//! `grice index list`.

use std::process::ExitCode;

use anyhow::Result;
use grice_home::{Collection, collections_folder};

use crate::output::{DIM, TITLE, bytes, count, date, json, stdout};

pub fn list(as_json: bool) -> Result<ExitCode> {
    let rows = grice_home::list()?;
    if as_json {
        json(&rows)?;
        return Ok(ExitCode::SUCCESS);
    }
    if rows.is_empty() {
        writeln!(
            stdout(),
            "No collection is there yet; `grice ingest FOLDER` makes one\n{DIM}{}{DIM:#}",
            collections_folder()?.display()
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    table(&rows)?;
    Ok(ExitCode::SUCCESS)
}

fn table(rows: &[Collection]) -> Result<()> {
    let head = ["NAME", "DOCUMENTS", "PASSAGES", "SIZE", "LAST INGEST", "VECTORS"];
    let mut lines = vec![head.map(str::to_owned)];
    lines.extend(rows.iter().map(|row| {
        [
            row.name.clone(),
            count(row.documents),
            count(row.passages),
            bytes(row.bytes),
            row.ingested.map_or_else(|| "-".to_owned(), date),
            if row.vectors { "yes" } else { "no" }.to_owned(),
        ]
    }));
    let width = |column: usize| lines.iter().map(|l| l[column].chars().count()).max().unwrap_or(0);
    let [n, d, p, s, i, _] = [0, 1, 2, 3, 4, 5].map(width);
    let mut out = stdout();
    let problems = std::iter::once(&None).chain(rows.iter().map(|row| &row.problem));
    for (number, (line, problem)) in lines.iter().zip(problems).enumerate() {
        let [name, documents, passages, size, ingested, vectors] = line;
        let style = if number == 0 { DIM } else { TITLE };
        write!(out, "{style}{name:n$}{style:#}")?;
        if let Some(problem) = problem {
            writeln!(out, "  {problem}")?;
            continue;
        }
        let rest =
            format!("  {documents:>d$}  {passages:>p$}  {size:>s$}  {ingested:i$}  {vectors}");
        match number {
            0 => writeln!(out, "{DIM}{rest}{DIM:#}")?,
            _ => writeln!(out, "{rest}")?,
        }
    }
    Ok(())
}
