//! Weights as our own training writes them: several heads on one trunk, int8 in the file.

use std::fs;
use std::path::Path;

use grice_model::{Classifier, CrossEncoder, Input, Precision, ReadOptions, Reader, Verdict};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors, serialize};

use crate::tiny::{apart, copy, floats, folder, pairs, reference, strings};

struct Tensor {
    name: String,
    dtype: Dtype,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

fn read(path: &Path) -> Vec<Tensor> {
    let bytes = fs::read(path).unwrap();
    let tensors = SafeTensors::deserialize(&bytes).unwrap();
    let tensor = |(name, view): (String, TensorView<'_>)| Tensor {
        name,
        dtype: view.dtype(),
        shape: view.shape().to_vec(),
        bytes: view.data().to_vec(),
    };
    tensors.tensors().into_iter().map(tensor).collect()
}

fn write(path: &Path, tensors: &[Tensor]) {
    let views = tensors
        .iter()
        .map(|t| (&t.name, TensorView::new(t.dtype, t.shape.clone(), &t.bytes).unwrap()));
    fs::write(path, serialize(views, None).unwrap()).unwrap();
}

fn verdicts(folder: &Path) -> Vec<Vec<Verdict>> {
    let reference = reference("bert-classifier");
    let inputs: Vec<Input<'_>> =
        strings(&reference["texts"]["inputs"]).into_iter().map(Input::One).collect();
    Classifier::load(folder, Precision::Stored).unwrap().classify(&inputs).unwrap()
}

#[test]
fn several_heads_stand_on_one_trunk() {
    let model = copy("bert-classifier");
    let path = model.path().join("model.safetensors");
    let mut tensors = read(&path);
    let mut bare = Vec::new();
    for tensor in &mut tensors {
        tensor.name = match tensor.name.as_str() {
            "classifier.weight" => "heads.strict.weight".to_owned(),
            "classifier.bias" => "heads.strict.bias".to_owned(),
            name if name.contains("pooler.dense.") => {
                format!("heads.strict.dense.{}", name.rsplit('.').next().unwrap())
            }
            name => name.to_owned(),
        };
        if let Some(part) = tensor.name.strip_prefix("heads.strict.").filter(|p| !p.contains('.')) {
            let (name, bytes) = (format!("heads.plain.{part}"), tensor.bytes.clone());
            bare.push(Tensor { name, dtype: tensor.dtype, shape: tensor.shape.clone(), bytes });
        }
    }
    tensors.extend(bare);
    write(&path, &tensors);
    let own = r#"{ "heads": [
        { "name": "plain", "over": "sequence", "pooling": "mean", "labels": ["a", "b", "c"] },
        { "name": "strict", "over": "sequence", "labels": ["no", "maybe", "yes"] }
    ] }"#;
    fs::write(model.path().join("grice.json"), own).unwrap();
    let classifier = Classifier::load(model.path(), Precision::Stored).unwrap();
    let names: Vec<String> = classifier.heads().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["plain", "strict"]);
    let reference = reference("bert-classifier");
    for (i, verdict) in verdicts(model.path()).iter().enumerate() {
        let off = apart(&verdict[1].logits, &reference["texts"]["logits"][i]);
        assert!(off < 1e-4, "text {i}: {off}");
        assert_ne!(verdict[0].logits, verdict[1].logits);
        assert_eq!(verdict[1].probabilities[verdict[1].best()], {
            verdict[1].probabilities.iter().copied().fold(0.0, f32::max)
        });
    }
}

#[test]
fn int8_in_the_file_is_read_with_its_scales() {
    let model = copy("bert-classifier");
    let path = model.path().join("model.safetensors");
    let mut tensors = read(&path);
    let mut scales = Vec::new();
    for tensor in &mut tensors {
        let dense = tensor.name.contains("encoder.layer") && tensor.shape.len() == 2;
        if !dense && !tensor.name.ends_with("word_embeddings.weight") {
            continue;
        }
        let values: Vec<f32> =
            tensor.bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
        let (mut quantized, mut steps) = (Vec::new(), Vec::new());
        for row in values.chunks_exact(tensor.shape[1]) {
            // As coarse as machines without VNNI need it.
            let step = row.iter().fold(0.0f32, |m, v| m.max(v.abs())).max(1e-6) / 63.0;
            quantized.extend(row.iter().map(|v| (v / step).round() as i8 as u8));
            steps.extend(step.to_le_bytes());
        }
        (tensor.dtype, tensor.bytes) = (Dtype::I8, quantized);
        let (name, shape) = (format!("{}_scale", tensor.name), vec![tensor.shape[0]]);
        scales.push(Tensor { name, dtype: Dtype::F32, shape, bytes: steps });
    }
    assert!(scales.len() > 10);
    let without = tensors.len();
    tensors.extend(scales);
    write(&path, &tensors);
    let float = verdicts(&folder("bert-classifier"));
    for (i, (int8, float)) in verdicts(model.path()).iter().zip(&float).enumerate() {
        let pairs = int8[0].logits.iter().zip(&float[0].logits);
        let off = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(off < 0.3, "text {i}: {off}");
    }
    write(&path, &tensors[..without]);
    let error = Classifier::load(model.path(), Precision::Stored).err().unwrap();
    assert!(error.to_string().contains("_scale"), "{error}");
}

/// A classifier of which only the first labels are left.
fn with_labels(count: usize) -> tempfile::TempDir {
    let model = copy("bert-classifier");
    let path = model.path().join("model.safetensors");
    let mut tensors = read(&path);
    for tensor in tensors.iter_mut().filter(|t| t.name.starts_with("classifier.")) {
        tensor.bytes.truncate(tensor.bytes.len() / tensor.shape[0] * count);
        tensor.shape[0] = count;
    }
    write(&path, &tensors);
    model
}

#[test]
fn a_cross_encoder_gives_its_score_or_the_probability_of_its_second_label() {
    let reference = reference("bert-classifier");
    let pairs = pairs(&reference["pairs"]["inputs"]);
    let scores = |labels: usize| {
        let model = with_labels(labels);
        CrossEncoder::load(model.path(), Precision::Stored).unwrap().score(&pairs).unwrap()
    };
    let (one, two) = (scores(1), scores(2));
    for i in 0..pairs.len() {
        let logits = floats(&reference["pairs"]["logits"][i]);
        assert!((one[i] - logits[0]).abs() < 1e-4, "pair {i}: {}", one[i]);
        let second = 1.0 / (1.0 + (logits[0] - logits[1]).exp());
        assert!((two[i] - second).abs() < 1e-4, "pair {i}: {}", two[i]);
    }
}

#[test]
fn a_pair_template_makes_one_text_of_the_pair() {
    let model = with_labels(1);
    let score = |query: &str, passage: &str| {
        let encoder = CrossEncoder::load(model.path(), Precision::Stored).unwrap();
        encoder.score(&[(query, passage)]).unwrap()[0]
    };
    let pair = score("who built the bridge?", "the king");
    let path = model.path().join("config.json");
    let config = fs::read_to_string(&path).unwrap();
    let config = config.replacen('{', "{ \"pair_template\": \"{passage} {query}\",", 1);
    fs::write(&path, config).unwrap();
    let templated = score("who built the bridge?", "the king");
    assert_ne!(pair, templated);
    assert_eq!(templated, score("built the bridge?", "the king who"));
}

#[test]
fn a_reader_tells_the_type_of_the_answer() {
    let model = copy("bert-reader");
    let path = model.path().join("model.safetensors");
    let mut tensors = read(&path);
    let mut kinds = Vec::new();
    for tensor in tensors.iter_mut().filter(|t| t.name.starts_with("qa_outputs.")) {
        let part = tensor.name.trim_start_matches("qa_outputs.").to_owned();
        let (shape, bytes) = (tensor.shape.clone(), tensor.bytes.clone());
        kinds.push(Tensor {
            name: format!("heads.type.{part}"),
            dtype: tensor.dtype,
            shape,
            bytes,
        });
        tensor.name = format!("heads.span.{part}");
    }
    tensors.extend(kinds);
    write(&path, &tensors);
    let own = r#"{ "heads": [
        { "name": "span", "over": "tokens", "labels": ["start", "end"] },
        { "name": "type", "over": "sequence", "labels": ["yes", "no"] }
    ] }"#;
    fs::write(model.path().join("grice.json"), own).unwrap();
    let reader = Reader::load(model.path(), Precision::Stored).unwrap();
    assert_eq!(reader.kinds(), ["yes", "no"]);
    let reference = reference("bert-reader");
    let found = reader.read(&pairs(&reference["pairs"])[..1], &ReadOptions::default()).unwrap();
    // The type's head is the span's, so it says of the first token what that one does.
    let start = floats(&reference["start"][0])[0];
    let end = floats(&reference["end"][0])[0];
    let yes = 1.0 / (1.0 + (end - start).exp());
    assert!((found[0].kinds[0] - yes).abs() < 1e-4, "{:?}", found[0].kinds);
}

/// A copy of the tiny classifier whose words and tokenizer stand in a folder beside it.
pub fn apart_from_its_words() -> (tempfile::TempDir, std::path::PathBuf) {
    let source = copy("bert-classifier");
    let home = tempfile::tempdir().unwrap();
    let (model, words) = (home.path().join("model"), home.path().join("words"));
    fs::rename(source.path(), &model).unwrap();
    fs::create_dir(&words).unwrap();
    fs::rename(model.join("tokenizer.json"), words.join("tokenizer.json")).unwrap();
    let (mut shared, own): (Vec<Tensor>, Vec<Tensor>) = read(&model.join("model.safetensors"))
        .into_iter()
        .partition(|t| t.name.ends_with("word_embeddings.weight"));
    shared[0].name = "embeddings.word_embeddings.weight".to_owned();
    write(&words.join("model.safetensors"), &shared);
    write(&model.join("model.safetensors"), &own);
    fs::write(model.join("grice.json"), r#"{ "words": "words" }"#).unwrap();
    (home, model)
}

#[test]
fn words_in_a_folder_of_their_own_give_the_same_verdicts() {
    let (_home, model) = apart_from_its_words();
    assert_eq!(verdicts(&model), verdicts(&folder("bert-classifier")));
}

#[test]
fn words_that_are_missing_or_of_another_model_are_told() {
    let (home, model) = apart_from_its_words();
    let load = || Classifier::load(&model, Precision::Stored).map(|_| ()).unwrap_err().to_string();
    let words = home.path().join("words");
    let path = words.join("model.safetensors");
    let mut shared = read(&path);
    let columns = shared[0].shape[1];
    shared[0].shape = vec![7, columns];
    shared[0].bytes.truncate(7 * columns * 4);
    write(&path, &shared);
    assert!(load().contains("has 7 words"), "{}", load());
    fs::remove_file(&path).unwrap();
    assert!(load().contains("missing"), "{}", load());
    fs::remove_dir_all(&words).unwrap();
    assert!(load().contains("missing"), "{}", load());
    fs::write(model.join("grice.json"), r#"{ "words": "../words" }"#).unwrap();
    assert!(load().contains("not the name of a folder"), "{}", load());
}
