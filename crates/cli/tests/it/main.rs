//! The `grice` command, run as a user runs it.

#![allow(clippy::unwrap_used, clippy::panic)] // also in what tests share
#![allow(clippy::disallowed_macros)] // what a test says goes to its own output
#![cfg(unix)]

mod analyze;
mod anticipate;
mod ask;
mod bad_input;
mod chat;
mod chat_commands;
mod collections;
mod data;
mod demo;
mod documents;
mod escapes;
mod eval;
mod grice;
mod ground;
mod inside;
mod interpret;
mod island;
mod judgement;
mod kill;
mod limits;
mod mcp;
mod models;
mod read;
mod rewrite;
mod score;
mod search;
mod serve;
mod serve_busy;
mod serve_guard;
mod serve_settings;
mod serve_uploads;
mod server;
mod studio;
mod terminal;
mod train;
mod vectors;
mod word_table;
