//! How well judges agree on the labels of items.

mod cohen;
mod fleiss;
mod krippendorff;

use std::collections::HashMap;

use super::classification::listed;
use super::error::{Error, Undefined};

pub use cohen::Weights;
pub use krippendorff::Level;

/// Several judges' labels for the same items; a judge may have left an item out.
#[derive(Clone, Debug)]
pub struct Ratings {
    labels: Vec<String>,
    ordered: bool,
    items: Vec<Vec<Option<usize>>>,
}

/// A measure of agreement and what it is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// The value, or why there is none.
    pub value: Result<f64, Undefined>,
    /// Items it is over.
    pub used: usize,
    /// Items it is not over: they have too few judgements, or for Fleiss another number of them.
    pub left_out: usize,
    /// Judgements it is over.
    pub judgements: usize,
}

impl Ratings {
    /// One row an item, with one place a judge: a label, or none. Labels that are all numbers are
    /// ordered as numbers; other labels have no order.
    pub fn new<R, S>(rows: impl IntoIterator<Item = R>) -> Ratings
    where
        R: IntoIterator<Item = Option<S>>,
        S: AsRef<str>,
    {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut number = |label: S| {
            let next = numbers.len();
            match numbers.get(label.as_ref()) {
                Some(&number) => number,
                None => *numbers.entry(label.as_ref().to_owned()).or_insert(next),
            }
        };
        let items = rows
            .into_iter()
            .map(|row| row.into_iter().map(|label| label.map(&mut number)).collect())
            .collect();
        let mut labels = vec![String::new(); numbers.len()];
        for (label, number) in numbers {
            labels[number] = label;
        }
        Ratings { labels, ordered: false, items }
    }

    /// As [`Ratings::new`], with the list of all labels from lowest to highest. Only listed
    /// labels may occur.
    pub fn ordered<R, S, L>(
        rows: impl IntoIterator<Item = R>,
        labels: impl IntoIterator<Item = L>,
    ) -> Result<Ratings, Error>
    where
        R: IntoIterator<Item = Option<S>>,
        S: AsRef<str>,
        L: Into<String>,
    {
        let labels: Vec<String> = labels.into_iter().map(Into::into).collect();
        listed(&labels)?;
        let places: HashMap<&str, usize> =
            labels.iter().enumerate().map(|(place, label)| (label.as_str(), place)).collect();
        let place_of = |item: usize, judge: usize, label: Option<S>| match label {
            None => Ok(None),
            Some(label) => match places.get(label.as_ref()) {
                Some(&place) => Ok(Some(place)),
                None => Err(Error::UnknownLabel {
                    item: item + 1,
                    judge: judge + 1,
                    label: label.as_ref().to_owned(),
                }),
            },
        };
        let mut items: Vec<Vec<Option<usize>>> = Vec::new();
        for (item, row) in rows.into_iter().enumerate() {
            let places = row.into_iter().enumerate().map(|(j, label)| place_of(item, j, label));
            items.push(places.collect::<Result<_, _>>()?);
        }
        Ok(Ratings { labels, ordered: true, items })
    }

    /// How many items there are, judged or not.
    pub fn items(&self) -> usize {
        self.items.len()
    }

    /// How many judges there are: the places of the longest row.
    pub fn judges(&self) -> usize {
        self.items.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The share of all pairs of judgements of the same item that have the same label.
    pub fn pairwise(&self) -> Agreement {
        let (mut same, mut all) = (0u64, 0u64);
        let mut over = Over::default();
        for counts in self.counts() {
            let given: u64 = counts.iter().map(|&(_, count)| count).sum();
            if given < 2 {
                continue;
            }
            same += counts.iter().map(|&(_, count)| count * (count - 1)).sum::<u64>();
            all += given * (given - 1);
            over.add(given);
        }
        let value =
            if all == 0 { Err(Undefined::NothingToCompare) } else { Ok(same as f64 / all as f64) };
        self.over(value, over)
    }

    /// For each item, how often each label was given; labels not given are not there.
    fn counts(&self) -> impl Iterator<Item = Vec<(usize, u64)>> + '_ {
        self.items.iter().map(|item| {
            let mut counts: Vec<(usize, u64)> = Vec::new();
            for &label in item.iter().flatten() {
                match counts.iter_mut().find(|(counted, _)| *counted == label) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((label, 1)),
                }
            }
            counts
        })
    }

    fn over(&self, value: Result<f64, Undefined>, over: Over) -> Agreement {
        Agreement {
            value,
            used: over.items,
            left_out: self.items.len() - over.items,
            judgements: over.judgements,
        }
    }

    /// The labels' numbers. Labels such as `1` and `1.0` have the same one.
    fn numbers(&self) -> Result<Vec<f64>, Undefined> {
        let number = |label: &String| match label.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(Undefined::NotANumber(label.clone())),
        };
        self.labels.iter().map(number).collect()
    }

    /// Each label's place from lowest to highest.
    fn ranks(&self) -> Result<Vec<usize>, Undefined> {
        if self.ordered {
            return Ok((0..self.labels.len()).collect());
        }
        let numbers = self.numbers().map_err(|_| Undefined::NoOrder)?;
        let mut sorted = numbers.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        sorted.dedup();
        Ok(numbers.iter().map(|n| sorted.partition_point(|other| other < n)).collect())
    }
}

/// What a measure is over.
#[derive(Clone, Copy, Debug, Default)]
struct Over {
    items: usize,
    judgements: usize,
}

impl Over {
    fn add(&mut self, judgements: u64) {
        self.items += 1;
        self.judgements += judgements as usize;
    }
}

#[cfg(test)]
mod tests;
