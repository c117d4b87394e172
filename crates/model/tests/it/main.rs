//! Models against their references, and the registry with packages, servers and package managers
//! made for the tests.

#![allow(clippy::unwrap_used, clippy::panic)] // also in what tests share
#![cfg(unix)]

mod damage;
mod fusion;
mod networks;
mod registry;
mod seq2seq;
mod seq2seq_errors;
mod tiny;
