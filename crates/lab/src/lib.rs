//! The laboratory: data sets of the field, published systems run on them, tables and reports.

#![forbid(unsafe_code)]

pub mod data;
pub mod eval;
pub mod labels;
pub mod report;
pub mod stats;
