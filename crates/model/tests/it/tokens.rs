//! What models say of each token: vectors after any layer, and labels.

use grice_model::{
    Classifier, CrossEncoder, Encoder, Input, Place, Precision, Scale, Seq2Seq, TokenClassifier,
    Tokenizer,
};
use serde_json::Value;

use crate::tiny::{apart, copy, folder, ids, list, pairs, reference, strings};

fn load(name: &str) -> Encoder {
    Encoder::load(&folder(name), Precision::Stored).unwrap()
}

#[test]
fn token_states_are_the_references_after_every_layer() {
    for name in ["bert-encoder", "mpnet-encoder"] {
        let reference = reference(name);
        let encoder = load(name);
        let of = reference["layers_of"].as_u64().unwrap() as usize;
        let texts = strings(&reference["texts"]);
        let layers = list(&reference["layers"]);
        assert_eq!(encoder.layers() + 1, layers.len(), "{name}");
        for (layer, expected) in layers.iter().enumerate() {
            let states = encoder.token_states(&texts, Some(layer)).unwrap().swap_remove(of);
            assert_eq!(states.tokens.ids, ids(&reference["ids"][of]), "{name}");
            assert_eq!(states.rows().len(), list(expected).len());
            for (row, expected) in states.rows().zip(list(expected)) {
                let off = apart(row, expected);
                assert!(off < 1e-4, "{name}, layer {layer}: {off}");
            }
        }
        let last = encoder.token_states(&texts, None).unwrap();
        assert_eq!(last, encoder.token_states(&texts, Some(layers.len() - 1)).unwrap());
    }
}

#[test]
fn token_places_are_bytes_of_the_text_and_special_tokens_have_none() {
    let text = "  The queen, née BOAT";
    for (name, words) in [
        ("bert-encoder", ["The", "queen", ","].as_slice()),
        ("mpnet-encoder", ["The", "queen", ","].as_slice()),
    ] {
        let tokens = load(name).tokens(&[text]).unwrap().remove(0);
        assert_eq!((tokens.places.first(), tokens.places.last()), (Some(&None), Some(&None)));
        let inside: Vec<&str> =
            tokens.places.iter().flatten().map(|p| &text[p.start..p.end]).collect();
        assert_eq!(inside.len() + 2, tokens.ids.len(), "{name}");
        assert_eq!(&inside[..3], words, "{name}");
        assert!(inside.contains(&"BOAT"), "{name}: {inside:?}");
        assert!(tokens.places.iter().flatten().all(|p| p.text == 0));
    }
}

#[test]
fn the_places_of_a_pair_say_which_text() {
    let tokenizer = Tokenizer::open(&folder("roberta-classifier").join("tokenizer.json"), 40);
    let tokens = tokenizer.unwrap().placed_pairs(&[("who", "fish")]).unwrap().remove(0);
    let ends: Vec<Option<Place>> = tokens.places.into_iter().filter(Option::is_some).collect();
    let first = ends.first().copied().flatten().unwrap();
    let last = ends.last().copied().flatten().unwrap();
    assert_eq!((first.text, first.start, last.text, last.end), (0, 0, 1, 4));
}

#[test]
fn every_token_of_both_texts_has_its_place() {
    for name in ["bert-encoder", "mpnet-encoder", "roberta-classifier"] {
        let tokenizer = Tokenizer::open(&folder(name).join("tokenizer.json"), 40).unwrap();
        for pair in [("who built it", "the king"), ("who", ""), ("", "fish")] {
            let placed = tokenizer.placed_pairs(&[pair]).unwrap().remove(0);
            let one = |text: &str| tokenizer.placed_texts(&[text]).unwrap().remove(0);
            let inside = |text: &str| one(text).places.iter().flatten().count();
            for (number, text) in [pair.0, pair.1].into_iter().enumerate() {
                let count = placed.places.iter().flatten().filter(|p| p.text == number).count();
                assert_eq!(count, inside(text), "{name}: {pair:?}");
            }
            assert_eq!(placed.ids, tokenizer.pair(pair.0, pair.1).unwrap().ids);
        }
    }
}

#[test]
fn an_encoder_says_whether_it_reads_bytes() {
    assert!(!load("bert-encoder").reads_bytes());
    assert!(load("roberta-classifier").reads_bytes());
}

#[test]
fn of_two_texts_too_long_the_longer_keeps_the_odd_token() {
    let path = folder("bert-classifier").join("tokenizer.json");
    let tokenizer = Tokenizer::open(&path, 40).unwrap();
    let (long, longer) = ("king ".repeat(66), "king ".repeat(79));
    for (first, second, kept) in [(&longer, &long, [19, 18]), (&long, &longer, [18, 19])] {
        let placed = tokenizer.placed_pairs(&[(first, second)]).unwrap().remove(0);
        let of = |text| placed.places.iter().flatten().filter(|p| p.text == text).count();
        assert_eq!([of(0), of(1)], kept);
        let pair = tokenizer.pair(first, second).unwrap();
        assert_eq!((&pair.ids, &pair.types), (&placed.ids, &placed.types));
        assert_eq!(tokenizer.pairs(&[(first, second)]).unwrap(), [pair]);
    }
}

#[test]
fn a_layer_that_is_not_there_is_refused() {
    let error = load("bert-encoder").token_states(&["fish"], Some(3)).unwrap_err();
    assert!(error.to_string().contains("layer 3 of a network with 2"), "{error}");
}

#[test]
fn token_classifiers_give_the_references_probabilities_for_the_last_text() {
    for name in ["bert-token-classifier", "roberta-token-classifier"] {
        let reference = reference(name);
        let classifier = TokenClassifier::load(&folder(name), Precision::Stored).unwrap();
        let texts = strings(&reference["texts"]["inputs"]);
        let both = pairs(&reference["pairs"]["inputs"]);
        let inputs = texts.into_iter().map(Input::One);
        let inputs: Vec<Input<'_>> =
            inputs.chain(both.into_iter().map(|(a, b)| Input::Two(a, b))).collect();
        let verdicts = classifier.classify(&inputs).unwrap();
        let told = ["texts", "pairs"].into_iter().flat_map(|kind| {
            let reference = &reference[kind];
            (0..list(&reference["inputs"]).len()).map(move |i| (kind, i, reference))
        });
        for ((kind, i, reference), verdicts) in told.zip(verdicts) {
            let wanted = if kind == "pairs" { 1 } else { 0 };
            let of = list(&reference["text"][i]).iter().map(Value::as_u64);
            let rows: Vec<usize> =
                of.enumerate().filter(|(_, t)| *t == Some(wanted)).map(|(at, _)| at).collect();
            assert_eq!(rows.len(), verdicts.len(), "{name}, {kind} {i}");
            for (row, verdict) in rows.into_iter().zip(verdicts) {
                assert_eq!(verdict.id, ids(&reference["ids"][i])[row]);
                let logits: Vec<f64> = list(&reference["logits"][i][row])
                    .iter()
                    .map(|v| v.as_f64().unwrap())
                    .collect();
                let whole: f64 = logits.iter().map(|v| v.exp()).sum();
                for (found, logit) in verdict.probabilities.iter().zip(&logits) {
                    let off = (f64::from(*found) - logit.exp() / whole).abs();
                    assert!(off < 1e-4, "{name}, {kind} {i}: {off}");
                }
            }
        }
    }
}

#[test]
fn verdicts_say_where_their_tokens_stand() {
    let model = folder("bert-token-classifier");
    let classifier = TokenClassifier::load(&model, Precision::Stored).unwrap();
    assert_eq!(classifier.labels(), ["K", "O"]);
    let answer = "The old, grey bridge";
    let verdicts = classifier.classify(&[Input::Two("Which bridge?", answer)]).unwrap().remove(0);
    assert_eq!(&answer[verdicts[0].start..verdicts[0].end], "The");
    assert_eq!(verdicts.last().map(|v| v.end), Some(answer.len()));
    assert!(classifier.classify(&[Input::Two("Which?", "")]).unwrap()[0].is_empty());
}

#[test]
fn heads_over_tokens_and_over_texts_are_not_mistaken_for_each_other() {
    let tokens = folder("bert-token-classifier");
    let error = Classifier::load(&tokens, Precision::Stored).err().unwrap();
    assert!(error.to_string().contains("no head over a sequence"), "{error}");
    let texts = folder("bert-classifier");
    let error = TokenClassifier::load(&texts, Precision::Stored).err().unwrap();
    assert!(error.to_string().contains("no head over tokens"), "{error}");
}

#[test]
fn a_graph_gives_its_last_states_only() {
    let model = tempfile::tempdir().unwrap();
    let t5 = folder("t5-onnx");
    std::fs::copy(t5.join("encoder.onnx"), model.path().join("model.onnx")).unwrap();
    std::fs::copy(t5.join("tokenizer.json"), model.path().join("tokenizer.json")).unwrap();
    let told: Value =
        serde_json::from_slice(&std::fs::read(t5.join("config.json")).unwrap()).unwrap();
    let config = serde_json::json!({
        "model_type": "bert", "hidden_size": told["d_model"], "num_hidden_layers": 2,
        "num_attention_heads": 1, "intermediate_size": 1, "max_position_embeddings": 40,
        "vocab_size": told["vocab_size"], "pad_token_id": 0,
    });
    std::fs::write(model.path().join("config.json"), config.to_string()).unwrap();
    let encoder = Encoder::load(model.path(), Precision::Stored).unwrap();
    let states = encoder.token_states(&["the king"], None).unwrap().remove(0);
    let rows = Seq2Seq::load(&t5, Precision::Stored).unwrap().states("the king").unwrap();
    assert_eq!(states.values, rows.concat());
    assert_eq!(encoder.token_states(&["the king"], Some(2)).unwrap().remove(0), states);
    let error = encoder.token_states(&["the king"], Some(1)).unwrap_err();
    assert!(error.to_string().contains("it gives the last one only, 2"), "{error}");
}

#[test]
fn a_cross_encoder_says_what_its_scores_are() {
    let scale =
        |folder: &std::path::Path| CrossEncoder::load(folder, Precision::Stored).unwrap().scale();
    assert_eq!(scale(&folder("bert-cross-encoder")), Scale::Logit);
    assert_eq!(scale(&folder("mpnet-classifier")), Scale::Probability);
    let model = copy("bert-cross-encoder");
    let path = model.path().join("config.json");
    let mut config: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let identity = "torch.nn.modules.linear.Identity";
    config["sentence_transformers"] = serde_json::json!({ "activation_fn": identity });
    config["problem_type"] = Value::Null;
    std::fs::write(&path, config.to_string()).unwrap();
    assert_eq!(scale(model.path()), Scale::Logit, "MS MARCO's models give logits");
    config["problem_type"] = "regression".into();
    std::fs::write(&path, config.to_string()).unwrap();
    assert_eq!(scale(model.path()), Scale::Value);
    config["sentence_transformers"] = Value::Null;
    std::fs::write(&path, config.to_string()).unwrap();
    assert_eq!(scale(model.path()), Scale::Logit, "sentence-transformers would take a sigmoid");
}

#[test]
fn log_probabilities_are_those_of_the_logits() {
    for name in ["bart", "t5", "t5-onnx"] {
        let model = Seq2Seq::load(&folder(name), Precision::Stored).unwrap();
        let pairs = [("who built the bridge?", "the king"), ("fish", ""), ("", "the old town")];
        let found = model.log_probabilities(&pairs).unwrap();
        let tokenizer = Tokenizer::open(&folder(name).join("tokenizer.json"), 40).unwrap();
        for ((source, target), found) in pairs.iter().zip(found) {
            let target = tokenizer.text(target).unwrap().ids;
            let rows = model.logits(source, &target[..target.len() - 1]).unwrap();
            assert_eq!(found.len(), target.len());
            for ((row, token), found) in rows.iter().zip(&target).zip(found) {
                let whole: f64 = row.iter().map(|v| f64::from(*v).exp()).sum();
                let expected = f64::from(row[*token as usize]) - whole.ln();
                assert!((f64::from(found) - expected).abs() < 1e-5, "{name}");
            }
        }
    }
}
