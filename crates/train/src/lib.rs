//! Light training on the CPU.

#![forbid(unsafe_code)]

mod adam;
#[cfg(test)]
mod differences;
mod error;
mod examples;
mod fit;
mod linear;
mod loss;
mod lstm;
mod matrix;
mod network;
mod param;
mod pool;
mod random;
mod vectors;

pub use error::{Error, Result};
pub use examples::{Examples, Inputs};
pub use fit::{Fitted, Measure, Plan, Progress, Schedule, best, fit, predict};
pub use linear::Linear;
pub use loss::softmax;
pub use network::{Network, Shape};
pub use param::{Learns, Param};
pub use random::Random;
pub use vectors::{Table, Vectors};
