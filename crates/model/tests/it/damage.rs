//! Files that are damaged, missing, or belong to another model: an error that says which and why.

use std::fs;

use grice_model::{Classifier, Encoder, Error, Precision, Reader, StaticEncoder};

use crate::tiny::{copy, folder};

fn refusal(model: &tempfile::TempDir) -> Error {
    Encoder::load(model.path(), Precision::Stored).err().unwrap()
}

#[test]
fn truncated_weights_are_told() {
    for keep in [0, 4, 100, 20_000] {
        let model = copy("bert-encoder");
        let path = model.path().join("model.safetensors");
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..keep]).unwrap();
        let error = refusal(&model);
        assert!(matches!(error, Error::Damaged { .. }), "{keep}: {error}");
        assert!(error.to_string().contains("model.safetensors"), "{error}");
        assert!(error.to_string().contains("grice models pull"), "{error}");
    }
}

#[test]
fn weights_that_are_no_weights_are_told() {
    for text in ["<html>not found</html>", "\u{8}\0\0\0\0\0\0\0{\"a\": 1}", &"x".repeat(10_000)] {
        let model = copy("bert-encoder");
        fs::write(model.path().join("model.safetensors"), text).unwrap();
        assert!(matches!(refusal(&model), Error::Damaged { .. }));
    }
}

#[test]
fn a_graph_that_is_damaged_is_told() {
    let model = copy("bert-classifier-onnx");
    let path = model.path().join("model.onnx");
    let bytes = fs::read(&path).unwrap();
    for damaged in [&bytes[..bytes.len() / 2], b"not a graph".as_slice(), b""] {
        fs::write(&path, damaged).unwrap();
        let error = Classifier::load(model.path(), Precision::Stored).err().unwrap();
        assert!(matches!(error, Error::Damaged { .. }), "{error}");
    }
}

#[test]
fn a_missing_file_is_named() {
    for file in ["model.safetensors", "config.json", "tokenizer.json"] {
        let model = copy("bert-encoder");
        fs::remove_file(model.path().join(file)).unwrap();
        let error = refusal(&model);
        assert!(matches!(error, Error::Missing(_)), "{error}");
        assert!(error.to_string().contains(file), "{error}");
    }
}

#[test]
fn another_models_tokenizer_is_told() {
    let model = copy("bert-encoder");
    let other = folder("roberta-classifier").join("tokenizer.json");
    fs::copy(other, model.path().join("tokenizer.json")).unwrap();
    let error = refusal(&model);
    assert!(matches!(error, Error::Tokenizer { .. }), "{error}");
}

#[test]
fn a_tokenizer_that_pads_otherwise_is_told() {
    // MPNet's has as many tokens as the configuration allows, but other special ones.
    let model = copy("bert-encoder");
    let other = folder("mpnet-encoder").join("tokenizer.json");
    fs::copy(other, model.path().join("tokenizer.json")).unwrap();
    let config = fs::read_to_string(model.path().join("config.json")).unwrap();
    let config = config.replace("\"vocab_size\": 159", "\"vocab_size\": 160");
    fs::write(model.path().join("config.json"), config).unwrap();
    let error = refusal(&model);
    assert!(error.to_string().contains("padding"), "{error}");
}

#[test]
fn a_configuration_that_does_not_fit_the_weights_is_told() {
    for (from, to) in [
        ("\"hidden_size\": 32", "\"hidden_size\": 64"),
        ("\"intermediate_size\": 48", "\"intermediate_size\": 96"),
        ("\"num_hidden_layers\": 2", "\"num_hidden_layers\": 3"),
        ("\"num_attention_heads\": 4", "\"num_attention_heads\": 5"),
        ("\"num_attention_heads\": 4", "\"num_attention_heads\": 0"),
        ("\"model_type\": \"bert\"", "\"model_type\": \"mamba\""),
        ("\"hidden_act\": \"gelu\"", "\"hidden_act\": \"snake\""),
        ("\"vocab_size\": 159", "\"vocab_size\": \"many\""),
    ] {
        let model = copy("bert-encoder");
        let path = model.path().join("config.json");
        let config = fs::read_to_string(&path).unwrap();
        assert!(config.contains(from), "{from}");
        fs::write(&path, config.replace(from, to)).unwrap();
        refusal(&model);
    }
}

#[test]
fn an_encoder_is_no_reader_and_no_static_table() {
    let encoder = folder("bert-encoder");
    let error = Reader::load(&encoder, Precision::Stored).err().unwrap();
    assert!(error.to_string().contains("as a reader"), "{error}");
    let error = StaticEncoder::load(&encoder).err().unwrap();
    assert!(error.to_string().contains("none of the tables"), "{error}");
}
