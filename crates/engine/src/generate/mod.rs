//! Models that write: rewritten questions and replies, checked against the evidence.

mod marked;
mod prompt;
mod retell;
mod support;
mod writer;

pub(crate) use retell::{Outcome, Told, retell};
pub(crate) use writer::{Form, WriteError, Writer};
