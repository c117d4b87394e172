//! Loaders: official files in, typed turns and labelled rows out.

mod error;
mod set;
mod stream;
mod turn;

pub use error::{Error, Result};
pub use set::{DataSet, Kind};
pub use stream::{Rows, Skipped, Stream, Turns};
pub use turn::{Evidence, Exchange, Gold, Row, Turn};
