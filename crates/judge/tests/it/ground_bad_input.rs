//! Evidence and replies that nobody should send, and weights that are missing or made for
//! something else.

use std::fs;
use std::path::Path;

use grice_judge::ground::{Grounder, Reply};
use grice_judge::{Error, Part};
use proptest::prelude::*;

use crate::tiny::{copy, folder};

fn both() -> [Grounder; 2] {
    [Grounder::load(&folder("ground")).unwrap(), Grounder::overlap()]
}

#[test]
fn an_empty_part_is_named_and_the_rest_is_judged() {
    let pairs =
        [("a mill", "a mill"), ("", "yes"), ("a mill", " \t\n"), ("\u{0}", "\u{1b}"), ("a", "b")];
    let replies = pairs.map(|(evidence, reply)| Reply { evidence, reply });
    for grounder in both() {
        let found = grounder.ground(&replies);
        let empty = |i: usize, part: Part| {
            let error = found[i].as_ref().unwrap_err();
            assert!(matches!(error, Error::Empty(p) if *p == part) && error.is_misuse(), "{error}");
        };
        assert!(found[0].is_ok() && found[4].is_ok());
        empty(1, Part::Evidence);
        empty(2, Part::Reply);
        empty(3, Part::Evidence);
        let text = found[2].as_ref().unwrap_err().to_string();
        assert_eq!(text, "the reply is empty; give at least one character that can be seen");
        assert!(grounder.ground(&[]).is_empty());
    }
}

#[test]
fn strange_texts_get_a_score() {
    let long = "The king built 12 bridges in May 1998. ".repeat(2_700);
    let unbroken = "é".repeat(50_000);
    let numbers = "1 ".repeat(50_000);
    let texts = [
        long.as_str(),
        unbroken.as_str(),
        numbers.as_str(),
        "🍕👨‍👩‍👧‍👦🏳️‍🌈",
        "Нет, я уже поел.",
        "もう食べました。1998年5月。",
        "لقد أكلت بالفعل",
        "a\u{0}b\u{202e}c\u{feff}\u{200d}",
        "no",
        "’’’ - -- , , .",
        "e\u{301}\u{301}\u{301}",
        "May",
        "99999999999999999999999999999 hundred thousand million 1.2.3.4 0s 12th",
        "\u{10ffff}",
    ];
    for grounder in both() {
        for text in texts {
            for (evidence, reply) in [(text, "The king was here."), ("The king.", text)] {
                let found = grounder.ground(&[Reply { evidence, reply }]).remove(0).unwrap();
                assert!((0.0..=1.0).contains(&found.score), "{}", found.score);
                assert!(found.unsupported.iter().all(|sentence| reply.contains(sentence)));
            }
        }
    }
}

#[test]
fn another_language_that_the_evidence_has_word_for_word_is_supported() {
    let evidence = "Мост открыли в 1898 году. Он сделан из стали.";
    let reply = "Мост открыли в 1898 году.";
    let found = Grounder::overlap().ground(&[Reply { evidence, reply }]).remove(0).unwrap();
    assert!(found.supported, "{found:?}");
}

#[test]
fn missing_truncated_and_other_weights_are_told() {
    let refusal = |folder: &Path| Grounder::load(folder).err().unwrap();
    let error = refusal(Path::new("no/such/folder"));
    assert!(matches!(error, Error::Load { .. }) && !error.is_misuse(), "{error}");
    let model = copy("ground");
    let weights = model.path().join("model.safetensors");
    let bytes = fs::read(&weights).unwrap();
    fs::write(&weights, &bytes[..bytes.len() / 2]).unwrap();
    let error = refusal(model.path());
    assert!(error.to_string().contains("damaged or not a weight file"), "{error}");
    let error = refusal(&folder("interpret"));
    assert!(matches!(error, Error::Unfit { .. }) && error.is_misuse());
    assert!(error.to_string().contains("it has no head 'support', only strict"), "{error}");
    assert!(error.to_string().contains("not a model for `grice ground`"), "{error}");
}

#[test]
fn a_threshold_that_is_none_is_told() {
    for (judge, told) in [
        (None, "it has no judge.json"),
        (Some("{"), "its judge.json is damaged: EOF"),
        (Some("{}"), "missing field `threshold`"),
        (Some("{\"threshold\": 7}"), "the threshold 7"),
        (Some("{\"threshold\": 0.5, \"overlap\": -1}"), "the overlap -1"),
    ] {
        let model = copy("ground");
        let path = model.path().join("judge.json");
        match judge {
            Some(text) => fs::write(&path, text).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let error = Grounder::load(model.path()).err().unwrap();
        assert!(matches!(error, Error::Unfit { .. }), "{error}");
        assert!(error.to_string().contains(told), "{error}");
    }
    let model = copy("ground");
    let path = model.path().join("grice.json");
    fs::write(&path, fs::read_to_string(&path).unwrap().replace("\"yes\"", "\"sure\"")).unwrap();
    let error = Grounder::load(model.path()).err().unwrap();
    assert!(error.to_string().contains("has the labels no, sure"), "{error}");
}

proptest! {
    #[test]
    fn a_sentence_of_the_evidence_is_supported_by_it(
        words in proptest::collection::vec("[A-Z]?[a-z]{2,8}|[0-9]{1,5}|never|not|May", 4..14),
    ) {
        let sentence = format!("The {}.", words.join(" "));
        let evidence = format!("It rained. {sentence} Then it snowed.");
        let reply = Reply { evidence: &evidence, reply: &sentence };
        let found = Grounder::overlap().ground(&[reply]).remove(0).unwrap();
        prop_assert!(found.supported, "{:?}", found);
    }

    #[test]
    fn any_text_is_judged(evidence in ".{1,80}", reply in ".{1,80}") {
        let found = Grounder::overlap().ground(&[Reply { evidence: &evidence, reply: &reply }]);
        prop_assert_eq!(found.len(), 1);
    }
}
