//! Why labels cannot be compared.

/// Labels that do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is nothing to compare.
    #[error("no labels to score: there is no item with a gold and a predicted label")]
    NoPairs,
    /// A fixed list of labels is empty.
    #[error("the list of labels is empty; name at least one, or give no list")]
    NoLabels,
    /// A fixed list names a label twice.
    #[error("the list of labels names {0:?} twice; name each label once")]
    RepeatedLabel(String),
    /// A judge gave a label that is not in the list.
    #[error(
        "item {item}, judge {judge}: the label {label:?} is not in the list of labels; add it to the list, or leave that judgement out"
    )]
    UnknownLabel {
        /// Which item, counted from one.
        item: usize,
        /// Which judge, counted from one.
        judge: usize,
        /// The label.
        label: String,
    },
    /// Two systems' outcomes are not of the same items.
    #[error(
        "McNemar's test needs both systems' outcomes on the same items, in the same order (the first has {first}, the second {second}); score both over the same items"
    )]
    Lengths {
        /// Outcomes of the first system.
        first: usize,
        /// Outcomes of the second.
        second: usize,
    },
}

/// Why these labels have no such value. The reference packages give NaN, or fail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undefined {
    /// Agreement is between two judgements of an item at least.
    #[error("undefined, because no item has two judgements to compare")]
    NothingToCompare,
    /// Where only one label is ever given, chance explains all agreement.
    #[error("undefined, because only one label is given ({0:?})")]
    OneLabel(String),
    /// Labels that differ, but not by this level's distance, such as −1 and 1 as ratios.
    #[error("undefined, because no two of the labels differ at this level of measurement")]
    NoDistance,
    /// Labels without an order.
    #[error(
        "undefined, because the labels have no order; give the list of labels from lowest to highest"
    )]
    NoOrder,
    /// Distances need numbers.
    #[error(
        "undefined, because the label {0:?} is no number; use the nominal level, or the ordinal one with a list of labels"
    )]
    NotANumber(String),
    /// The systems are right and wrong on the same items.
    #[error("undefined, because the systems are right and wrong on the same items")]
    NoDifference,
}
