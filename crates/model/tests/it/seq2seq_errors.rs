//! Broken files and senseless requests: an error that says what is wrong.

use std::fs;
use std::path::Path;

use grice_model::{Error, Generation, Precision, Seq2Seq};
use serde_json::{Value, json};

use crate::tiny::{copy, folder};

fn failure(folder: &Path) -> Error {
    match Seq2Seq::load(folder, Precision::Stored) {
        Ok(_) => panic!("a broken model was loaded"),
        Err(error) => error,
    }
}

/// Changes a JSON file of a model.
fn edit(folder: &Path, file: &str, change: impl FnOnce(&mut Value)) {
    let path = folder.join(file);
    let mut value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut value);
    fs::write(path, value.to_string()).unwrap();
}

#[test]
fn truncated_weights_are_damaged() {
    let copy = copy("t5");
    let path = copy.path().join("model.safetensors");
    let bytes = fs::read(&path).unwrap();
    for length in [bytes.len() - 100, 200, 4] {
        fs::write(&path, &bytes[..length]).unwrap();
        let error = failure(copy.path());
        assert!(matches!(error, Error::Damaged { .. }), "{length}: {error}");
    }
}

#[test]
fn a_missing_tensor_is_named() {
    let copy = copy("bart");
    let path = copy.path().join("model.safetensors");
    let bytes = fs::read(&path).unwrap();
    let tensors = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    let lost = "decoder.layers.1.encoder_attn.k_proj.weight";
    let kept = tensors.tensors().into_iter().filter(|(name, _)| !name.ends_with(lost));
    fs::write(&path, safetensors::serialize(kept, None).unwrap()).unwrap();
    let error = failure(copy.path());
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
    assert!(error.to_string().contains(lost), "{error}");
}

#[test]
fn a_damaged_or_missing_graph_is_named() {
    let copy = copy("t5-onnx");
    fs::write(copy.path().join("decoder.onnx"), b"no graph").unwrap();
    let error = failure(copy.path());
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
    fs::remove_file(copy.path().join("decoder.onnx")).unwrap();
    let error = failure(copy.path());
    assert!(matches!(&error, Error::Missing(path) if path.ends_with("decoder.onnx")), "{error}");
    fs::copy(folder("t5-onnx").join("encoder.onnx"), copy.path().join("decoder.onnx")).unwrap();
    let error = failure(copy.path());
    assert!(error.to_string().contains("encoder_hidden_states"), "{error}");
}

#[test]
fn a_missing_file_is_named() {
    for file in ["config.json", "tokenizer.json", "model.safetensors"] {
        let copy = copy("pegasus");
        fs::remove_file(copy.path().join(file)).unwrap();
        let error = failure(copy.path());
        assert!(matches!(&error, Error::Missing(path) if path.ends_with(file)), "{error}");
    }
}

#[test]
fn without_a_generation_file_the_configuration_serves() {
    let copy = copy("t5");
    fs::remove_file(copy.path().join("generation_config.json")).unwrap();
    edit(copy.path(), "config.json", |config| {
        config["num_beams"] = json!(4);
        config["max_length"] = json!(33);
        config["early_stopping"] = json!(true);
    });
    let defaults = Seq2Seq::load(copy.path(), Precision::Stored).unwrap().defaults();
    assert_eq!((defaults.beams, defaults.max_new_tokens), (4, 32));
    assert_eq!(defaults.stopping, grice_model::Stopping::Full);
}

#[test]
fn a_tokenizer_with_more_words_than_the_model_does_not_fit() {
    let copy = copy("pegasus");
    edit(copy.path(), "tokenizer.json", |tokenizer| {
        let words = tokenizer["model"]["vocab"].as_array_mut().unwrap();
        words.push(json!(["extra", -9.0]));
    });
    let error = failure(copy.path());
    assert!(matches!(error, Error::Tokenizer { .. }), "{error}");
}

#[test]
fn weights_of_another_shape_do_not_fit() {
    let copy = copy("t5-gated");
    edit(copy.path(), "config.json", |config| config["d_ff"] = json!(50));
    let error = failure(copy.path());
    assert!(matches!(error, Error::Shape(_)), "{error}");
}

#[test]
fn heads_that_do_not_divide_the_width_are_refused() {
    for heads in [0, 5] {
        let copy = copy("bart");
        edit(copy.path(), "config.json", |c| c["decoder_attention_heads"] = json!(heads));
        let error = failure(copy.path());
        assert!(matches!(error, Error::Config { .. }), "{error}");
    }
}

#[test]
fn another_kind_of_model_is_not_run() {
    let error = failure(&folder("bert-encoder"));
    assert!(matches!(error, Error::Unsupported(_)), "{error}");
    assert!(error.to_string().contains("bert"), "{error}");
}

#[test]
fn senseless_requests_are_refused() {
    let model = Seq2Seq::load(&folder("t5"), Precision::Stored).unwrap();
    let usual = model.defaults();
    for (options, word) in [
        (Generation { beams: 0, ..usual.clone() }, "zero beams"),
        (Generation { beams: 2, returned: 3, ..usual.clone() }, "3 texts from 2 beams"),
        (Generation { returned: 0, ..usual.clone() }, "0 texts"),
        (Generation { max_new_tokens: 0, ..usual.clone() }, "zero tokens"),
        (Generation { length_penalty: f32::NAN, ..usual }, "length penalty"),
    ] {
        let error = model.generate(&["fish"], &options).unwrap_err();
        assert!(matches!(error, Error::Generation(_)), "{error}");
        assert!(error.to_string().contains(word), "{error}");
    }
}

#[test]
fn a_target_outside_the_vocabulary_is_an_error() {
    let model = Seq2Seq::load(&folder("t5"), Precision::Stored).unwrap();
    assert!(matches!(model.logits("fish", &[9999]), Err(Error::Shape(_))));
}

#[test]
fn a_target_longer_than_the_positions_is_an_error() {
    let model = Seq2Seq::load(&folder("bart"), Precision::Stored).unwrap();
    assert!(matches!(model.logits("fish", &[7; 60]), Err(Error::TooLong { most: 48, .. })));
}

#[test]
fn weights_that_are_no_numbers_are_an_error() {
    let copy = copy("t5");
    let path = copy.path().join("model.safetensors");
    let mut bytes = fs::read(&path).unwrap();
    let header = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize + 8;
    bytes[header..].as_chunks_mut::<4>().0.fill(f32::NAN.to_le_bytes());
    fs::write(&path, bytes).unwrap();
    let model = Seq2Seq::load(copy.path(), Precision::Stored).unwrap();
    for beams in [1, 3] {
        let options = Generation { beams, ..model.defaults() };
        let error = model.generate(&["fish"], &options).unwrap_err();
        assert!(error.to_string().contains("not numbers"), "{error}");
    }
}
