//! Weights as our own training writes them: several heads on one trunk, int8 in the file.

use std::fs;
use std::path::Path;

use grice_model::{Classifier, Input, Precision, Verdict};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors, serialize};

use crate::tiny::{apart, copy, folder, reference, strings};

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
