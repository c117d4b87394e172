//! The studio: collecting and judging conversations as the papers did.
//!
//! A project and each of its conversations is a log of events. What a log means is a pure fold
//! ([`session::Session`] for a conversation); what a person may see of it is one function
//! ([`session::screen`]); what they may do is decided against the fold.

#![forbid(unsafe_code)]

pub mod action;
pub mod additional;
mod agreement;
pub mod checks;
pub mod circa;
mod experiments;
mod export;
pub mod formats;
mod import;
pub mod interests;
pub mod items;
pub mod pagerank;
pub mod pages;
mod payments;
mod pool;
pub mod project;
pub mod protocol;
pub mod random;
mod refusal;
mod review;
pub mod session;
pub mod studio;

pub use agreement::ratings;
pub use refusal::{Error, Refusal, Result};
pub use studio::{
    Acted, Answering, Asking, Caller, Changed, File, Joined, Library, Partner, Parts, Presence,
    Studio, TeachersTurn, View, Whom,
};
