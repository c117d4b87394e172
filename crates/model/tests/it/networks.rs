//! Encoders, classifiers, cross-encoders and readers say what Transformers says.

use grice_model::{
    Classifier, CrossEncoder, Encoder, Input, Precision, ReadOptions, Reader, Tokenizer,
};

use crate::tiny::{apart, copy, floats, folder, pairs, reference, strings};

#[test]
fn encoders_give_the_references_vectors() {
    for name in ["bert-encoder", "mpnet-encoder"] {
        let reference = reference(name);
        let encoder = Encoder::load(&folder(name), Precision::Stored).unwrap();
        let vectors = encoder.encode(&strings(&reference["texts"])).unwrap();
        for (i, vector) in vectors.iter().enumerate() {
            let off = apart(vector, &reference["vectors"][i]);
            assert!(off < 2e-5, "{name}, text {i}: {off}");
        }
    }
}

#[test]
fn a_text_has_the_same_vector_alone_and_among_others() {
    let reference = reference("mpnet-encoder");
    let texts = strings(&reference["texts"]);
    let encoder = Encoder::load(&folder("mpnet-encoder"), Precision::Stored).unwrap();
    let together = encoder.encode(&texts).unwrap();
    for (text, together) in texts.iter().zip(&together) {
        let alone = encoder.encode(&[text]).unwrap().remove(0);
        let off = alone.iter().zip(together).fold(0.0f32, |m, (a, b)| m.max((a - b).abs()));
        assert!(off < 1e-5, "{text:?}: {off}");
    }
}

#[test]
fn int8_keeps_vectors_close() {
    for name in ["bert-encoder", "mpnet-encoder"] {
        let reference = reference(name);
        let encoder = Encoder::load(&folder(name), Precision::Int8).unwrap();
        let vectors = encoder.encode(&strings(&reference["texts"])).unwrap();
        for (i, vector) in vectors.iter().enumerate() {
            let expected = floats(&reference["vectors"][i]);
            let cosine: f32 = vector.iter().zip(&expected).map(|(a, b)| a * b).sum();
            assert!(cosine > 0.995, "{name}, text {i}: {cosine}");
        }
    }
}

#[test]
fn the_first_token_is_pooled_where_the_folder_says_so() {
    let model = copy("bert-encoder");
    let own = r#"{ "pooling": "cls", "normalize": false }"#;
    std::fs::write(model.path().join("grice.json"), own).unwrap();
    let reference = reference("bert-encoder");
    let encoder = Encoder::load(model.path(), Precision::Stored).unwrap();
    let vector = encoder.encode(&strings(&reference["texts"])[..1]).unwrap().remove(0);
    let off = apart(&vector, &reference["first_states"][0]);
    assert!(off < 1e-4, "{off}");
}

#[test]
fn classifiers_give_the_references_logits_for_texts_and_pairs() {
    let models =
        ["bert-classifier", "bert-classifier-onnx", "roberta-classifier", "mpnet-classifier"];
    for name in models {
        let reference = reference(name);
        let classifier = Classifier::load(&folder(name), Precision::Stored).unwrap();
        let texts = strings(&reference["texts"]["inputs"]);
        let texts: Vec<Input<'_>> = texts.into_iter().map(Input::One).collect();
        let both = pairs(&reference["pairs"]["inputs"]);
        let both: Vec<Input<'_>> = both.into_iter().map(|(a, b)| Input::Two(a, b)).collect();
        for (kind, inputs) in [("texts", texts), ("pairs", both)] {
            let verdicts = classifier.classify(&inputs).unwrap();
            for (i, verdict) in verdicts.iter().enumerate() {
                let off = apart(&verdict[0].logits, &reference[kind]["logits"][i]);
                assert!(off < 1e-4, "{name}, {kind} {i}: {off}");
                let whole: f32 = verdict[0].probabilities.iter().sum();
                assert!((whole - 1.0).abs() < 1e-5);
            }
        }
    }
}

#[test]
fn a_quantized_graph_says_the_same_of_a_text_alone_and_among_others() {
    let reference = reference("bert-classifier-onnx");
    let classifier = Classifier::load(&folder("bert-classifier-int8"), Precision::Stored).unwrap();
    let inputs: Vec<Input<'_>> =
        strings(&reference["texts"]["inputs"]).into_iter().map(Input::One).collect();
    let together = classifier.classify(&inputs).unwrap();
    for (i, input) in inputs.iter().enumerate() {
        let alone = classifier.classify(&[*input]).unwrap();
        assert_eq!(alone[0], together[i], "text {i}");
        let off = apart(&alone[0][0].logits, &reference["texts"]["logits"][i]);
        assert!(off < 0.2, "text {i}: {off}");
    }
}

#[test]
fn labels_come_from_the_configuration() {
    let classifier = Classifier::load(&folder("bert-classifier"), Precision::Stored).unwrap();
    assert_eq!(classifier.heads()[0].1, ["no", "maybe", "yes"]);
    let graph = Classifier::load(&folder("bert-classifier-onnx"), Precision::Stored).unwrap();
    assert_eq!(graph.heads()[0].1, ["no", "maybe", "yes"]);
}

#[test]
fn three_labels_are_no_cross_encoder() {
    let error = CrossEncoder::load(&folder("bert-classifier"), Precision::Stored).err().unwrap();
    assert!(error.to_string().contains("as a cross-encoder"), "{error}");
}

#[test]
fn a_reader_finds_the_references_best_span() {
    let reference = reference("bert-reader");
    let reader = Reader::load(&folder("bert-reader"), Precision::Stored).unwrap();
    let tokenizer = Tokenizer::open(&folder("bert-reader").join("tokenizer.json"), 40).unwrap();
    let pairs = pairs(&reference["pairs"]);
    let found = reader.read(&pairs, &ReadOptions::default()).unwrap();
    let mut compared = 0;
    for (i, (question, passage)) in pairs.iter().enumerate() {
        let windows = tokenizer.windows(question, passage, 8).unwrap();
        let starts = floats(&reference["start"][i]);
        // Only where the reference read the passage in one piece are its numbers comparable.
        let ids: Vec<f32> = windows[0].ids.iter().map(|id| *id as f32).collect();
        if windows.len() > 1 || ids != floats(&reference["ids"][i]) {
            continue;
        }
        let ends = floats(&reference["end"][i]);
        let nothing = starts[0] + ends[0];
        assert!((found[i].nothing - nothing).abs() < 1e-4, "pair {i}");
        let places = &windows[0].places;
        let inside = |t: usize| places[t].filter(|p| p.text == 1 && p.start < p.end);
        let mut best: Option<(f32, usize, usize)> = None;
        for (from, start) in starts.iter().enumerate() {
            for (to, end) in ends.iter().enumerate().skip(from) {
                if let (Some(a), Some(b)) = (inside(from), inside(to))
                    && best.is_none_or(|(score, _, _)| start + end > score)
                {
                    best = Some((start + end, a.start, b.end));
                }
            }
        }
        match (best, found[i].spans.first()) {
            (None, None) => {}
            (Some((score, start, end)), Some(span)) => {
                assert_eq!((span.start, span.end), (start, end), "pair {i}");
                assert!((span.score - score).abs() < 1e-4);
                compared += 1;
            }
            other => panic!("pair {i}: {other:?}"),
        }
    }
    assert!(compared >= 3, "only {compared} pairs could be compared");
}

#[test]
fn a_long_passage_is_read_to_its_end() {
    let reader = Reader::load(&folder("bert-reader"), Precision::Stored).unwrap();
    let passage = "the king built the stone bridge. ".repeat(30) + "fish";
    let options = ReadOptions { spans: 10_000, longest: 1, apart: false };
    let found = reader.read(&[("who came?", &passage)], &options).unwrap().remove(0);
    let last = passage.len() - "fish".len();
    assert!(found.spans.iter().any(|s| (s.start, s.end) == (last, passage.len())));
    let words = found.spans.iter().filter(|s| &passage[s.start..s.end] == "king").count();
    assert_eq!(words, 30, "each word is read, and none twice");
}

#[test]
fn of_a_long_question_the_end_is_kept() {
    let reader = Reader::load(&folder("bert-reader"), Precision::Stored).unwrap();
    let history = "who saw the boat on the river? ".repeat(40);
    let one = history.clone() + "where is the fish?";
    let found = reader.read(&[(&one, "the fish is in the water.")], &ReadOptions::default());
    let span = found.unwrap().remove(0).spans.remove(0);
    assert!(span.end <= "the fish is in the water.".len());
    let tokenizer = Tokenizer::open(&folder("bert-reader").join("tokenizer.json"), 40).unwrap();
    let window = tokenizer.windows(&one, "the fish.", 8).unwrap().remove(0);
    let first = window.places.iter().flatten().filter(|p| p.text == 0);
    let texts: Vec<&str> = first.map(|p| &one[p.start..p.end]).collect();
    assert!(texts.ends_with(&["where", "is", "the", "fish", "?"]), "{texts:?}");
}
