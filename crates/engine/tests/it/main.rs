//! The engine as its users see it, over collections written for the tests.

#![allow(clippy::unwrap_used, clippy::panic)] // also in what tests share

mod bad_input;
mod clarify;
mod collection;
mod conversation;
mod failing;
mod replies;
mod room;
mod shipped;
mod turn;
