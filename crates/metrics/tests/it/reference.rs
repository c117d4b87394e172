//! Reads the values that the scripts under tests/reference have made.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The cases of one file.
pub fn cases<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference");
    let file = File::open(folder.join(format!("{name}.jsonl.gz"))).unwrap();
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

/// The shared data, where they are at hand.
pub fn data(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("GRICE_DATA").map_or_else(beside, PathBuf::from).join(path);
    if !folder.exists() {
        eprintln!(
            "skipped: {} is not there; set GRICE_DATA to the data's folder",
            folder.display()
        );
        return None;
    }
    Some(folder)
}

/// Asserts that two lists of numbers are the same to 1e-9.
#[track_caller]
pub fn same(found: &[f64], expected: &[f64], case: &dyn std::fmt::Debug) {
    let near = |(f, e): (&f64, &f64)| (f - e).abs() <= 1e-9;
    let equal = found.len() == expected.len() && found.iter().zip(expected).all(near);
    assert!(equal, "{found:?} is not {expected:?} in {case:?}");
}

/// A list of numbers.
pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// Fails unless the two differ by at most 1e-9, or by that share of a number above 1.
#[track_caller]
pub fn near(found: f64, expected: f64, case: &Value) {
    let apart = (found - expected).abs();
    assert!(apart <= 1e-9 * expected.abs().max(1.0), "{found:e} is not {expected:e} in {case}");
}

/// Fails unless the two differ by at most a share of the expected one, however small that is.
#[track_caller]
pub fn same_digits(found: f64, expected: f64, share: f64, case: &Value) {
    let apart = (found - expected).abs();
    let close = apart <= share * expected.abs() + f64::MIN_POSITIVE;
    assert!(close, "{found:e} is not {expected:e} in {case}");
}
