//! What a reply was read as, and how surely.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::label::Label;

/// What a reply means.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// The best of the six labels of the strict task.
    pub strict: Label,
    /// The best of the four labels of the relaxed task.
    pub relaxed: Label,
    /// How probable each label is.
    pub probabilities: Probabilities,
    /// The condition the reply states, in the reply's own words.
    pub condition: Option<String>,
    /// Who read it: the model's name, or [`RULES`](super::RULES) for the fallback.
    pub by: String,
}

/// The probabilities of both tasks' labels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Probabilities {
    /// Of all eight strict labels.
    pub strict: Shares,
    /// Of all five relaxed labels.
    pub relaxed: Shares,
}

/// The probability of each label of a task, in the task's order.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares(Vec<(Label, f32)>);

impl Shares {
    /// Probabilities of labels.
    pub fn new(shares: impl IntoIterator<Item = (Label, f32)>) -> Shares {
        Shares(shares.into_iter().collect())
    }

    /// The labels with their probabilities.
    pub fn iter(&self) -> impl Iterator<Item = (Label, f32)> {
        self.0.iter().copied()
    }

    /// The probability of a label; 0 where the task does not have it.
    pub fn of(&self, label: Label) -> f32 {
        self.iter().find(|(l, _)| *l == label).map_or(0.0, |(_, share)| share)
    }

    /// The labels with their probabilities, the most probable first.
    pub fn ranked(&self) -> Vec<(Label, f32)> {
        let mut ranked = self.0.clone();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    /// The most probable label among those that are scored.
    pub fn best(&self) -> Label {
        let ranked = self.ranked();
        let scored = ranked.iter().find(|(label, _)| label.is_scored());
        scored.map_or(Label::Middle, |(label, _)| *label)
    }

    /// The shares of the relaxed labels that strict ones amount to.
    pub fn relaxed(&self) -> Shares {
        Shares::new(Label::RELAXED.map(|relaxed| {
            let parts = self.iter().filter(|(label, _)| label.relaxed() == relaxed);
            (relaxed, parts.map(|(_, share)| share).sum())
        }))
    }
}

/// An object with a field for each label.
impl Serialize for Shares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (label, share) in self.iter() {
            map.serialize_entry(&label, &share)?;
        }
        map.end()
    }
}

impl Reading {
    /// Whether the reply is a yes under conditions.
    pub fn is_conditional(&self) -> bool {
        is_conditional(self.strict, self.relaxed)
    }
}

pub(super) fn is_conditional(strict: Label, relaxed: Label) -> bool {
    strict == Label::Conditional || relaxed == Label::Conditional
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_are_not_scored_are_never_the_reading() {
        let shares = Shares::new([
            (Label::Yes, 0.2),
            (Label::No, 0.1),
            (Label::NotSure, 0.4),
            (Label::Other, 0.3),
        ]);
        assert_eq!(shares.best(), Label::Yes);
        assert_eq!(shares.of(Label::NotSure), 0.4);
        assert_eq!(shares.of(Label::Middle), 0.0);
    }

    #[test]
    fn relaxed_shares_are_the_sums_of_strict_ones() {
        let eighth = Shares::new(Label::STRICT.map(|label| (label, 0.125)));
        let relaxed: Vec<f32> = eighth.relaxed().iter().map(|(_, share)| share).collect();
        assert_eq!(relaxed, [0.25, 0.25, 0.125, 0.25, 0.125]);
    }
}
