//! The studio: collecting and judging conversations as the papers did.
//!
//! A project and each of its conversations is a log of events. What a log means is a pure fold
//! ([`session::Session`] for a conversation); what a person may see of it is one function
//! ([`session::screen`]); what they may do is decided against the fold.

#![forbid(unsafe_code)]

pub mod action;
pub mod checks;
pub mod circa;
pub mod interests;
pub mod pagerank;
pub mod pages;
pub mod protocol;
pub mod random;
mod refusal;
pub mod session;

pub use refusal::{Error, Refusal, Result};
