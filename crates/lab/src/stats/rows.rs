//! What is counted of PragmEval's tasks and of BoolQ.

use std::collections::BTreeMap;

use super::measures::{Measures, words};
use crate::data::Row;
use crate::data::pragmeval::TASKS;

/// Counts of the rows of one split of one task.
#[derive(Debug, Default)]
pub(super) struct RowCounts {
    rows: usize,
    first_words: usize,
    second_words: usize,
    labels: BTreeMap<String, usize>,
}

impl RowCounts {
    pub fn add(&mut self, row: &Row) {
        self.rows += 1;
        self.first_words += words(&row.first);
        self.second_words += row.second.as_deref().map_or(0, words);
        if let Some(label) = row.labels.get("label") {
            *self.labels.entry(label.clone()).or_default() += 1;
        }
    }

    /// Tells the counts of a task's split under the names `PART`, `PART-labels`, `PART-majority` and `PART:LABEL`.
    pub fn tell(&self, task: &str, part: &str, to: &mut Measures) {
        to.count(task, part, self.rows);
        to.set(task, &format!("{part}-thousands"), self.rows as f64 / 1000.0);
        to.count(task, &format!("{part}-labels"), self.labels.len());
        to.mean(task, &format!("{part}-first-words"), self.first_words, self.rows);
        to.mean(task, &format!("{part}-second-words"), self.second_words, self.rows);
        let labelled: usize = self.labels.values().sum();
        if let Some(most) = self.labels.values().max() {
            to.percent(task, &format!("{part}-majority"), *most, labelled);
        }
        for (label, &count) in &self.labels {
            to.count(task, &format!("{part}:{label}"), count);
            to.percent(task, &format!("{part}:{label}-share"), count, labelled);
            if part == "test" {
                to.count(&format!("support:{task}"), label, count);
            }
        }
        let share = |kind: &str| {
            let of_kind = self.labels.iter().filter(|(label, _)| label.starts_with(kind));
            of_kind.map(|(_, count)| count).sum()
        };
        to.percent(&format!("{task}-statements"), part, share("Statement"), labelled);
        to.percent(&format!("{task}-none"), part, share("no_relation"), labelled);
    }
}

/// The training part of what a task has for training and development, in percent.
pub(super) fn proportions(to: &mut Measures) {
    for task in TASKS {
        let (train, dev) = (to.get(task.name, "train"), to.get(task.name, "dev"));
        if let (Some(train), Some(dev)) = (train, dev) {
            to.set(task.name, "train-share", 100.0 * train / (train + dev));
        }
    }
}
