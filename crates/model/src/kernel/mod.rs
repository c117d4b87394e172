//! The few operations every network here is made of, over row-major slices.
//!
//! Matrix products and vector maths are rten's, used directly: sequences of different lengths
//! then stand one after another without padding, and weights go from safetensors to their packed
//! form without a graph between.

pub(crate) mod attention;
pub(crate) mod linear;
pub(crate) mod pointwise;

/// Rows handled by one task when a pass over a matrix is split between threads.
pub(crate) const ROWS_PER_TASK: usize = 32;
