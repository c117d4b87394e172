//! The judgements that make up a turn of conversation, each a function over plain data and weights.
//!
//! [`interpret`] says what a reply to a yes/no question means.

#![forbid(unsafe_code)]

mod error;
pub mod interpret;

pub use error::{Error, Part, Result};
