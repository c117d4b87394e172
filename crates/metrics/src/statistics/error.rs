//! Why a test or an interval cannot be given.

/// Something was asked for that makes no sense, or has no value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// Two systems' scores are not of the same turns.
    #[error(
        "a paired test needs both systems' scores of the same turns, in the same order (the first has {first}, the second {second}); score both over the same turns"
    )]
    Lengths {
        /// Scores of the first system.
        first: usize,
        /// Scores of the second.
        second: usize,
    },
    /// A score is infinite or not a number.
    #[error(
        "score {position} is {value}; every score must be a finite number: leave that turn out"
    )]
    NotFinite {
        /// Which score, counted from one.
        position: usize,
        /// What it is.
        value: f64,
    },
    /// A level of confidence or significance is out of range.
    #[error("a level must be above 0 and below 1 (got {0}); 95% is 0.95")]
    Level(f64),
    /// No resampling was asked for.
    #[error("the number of rounds must be at least 1; 1000 and more give steady results")]
    NoRounds,
    /// A p-value is out of range.
    #[error(
        "p-value {position} is {value}; it must be between 0 and 1: leave out tests that are undefined"
    )]
    NotAProbability {
        /// Which p-value, counted from one.
        position: usize,
        /// What it is.
        value: f64,
    },
    /// A share above 1.
    #[error("{successes} of {trials} is no share; the first number must not be the larger one")]
    MoreThanAll {
        /// How many were counted.
        successes: u64,
        /// Out of how many.
        trials: u64,
    },
    /// The question makes sense, but these data have no answer.
    #[error(transparent)]
    Undefined(#[from] Undefined),
}

/// Why these data have no such value. The reference packages give NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undefined {
    /// There is nothing to compute over.
    #[error("undefined, because there is no score")]
    Nothing,
    /// A variance needs two.
    #[error("undefined, because there is only one pair of scores")]
    OnePair,
    /// The two systems have the same score on every turn.
    #[error("undefined, because both systems have the same score on every turn")]
    NoDifference,
}
