//! T5, BART, mBART and PEGASUS against Transformers.

use grice_model::{Generated, Generation, Precision, Seq2Seq, Stopping};
use serde_json::Value;

use crate::tiny::{apart, folder, ids, list, reference, text};

const MODELS: [&str; 5] = ["t5", "t5-gated", "bart", "mbart", "pegasus"];

fn load(name: &str) -> Seq2Seq {
    Seq2Seq::load(&folder(name), Precision::Stored).unwrap()
}

/// A reference's arguments of `generate` as options.
pub fn options(told: &Value, defaults: Generation) -> Generation {
    let count = |name: &str, usual: usize| told[name].as_u64().map_or(usual, |n| n as usize);
    Generation {
        max_new_tokens: count("max_new_tokens", defaults.max_new_tokens),
        min_new_tokens: count("min_new_tokens", defaults.min_new_tokens),
        beams: count("num_beams", defaults.beams),
        returned: count("num_return_sequences", defaults.returned),
        no_repeat_ngram: count("no_repeat_ngram_size", defaults.no_repeat_ngram),
        length_penalty: told["length_penalty"].as_f64().map_or(1.0, |p| p as f32),
        stopping: match &told["early_stopping"] {
            Value::Bool(true) => Stopping::Full,
            Value::String(_) => Stopping::Certain,
            _ => defaults.stopping,
        },
    }
}

/// The same texts in the same order, with the same scores where the reference has them.
pub fn assert_same(found: &[Generated], expected: &Value, what: &str) {
    let expected = list(expected);
    let found_ids: Vec<&[u32]> = found.iter().map(|f| f.ids.as_slice()).collect();
    let expected_ids: Vec<Vec<u32>> = expected.iter().map(|e| ids(&e["ids"])).collect();
    assert_eq!(found_ids, expected_ids, "{what}");
    for (found, expected) in found.iter().zip(expected) {
        if let Some(score) = expected["score"].as_f64() {
            let score = score as f32;
            assert!((found.score - score).abs() < 1e-3, "{what}: {} for {score}", found.score);
        }
    }
}

#[test]
fn encoder_states_are_those_of_transformers() {
    for name in MODELS {
        let model = load(name);
        for input in list(&reference(name)["inputs"]) {
            let states = model.states(text(&input["text"])).unwrap();
            assert_eq!(states.len(), ids(&input["ids"]).len(), "{name}");
            let first = apart(states.first().unwrap(), &input["first_state"]);
            let last = apart(states.last().unwrap(), &input["last_state"]);
            assert!(first.max(last) < 1e-3, "{name}: {first} {last} for {}", input["text"]);
        }
    }
}

#[test]
fn logits_are_within_a_thousandth_of_transformers() {
    for name in MODELS {
        let model = load(name);
        let mut farthest: f32 = 0.0;
        for input in list(&reference(name)["inputs"]) {
            let logits = model.logits(text(&input["text"]), &ids(&input["target"])).unwrap();
            let expected = list(&input["logits"]);
            assert_eq!(logits.len(), expected.len(), "{name}");
            for (row, expected) in logits.iter().zip(expected) {
                farthest = farthest.max(apart(row, expected));
            }
        }
        println!("{name}: the farthest logit is {farthest} away");
        assert!(farthest < 1e-3, "{name}: {farthest}");
    }
}

#[test]
fn greedy_and_beam_search_write_what_transformers_writes() {
    for name in MODELS {
        let model = load(name);
        let reference = reference(name);
        let texts: Vec<&str> =
            list(&reference["inputs"]).iter().map(|i| text(&i["text"])).collect();
        for case in list(&reference["generations"]) {
            let options = options(&case["options"], model.defaults());
            let written = model.generate(&texts, &options).unwrap();
            for (i, (found, expected)) in written.iter().zip(list(&case["outputs"])).enumerate() {
                assert_same(found, expected, &format!("{name}, {}, text {i}", case["options"]));
            }
        }
    }
}

#[test]
fn onnx_graphs_write_what_their_weights_do() {
    let graphs = load("t5-onnx");
    let reference = reference("t5");
    let inputs = list(&reference["inputs"]);
    for input in inputs {
        let logits = graphs.logits(text(&input["text"]), &ids(&input["target"])).unwrap();
        for (row, expected) in logits.iter().zip(list(&input["logits"])) {
            assert!(apart(row, expected) < 1e-3, "{}", input["text"]);
        }
    }
    let texts: Vec<&str> = inputs.iter().map(|i| text(&i["text"])).collect();
    for case in list(&reference["generations"]) {
        let options = options(&case["options"], graphs.defaults());
        let written = graphs.generate(&texts, &options).unwrap();
        for (found, expected) in written.iter().zip(list(&case["outputs"])) {
            assert_same(found, expected, &format!("{}", case["options"]));
        }
    }
}

#[test]
fn texts_written_together_are_those_written_alone() {
    let model = load("t5");
    let texts = ["who built the old bridge?", "", "fish", "the queen saw a boat"];
    let options = Generation { beams: 3, returned: 3, ..model.defaults() };
    let together = model.generate(&texts, &options).unwrap();
    for (text, together) in texts.iter().zip(together) {
        assert_eq!(model.generate(&[text], &options).unwrap(), [together]);
    }
}

#[test]
fn more_texts_than_are_decoded_at_once_come_back_in_order() {
    let model = load("bart");
    let texts: Vec<String> = (0..70).map(|i| format!("the king saw {i} boats")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let options = Generation { max_new_tokens: 3, beams: 2, ..model.defaults() };
    let all = model.generate(&texts, &options).unwrap();
    assert_eq!(all.len(), texts.len());
    for i in [0, 33, 69] {
        assert_eq!(model.generate(&texts[i..i + 1], &options).unwrap(), all[i..i + 1]);
    }
}

#[test]
fn a_text_over_the_models_length_is_cut_before_its_end_token() {
    let model = load("t5-gated");
    let long = "the king went to the town. ".repeat(40);
    assert_eq!(model.longest(), 64);
    assert_eq!(model.states(&long).unwrap().len(), 64);
    let model = model.with_longest(32).unwrap();
    assert_eq!(model.states(&long).unwrap().len(), 32);
}

#[test]
fn no_more_is_written_than_positions_allow() {
    let model = load("pegasus");
    let options = Generation { max_new_tokens: 500, min_new_tokens: 500, ..model.defaults() };
    let written = model.generate(&["who built the old bridge?"], &options).unwrap();
    assert_eq!(written[0][0].ids.len(), 48);
}

#[test]
fn nothing_to_read_is_nothing_to_write() {
    let model = load("t5");
    assert!(model.generate(&[], &model.defaults()).unwrap().is_empty());
}

#[test]
fn the_text_is_without_special_tokens() {
    let model = load("bart");
    let options = Generation { max_new_tokens: 12, ..model.defaults() };
    let written = model.generate(&["fish"], &options).unwrap();
    assert_eq!(written[0][0].ids, [0, 2]);
    assert_eq!(written[0][0].text, "");
}

/// How many steps a weight has depends on the machine, so there are two references. Random
/// networks of this size amplify rounding far more than trained ones, which is why int8 is not
/// compared with float here.
#[test]
fn int8_logits_are_those_of_the_same_quantization_in_pytorch() {
    for name in MODELS {
        let model = Seq2Seq::load(&folder(name), Precision::Int8).unwrap();
        let reference = reference(name);
        let input = &reference["inputs"][0];
        let logits = model.logits(text(&input["text"]), &ids(&input["target"])).unwrap();
        let apart = |expected: &Value| {
            let rows = logits.iter().zip(list(expected));
            rows.map(|(row, expected)| apart(row, expected)).fold(0.0, f32::max)
        };
        let nearest =
            list(&reference["first_logits_in_int8"]).iter().map(apart).fold(f32::MAX, f32::min);
        println!("{name} in int8: the farthest logit is {nearest} away");
        assert!(nearest < 1e-2, "{name}: {nearest}");
    }
}
