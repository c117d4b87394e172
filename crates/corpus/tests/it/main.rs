//! Reading sources: folders, files and archives.

#![allow(clippy::unwrap_used, clippy::panic)] // also in what tests share

mod archives;
mod formats;
mod fuzz_cases;
mod pdfs;
mod published;
mod sources;
mod walks;
