//! Models: found, fetched, checked, removed.

mod bench;
mod hub;
mod locate;
mod packages;
mod pulling;
mod server;
mod shipped;
