//! Ids and secrets that cannot be guessed.

use crate::error::{Error, Result};

/// Random bytes of the operating system, two lower-case digits each.
pub(crate) fn hex<const BYTES: usize>() -> Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| Error::NoRandom(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A conversation's key.
pub(crate) fn key() -> Result<String> {
    hex::<16>()
}
