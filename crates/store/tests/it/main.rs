//! Saved conversations, as programs use them. Whatever is no matter of files runs on PostgreSQL,
//! too, under `.ci/postgres`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // also in what tests share

mod damage;
mod feedback;
mod keys;
mod kill;
mod older;
mod owners;
mod place;
mod pool;
mod proxy;
mod saving;
mod server;
mod several;
mod studio;
mod talk;
