//! What scoring gives, whatever was scored: measures, each with the turns it is over.
//!
//! A turn is either scored or left out for a stated reason, measure by measure, so that no
//! denominator changes silently.

use std::collections::BTreeMap;
use std::path::Path;

use crate::error::{Error, Result};
use crate::labels;
use crate::statistics::{Interval, bootstrap};

/// A turn's score, or why it has none.
pub type Score = std::result::Result<f64, &'static str>;

/// Scores of one run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was scored: `scai`, `trec`, …
    pub form: String,
    /// The truth's name.
    pub truth: String,
    /// The run's name.
    pub run: String,
    /// Turns in the truth.
    pub in_truth: usize,
    /// Turns in the run.
    pub in_run: usize,
    /// The turns, in the truth's order.
    pub turns: Vec<Turn>,
    /// The measures, in the order they are shown in.
    pub measures: Vec<Measure>,
    /// Turns that count with 0, by reason.
    pub zeros: Vec<Counted>,
    /// Turns of the run that were passed over, by reason.
    pub ignored: Vec<Counted>,
    /// Tables of labels, where labels were scored.
    pub labels: Vec<LabelTable>,
    /// How what is shown was counted.
    pub notes: Vec<String>,
}

/// A turn.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// Its name.
    pub id: String,
    /// The groups it is in, by kind of group: `turn-type`, `topic`, `label`.
    pub groups: BTreeMap<&'static str, String>,
}

impl Turn {
    /// A turn in no group.
    pub fn new(id: impl Into<String>) -> Turn {
        Turn { id: id.into(), groups: BTreeMap::new() }
    }

    /// Puts it in a group.
    pub fn group(mut self, kind: &'static str, name: impl Into<String>) -> Turn {
        self.groups.insert(kind, name.into());
        self
    }
}

/// A number of turns, and what they have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// What they have in common.
    pub why: String,
    /// How many.
    pub turns: usize,
}

/// Counts turns by reason, in the order the reasons first occur.
pub fn count<'a>(reasons: impl IntoIterator<Item = &'a str>) -> Vec<Counted> {
    let mut counts: Vec<Counted> = Vec::new();
    for why in reasons {
        match counts.iter_mut().find(|c| c.why == why) {
            Some(counted) => counted.turns += 1,
            None => counts.push(Counted { why: why.to_owned(), turns: 1 }),
        }
    }
    counts
}

/// One measure of a run.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Its name.
    pub name: String,
    /// Its value over all turns scored; none where no turn was.
    pub value: Option<f64>,
    /// The turns it is over.
    pub scored: usize,
    /// The turns it is not over, by reason.
    pub left_out: Vec<Counted>,
    /// Each turn's score; empty where the measure is none of single turns.
    pub scores: Vec<Option<f64>>,
    /// Whether a turn is either right or wrong.
    pub binary: bool,
    /// The model and settings that made the scores, where a model did.
    pub model: Option<String>,
}

impl Measure {
    /// The mean of the turns' scores.
    pub fn mean(name: impl Into<String>, scores: impl IntoIterator<Item = Score>) -> Measure {
        let scores: Vec<Score> = scores.into_iter().collect();
        let left_out = count(scores.iter().filter_map(|s| s.err()));
        let scores: Vec<Option<f64>> = scores.into_iter().map(|s| s.ok()).collect();
        Measure {
            name: name.into(),
            value: mean(scores.iter().flatten().copied()),
            scored: scores.iter().flatten().count(),
            left_out,
            binary: scores.iter().flatten().all(|&s| s == 0.0 || s == 1.0),
            scores,
            model: None,
        }
    }

    /// A value over turns that is no mean of theirs.
    pub fn whole(name: impl Into<String>, value: Option<f64>, scored: usize) -> Measure {
        Measure {
            name: name.into(),
            value,
            scored,
            left_out: Vec::new(),
            scores: Vec::new(),
            binary: false,
            model: None,
        }
    }

    /// Says which model made the scores.
    pub fn by_model(mut self, identity: impl Into<String>) -> Measure {
        self.model = Some(identity.into());
        self
    }

    /// The bootstrap interval of the mean at 95%; none for measures that are no means.
    pub fn interval(&self, rounds: usize, seed: u64) -> Option<Interval> {
        let scores: Vec<f64> = self.scores.iter().flatten().copied().collect();
        bootstrap(&scores, 0.95, rounds, seed).ok()
    }
}

/// How a run did label by label.
#[derive(Clone, Debug)]
pub struct LabelTable {
    /// Which labels these are.
    pub name: String,
    /// The labels, in the confusion's order.
    pub labels: Vec<LabelRow>,
    /// How often each gold label (row) was given each label (column).
    pub confusion: Vec<Vec<usize>>,
}

/// How a run did on one label.
#[derive(Clone, Debug)]
pub struct LabelRow {
    /// The label.
    pub label: String,
    /// Right among those given the label.
    pub precision: f64,
    /// Right among those that have the label.
    pub recall: f64,
    /// The harmonic mean of both.
    pub f1: f64,
    /// Turns that have the label.
    pub support: usize,
}

/// The mean; none of nothing.
pub fn mean(scores: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0usize);
    for score in scores {
        sum += score;
        count += 1;
    }
    (count > 0).then(|| sum / count as f64)
}

/// The measures of the turns in one group.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// The turns in it.
    pub turns: usize,
    /// The measures that are means, over its turns.
    pub measures: Vec<Measure>,
}

impl LabelTable {
    /// The part of a classification that is shown.
    pub fn new(name: impl Into<String>, table: &labels::LabelTable) -> LabelTable {
        let row = |row: &labels::LabelRow| LabelRow {
            label: row.label.clone(),
            precision: row.precision,
            recall: row.recall,
            f1: row.f1,
            support: row.gold as usize,
        };
        let counts = |row: &Vec<u64>| row.iter().map(|&count| count as usize).collect();
        LabelTable {
            name: name.into(),
            labels: table.rows.iter().map(row).collect(),
            confusion: table.confusion.iter().map(counts).collect(),
        }
    }
}

impl Report {
    /// A report without scores yet.
    pub fn new(form: &str, truth: &Path, run: &Path) -> Report {
        Report {
            form: form.to_owned(),
            truth: truth.display().to_string(),
            run: run.display().to_string(),
            ..Report::default()
        }
    }

    /// The turns with at least one score.
    pub fn scored(&self) -> usize {
        self.is_scored().iter().filter(|&&scored| scored).count()
    }

    fn is_scored(&self) -> Vec<bool> {
        let mut scored = vec![false; self.turns.len()];
        for measure in &self.measures {
            for (seen, score) in scored.iter_mut().zip(&measure.scores) {
                *seen |= score.is_some();
            }
        }
        scored
    }

    /// A measure by its name.
    pub fn measure(&self, name: &str) -> Option<&Measure> {
        self.measures.iter().find(|m| m.name == name)
    }

    /// The kinds of groups the turns are in.
    pub fn kinds(&self) -> Vec<&'static str> {
        let mut kinds: Vec<_> =
            self.turns.iter().flat_map(|turn| turn.groups.keys().copied()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Every measure that is a mean, group by group, the largest group first.
    pub fn by(&self, kind: &str) -> Result<Vec<Group>> {
        if !self.kinds().contains(&kind) {
            let kinds = self.kinds();
            return Err(Error::Asked(match kinds.is_empty() {
                true => format!("{} has no groups to break scores down by", self.form),
                false => {
                    format!("{} breaks down by {}, not by {kind}", self.form, kinds.join(" or "))
                }
            }));
        }
        let mut members: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, turn) in self.turns.iter().enumerate() {
            let group = turn.groups.get(kind).map_or("(none)", String::as_str);
            members.entry(group).or_default().push(number);
        }
        let mut groups: Vec<Group> = members
            .into_iter()
            .map(|(name, turns)| Group {
                name: name.to_owned(),
                turns: turns.len(),
                measures: self.means_over(&turns),
            })
            .collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.turns));
        Ok(groups)
    }

    fn means_over(&self, turns: &[usize]) -> Vec<Measure> {
        self.measures
            .iter()
            .filter(|measure| !measure.scores.is_empty())
            .map(|measure| {
                let score = |&turn: &usize| measure.scores.get(turn).copied().flatten();
                let cells = turns.iter().map(|t| score(t).ok_or("left out"));
                Measure { model: measure.model.clone(), ..Measure::mean(&measure.name, cells) }
            })
            .collect()
    }
}
