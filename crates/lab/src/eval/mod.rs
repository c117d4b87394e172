//! Systems over conversations: runs, resumed and cached, into a results folder.
//!
//! ```text
//! turns  →  collection  →  engine  →  lines  →  measures  →  folder
//! turns.rs  collection.rs, gold.rs  used.rs, run.rs  line.rs, part.rs  measure.rs  write.rs, results.rs
//! ```
//!
//! A [`Bench`] is a split with the passages to search, opened once; [`Bench::run`] runs one system on it. A turn that is
//! done is on the disk (`part.rs`), so that a run that was stopped or killed goes on where it was; a folder that
//! answers for the same configuration is not made again.

mod bench;
mod build;
mod collection;
mod error;
mod failure;
mod gold;
mod line;
mod measure;
pub mod names;
mod pace;
mod part;
pub mod plan;
mod pool;
pub mod results;
mod run;
mod turns;
mod used;
mod write;

pub use bench::{Bench, BenchRequest};
pub use build::{BUILD, build};
pub use error::{Error, Result};
pub use names::{data_set, system};
pub use pace::Pace;
pub use run::{Finished, Progress, RunOptions};
pub(crate) use used::learned;
