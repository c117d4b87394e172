//! Every measure of the field, equal to its reference, over runs and truths in the field's own
//! formats.
//!
//! [`answer`], [`retrieval`], [`labels`] and [`statistics`] compute over plain data; [`neural`]
//! scores with models of the registry; [`forms`] read the files of a data set or shared task and
//! give a [`Report`]; [`render`] writes it for people, papers and programs.

#![forbid(unsafe_code)]

pub mod answer;
pub mod compare;
mod error;
pub mod forms;
pub mod labels;
pub mod neural;
pub mod pragmatic;
pub mod render;
pub mod report;
pub mod retrieval;
pub mod source;
pub mod statistics;
mod turn_key;

pub use error::{Error, OtherModel, Result};
pub use report::Report;
