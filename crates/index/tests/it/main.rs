//! The index as its users see it.

mod corpus;
mod folder;
mod ranking;
mod updates;
