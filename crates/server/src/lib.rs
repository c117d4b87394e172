//! Grice as a service: an HTTP API, the page, routes that clients of OpenAI's API know, and tools
//! for other programs (MCP).
//!
//! [`Server::open`] takes a [`Config`]; [`Server::run`] serves until it is told to end. The engine is
//! synchronous: turns are taken by a bounded number of workers (`workers.rs`), off the threads that
//! serve requests, and told as they go (`turns.rs`, `stream.rs`).

#![forbid(unsafe_code)]

mod api;
mod app;
mod auth;
mod config;
mod error;
mod ids;
mod jobs;
mod library;
mod log;
mod mcp;
mod metrics;
mod openai;
mod pace;
mod pages;
mod serve;
mod stream;
mod studio;
mod threads;
mod turns;
mod uploads;
mod views;
mod workers;

pub use api::openapi;
pub use auth::Scope;
pub use config::{Config, ConfigError, Flags, Generator, Limits, LogFormat};
pub use serve::{Server, ServerError, studio};
