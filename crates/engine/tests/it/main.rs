//! The engine as its users see it, over collections written for the tests.

#![allow(clippy::unwrap_used, clippy::panic)] // also in what tests share

mod bad_input;
mod collection;
mod conversation;
mod shipped;
mod streaming;
mod turn;
