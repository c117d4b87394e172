//! `judge.json`: how sure the model must be, as chosen on the dev split.

use grice_model::ModelFiles;
use serde::Deserialize;

use crate::judge_file::judge_file_if_any;

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
    pub fn read(files: &ModelFiles) -> Result<Settings, String> {
        let read: Option<File> = judge_file_if_any(files)?;
        Ok(read.map_or_else(Settings::default, |file| file.rewrite))
    }
}
