//! The laboratory, as other crates use it.

#![allow(clippy::unwrap_used, clippy::panic)] // also in what tests share
#![allow(clippy::disallowed_macros)] // what a test says goes to its own output

mod data_bad;
mod data_division;
mod data_formats;
mod data_real;
mod studio;
