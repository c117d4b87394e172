//! Loaders: official files in, typed turns and labelled rows out.
//!
//! A loader reads its file a piece at a time, keeps what it skips and why ([`Stream::skipped`]), and says in one sentence where a file is not what it
//! should be: another format, cut off, another version, not there.

mod abg_coqa;
mod boolq;
mod canard;
mod cast;
pub mod circa;
mod coqa;
mod error;
mod json_items;
mod lines;
mod open;
pub mod pragmaticqa;
pub mod pragmeval;
mod qrecc;
mod quac;
mod set;
mod share;
mod squad;
mod stream;
pub mod topiocqa;
mod turn;

pub use error::{Error, Result};
pub use set::{DataSet, Kind};
pub use share::share;
pub use stream::{Rows, Skipped, Stream, Turns};
pub use turn::{Clarification, Evidence, Exchange, Gold, Reading, Row, Turn};
