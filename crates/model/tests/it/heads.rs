//! All heads' values, and int8 tables computed with in floats.

use std::fs;

use grice_model::{Heads, Input, Precision};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors, serialize};

use crate::tiny::{apart, copy, floats, folder, ids, list, pairs, reference, strings};

#[test]
fn a_heads_values_are_the_references_logits() {
    let heads = Heads::load(&folder("bert-classifier"), Precision::Stored).unwrap();
    assert_eq!(heads.names(), ["classifier"]);
    let reference = reference("bert-classifier");
    let pairs = pairs(&reference["pairs"]["inputs"]);
    let inputs: Vec<Input<'_>> = pairs.iter().map(|(a, b)| Input::Two(a, b)).collect();
    for (i, said) in heads.values(&inputs).unwrap().iter().enumerate() {
        assert_eq!(said.ids, ids(&reference["pairs"]["ids"][i]));
        assert!(apart(&said.heads[0], &reference["pairs"]["logits"][i]) < 1e-4, "pair {i}");
    }
}

#[test]
fn a_token_heads_values_stand_token_by_token() {
    let heads = Heads::load(&folder("bert-token-classifier"), Precision::Stored).unwrap();
    let reference = reference("bert-token-classifier");
    let texts = strings(&reference["texts"]["inputs"]);
    let inputs: Vec<Input<'_>> = texts.into_iter().map(Input::One).collect();
    for (i, said) in heads.values(&inputs).unwrap().iter().enumerate() {
        let rows = list(&reference["texts"]["logits"][i]);
        let expected: Vec<f32> = rows.iter().flat_map(floats).collect();
        assert_eq!((said.ids.len(), said.heads[0].len()), (rows.len(), expected.len()));
        let pairs = said.heads[0].iter().zip(&expected);
        assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-4), "text {i}");
    }
}

/// The tiny classifier with one table in int8, and the same with that table's values in floats.
#[test]
fn int8_tables_are_computed_with_in_floats_where_that_is_asked_for() {
    const NAME: &str = "bert.encoder.layer.0.intermediate.dense.weight";
    let (int8, float) = (copy("bert-classifier"), copy("bert-classifier"));
    let bytes = fs::read(int8.path().join("model.safetensors")).unwrap();
    let tensors = SafeTensors::deserialize(&bytes).unwrap();
    let table = tensors.tensor(NAME).unwrap();
    let shape = table.shape().to_vec();
    let values = table.data().as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b));
    let steps: Vec<i8> = values.map(|value| (value / 0.01).round() as i8).collect();
    let stored: Vec<u8> = steps.iter().map(|step| *step as u8).collect();
    let scales: Vec<u8> = [0.01f32.to_le_bytes()].repeat(shape[0]).concat();
    let same: Vec<u8> =
        steps.iter().flat_map(|step| (f32::from(*step) * 0.01).to_le_bytes()).collect();
    let write = |folder: &tempfile::TempDir, dtype, data: &[u8], scales: Option<&[u8]>| {
        let mut all = tensors.tensors();
        all.retain(|(name, _)| name != NAME);
        all.push((NAME.to_owned(), TensorView::new(dtype, shape.clone(), data).unwrap()));
        if let Some(scales) = scales {
            let scales = TensorView::new(Dtype::F32, vec![shape[0]], scales).unwrap();
            all.push((format!("{NAME}_scale"), scales));
        }
        let bytes = serialize(all, None).unwrap();
        fs::write(folder.path().join("model.safetensors"), bytes).unwrap();
    };
    write(&int8, Dtype::I8, &stored, Some(&scales));
    write(&float, Dtype::F32, &same, None);
    let values = |folder: &tempfile::TempDir, precision| {
        let heads = Heads::load(folder.path(), precision).unwrap();
        heads.values(&[Input::One("who built the old bridge?")]).unwrap().remove(0).heads.remove(0)
    };
    let expected = values(&float, Precision::Stored);
    assert_eq!(values(&int8, Precision::Float), expected);
    assert_ne!(values(&int8, Precision::Stored), expected);
}
