//! What the tasks say of an input.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The labels of each task that takes the input, with their probabilities.
///
/// Written as `{TASK: {label: probability}}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis(Vec<(String, Labels)>);

/// A task's labels with their probabilities, in the task's order.
#[derive(Clone, Debug, PartialEq)]
pub struct Labels(Vec<(String, f32)>);

impl Analysis {
    /// Tasks with their labels.
    pub fn new(tasks: impl IntoIterator<Item = (String, Labels)>) -> Analysis {
        Analysis(tasks.into_iter().collect())
    }

    /// The tasks with their labels.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Labels)> {
        self.0.iter().map(|(task, labels)| (task.as_str(), labels))
    }

    /// What a task says, if it takes such an input.
    pub fn of(&self, task: &str) -> Option<&Labels> {
        self.iter().find(|(name, _)| *name == task).map(|(_, labels)| labels)
    }

    /// Only the tasks for which `wanted` holds.
    pub fn only(self, wanted: impl Fn(&str) -> bool) -> Analysis {
        Analysis(self.0.into_iter().filter(|(task, _)| wanted(task)).collect())
    }

    /// Whether no task says anything.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Labels {
    /// Labels with their probabilities.
    pub fn new(labels: impl IntoIterator<Item = (String, f32)>) -> Labels {
        Labels(labels.into_iter().collect())
    }

    /// The labels with their probabilities.
    pub fn iter(&self) -> impl Iterator<Item = (&str, f32)> {
        self.0.iter().map(|(label, share)| (label.as_str(), *share))
    }

    /// The labels with their probabilities, the most probable first.
    pub fn ranked(&self) -> Vec<(&str, f32)> {
        let mut ranked: Vec<(&str, f32)> = self.iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    /// The most probable label, the first of them where several are.
    pub fn best(&self) -> Option<(&str, f32)> {
        self.ranked().first().copied()
    }
}

impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (task, labels) in &self.0 {
            map.serialize_entry(task, labels)?;
        }
        map.end()
    }
}

impl Serialize for Labels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (label, share) in &self.0 {
            map.serialize_entry(label, share)?;
        }
        map.end()
    }
}
