//! Passages as vectors: made by any [`Encoder`], kept beside the text, searched by nearness.
//!
//! The vectors stand in the folder `vectors/` of an index. Its label (`label.rs`) names the model
//! and lists segment files (`file.rs`), which are written once and never changed. A vector is
//! rotated (`rotation.rs`), kept as one byte a dimension (`codes.rs`), and has a sketch of one bit
//! a dimension (`sketch.rs`). A search (`dense.rs`) goes over all sketches and computes the score
//! only of the passages that their sketch does not rule out.

mod codes;
mod dense;
mod embed;
mod encoder;
mod file;
mod fusion;
mod label;
mod rotation;
mod sketch;
mod store;
mod writer;

pub use dense::{Effort, VectorsInfo};
pub use embed::{EmbedOptions, EmbedProgress, EmbedReport};
pub use encoder::Encoder;
pub use fusion::{Fusion, Hybrid};

pub(crate) use dense::Dense;
pub(crate) use store::damaged_files;
pub(crate) use writer::compact;
