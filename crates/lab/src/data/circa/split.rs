//! Circa's two settings (section 4): *matched*, 60/20/20 of all examples, and *unmatched*, ten folds that each hold one scenario out. The paper's
//! own division was not released; this one depends on the seed and the ids alone.

use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::Label;
use crate::data::error::{Error, Result};
use crate::data::turn::Row;

/// The seed where none is named.
pub const DEFAULT_SEED: u64 = 13;

/// Whether rows are divided by chance or by scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// All scenarios are in all parts.
    Matched,
    /// The scenario of this number, as in table 13, is held out.
    Unmatched(usize),
}

/// A part of a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// To train on.
    Train,
    /// To choose by.
    Dev,
    /// To test on.
    Test,
}

/// The labels that count: rows without one are left out before the division, as in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Six labels.
    Strict,
    /// Four labels.
    Relaxed,
}

impl Scheme {
    /// The key of [`Row::labels`].
    pub fn name(self) -> &'static str {
        match self {
            Scheme::Strict => "strict",
            Scheme::Relaxed => "relaxed",
        }
    }

    /// Whether a row takes part: it has a majority, which is not *other* and not *not sure*.
    pub fn has(self, row: &Row) -> bool {
        let label = row.labels.get(self.name()).and_then(|label| Label::parse(label));
        label.is_some_and(|label| !matches!(label, Label::Other | Label::NotSure))
    }
}

/// A split's name, taken apart: `[strict/|relaxed/]matched[:SEED]/PART` or `[strict/|relaxed/]unmatched[:SEED]/SCENARIO/PART`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CircaSplit {
    /// The scheme whose rows are divided; none: all rows.
    pub scheme: Option<Scheme>,
    /// How rows are divided.
    pub setting: Setting,
    /// What the order of rows depends on.
    pub seed: u64,
    /// The part.
    pub part: Part,
}

impl FromStr for CircaSplit {
    type Err = Error;

    fn from_str(name: &str) -> Result<CircaSplit> {
        parse(name).ok_or_else(|| Error::UnknownSplit {
            set: "Circa".to_owned(),
            split: name.to_owned(),
            splits: "all, held-out, training, matched/train, matched/dev, matched/test, unmatched/N/train, unmatched/N/dev and unmatched/N/test with \
                     a scenario N from 1 to 10; strict/ or relaxed/ before it divides the rows of that scheme alone, matched:SEED another way"
                .to_owned(),
        })
    }
}

fn parse(name: &str) -> Option<CircaSplit> {
    let (scheme, rest) = match name.split_once('/')? {
        ("strict", rest) => (Some(Scheme::Strict), rest),
        ("relaxed", rest) => (Some(Scheme::Relaxed), rest),
        _ => (None, name),
    };
    let (setting, rest) = rest.split_once('/')?;
    let (setting, seed) = match setting.split_once(':') {
        Some((setting, seed)) => (setting, seed.parse().ok()?),
        None => (setting, DEFAULT_SEED),
    };
    let (setting, part) = match setting {
        "matched" => (Setting::Matched, rest),
        "unmatched" => {
            let (number, part) = rest.split_once('/')?;
            let number = number.parse().ok().filter(|number| (1..=10).contains(number))?;
            (Setting::Unmatched(number), part)
        }
        _ => return None,
    };
    let part = match part {
        "train" => Part::Train,
        "dev" => Part::Dev,
        "test" => Part::Test,
        _ => return None,
    };
    Some(CircaSplit { scheme, setting, seed, part })
}

impl CircaSplit {
    /// The rows of the part.
    pub fn of(self, mut rows: Vec<Row>) -> Vec<Row> {
        if let Some(scheme) = self.scheme {
            rows.retain(|row| scheme.has(row));
        }
        let [train, dev, test] = match self.setting {
            Setting::Matched => matched(rows, self.seed),
            Setting::Unmatched(scenario) => unmatched(rows, scenario, self.seed),
        };
        match self.part {
            Part::Train => train,
            Part::Dev => dev,
            Part::Test => test,
        }
    }
}

/// 60% of the rows, and half each of the rest; sizes as the paper rounds them.
pub fn matched(rows: Vec<Row>, seed: u64) -> [Vec<Row>; 3] {
    let mut train = shuffled(rows, seed);
    let mut dev = train.split_off(train.len() * 6 / 10);
    let test = dev.split_off(dev.len() / 2);
    [train, dev, test]
}

/// One scenario to test on, a ninth of the others for development. The paper does not say how it divided these; its sizes are near this.
pub fn unmatched(rows: Vec<Row>, scenario: usize, seed: u64) -> [Vec<Row>; 3] {
    let number = scenario.to_string();
    let held_out = |row: &Row| row.facets.get("scenario") == Some(&number);
    let (test, rest): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(held_out);
    let mut train = shuffled(rest, seed);
    let dev = train.split_off(train.len() - train.len() / 9);
    [train, dev, test]
}

fn shuffled(mut rows: Vec<Row>, seed: u64) -> Vec<Row> {
    rows.sort_by_cached_key(|row| {
        Sha256::digest(format!("circa {seed}/{}", row.id).as_bytes()).to_vec()
    });
    rows
}
