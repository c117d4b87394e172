//! `grice index list`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

use super::{Place, all, home};
use crate::output::{DIM, TITLE, bytes, count, date, json, stdout};

/// A collection as programs read it.
#[derive(Serialize)]
struct Row {
    name: String,
    folder: String,
    documents: u64,
    passages: u64,
    /// Of all its files, vectors too.
    bytes: u64,
    /// Seconds since 1970 of the last ingest.
    ingested: Option<u64>,
    vectors: bool,
    /// Why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

pub fn list(as_json: bool) -> Result<ExitCode> {
    let rows = all()?.iter().map(row).collect::<Result<Vec<Row>>>()?;
    if as_json {
        json(&rows)?;
        return Ok(ExitCode::SUCCESS);
    }
    if rows.is_empty() {
        writeln!(
            stdout(),
            "No collection is there yet; `grice ingest FOLDER` makes one\n{DIM}{}{DIM:#}",
            home()?.display()
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    table(&rows)?;
    Ok(ExitCode::SUCCESS)
}

fn row(place: &Place) -> Result<Row> {
    let folder = place.folder()?;
    let mut row = Row {
        name: place.said(),
        folder: folder.display().to_string(),
        documents: 0,
        passages: 0,
        bytes: size(&folder),
        ingested: None,
        vectors: false,
        problem: None,
    };
    if let Err(error) = look(place, &mut row) {
        row.problem = Some(format!("{error:#}"));
    }
    Ok(row)
}

fn look(place: &Place, row: &mut Row) -> Result<()> {
    let index = place.open()?;
    row.ingested = index.about()?.sources.iter().map(|source| source.at).max();
    let searcher = index.searcher()?;
    let info = searcher.info()?;
    (row.documents, row.passages) = (info.documents, info.passages);
    row.vectors = searcher.vectors()?.is_some();
    Ok(())
}

/// The bytes of all files in a folder.
fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(there) if there.is_dir() => size(&entry.path()),
        Ok(there) => there.len(),
        Err(_) => 0,
    });
    bytes.sum()
}

fn table(rows: &[Row]) -> Result<()> {
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
