//! Judgements with tiny random models, and without any.

#![allow(clippy::unwrap_used, clippy::panic)] // also in what tests share

mod interpret;
mod interpret_bad_input;
mod interpret_folders;
mod tiny;
