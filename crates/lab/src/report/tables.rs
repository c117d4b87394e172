//! The papers' tables with our rows, and a table of every measure.

use std::collections::BTreeMap;

use grice_metrics::statistics::bootstrap;

use super::group::{Group, Run};
use super::published::{Column, Paper, Printed, PublishedKind, PublishedTable, paper};
use super::table::{Cell, Kind, Row, Table, mark_best, thousands};
use crate::eval::learned;

/// Rounds and seed of the interval of the main measure.
const ROUNDS: usize = 1000;
const SEED: u64 = 1;

/// A paper's tables whose columns are splits of their own, with our rows.
#[derive(Clone, Debug)]
pub struct Summary {
    /// What it is about.
    pub title: String,
    /// The paper.
    pub paper: Paper,
    /// The tables.
    pub tables: Vec<Table>,
}

/// The paper's tables of one split, with our rows.
pub fn papers_tables(group: &Group) -> Vec<Table> {
    let Some(paper) = paper(&group.data) else { return Vec::new() };
    let mut tables = Vec::new();
    for (table, runs) in with_runs(&paper, group) {
        let any = |column: &Column| runs.iter().any(|run| value(run, column).is_some());
        if table.columns.iter().any(any) {
            tables.push(with_rows(table, &group.split, &runs));
        }
    }
    tables
}

/// The paper's tables that are of a group's split, each with the runs that belong to it.
pub(super) fn with_runs<'a>(
    paper: &'a Paper,
    group: &'a Group,
) -> Vec<(&'a PublishedTable, Vec<&'a Run>)> {
    let within: Vec<&PublishedTable> = paper.tables.iter().filter(|t| !t.across).collect();
    let chosen = chosen(&within, &group.split);
    let belonging = |table: &&'a PublishedTable| {
        let runs = group.runs.iter().filter(|run| belongs(table, &chosen, run));
        (*table, runs.collect())
    };
    chosen.iter().map(belonging).collect()
}

/// Of tables with one title, that of the split; or else the test set's, which is then said.
fn chosen<'a>(tables: &[&'a PublishedTable], split: &str) -> Vec<&'a PublishedTable> {
    let mut chosen: Vec<&PublishedTable> = Vec::new();
    for table in tables {
        match chosen.iter_mut().find(|other| other.title == table.title) {
            None => chosen.push(table),
            Some(other) if other.is_about(split) => {}
            Some(other) if table.is_about(split) || table.split == "test" => *other = table,
            Some(_) => {}
        }
    }
    chosen
}

/// A run belongs to the tables whose words it has; to those without words where it has no other's.
fn belongs(table: &PublishedTable, all: &[&PublishedTable], run: &Run) -> bool {
    let words = run_words(run);
    let has = |table: &PublishedTable| table.words.iter().all(|word| words.contains(word));
    match table.words.is_empty() {
        false => has(table),
        true => !all.iter().any(|other| !other.words.is_empty() && has(other)),
    }
}

fn run_words(run: &Run) -> Vec<String> {
    let config = &run.folder.config;
    let mut texts = vec![config.data.split.clone(), config.system.name.clone()];
    texts.extend(config.options.values().cloned());
    let apart = |text: &String| {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words.map(str::to_lowercase).collect::<Vec<_>>()
    };
    texts.iter().flat_map(apart).collect()
}

/// The value of a column in a run's row.
pub(super) fn value(run: &Run, column: &Column) -> Option<f64> {
    column.measures.iter().find_map(|measure| run.value(measure))
}

fn with_rows(published: &PublishedTable, split: &str, runs: &[&Run]) -> Table {
    let mut table = printed(published);
    if let Some(human) = measured_people(published, runs) {
        table.rows.push(human);
    }
    let mut notes = Notes::default();
    for run in runs {
        let cells = published.columns.iter().map(|column| match value(run, column) {
            Some(value) => {
                Cell::value(value * published.scale_of(column), published.digits_of(column))
            }
            None => Cell::none(),
        });
        table.rows.push(ours(run, cells.collect(), &mut notes));
    }
    mark_best(&mut table.rows, Kind::Ours);
    if !published.is_about(split) {
        table.notes.push(format!(
            "The published rows are of the {} split, ours of {split}: compare the order, not the numbers.",
            published.split,
        ));
    }
    table.notes.extend(notes.sentences());
    table
}

/// The published rows alone.
fn printed(published: &PublishedTable) -> Table {
    let rows = published.rows.iter().map(|row| Row {
        name: row.name.clone(),
        kind: match row.kind {
            PublishedKind::System => Kind::Published,
            PublishedKind::Human => Kind::Human,
        },
        cells: row
            .values
            .iter()
            .zip(&published.columns)
            .map(|(value, column)| match value {
                Printed::Number(number) => Cell::value(*number, published.digits_of(column)),
                Printed::Words(words) => Cell { text: words.clone(), ..Cell::default() },
            })
            .collect(),
        marks: Vec::new(),
    });
    Table {
        source: published.source.clone(),
        head: "system".to_owned(),
        columns: published.columns.iter().map(|column| column.name.clone()).collect(),
        rows: rows.collect(),
        ..Table::titled(published.title.clone())
    }
}

/// People, where a run has measured them on the same turns.
fn measured_people(published: &PublishedTable, runs: &[&Run]) -> Option<Row> {
    let of = |column: &Column| {
        let measures = |run: &&Run| {
            let all = &run.folder.metrics.measures;
            column.measures.iter().find_map(|name| all.get(name)).and_then(|value| value.human)
        };
        runs.iter().find_map(measures)
    };
    let values: Vec<Option<f64>> = published.columns.iter().map(of).collect();
    values.iter().any(Option::is_some).then(|| Row {
        name: "Human, on the turns of these runs".to_owned(),
        kind: Kind::Human,
        cells: published
            .columns
            .iter()
            .zip(values)
            .map(|(column, value)| match value {
                Some(value) => {
                    Cell::value(value * published.scale_of(column), published.digits_of(column))
                }
                None => Cell::none(),
            })
            .collect(),
        marks: Vec::new(),
    })
}

fn ours(run: &Run, cells: Vec<Cell>, notes: &mut Notes) -> Row {
    let marks = run_notes(run).into_iter().map(|note| notes.mark(note)).collect();
    Row { name: run.title.clone(), kind: Kind::Ours, cells, marks }
}

/// What a reader of a run's row must know.
fn run_notes(run: &Run) -> Vec<String> {
    let config = &run.folder.config;
    let mut notes: Vec<String> = config
        .stands_in
        .iter()
        .map(|stand_in| format!("{} stands in for {}.", stand_in.used, stand_in.published))
        .collect();
    notes.extend(learned(config));
    if let Some(limit) = config.limit {
        notes.push(format!("At most {} of the split were run.", thousands(limit)));
    }
    if run.folder.metrics.failed > 0 {
        let failed = thousands(run.folder.metrics.failed);
        notes.push(format!("{failed} ended in an error; see the turns."));
    }
    notes
}

/// Notes with a letter each; equal ones share it.
#[derive(Default)]
struct Notes {
    said: Vec<String>,
}

impl Notes {
    fn mark(&mut self, note: String) -> String {
        let place = self.said.iter().position(|other| *other == note).unwrap_or_else(|| {
            self.said.push(note);
            self.said.len() - 1
        });
        letter(place)
    }

    fn sentences(self) -> Vec<String> {
        let marked = self.said.into_iter().enumerate();
        marked.map(|(place, note)| format!("{}: {note}", letter(place))).collect()
    }
}

fn letter(place: usize) -> String {
    let last = char::from(b'a' + (place % 26) as u8);
    match place / 26 {
        0 => last.to_string(),
        before => format!("{}{last}", letter(before - 1)),
    }
}

/// Every measure of a group's runs, with the interval of the main one.
pub fn measures(group: &Group) -> Table {
    let names = group.all_measures();
    let mut columns = vec![group.unit().to_owned()];
    for (place, name) in names.iter().enumerate() {
        columns.push((*name).to_owned());
        if place == 0 {
            columns.push("95% interval".to_owned());
        }
    }
    if group.runs.iter().any(|run| run.refused > 0) {
        columns.push("refused".to_owned());
    }
    let mut notes = Notes::default();
    let rows = group.runs.iter().map(|run| {
        let mut cells = vec![Cell::count(run.folder.config.data.count)];
        for (place, name) in names.iter().enumerate() {
            cells.push(run.value(name).map_or_else(Cell::none, |value| Cell::value(value, 3)));
            if place == 0 {
                cells.push(interval(run, name));
            }
        }
        if columns.last().is_some_and(|last| last == "refused") {
            cells.push(Cell::count(run.refused));
        }
        ours(run, cells, &mut notes)
    });
    let mut rows: Vec<Row> = rows.collect();
    mark_best(&mut rows, Kind::Ours);
    for row in &mut rows {
        row.kind = Kind::Plain;
        if let Some(cell) = row.cells.first_mut() {
            cell.best = false;
        }
        if let Some(cell) =
            row.cells.last_mut().filter(|_| columns.last().is_some_and(|c| c == "refused"))
        {
            cell.best = false;
        }
    }
    let mut table = Table {
        head: "system".to_owned(),
        columns,
        rows,
        notes: notes.sentences(),
        ..Table::titled("Every measure")
    };
    table.notes.push(format!("The interval is the bootstrap's, {ROUNDS} rounds, seed {SEED}."));
    table.notes.extend(said_of_measures(group));
    table
}

fn interval(run: &Run, measure: &str) -> Cell {
    let Some(scores) = run.scores_of(measure) else { return Cell::none() };
    let scores: Vec<f64> = scores.iter().flatten().copied().collect();
    match bootstrap(&scores, 0.95, ROUNDS, SEED) {
        Ok(found) => {
            Cell { text: format!("{:.3}–{:.3}", found.low, found.high), ..Cell::default() }
        }
        Err(_) => Cell::none(),
    }
}

/// What the runs say of their numbers; once where all say the same.
fn said_of_measures(group: &Group) -> Vec<String> {
    let mut by_note: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for run in &group.runs {
        for note in &run.folder.metrics.notes {
            by_note.entry(note).or_default().push(&run.title);
        }
    }
    let all = group.runs.len();
    by_note
        .into_iter()
        .map(|(note, runs)| match runs.len() == all {
            true => note.to_owned(),
            false => format!("{}: {note}", runs.join(", ")),
        })
        .collect()
}

/// Tables whose columns are splits of their own, one summary a data set and last part of the split.
pub fn across(groups: &[Group]) -> Vec<Summary> {
    let mut parts: BTreeMap<(&str, &str), Vec<&Group>> = BTreeMap::new();
    for group in groups {
        if let Some((_, last)) = group.split.rsplit_once('/') {
            parts.entry((&group.data, last)).or_default().push(group);
        }
    }
    let mut summaries = Vec::new();
    for ((data, split), groups) in parts {
        let Some(paper) = paper(data) else { continue };
        let across = paper.tables.iter().filter(|table| table.across);
        let tables: Vec<Table> =
            across.filter_map(|table| table_across(table, split, &groups)).collect();
        if !tables.is_empty() {
            let title = format!("{}, {split}", groups[0].data_title());
            summaries.push(Summary { title, paper, tables });
        }
    }
    summaries
}

fn table_across(published: &PublishedTable, split: &str, groups: &[&Group]) -> Option<Table> {
    let mut systems: BTreeMap<&str, Vec<(&str, &Run)>> = BTreeMap::new();
    for group in groups {
        let task = group.split.rsplit_once('/').map_or("", |(task, _)| task);
        for run in &group.runs {
            systems.entry(&run.folder.config.system.name).or_default().push((task, run));
        }
    }
    let mut table = printed(published);
    let mut notes = Notes::default();
    for runs in systems.values() {
        let values: Vec<Option<f64>> =
            published.columns.iter().map(|column| mean_over_tasks(column, runs)).collect();
        if values.iter().all(Option::is_none) {
            continue;
        }
        let cells = published.columns.iter().zip(values).map(|(column, value)| match value {
            Some(value) => {
                Cell::value(value * published.scale_of(column), published.digits_of(column))
            }
            None => Cell::none(),
        });
        table.rows.push(ours(runs[0].1, cells.collect(), &mut notes));
    }
    if !table.rows.iter().any(|row| row.kind == Kind::Ours) {
        return None;
    }
    if published.average {
        add_mean(&mut table);
    }
    mark_best(&mut table.rows, Kind::Ours);
    if !published.is_about(split) {
        table.notes.push(format!(
            "The published rows are of the {} split, ours of {split}: compare the order, not the numbers.",
            published.split,
        ));
    }
    table.notes.extend(notes.sentences());
    Some(table)
}

/// The mean of a column's tasks; none where one of them was not run.
fn mean_over_tasks(column: &Column, runs: &[(&str, &Run)]) -> Option<f64> {
    let of = |task: &String| {
        let run = runs.iter().find(|(name, _)| name.eq_ignore_ascii_case(task))?;
        value(run.1, column)
    };
    let values: Option<Vec<f64>> = column.tasks.iter().map(of).collect();
    let values = values.filter(|values| !values.is_empty())?;
    Some(values.iter().sum::<f64>() / values.len() as f64)
}

/// The mean of each row that has all its columns.
fn add_mean(table: &mut Table) {
    table.columns.push("mean".to_owned());
    for row in &mut table.rows {
        let numbers: Option<Vec<f64>> =
            row.cells.iter().map(|cell| cell.text.parse::<f64>().ok()).collect();
        row.cells.push(match numbers.filter(|numbers| !numbers.is_empty()) {
            Some(numbers) => Cell::value(numbers.iter().sum::<f64>() / numbers.len() as f64, 1),
            None => Cell::none(),
        });
    }
    table.notes.push("The mean is computed from the row.".to_owned());
}
