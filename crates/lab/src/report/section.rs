//! What a report says of one split: everything computed, nothing written yet.

use super::facets;
use super::group::Group;
use super::plots::{self, Plot};
use super::published::{Paper, paper};
use super::significance;
use super::table::Table;
use super::tables;

/// The most measures that breakdowns and tests are shown for.
const MOST_MEASURES: usize = 6;

/// One split's part of a report.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its name in links.
    pub anchor: String,
    /// What it is called.
    pub title: String,
    /// The paper about the data set.
    pub paper: Option<Paper>,
    /// The paper's tables with our rows.
    pub papers: Vec<Table>,
    /// Every measure.
    pub measures: Table,
    /// Pairs of systems, a table a measure, the main one first.
    pub tests: Vec<(String, Table)>,
    /// Breakdowns by measure, the main one first: a table a facet.
    pub facets: Vec<(String, Vec<Table>)>,
    /// What labels were given for what, a table a system.
    pub confusions: Vec<Table>,
    /// The plots.
    pub plots: Vec<Plot>,
}

impl Section {
    /// Computes what a report says of a group.
    pub fn new(group: &Group) -> Section {
        let mut measures = group.turn_measures();
        if let Some(main) = group.main_of_turns() {
            measures.retain(|name| *name != main);
            measures.insert(0, main);
        }
        measures.truncate(MOST_MEASURES);
        let names = facets::names(group);
        let tests = measures
            .iter()
            .filter_map(|m| significance::table(group, m).map(|table| ((*m).to_owned(), table)));
        let broken_down = measures.iter().map(|measure| {
            let tables = names.iter().map(|facet| facets::table(group, facet, measure));
            ((*measure).to_owned(), tables.collect::<Vec<_>>())
        });
        Section {
            anchor: anchor(&group.title()),
            title: group.title(),
            paper: paper(&group.data),
            papers: tables::papers_tables(group),
            measures: tables::measures(group),
            tests: tests.collect(),
            facets: broken_down.filter(|(_, tables)| !tables.is_empty()).collect(),
            confusions: super::confusion::tables(group),
            plots: plots::all(group),
        }
    }
}

/// A title as a part of an address.
pub fn anchor(title: &str) -> String {
    let plain = |c: char| match c.is_alphanumeric() {
        true => c.to_ascii_lowercase(),
        false => '-',
    };
    let text: String = title.chars().map(plain).collect();
    text.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
