//! Texts that nobody should send, and weights that cannot be used.

use std::fs;
use std::path::{Path, PathBuf};

use grice_judge::analyze::{Analyzer, MODEL, Texts};
use grice_judge::{Error, Part};
use grice_model::registry::{Places, Registry};

use crate::tiny::{copy, folder};

fn refusal(folder: &Path) -> Error {
    Analyzer::load(folder).err().unwrap()
}

/// The error after a change of what the heads take.
fn with_judge(change: impl Fn(String) -> String) -> Error {
    let model = copy("analyze");
    let path = model.path().join("judge.json");
    fs::write(&path, change(fs::read_to_string(&path).unwrap())).unwrap();
    refusal(model.path())
}

#[test]
fn an_empty_text_is_named_and_the_rest_is_analyzed() {
    let analyzer = Analyzer::load(&folder("analyze")).unwrap();
    let asked = [
        ("the king", None),
        ("", None),
        (" \t\n", Some("why?")),
        ("the king", Some("\u{0}\u{7}")),
        ("the king", Some("why?")),
    ]
    .map(|(text, text2)| Texts { text, text2 });
    let analyses = analyzer.analyze(&asked);
    assert!(analyses[0].is_ok() && analyses[4].is_ok());
    for (i, part) in [(1, Part::Text), (2, Part::Text), (3, Part::Text2)] {
        let error = analyses[i].as_ref().unwrap_err();
        assert!(matches!(error, Error::Empty(p) if *p == part) && error.is_misuse(), "{error}");
    }
    let text = analyses[3].as_ref().unwrap_err().to_string();
    assert_eq!(text, "the second text is empty; give at least one character that can be seen");
    assert!(analyzer.analyze(&[]).is_empty());
}

#[test]
fn strange_texts_are_analyzed_with_probabilities_that_add_up() {
    let analyzer = Analyzer::load(&folder("analyze")).unwrap();
    let long = "the king said if ".repeat(6_000);
    let unbroken = "é".repeat(50_000);
    let texts = [
        long.as_str(),
        unbroken.as_str(),
        "🍕👨‍👩‍👧‍👦🏳️‍🌈",
        "Нет, я уже поел.",
        "もう食べました。",
        "a\u{0}b\u{202e}c\u{feff}\u{200d}",
        "e\u{301}\u{301}\u{301}",
        "\u{10ffff}",
    ];
    for text in texts {
        for (text, text2) in [(text, None), (text, Some("why?")), ("who?", Some(text))] {
            let analysis = analyzer.analyze(&[Texts { text, text2 }]).remove(0).unwrap();
            assert_eq!(analysis.iter().count(), 2);
            for (task, labels) in analysis.iter() {
                let sum: f32 = labels.iter().map(|(_, share)| share).sum();
                assert!((sum - 1.0).abs() < 1e-4, "{task} {sum}");
            }
        }
    }
}

#[test]
fn missing_and_truncated_weights_are_told() {
    let error = refusal(Path::new("no/such/folder"));
    assert!(matches!(error, Error::Load { .. }) && !error.is_misuse(), "{error}");
    assert!(error.to_string().contains("no/such/folder"), "{error}");
    let model = copy("analyze");
    let weights = model.path().join("model.safetensors");
    let bytes = fs::read(&weights).unwrap();
    fs::write(&weights, &bytes[..bytes.len() / 2]).unwrap();
    let error = refusal(model.path());
    assert!(error.to_string().contains("damaged or not a weight file"), "{error}");
}

#[test]
fn a_model_must_say_what_each_of_its_heads_takes() {
    let model = copy("analyze");
    fs::remove_file(model.path().join("judge.json")).unwrap();
    let error = refusal(model.path());
    assert!(error.to_string().contains("it has no judge.json"), "{error}");
    assert!(matches!(error, Error::Unfit { .. }) && error.is_misuse());
    let error = with_judge(|text| text.replace("\"Sarcasm\"", "\"Irony\""));
    assert!(error.to_string().contains("does not say what the head 'Sarcasm' takes"), "{error}");
    let error = with_judge(|text| text.replace("{\n    ", "{\n \"Irony\": \"pair\", "));
    assert!(error.to_string().contains("it has no head 'Irony'"), "{error}");
    for broken in ["", "[]", "{}", "{\"tasks\": {\"Sarcasm\": \"triple\"}}"] {
        let error = with_judge(|_| broken.to_owned());
        assert!(error.to_string().contains("(its judge.json is damaged: "), "{error}");
    }
    let error = refusal(&folder("interpret"));
    assert!(error.to_string().contains("not a model for `grice analyze`"), "{error}");
}

#[test]
fn weights_that_are_no_numbers_give_an_error_and_no_analysis() {
    let model = copy("analyze");
    let path = model.path().join("model.safetensors");
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end - 4_000..].fill(0xff);
    fs::write(&path, bytes).unwrap();
    let analyzer = Analyzer::load(model.path()).unwrap();
    let error = analyzer.analyze(&[Texts { text: "the king", text2: None }]).remove(0).unwrap_err();
    assert!(matches!(error, Error::NoNumbers { .. }), "{error}");
}

/// A registry in which the default model is in `folder` and of `task`.
fn registry(home: &Path, folder: &Path, task: &str) -> Registry {
    let manifest = format!(
        "[[model]]\nname = \"{MODEL}\"\ntask = \"{task}\"\narchitecture = \"bert\"\nparameters = 1\n\
         licence = \"MIT\"\ndescription = \"tiny\"\n[[model.file]]\npath = \"model.safetensors\"\n\
         [[model.source]]\nkind = \"folder\"\npath = '{}'\n",
        folder.display()
    );
    fs::write(home.join("models.toml"), manifest).unwrap();
    Registry::load(Places::at(home)).unwrap()
}

#[test]
fn the_registry_opens_the_default_model() {
    let home = tempfile::tempdir().unwrap();
    let open = |folder: PathBuf, task: &str| Analyzer::open(&registry(home.path(), &folder, task));
    assert_eq!(open(folder("analyze"), "classifier").unwrap().by(), MODEL);
    let error = open(folder("analyze"), "encoder").err().unwrap();
    assert!(error.to_string().contains("its task is encoder"), "{error}");
    let error = open(folder("none"), "classifier").err().unwrap();
    assert!(error.is_absence(), "{error}");
}
