//! Ctrl-C while a turn is taken: it stops the turn, and pressed again, the program.

use std::process;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use grice_engine::Cancel;

/// The exit code of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// What stops the turn; none once it was used.
static TURN: Mutex<Option<Cancel>> = Mutex::new(None);

/// Listens for Ctrl-C from now on. At the prompt the terminal gives it to the line editor instead.
pub fn listen() -> Result<()> {
    ctrlc::set_handler(|| match turn_slot().take() {
        Some(turn) => turn.cancel(),
        None => process::exit(INTERRUPTED),
    })
    .context("cannot listen for Ctrl-C")
}

/// What Ctrl-C stops from now on.
pub fn next() -> Cancel {
    let cancel = Cancel::new();
    *turn_slot() = Some(cancel.clone());
    cancel
}

fn turn_slot() -> std::sync::MutexGuard<'static, Option<Cancel>> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}
