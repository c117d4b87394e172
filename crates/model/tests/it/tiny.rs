//! The tiny models in `tests/tiny`, made by `tests/make_tiny.py` with Transformers' answers
//! beside them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A tiny model's folder.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny").join(name)
}

/// What Transformers said.
pub fn reference(name: &str) -> Value {
    let text = fs::read_to_string(folder(name).join("reference.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A copy of a tiny model that a test may damage.
pub fn copy(name: &str) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(folder(name)).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    copy
}

pub fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect()
}

pub fn pairs(value: &Value) -> Vec<(&str, &str)> {
    let pairs = value.as_array().unwrap().iter();
    pairs.map(|p| (p[0].as_str().unwrap(), p[1].as_str().unwrap())).collect()
}

pub fn floats(value: &Value) -> Vec<f32> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect()
}

/// The largest difference between what was computed and what the reference has.
pub fn furthest(computed: &[f32], reference: &Value) -> f32 {
    let reference = floats(reference);
    assert_eq!(computed.len(), reference.len());
    computed.iter().zip(&reference).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}
