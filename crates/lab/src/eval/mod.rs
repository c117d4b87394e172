//! Systems over conversations: runs, resumed and cached, into a results folder.

mod error;
pub mod results;

pub use error::{Error, Result};
