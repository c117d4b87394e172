//! Runs of one split beside each other, turn by turn.

use std::collections::{BTreeMap, HashMap};

use crate::data::DataSet;
use crate::eval::results::{Folder, Line, Task};

/// The runs over one split of one data set.
#[derive(Clone, Debug)]
pub struct Group {
    /// The data set's name, as in "topiocqa".
    pub data: String,
    /// The split.
    pub split: String,
    /// What was asked.
    pub task: Task,
    /// The turns of all runs, in the order of the first run that has them.
    pub turns: Vec<Turn>,
    /// The runs, in the order of their systems' names.
    pub runs: Vec<Run>,
    places: HashMap<String, usize>,
}

/// What is known of a turn without its texts.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Its name.
    pub id: String,
    /// Its conversation; empty for a row.
    pub conversation: String,
    /// Its number in the conversation.
    pub number: usize,
    /// The question's first words, in lower case.
    pub first_words: Vec<String>,
    /// The page that has the answer.
    pub topic: Option<String>,
    /// What it is broken down by.
    pub facets: BTreeMap<String, String>,
}

/// One system's run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The folder, with what was run and what came of it.
    pub folder: Folder,
    /// What it is called in tables; unlike that of any other run of the group.
    pub title: String,
    /// The measures that have scores turn by turn.
    pub measures: Vec<String>,
    /// For each of them, the score of each of the group's turns.
    pub scores: Vec<Vec<Option<f64>>>,
    /// The label given to each turn, and the right one, of labelled rows.
    pub labels: Vec<Option<(String, String)>>,
    /// Whether the run has the turn.
    pub has: Vec<bool>,
    /// Turns for which the system said that there is no answer.
    pub refused: usize,
}

impl Run {
    /// The scores of a measure, one a turn of the group.
    pub fn scores_of(&self, measure: &str) -> Option<&[Option<f64>]> {
        let place = self.measures.iter().position(|name| name == measure)?;
        Some(&self.scores[place])
    }

    /// The value of a measure over the whole run.
    pub fn value(&self, measure: &str) -> Option<f64> {
        self.folder.metrics.measures.get(measure).map(|v| v.value).filter(|v| v.is_finite())
    }
}

impl Group {
    /// A group without runs.
    pub(super) fn new(folder: &Folder) -> Group {
        Group {
            data: folder.config.data.name.clone(),
            split: folder.config.data.split.clone(),
            task: folder.config.task,
            turns: Vec::new(),
            runs: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// What the data set is called.
    pub fn data_title(&self) -> String {
        self.data
            .parse::<DataSet>()
            .map_or_else(|_| self.data.clone(), |set| set.title().to_owned())
    }

    /// What the group is called.
    pub fn title(&self) -> String {
        let given = if self.task == Task::Read { ", the passage given" } else { "" };
        format!("{}, {}{given}", self.data_title(), self.split)
    }

    /// The measure that tables are ordered by.
    pub fn main(&self) -> &str {
        self.runs.first().map_or("", |run| run.folder.metrics.main.as_str())
    }

    /// The main measure where turns have scores of it, else the first that they have.
    pub fn main_of_turns(&self) -> Option<&str> {
        let has = |name: &str| self.runs.iter().any(|run| run.scores_of(name).is_some());
        match has(self.main()) {
            true => Some(self.main()),
            false => self.turn_measures().into_iter().next(),
        }
    }

    /// The measures that have scores turn by turn, the main one first.
    pub fn turn_measures(&self) -> Vec<&str> {
        let names = self.runs.iter().flat_map(|run| run.measures.iter().map(String::as_str));
        self.in_order(names.collect())
    }

    /// Every measure of any run, the main one first.
    pub fn all_measures(&self) -> Vec<&str> {
        let names = self.runs.iter().flat_map(|run| run.folder.metrics.measures.keys());
        let names = names.map(String::as_str).collect();
        self.in_order(names)
    }

    fn in_order<'a>(&self, mut names: Vec<&'a str>) -> Vec<&'a str> {
        names.sort_unstable_by_key(|&name| by_number(name));
        names.dedup();
        if let Some(place) = names.iter().position(|name| *name == self.main()) {
            names[..=place].rotate_right(1);
        }
        names
    }

    /// What turns stand for here, in the plural.
    pub fn unit(&self) -> &'static str {
        match self.task {
            Task::Label => "rows",
            _ => "turns",
        }
    }

    /// Where the turn of a line stands; it is added where it is new.
    pub(super) fn place(&mut self, line: &Line) -> usize {
        if let Some(&place) = self.places.get(&line.id) {
            return place;
        }
        let place = self.turns.len();
        self.places.insert(line.id.clone(), place);
        self.turns.push(Turn::new(line));
        place
    }

    /// Where a turn stands.
    pub(super) fn place_of(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }
}

impl Turn {
    fn new(line: &Line) -> Turn {
        let words = line.question.split_whitespace().map(bare_word).filter(|w| !w.is_empty());
        let facet_topic = line.facets.get("topic").cloned();
        let titles = line.gold.passages.iter().map(|p| p.title.clone());
        let topic = facet_topic.or_else(|| titles.into_iter().find(|title| !title.is_empty()));
        Turn {
            id: line.id.clone(),
            conversation: line.conversation.clone(),
            number: line.number,
            first_words: words.take(2).collect(),
            topic: topic.filter(|topic| !topic.is_empty()),
            facets: super::facets::of(line),
        }
    }
}

fn bare_word(word: &str) -> String {
    let bare = |c: char| !c.is_alphanumeric();
    word.trim_matches(bare).to_lowercase()
}

/// Orders "Hits@3" before "Hits@20".
fn by_number(name: &str) -> (&str, usize, &str) {
    let words = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (words, name[words.len()..].parse().unwrap_or(0), name)
}
