//! The crate's behaviour as its users see it.

mod lucene;
mod offsets;
mod reference;
mod sentences;
mod visible;
mod words;
