//! The studio as its API has it, over real databases.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // also in what tests share

mod additional;
mod circa;
mod coming;
mod deletion;
mod ending;
mod files;
mod fold;
mod grice;
mod judging;
mod leaks;
mod load;
mod pages;
mod place;
mod pragmaticqa;
mod released;
mod reviews;
mod stage;
mod topiocqa;
mod waiting;
