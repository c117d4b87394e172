//! Predicted labels against gold ones, as scikit-learn's `precision_recall_fscore_support`,
//! `confusion_matrix`, `accuracy_score`, `balanced_accuracy_score` and `matthews_corrcoef`.
//!
//! Without a list of labels, all that occur in the gold or the predictions count, in the order of
//! their code points. With one, it says which labels are averaged over, and in which order;
//! accuracy, balanced accuracy and Matthews' coefficient still count every pair, as they do there.
//!
//! A share of nothing is 0, as there: [`LabelRow::never_predicted`] and [`LabelRow::never_gold`]
//! tell which labels that touched.

use std::collections::{BTreeMap, HashMap};

use super::error::Error;

/// How well a system finds each label, and all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelTable {
    /// A row for each label.
    pub rows: Vec<LabelRow>,
    /// `confusion[g][p]` pairs have gold label `g` and predicted label `p`, in the order of
    /// `rows`. Pairs with a label that is not listed are not here.
    pub confusion: Vec<Vec<u64>>,
    /// Pairs scored.
    pub pairs: u64,
    /// Pairs of which one label or both are not listed.
    pub outside: u64,
    /// The share of pairs with the right label.
    pub accuracy: f64,
    /// The mean recall of the labels that occur in the gold.
    pub balanced_accuracy: f64,
    /// Matthews' correlation coefficient for any number of labels (Gorodkin, 2004); 0 where all
    /// the gold or all the predictions are one label.
    pub matthews: f64,
    /// The labels' means: each counts the same.
    pub macro_average: Average,
    /// All pairs of listed labels together.
    pub micro_average: Average,
    /// The labels' means: each counts as often as it is in the gold.
    pub weighted_average: Average,
}

/// How well a system finds one label.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelRow {
    /// The label.
    pub label: String,
    /// The share of its predictions that are right.
    pub precision: f64,
    /// The share of its gold occurrences that are found.
    pub recall: f64,
    /// The harmonic mean of the two.
    pub f1: f64,
    /// How often it is in the gold: scikit-learn's support.
    pub gold: u64,
    /// How often it is predicted.
    pub predicted: u64,
    /// How often it is predicted rightly.
    pub right: u64,
}

/// Precision, recall and F1 over several labels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Average {
    /// Precision.
    pub precision: f64,
    /// Recall.
    pub recall: f64,
    /// F1: of the labels' F1s, not of the average precision and recall.
    pub f1: f64,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    gold: u64,
    predicted: u64,
    right: u64,
}

impl LabelTable {
    /// Scores (gold, predicted) pairs over the labels that occur in them.
    ///
    /// ```
    /// use grice_metrics::labels::LabelTable;
    /// let table = LabelTable::new([("yes", "yes"), ("no", "yes"), ("no", "no")])?;
    /// assert_eq!(table.confusion, [[1, 1], [0, 1]]); // no, yes
    /// assert_eq!(table.rows[1].precision, 0.5);
    /// # Ok::<(), grice_metrics::labels::Error>(())
    /// ```
    pub fn new<G, P>(pairs: impl IntoIterator<Item = (G, P)>) -> Result<LabelTable, Error>
    where
        G: AsRef<str>,
        P: AsRef<str>,
    {
        let counted = Counted::new(pairs)?;
        let mut labels = counted.labels.clone();
        labels.sort_unstable();
        Ok(counted.table(labels))
    }

    /// Scores (gold, predicted) pairs over listed labels, in the list's order. A listed label
    /// need not occur.
    pub fn with_labels<G, P, L>(
        pairs: impl IntoIterator<Item = (G, P)>,
        labels: impl IntoIterator<Item = L>,
    ) -> Result<LabelTable, Error>
    where
        G: AsRef<str>,
        P: AsRef<str>,
        L: Into<String>,
    {
        let labels: Vec<String> = labels.into_iter().map(Into::into).collect();
        listed(&labels)?;
        Ok(Counted::new(pairs)?.table(labels))
    }

    /// A label's row.
    pub fn row(&self, label: &str) -> Option<&LabelRow> {
        self.rows.iter().find(|row| row.label == label)
    }
}

impl LabelRow {
    fn new(label: String, counts: Counts) -> LabelRow {
        let Counts { gold, predicted, right } = counts;
        let Average { precision, recall, f1 } = Average::of(counts);
        LabelRow { label, precision, recall, f1, gold, predicted, right }
    }

    /// Whether its precision is 0 only because it is never predicted.
    pub fn never_predicted(&self) -> bool {
        self.predicted == 0
    }

    /// Whether its recall is 0 only because the gold never has it. If it is never predicted
    /// either, its F1 is 0 for that reason.
    pub fn never_gold(&self) -> bool {
        self.gold == 0
    }
}

impl Average {
    fn of(counts: Counts) -> Average {
        Average {
            precision: share(counts.right, counts.predicted),
            recall: share(counts.right, counts.gold),
            f1: share(2 * counts.right, counts.gold + counts.predicted),
        }
    }

    fn weighted(rows: &[LabelRow], weight: impl Fn(&LabelRow) -> u64) -> Average {
        let total: u64 = rows.iter().map(&weight).sum();
        // Without any gold occurrence nothing can be right, so every mean is 0.
        if total == 0 {
            return Average::default();
        }
        let mean = |of: fn(&LabelRow) -> f64| {
            rows.iter().map(|row| of(row) * weight(row) as f64).sum::<f64>() / total as f64
        };
        Average {
            precision: mean(|row| row.precision),
            recall: mean(|row| row.recall),
            f1: mean(|row| row.f1),
        }
    }
}

/// Refuses lists that are empty or name a label twice.
pub(super) fn listed(labels: &[String]) -> Result<(), Error> {
    if labels.is_empty() {
        return Err(Error::NoLabels);
    }
    let mut sorted: Vec<&String> = labels.iter().collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(Error::RepeatedLabel(two[0].clone())),
        None => Ok(()),
    }
}

/// The pairs, counted by label. Labels are numbered as they are met.
struct Counted {
    labels: Vec<String>,
    cells: BTreeMap<(usize, usize), u64>,
    counts: Vec<Counts>,
    pairs: u64,
}

impl Counted {
    fn new<G: AsRef<str>, P: AsRef<str>>(
        pairs: impl IntoIterator<Item = (G, P)>,
    ) -> Result<Counted, Error> {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut number = |label: &str| match numbers.get(label) {
            Some(&number) => number,
            None => {
                numbers.insert(label.to_owned(), numbers.len());
                numbers.len() - 1
            }
        };
        let mut cells: BTreeMap<(usize, usize), u64> = BTreeMap::new();
        for (gold, predicted) in pairs {
            *cells.entry((number(gold.as_ref()), number(predicted.as_ref()))).or_default() += 1;
        }
        if cells.is_empty() {
            return Err(Error::NoPairs);
        }
        let mut counts = vec![Counts::default(); numbers.len()];
        for (&(gold, predicted), &count) in &cells {
            counts[gold].gold += count;
            counts[predicted].predicted += count;
            if gold == predicted {
                counts[gold].right += count;
            }
        }
        let mut labels = vec![String::new(); numbers.len()];
        for (label, number) in numbers {
            labels[number] = label;
        }
        let pairs = cells.values().sum();
        Ok(Counted { labels, cells, counts, pairs })
    }

    fn table(&self, labels: Vec<String>) -> LabelTable {
        let places: HashMap<&str, usize> =
            labels.iter().enumerate().map(|(place, label)| (label.as_str(), place)).collect();
        let place_of: Vec<Option<usize>> =
            self.labels.iter().map(|label| places.get(label.as_str()).copied()).collect();
        let mut confusion = vec![vec![0; labels.len()]; labels.len()];
        let mut outside = 0;
        for (&(gold, predicted), &count) in &self.cells {
            match (place_of[gold], place_of[predicted]) {
                (Some(gold), Some(predicted)) => confusion[gold][predicted] += count,
                _ => outside += count,
            }
        }
        let mut counts = vec![Counts::default(); labels.len()];
        for (place, counted) in place_of.iter().zip(&self.counts) {
            if let Some(place) = place {
                counts[*place] = *counted;
            }
        }
        let all = counts.iter().fold(Counts::default(), |all, counts| Counts {
            gold: all.gold + counts.gold,
            predicted: all.predicted + counts.predicted,
            right: all.right + counts.right,
        });
        let rows: Vec<LabelRow> =
            labels.into_iter().zip(counts).map(|(label, c)| LabelRow::new(label, c)).collect();
        LabelTable {
            macro_average: Average::weighted(&rows, |_| 1),
            micro_average: Average::of(all),
            weighted_average: Average::weighted(&rows, |row| row.gold),
            rows,
            confusion,
            pairs: self.pairs,
            outside,
            accuracy: share(self.right(), self.pairs),
            balanced_accuracy: self.balanced_accuracy(),
            matthews: self.matthews(),
        }
    }

    fn right(&self) -> u64 {
        self.counts.iter().map(|counts| counts.right).sum()
    }

    fn balanced_accuracy(&self) -> f64 {
        let in_gold = self.counts.iter().filter(|counts| counts.gold > 0);
        let recalls: f64 = in_gold.clone().map(|counts| share(counts.right, counts.gold)).sum();
        recalls / in_gold.count() as f64
    }

    fn matthews(&self) -> f64 {
        let product = |of: fn(&Counts) -> (u64, u64)| -> f64 {
            self.counts.iter().map(of).map(|(a, b)| a as f64 * b as f64).sum()
        };
        let pairs = self.pairs as f64;
        let both = self.right() as f64 * pairs - product(|c| (c.gold, c.predicted));
        let gold = pairs * pairs - product(|c| (c.gold, c.gold));
        let predicted = pairs * pairs - product(|c| (c.predicted, c.predicted));
        if gold == 0.0 || predicted == 0.0 { 0.0 } else { both / (gold * predicted).sqrt() }
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_is_only_predicted_or_only_gold_has_a_row_and_says_so() {
        let table = LabelTable::new([("a", "a"), ("b", "c")]).unwrap();
        let labels: Vec<&str> = table.rows.iter().map(|row| row.label.as_str()).collect();
        assert_eq!(labels, ["a", "b", "c"]);
        let (b, c) = (table.row("b").unwrap(), table.row("c").unwrap());
        assert!(b.never_predicted() && !b.never_gold() && b.precision == 0.0);
        assert!(c.never_gold() && !c.never_predicted() && c.recall == 0.0);
        assert!((table.macro_average.f1 - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn pairs_outside_the_list_are_counted_but_not_in_the_matrix() {
        let pairs = [("a", "a"), ("a", "z"), ("z", "a"), ("z", "z")];
        let table = LabelTable::with_labels(pairs, ["b", "a"]).unwrap();
        assert_eq!(table.confusion, [[0, 0], [0, 1]]);
        assert_eq!((table.pairs, table.outside), (4, 3));
        assert_eq!(table.accuracy, 0.5);
        let a = table.row("a").unwrap();
        assert_eq!((a.gold, a.predicted, a.right), (2, 2, 1));
    }

    #[test]
    fn lists_that_are_empty_or_repeat_a_label_are_refused() {
        let none: [&str; 0] = [];
        assert_eq!(LabelTable::with_labels([("a", "a")], none), Err(Error::NoLabels));
        assert_eq!(
            LabelTable::with_labels([("a", "a")], ["a", "b", "a"]),
            Err(Error::RepeatedLabel("a".into()))
        );
    }

    #[test]
    fn nothing_to_score_is_an_error() {
        let none: [(&str, &str); 0] = [];
        assert_eq!(LabelTable::new(none), Err(Error::NoPairs));
    }
}
