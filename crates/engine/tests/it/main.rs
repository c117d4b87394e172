//! The engine as its users see it, over collections written for the tests.

#![allow(clippy::unwrap_used, clippy::panic)] // also in what tests share

mod any_text;
mod bad_input;
mod clarify;
mod collection;
mod conversation;
mod demo;
mod failing;
mod findings;
mod generator;
mod house;
mod injection;
mod many;
mod pointing;
mod reasoned;
mod replies;
mod rewriter;
mod room;
mod server;
mod shift;
mod shipped;
mod streaming;
mod systems;
mod turn;
