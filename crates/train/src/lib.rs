//! Light training on the CPU: bags of words, BiLSTM over static vectors, and linear heads on a frozen encoder's features.
//!
//! ```text
//! rows  →  numbers  →  examples  →  network  →  head
//! rows.rs  reader.rs, vectors.rs  examples.rs, scale.rs  fit.rs, network.rs  learn.rs, head.rs
//! ```

#![forbid(unsafe_code)]

mod adam;
#[cfg(test)]
mod differences;
mod error;
mod examples;
mod fit;
mod head;
mod learn;
mod linear;
mod loss;
mod lstm;
mod matrix;
mod network;
mod param;
mod pool;
mod random;
mod reader;
mod rows;
mod scale;
mod vectors;

pub use error::{Error, Result};
pub use examples::{Examples, Inputs};
pub use fit::{Fitted, Measure, Plan, Progress, Schedule, best, fit, predict};
pub use head::{Head, SETTINGS, Said, Settings};
pub use learn::{FEWEST_ROWS, Learned, Stage, learn, learn_with};
pub use linear::Linear;
pub use loss::softmax;
pub use network::{Network, Shape};
pub use param::{Learns, Param};
pub use random::Random;
pub use reader::{ENCODER, Kind, Reader, VECTORS, Watch};
pub use rows::{Columns, Row, read_rows};
pub use scale::Scale;
pub use vectors::{Table, Vectors};
