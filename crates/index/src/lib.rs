//! Ranked passages out: an embedded index in one folder on disk, searched by words (BM25), by
//! vectors, or by both.
//!
//! [`Index`] opens a folder, [`ingest`] fills it from sources, a [`Searcher`] is a snapshot that
//! never waits for a writer. Storage, term dictionary and commits are Tantivy's; the scoring is
//! our own, because Tantivy's BM25 constants are fixed (see `maxscore.rs`).

#![forbid(unsafe_code)]

mod analyzer;
mod bounds;
mod checksum;
#[cfg(test)]
mod damage_tests;
mod directory;
mod duplicates;
mod error;
#[cfg(test)]
mod exhaustive_tests;
mod folder;
mod ingest;
mod lookup;
mod maxscore;
mod order;
mod passed_over;
mod phrase;
mod place;
mod query;
mod records;
mod schema;
mod searcher;
mod similarity;
mod top;
mod vectors;
mod verify;
mod writer;

pub use duplicates::Duplicate;
pub use error::{Error, Result};
pub use folder::{About, FORMAT, Index, IngestedSource};
pub use ingest::{Counts, IngestOptions, Progress, Report, ingest};
pub use lookup::Info;
pub use passed_over::Ignored;
pub use place::Place;
pub use query::{Boosts, Query, Ranking};
pub use records::{DocumentRecord, PassageRecord};
pub use searcher::{Hit, Searcher};
pub use similarity::Bm25;
pub use vectors::{
    Effort, EmbedOptions, EmbedProgress, EmbedReport, Encoder, Fusion, Hybrid, VectorsInfo,
};
pub use verify::Verification;
