//! Saved conversations, as programs use them.

#![allow(clippy::unwrap_used, clippy::panic)] // also in what tests share

mod damage;
mod older;
mod saving;
mod several;
mod talk;
