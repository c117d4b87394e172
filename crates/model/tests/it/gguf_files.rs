//! Model files that are none, or not whole.

use std::fs;

use grice_model::generate::{GenerateError, Gguf};

#[test]
fn a_file_that_is_no_model_is_named_with_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&str, &[u8], &str); 4] = [
        ("empty.gguf", b"", "too short"),
        ("page.gguf", b"<html>not found</html>", "not a GGUF file"),
        ("old.gguf", b"GGUF\x01\0\0\0", "version 1"),
        ("cut.gguf", b"GGUF\x03\0\0\0\x01\0\0\0", "ends early"),
    ];
    for (name, bytes, words) in cases {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let error = Gguf::check(&path).unwrap_err();
        assert!(matches!(error, GenerateError::Weights { .. }), "{error:?}");
        let text = error.to_string();
        assert!(text.starts_with(path.to_str().unwrap()) && text.contains(words), "{text}");
        assert!(!error.is_temporary());
    }
}
