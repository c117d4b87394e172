//! Models against their references, and the registry with packages, servers and package managers
//! made for the tests.

#![allow(clippy::unwrap_used, clippy::panic)] // also in what tests share
#![cfg(unix)]

mod damage;
mod endpoint_answers;
mod endpoint_failures;
mod endpoint_secrets;
mod fusion;
mod gguf_files;
mod heads;
#[cfg(feature = "llama")]
mod local;
mod networks;
mod own_weights;
mod registry;
mod seq2seq;
mod seq2seq_errors;
mod server;
mod tiny;
mod tokens;
