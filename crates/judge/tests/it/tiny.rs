//! The tiny random models that crates/model's `tests/make_tiny` makes.

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
