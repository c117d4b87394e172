//! Models: found, fetched, checked, removed.

mod bench;
mod hub;
mod locate;
mod pack;
mod packages;
mod pulling;
mod server;
mod shipped;
mod sound;
