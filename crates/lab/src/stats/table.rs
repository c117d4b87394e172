//! Tables with published values and ours, side by side.

use std::path::PathBuf;

use serde::Serialize;

use super::collect::Collected;
use super::published::{Published, PublishedTable};
use crate::data::{DataSet, Skipped};

/// A data set's statistics.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// The data set's name.
    pub data: String,
    /// Its title.
    pub title: String,
    /// The paper.
    pub paper: String,
    /// Who wrote it, and where it appeared.
    pub authors: String,
    /// The files that were read.
    pub files: Vec<PathBuf>,
    /// How the files at hand differ from the release.
    pub notes: Vec<String>,
    /// What was passed over in them.
    pub skipped: Vec<Skipped>,
    /// The paper's tables.
    pub tables: Vec<Table>,
}

/// One table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// Its number in the paper, or the section.
    pub source: String,
    /// Whether the published values were taken from that source; where not, they were entered without it at hand.
    pub checked: bool,
    /// The columns' headings.
    pub columns: Vec<String>,
    /// The lines.
    pub rows: Vec<Line>,
    /// Why values differ, where some do.
    pub why: Vec<String>,
}

/// One line of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// What is counted.
    pub name: String,
    /// One a column.
    pub cells: Vec<Cell>,
}

/// A published value and ours.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// What the paper prints; none where it prints nothing.
    pub published: Option<f64>,
    /// What the files give; none where they are not at hand.
    pub ours: Option<f64>,
    /// Ours less the paper's, rounded as the paper rounds; none where one is missing.
    pub difference: Option<f64>,
    /// The decimals that the paper prints.
    pub digits: usize,
}

impl Cell {
    fn new(published: Option<f64>, ours: Option<f64>, digits: usize) -> Cell {
        let round = |value: f64| {
            let scale = 10f64.powi(i32::try_from(digits).unwrap_or(0));
            (value * scale).round() / scale
        };
        let difference = published.zip(ours).map(|(published, ours)| {
            let difference = round(round(ours) - published);
            if difference == 0.0 { 0.0 } else { difference }
        });
        Cell { published, ours, difference, digits }
    }

    /// Whether both are there and the paper would print ours otherwise.
    pub fn differs(&self) -> bool {
        self.difference.is_some_and(|difference| difference != 0.0)
    }
}

impl Table {
    /// The cells whose values differ.
    pub fn different(&self) -> impl Iterator<Item = &Cell> {
        self.rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.differs())
    }
}

impl Statistics {
    /// How many published values there are, how many of ours are there to compare, and how many are the same; of those
    /// that were checked against their source, or of the others.
    pub fn tally(&self, checked: bool) -> (usize, usize, usize) {
        let cells = || {
            let tables = self.tables.iter().filter(|table| table.checked == checked);
            let lines = tables.flat_map(|table| &table.rows);
            lines.flat_map(|line| &line.cells).filter(|cell| cell.published.is_some())
        };
        let compared = cells().filter(|cell| cell.ours.is_some());
        let same = cells().filter(|cell| cell.difference == Some(0.0));
        (cells().count(), compared.count(), same.count())
    }
}

pub(super) fn tables(set: DataSet, published: Published, collected: Collected) -> Statistics {
    let tables = published.tables.iter().map(|table| filled(table, &collected)).collect();
    Statistics {
        data: set.name().to_owned(),
        title: set.title().to_owned(),
        paper: published.paper,
        authors: published.authors,
        files: collected.files,
        notes: collected.notes,
        skipped: collected.skipped,
        tables,
    }
}

fn filled(table: &PublishedTable, collected: &Collected) -> Table {
    let mut why: Vec<String> = Vec::new();
    let rows = table.rows.iter().map(|row| {
        let cells: Vec<Cell> = (table.columns.iter().enumerate())
            .map(|(place, column)| {
                let published = row.values.get(place).and_then(super::published::Value::number);
                let scope = row.scope.as_ref().unwrap_or(&column.of);
                let ours = collected.measures.get(scope, &row.of);
                let ours = ours.or_else(|| collected.measures.get(&row.of, &column.of));
                Cell::new(published, ours, row.digits)
            })
            .collect();
        if cells.iter().any(Cell::differs) {
            let said = row.why.iter().map(|said| format!("{}: {said}", row.name));
            let said: Vec<String> = said.chain(table.why.clone()).collect();
            for said in said {
                if !why.contains(&said) {
                    why.push(said);
                }
            }
        }
        Line { name: row.name.clone(), cells }
    });
    let rows = rows.collect();
    // What is true of the whole table comes last.
    if let Some(whole) = &table.why
        && let Some(place) = why.iter().position(|said| said == whole)
    {
        let whole = why.remove(place);
        why.push(whole);
    }
    Table {
        title: table.title.clone(),
        source: table.source.clone(),
        checked: table.checked,
        columns: table.columns.iter().map(|column| column.name.clone()).collect(),
        rows,
        why,
    }
}

#[cfg(test)]
mod tests {
    use super::Cell;

    #[test]
    fn values_are_compared_as_the_paper_rounds() {
        assert_eq!(Cell::new(Some(6.91), Some(6.9059), 2).difference, Some(0.0));
        assert_eq!(Cell::new(Some(13.0), Some(12.43), 0).difference, Some(-1.0));
        assert!(!Cell::new(Some(13.0), None, 0).differs());
    }
}
