//! The tiny random models that `tests/make_tiny` makes, and their references.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny").join(name)
}

pub fn reference(name: &str) -> Value {
    serde_json::from_slice(&fs::read(folder(name).join("reference.json")).unwrap()).unwrap()
}

/// A copy of a model's folder that a test may break.
pub fn copy(name: &str) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for file in fs::read_dir(folder(name)).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    copy
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

pub fn strings(value: &Value) -> Vec<&str> {
    list(value).iter().map(text).collect()
}

pub fn pairs(value: &Value) -> Vec<(&str, &str)> {
    list(value).iter().map(|pair| (text(&pair[0]), text(&pair[1]))).collect()
}

pub fn ids(value: &Value) -> Vec<u32> {
    list(value).iter().map(|id| id.as_u64().unwrap() as u32).collect()
}

pub fn floats(value: &Value) -> Vec<f32> {
    list(value).iter().map(|v| v.as_f64().unwrap() as f32).collect()
}

/// The largest difference between values and their reference.
pub fn apart(values: &[f32], reference: &Value) -> f32 {
    let reference = floats(reference);
    assert_eq!(values.len(), reference.len());
    values.iter().zip(&reference).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}
