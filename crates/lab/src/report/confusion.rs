//! Which labels a system gave for which.

use std::collections::BTreeMap;

use super::group::{Group, Run};
use super::table::{Cell, Row, Table};

/// With more labels a table is no longer read.
const MOST_LABELS: usize = 12;

/// A table a system: a row a right label, a column a given one.
pub fn tables(group: &Group) -> Vec<Table> {
    group.runs.iter().filter_map(table).collect()
}

fn table(run: &Run) -> Option<Table> {
    let mut labels: BTreeMap<&str, usize> = BTreeMap::new();
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (given, right) in run.labels.iter().flatten() {
        *labels.entry(right).or_default() += 1;
        labels.entry(given).or_default();
        *counts.entry((right, given)).or_default() += 1;
    }
    if labels.is_empty() || labels.len() > MOST_LABELS {
        return None;
    }
    let mut labels: Vec<(&str, usize)> = labels.into_iter().collect();
    labels.sort_by_key(|(_, rows)| std::cmp::Reverse(*rows));
    let rows = labels.iter().filter(|(_, rows)| *rows > 0).map(|(right, _)| {
        let cell = |(given, _): &(&str, usize)| {
            let count = counts.get(&(*right, *given)).copied().unwrap_or(0);
            Cell { best: given == right && count > 0, ..Cell::count(count) }
        };
        Row::plain(*right, labels.iter().map(cell).collect())
    });
    Some(Table {
        head: "right".to_owned(),
        columns: labels.iter().map(|(label, _)| format!("given {label}")).collect(),
        rows: rows.collect(),
        ..Table::titled(format!("Labels given by {}", run.title))
    })
}
