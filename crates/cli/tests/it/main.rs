//! The `grice` command, run as a user runs it.

#![cfg(unix)]

mod bad_input;
mod demo;
mod grice;
mod kill;
mod search;
