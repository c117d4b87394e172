//! Fusion-in-Decoder against a reference in PyTorch, on weights named as the authors' code does.

use grice_model::{Error, Evidence, FusionInDecoder, Generation, Precision, Seq2Seq};
use serde_json::Value;

use crate::seq2seq::{assert_same, options};
use crate::tiny::{apart, folder, ids, list, reference, text};

fn load() -> FusionInDecoder {
    let reader = FusionInDecoder::load(&folder("fid"), Precision::Stored).unwrap();
    let longest = reference("fid")["longest"].as_u64().unwrap() as usize;
    reader.with_passage_tokens(longest).unwrap()
}

fn passages(question: &Value) -> Vec<Evidence<'_>> {
    list(&question["passages"])
        .iter()
        .map(|p| Evidence { title: text(&p[0]), text: text(&p[1]) })
        .collect()
}

#[test]
fn logits_over_several_passages_are_those_of_the_reference() {
    let reader = load();
    for question in list(&reference("fid")["questions"]) {
        let target = ids(&question["target"]);
        let asked = text(&question["question"]);
        let logits = reader.logits(asked, &passages(question), &target).unwrap();
        for (row, expected) in logits.iter().zip(list(&question["logits"])) {
            let apart = apart(row, expected);
            assert!(apart < 1e-3, "{asked}: {apart}");
        }
    }
}

#[test]
fn answers_from_several_passages_are_those_of_the_reference() {
    let reader = load();
    let reference = reference("fid");
    for question in list(&reference["questions"]) {
        let cases = list(&reference["options"]).iter().zip(list(&question["outputs"]));
        for (told, expected) in cases {
            let options = options(told, reader.defaults());
            let asked = text(&question["question"]);
            let found = reader.generate(asked, &passages(question), &options).unwrap();
            assert_same(&found, expected, &format!("{asked} {told}"));
        }
    }
}

#[test]
fn one_passage_is_read_as_a_plain_model_reads_it() {
    let plain = Seq2Seq::load(&folder("t5"), Precision::Stored).unwrap();
    let options = Generation { beams: 2, returned: 2, ..plain.defaults() };
    let text = "question: why? title: the river context: it was old.";
    let expected = plain.generate(&[text], &options).unwrap();
    let reader = FusionInDecoder::new(plain);
    let passage = Evidence { title: "the river", text: "it was old." };
    assert_eq!(reader.generate("why?", &[passage], &options).unwrap(), expected[0]);
}

#[test]
fn without_passages_there_is_no_answer_but_an_error() {
    let reader = load();
    let error = reader.generate("why?", &[], &reader.defaults()).unwrap_err();
    assert!(matches!(error, Error::Generation(_)), "{error}");
    assert!(error.to_string().contains("no passage"), "{error}");
}
