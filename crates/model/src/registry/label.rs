//! The label in a model's folder of the cache: where its files came from.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::digest::Sha256;
use super::manifest::Model;

/// The label's file name.
pub(crate) const LABEL: &str = "grice-model.json";

/// What a folder of the cache says of itself.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Label {
    /// The model.
    pub model: String,
    /// The kind of source.
    pub kind: String,
    /// The source, as a person reads it.
    pub source: String,
    /// What the manifest wanted when it was fetched.
    pub files: BTreeMap<String, Option<Sha256>>,
}

impl Label {
    pub fn new(model: &Model, kind: &str, source: &str) -> Label {
        let sum = |file: &super::ModelFile| file.check.map(|c| c.sha256);
        Label {
            model: model.name.clone(),
            kind: kind.to_owned(),
            source: source.to_owned(),
            files: model.files.iter().map(|f| (f.path.clone(), sum(f))).collect(),
        }
    }

    /// The label of a folder, if it has one that can be read.
    pub fn read(folder: &Path) -> Option<Label> {
        serde_json::from_slice(&fs::read(folder.join(LABEL)).ok()?).ok()
    }

    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec_pretty(self).unwrap_or_default()
    }
}
