//! The judgements that make up a turn of conversation, each a function over plain data and weights.
//!
//! [`interpret`] says what a reply to a yes/no question means, [`rewrite`] makes a question of a
//! conversation stand alone, [`find`] says what to look for, [`rank`] puts passages in the order in which they are likely to have its
//! answer, [`read`] finds it in a passage, [`anticipate`] says what the asker would want to hear after
//! it, [`ground`] whether evidence supports a reply, [`analyze`] what kind of utterance a text is.

#![forbid(unsafe_code)]

pub mod analyze;
pub mod anticipate;
#[cfg(test)]
mod asked_tests;
mod context;
mod error;
pub mod find;
pub mod ground;
pub mod interpret;
mod judge_file;
mod overlap;
pub mod rank;
pub mod read;
pub mod rewrite;
mod turn;
mod yes_no;

pub use error::{Error, Part, Result};
pub use turn::Turn;
