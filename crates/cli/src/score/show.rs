//! Reports and comparisons on the standard output.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use grice_metrics::Report;
use grice_metrics::compare::Comparison;
use grice_metrics::render::{
    Grid, Shown, Style, groups, json, labels, measures, per_turn, per_turn_csv, per_turn_lines,
    prototext, sentences,
};
use grice_text::escaped_json;

use super::args::OutputArgs;
use super::names::Format;
use crate::output::{Misuse, pretty_json, stdout};

/// Rounds of the bootstrap where none are named, as rouge-score has them.
const ROUNDS: usize = 1000;

pub fn report(report: &Report, output: &OutputArgs) -> Result<ExitCode> {
    // Checked before anything is written.
    for kind in &output.by {
        report.by(kind)?;
    }
    if let Some(Some(file)) = &output.per_turn {
        check_place(file)?;
        write_turns(report, file)?;
    }
    let text = written(report, output)?;
    write!(stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

fn written(report: &Report, output: &OutputArgs) -> Result<String> {
    let interval = output.interval.then_some((output.rounds.unwrap_or(ROUNDS), output.seed));
    let shown = Shown { digits: Some(output.digits), interval };
    let exact = Shown { digits: None, interval };
    let turns = matches!(output.per_turn, Some(None));
    Ok(match output.format() {
        Format::Json => {
            escaped_json(&format!("{:#}\n", json(report, exact, &output.by, turns)?)).into_owned()
        }
        Format::Prototext => prototext(report, output.digits),
        Format::Text => tables(report, output, shown, Style::Text, turns)?,
        Format::Markdown => tables(report, output, shown, Style::Markdown, turns)?,
        Format::Latex => tables(report, output, shown, Style::Latex, turns)?,
        Format::Csv => tables(report, output, exact, Style::Csv, turns)?,
    })
}

fn tables(
    report: &Report,
    output: &OutputArgs,
    shown: Shown,
    style: Style,
    turns: bool,
) -> Result<String> {
    let mut grids: Vec<Grid> = vec![measures(report, shown)];
    grids.extend(report.labels.iter().flat_map(|table| labels(table, shown)));
    for kind in &output.by {
        grids.push(groups(kind, &report.by(kind)?, shown));
    }
    if turns {
        grids.push(per_turn(report, shown));
    }
    let mut parts: Vec<String> = grids.iter().map(|grid| grid.write(style)).collect();
    parts.insert(1, said(&sentences(report), style));
    parts.retain(|part| !part.is_empty());
    Ok(parts.join("\n"))
}

/// Sentences, as a table's surroundings take them; a CSV file takes none, its columns count.
pub fn said(sentences: &[String], style: Style) -> String {
    match style {
        Style::Csv => String::new(),
        Style::Latex => sentences.iter().map(|s| format!("% {s}\n")).collect(),
        Style::Text => sentences.iter().map(|s| format!("{s}\n")).collect(),
        Style::Markdown => sentences.iter().map(|s| format!("- {s}\n")).collect(),
    }
}

/// Refuses a place that holds something other than a file: what is there would be replaced.
fn check_place(file: &Path) -> Result<()> {
    let what = match file.symlink_metadata().map(|there| there.file_type()) {
        Ok(kind) if kind.is_file() => return Ok(()),
        Ok(kind) if kind.is_dir() => "a folder",
        Ok(kind) if kind.is_symlink() => "a symbolic link",
        Ok(_) => "a device or a pipe",
        // What else is wrong is told when it is written.
        Err(_) => return Ok(()),
    };
    Err(Misuse(format!(
        "--per-turn {}: this is {what}, not a file; name a new file, or none for the standard output",
        file.display()
    ))
    .into())
}

/// Writes every turn's scores to a file that is there whole or not at all.
fn write_turns(report: &Report, file: &Path) -> Result<()> {
    let text = match file.extension().is_some_and(|e| e == "csv") {
        true => per_turn_csv(report),
        false => escaped_json(&per_turn_lines(report)).into_owned(),
    };
    let mut unfinished = file.as_os_str().to_owned();
    unfinished.push(format!(".unfinished-{}", std::process::id()));
    let write = || {
        File::create_new(&unfinished)?.write_all(text.as_bytes())?;
        std::fs::rename(&unfinished, file)
    };
    write()
        .inspect_err(|_| drop(std::fs::remove_file(&unfinished)))
        .with_context(|| format!("cannot write {}", file.display()))
}

pub fn comparison(comparison: &Comparison, output: &OutputArgs) -> Result<ExitCode> {
    let grid = comparison.grid(output.digits);
    let style = match output.format() {
        Format::Json => {
            pretty_json(&comparison.json())?;
            return Ok(ExitCode::SUCCESS);
        }
        Format::Prototext => {
            return Err(Misuse("prototext holds one run; choose another --format".into()).into());
        }
        Format::Text => Style::Text,
        Format::Markdown => Style::Markdown,
        Format::Latex => Style::Latex,
        Format::Csv => Style::Csv,
    };
    let mut notes = comparison.notes.clone();
    if style == Style::Text {
        notes.insert(0, "*: the best.".to_owned());
    }
    let parts = [grid.write(style), said(&notes, style)];
    let text = parts.iter().filter(|p| !p.is_empty()).cloned().collect::<Vec<_>>().join("\n");
    write!(stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}
