//! `judge.json` of a model: how a judgement uses its values.

use grice_model::ModelFiles;
use serde::de::DeserializeOwned;

/// What the file says, or why that cannot be told.
pub(crate) fn judge_file<T: DeserializeOwned>(files: &ModelFiles) -> Result<T, String> {
    judge_file_if_any(files)?.ok_or_else(|| "it has no judge.json".to_owned())
}

/// The same for a model that may do without one.
pub(crate) fn judge_file_if_any<T: DeserializeOwned>(
    files: &ModelFiles,
) -> Result<Option<T>, String> {
    let bytes = files.read("judge.json");
    let bytes = bytes.map_err(|error| format!("its judge.json cannot be read: {error}"))?;
    let read = bytes.map(|bytes| serde_json::from_slice(&bytes)).transpose();
    read.map_err(|error| format!("its judge.json is damaged: {error}"))
}
