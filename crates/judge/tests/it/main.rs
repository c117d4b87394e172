//! Judgements with tiny random models, and without any.

#![allow(clippy::unwrap_used, clippy::panic)] // also in what tests share

mod analyze;
mod analyze_bad_input;
mod anticipate;
mod anticipate_folders;
mod find_shipped;
mod ground;
mod ground_bad_input;
mod interpret;
mod interpret_bad_input;
mod interpret_folders;
mod interpret_shipped;
mod rank;
mod read;
mod read_bad_input;
mod read_shipped;
mod rewrite;
mod rewrite_bad_input;
mod tiny;
