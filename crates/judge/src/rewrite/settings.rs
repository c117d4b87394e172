//! `judge.json`: how sure the model must be, as chosen on the dev split.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::Deserialize;

/// Least probabilities, and what goes before a phrase that no pattern places.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Settings {
    /// That a question stands alone, so that it is left as it is.
    pub alone: f32,
    /// That something goes before a word.
    pub insert: f32,
    /// That a word is replaced.
    pub delete: f32,
    /// That a phrase with no slot is brought in all the same.
    pub pick: f32,
    /// Likewise where the question has no slot at all.
    pub only: f32,
    /// How many such phrases there may be.
    pub most: usize,
    /// The word before the first of them.
    pub last: String,
}

#[derive(Deserialize)]
struct File {
    rewrite: Settings,
}

impl Default for Settings {
    fn default() -> Settings {
        let last = "of".to_owned();
        Settings { alone: 0.1, insert: 0.35, delete: 0.5, pick: 0.4, only: 0.9, most: 2, last }
    }
}

impl Settings {
    /// Reads a model's `judge.json`, or says why it cannot.
    pub fn read(folder: &Path) -> Result<Settings, String> {
        let bytes = match fs::read(folder.join("judge.json")) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Settings::default()),
            Err(error) => return Err(format!("its judge.json cannot be read: {error}")),
        };
        let read: File = serde_json::from_slice(&bytes)
            .map_err(|error| format!("its judge.json is not understood: {error}"))?;
        Ok(read.rewrite)
    }
}
