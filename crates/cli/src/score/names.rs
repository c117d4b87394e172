//! What options of `grice score` can be set to.

use clap::ValueEnum;
use grice_metrics::answer::Policy;
use grice_metrics::labels::{Level, Weights};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TestName {
    /// The paired t-test
    TTest,
    /// Fisher's randomisation test
    Randomisation,
    /// McNemar's exact test, for right and wrong
    Mcnemar,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for the terminal
    Text,
    /// One JSON object
    Json,
    /// Comma-separated values, all digits
    Csv,
    /// Markdown tables
    Markdown,
    /// LaTeX tables (booktabs)
    Latex,
    /// The shared task's blocks
    Prototext,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OmittedName {
    /// Not counted
    LeftOut,
    /// Counted as 0
    Zero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PolicyName {
    /// The mean over leaving each reference out of the best score against the others
    LeaveOneOut,
    /// The best score
    Best,
}

impl From<PolicyName> for Policy {
    fn from(name: PolicyName) -> Policy {
        match name {
            PolicyName::LeaveOneOut => Policy::LeaveOneOut,
            PolicyName::Best => Policy::Best,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TokenizerName {
    /// sacrebleu's default
    #[value(name = "13a")]
    ThirteenA,
    /// sacrebleu's international tokenizer
    Intl,
    /// Every character for itself
    Char,
    /// White space only
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LevelName {
    Nominal,
    Ordinal,
    Interval,
    Ratio,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Level {
        match name {
            LevelName::Nominal => Level::Nominal,
            LevelName::Ordinal => Level::Ordinal,
            LevelName::Interval => Level::Interval,
            LevelName::Ratio => Level::Ratio,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WeightsName {
    None,
    Linear,
    Quadratic,
}

impl From<WeightsName> for Weights {
    fn from(name: WeightsName) -> Weights {
        match name {
            WeightsName::None => Weights::None,
            WeightsName::Linear => Weights::Linear,
            WeightsName::Quadratic => Weights::Quadratic,
        }
    }
}
