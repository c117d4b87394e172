//! Labels: how well a system finds them, and how well judges agree on them.
//!
//! [`LabelTable`] compares predicted labels with the gold ones; [`RightWrong`] tests whether one
//! system is right more often than another; [`Ratings`] holds several judges' labels and gives
//! the measures of their agreement.

mod agreement;
mod classification;
mod error;
mod mcnemar;

pub use agreement::{Agreement, Level, Ratings, Weights};
pub use classification::{Average, LabelRow, LabelTable};
pub use error::{Error, Undefined};
pub use mcnemar::{McNemar, RightWrong};
