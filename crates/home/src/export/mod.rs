//! A conversation as text, for people (Markdown) or programs (JSON).

mod json;
mod markdown;

use grice_engine::{Conversation, Reply};
use grice_index::Index;

pub use json::json;
pub use markdown::markdown;

/// What is exported.
#[derive(Clone, Copy)]
pub struct Export<'a> {
    /// The index that the replies are from, which says where their evidence stands; none where it is
    /// gone.
    pub index: Option<&'a Index>,
    /// The collection's name.
    pub collection: &'a str,
    /// What was said.
    pub conversation: &'a Conversation,
    /// The reply of each turn, where it is known.
    pub replies: &'a [Option<Reply>],
}
