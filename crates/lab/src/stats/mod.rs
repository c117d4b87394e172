//! The statistics tables of the papers, published value beside ours.
//!
//! What the papers print stands in `published/*.toml`, each table with its number; what the files at hand hold is counted by `turns.rs`, `flow.rs`,
//! `circa.rs` and `rows.rs` under the names that those tables use. A cell that the files do not allow has no value of ours.
//!
//! ```no_run
//! use grice_lab::data::DataSet;
//!
//! let found = grice_lab::stats::statistics(DataSet::TopiOcqa, "../shared/data".as_ref())?;
//! for table in &found.tables {
//!     println!("{}: {} cells differ", table.title, table.different().count());
//! }
//! # Ok::<(), grice_lab::data::Error>(())
//! ```

mod circa;
mod collect;
mod flow;
mod measures;
mod published;
mod rows;
mod table;
mod through;
mod turns;

use std::path::Path;

pub use table::{Cell, Line, Statistics, Table};
pub use through::{Through, at_hand, file_splits, read_through};

use crate::data::{DataSet, Result};

/// A data set's statistics, counted in the files under `dir`: the data set's own folder, or the one that holds it.
///
/// Splits that are not there are passed over and named in [`Statistics::notes`]; where none is there, or a file is damaged, that is an error.
pub fn statistics(set: DataSet, dir: &Path) -> Result<Statistics> {
    let collected = collect::collect(set, dir)?;
    Ok(table::tables(set, published::of(set), collected))
}
