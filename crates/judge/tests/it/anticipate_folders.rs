//! Weights for what comes next that are missing, damaged or made for something else.

use std::fs;
use std::path::Path;

use grice_judge::Error;
use grice_judge::anticipate::{Anticipator, Asked, MODEL};
use grice_model::registry::{Places, Registry};

use crate::tiny::{copy, folder};

fn refusal(folder: &Path) -> Error {
    Anticipator::load(folder).err().unwrap()
}

/// The error after a file of the model was written anew.
fn with_file(name: &str, change: impl Fn(String) -> String) -> Error {
    let model = copy("anticipate");
    let path = model.path().join(name);
    fs::write(&path, change(fs::read_to_string(&path).unwrap())).unwrap();
    refusal(model.path())
}

#[test]
fn missing_and_truncated_weights_are_told() {
    let error = refusal(Path::new("no/such/folder"));
    assert!(matches!(error, Error::Load { .. }) && !error.is_misuse(), "{error}");
    let model = copy("anticipate");
    let weights = model.path().join("model.safetensors");
    let bytes = fs::read(&weights).unwrap();
    fs::write(&weights, &bytes[..bytes.len() / 2]).unwrap();
    let error = refusal(model.path());
    assert!(error.to_string().contains("damaged or not a weight file"), "{error}");
    assert!(!error.is_absence());
}

#[test]
fn a_model_made_for_something_else_is_refused_with_what_it_lacks() {
    let error = refusal(&folder("interpret"));
    assert!(error.to_string().contains("it has no head 'next', only strict, relaxed"), "{error}");
    assert!(matches!(error, Error::Unfit { .. }) && error.is_misuse());
    let error = with_file("grice.json", |text| text.replace("\"yes\"", "\"perhaps\""));
    assert!(error.to_string().contains("has the labels no, perhaps"), "{error}");
}

#[test]
fn a_scale_that_is_missing_or_damaged_is_told() {
    let model = copy("anticipate");
    fs::remove_file(model.path().join("judge.json")).unwrap();
    let error = refusal(model.path());
    assert!(error.to_string().contains("it has no judge.json"), "{error}");
    let error = with_file("judge.json", |_| "{\"temperature\": 1".to_owned());
    assert!(error.to_string().contains("its judge.json is damaged"), "{error}");
    let error = with_file("judge.json", |text| text.replace("1.5", "0.0"));
    assert!(error.to_string().contains("is not above 0"), "{error}");
}

#[test]
fn weights_that_are_no_numbers_give_an_error_and_no_ranking() {
    let model = copy("anticipate");
    let path = model.path().join("model.safetensors");
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end - 4_000..].fill(0xff);
    fs::write(&path, bytes).unwrap();
    let asked =
        Asked { history: &[], question: "who?", literal: &["the king"], candidates: &["a boat"] };
    let error = Anticipator::load(model.path()).unwrap().anticipate(&[asked]).remove(0);
    assert!(matches!(error, Err(Error::NoNumbers { .. })), "{error:?}");
}

#[test]
fn the_registry_opens_the_default_model() {
    let home = tempfile::tempdir().unwrap();
    let open = |folder: &Path, task: &str| {
        let manifest = format!(
            "[[model]]\nname = \"{MODEL}\"\ntask = \"{task}\"\narchitecture = \"bert\"\n\
             parameters = 1\nlicence = \"MIT\"\ndescription = \"tiny\"\n\
             [[model.file]]\npath = \"model.safetensors\"\n\
             [[model.source]]\nkind = \"folder\"\npath = '{}'\n",
            folder.display()
        );
        fs::write(home.path().join("models.toml"), manifest).unwrap();
        Anticipator::open(&Registry::load(Places::at(home.path())).unwrap())
    };
    assert_eq!(open(&folder("anticipate"), "classifier").unwrap().by(), MODEL);
    let error = open(&folder("anticipate"), "encoder").err().unwrap();
    assert!(error.to_string().contains("its task is encoder"), "{error}");
    let error = open(&folder("none"), "classifier").err().unwrap();
    assert!(error.is_absence(), "{error}");
}
