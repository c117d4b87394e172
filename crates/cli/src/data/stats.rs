//! `grice data stats`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use grice_lab::data::DataSet;
use grice_lab::stats::{Cell, Statistics, Table, statistics};

use crate::output::{DIM, FOUND, Stdout, TITLE, Working, count, counted, json, stdout};

/// Said of published values that were entered without the paper at hand.
const NOT_CHECKED: &str = ", not checked against the paper";

/// How many skipped lines are listed.
const LISTED: usize = 10;

pub fn run(set: DataSet, dir: &Path, as_json: bool) -> Result<ExitCode> {
    let found = {
        let _working = Working::start();
        statistics(set, dir)?
    };
    if as_json {
        json(&found)?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&found)?;
    Ok(ExitCode::SUCCESS)
}

fn print(found: &Statistics) -> Result<()> {
    let mut out = stdout();
    writeln!(out, "{TITLE}{}{TITLE:#}: {} ({})", found.title, found.paper, found.authors)?;
    for file in &found.files {
        writeln!(out, "{DIM}{}{DIM:#}", file.display())?;
    }
    for note in &found.notes {
        writeln!(out, "{note}")?;
    }
    for table in &found.tables {
        print_table(&mut out, table)?;
    }
    for checked in [true, false] {
        let (published, compared, same) = found.tally(checked);
        if published > 0 {
            let not = if checked { "" } else { NOT_CHECKED };
            writeln!(
                out,
                "\n{} published{not}; {compared} can be compared with the files at hand, {same} of these are the same",
                counted(published as u64, "value")
            )?;
        }
    }
    if !found.skipped.is_empty() {
        writeln!(out, "{} passed over:", counted(found.skipped.len() as u64, "line"))?;
        for skipped in found.skipped.iter().take(LISTED) {
            writeln!(out, "  {}:{}: {}", skipped.file.display(), skipped.line, skipped.why)?;
        }
        if found.skipped.len() > LISTED {
            writeln!(out, "  and more; `grice data check {}` lists them all", found.data)?;
        }
    }
    Ok(())
}

fn print_table(out: &mut Stdout, table: &Table) -> Result<()> {
    let publishes_any = table.rows.iter().flat_map(|row| &row.cells).any(|c| c.published.is_some());
    let not = if table.checked || !publishes_any { "" } else { NOT_CHECKED };
    writeln!(out, "\n{TITLE}{}{TITLE:#}  {DIM}{}{not}{DIM:#}", table.title, table.source)?;
    let publishes = |place: usize| {
        table
            .rows
            .iter()
            .any(|row| row.cells.get(place).is_some_and(|cell| cell.published.is_some()))
    };
    let mut head = vec![String::new()];
    for (place, column) in table.columns.iter().enumerate() {
        if publishes(place) {
            head.extend([column.clone(), "ours".to_owned(), "diff".to_owned()]);
        } else {
            head.push(format!("{column} (ours)"));
        }
    }
    let mut lines = vec![head];
    for row in &table.rows {
        let mut line = vec![row.name.clone()];
        for (place, cell) in row.cells.iter().enumerate() {
            let [published, ours, difference] = shown(cell);
            if publishes(place) {
                line.extend([published, ours, difference]);
            } else {
                line.push(ours);
            }
        }
        lines.push(line);
    }
    let width = |column: usize| {
        lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..lines[0].len()).map(|column| width(column).unwrap_or(0)).collect();
    for (number, line) in lines.iter().enumerate() {
        let differs = number > 0 && table.rows[number - 1].cells.iter().any(Cell::differs);
        let mut text = String::new();
        for (place, (cell, width)) in line.iter().zip(&widths).enumerate() {
            match place {
                0 => text.push_str(&format!("  {cell:<width$}")),
                _ => text.push_str(&format!("  {cell:>width$}")),
            }
        }
        let text = text.trim_end();
        match (number, differs) {
            (0, _) => writeln!(out, "{DIM}{text}{DIM:#}")?,
            (_, true) => writeln!(out, "{FOUND}{text}{FOUND:#}")?,
            (_, false) => writeln!(out, "{text}")?,
        }
    }
    for why in &table.why {
        writeln!(out, "  {DIM}differs: {why}{DIM:#}")?;
    }
    Ok(())
}

fn shown(cell: &Cell) -> [String; 3] {
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |v| figure(v, cell.digits));
    let difference = match cell.difference {
        Some(0.0) => "=".to_owned(),
        Some(difference) if difference > 0.0 => format!("+{}", figure(difference, cell.digits)),
        Some(difference) => figure(difference, cell.digits),
        None => String::new(),
    };
    [number(cell.published), number(cell.ours), difference]
}

fn figure(value: f64, digits: usize) -> String {
    if digits > 0 {
        return format!("{value:.digits$}");
    }
    let sign = if value.round() < 0.0 { "-" } else { "" };
    format!("{sign}{}", count(value.round().abs() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_keep_the_papers_decimals_and_say_which_way_they_differ() {
        let cell = Cell {
            published: Some(4027.0),
            ours: Some(3722.0),
            difference: Some(-305.0),
            digits: 0,
        };
        assert_eq!(shown(&cell), ["4,027", "3,722", "-305"]);
        let cell =
            Cell { published: Some(0.61), ours: Some(0.612), difference: Some(0.0), digits: 2 };
        assert_eq!(shown(&cell), ["0.61", "0.61", "="]);
    }
}
