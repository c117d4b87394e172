//! The index as its users see it.

#![allow(clippy::unwrap_used, clippy::panic)] // also in what tests share

mod corpus;
mod folder;
mod hostile;
mod ids;
mod ranking;
mod read_only;
mod updates;
mod vector_damage;
mod vectors;
