//! Weights that are missing, damaged or made for something else.

use std::fs;
use std::path::{Path, PathBuf};

use grice_judge::Error;
use grice_judge::interpret::{Asked, Interpreter, MODEL};
use grice_model::registry::{Places, Registry};

use crate::tiny::{copy, folder};

fn refusal(folder: &Path) -> Error {
    Interpreter::load(folder).err().unwrap()
}

/// The error after a change of the heads' description.
fn with_heads(change: impl Fn(String) -> String) -> Error {
    let model = copy("interpret");
    let path = model.path().join("grice.json");
    fs::write(&path, change(fs::read_to_string(&path).unwrap())).unwrap();
    refusal(model.path())
}

#[test]
fn missing_and_truncated_weights_are_told() {
    let error = refusal(Path::new("no/such/folder"));
    assert!(matches!(error, Error::Load { .. }) && !error.is_misuse(), "{error}");
    assert!(error.to_string().contains("no/such/folder"), "{error}");
    let model = copy("interpret");
    let weights = model.path().join("model.safetensors");
    let bytes = fs::read(&weights).unwrap();
    fs::write(&weights, &bytes[..bytes.len() / 2]).unwrap();
    let error = refusal(model.path());
    assert!(error.to_string().contains("damaged or not a weight file"), "{error}");
    assert!(!error.is_absence());
}

#[test]
fn a_model_with_other_heads_is_refused_with_what_it_lacks() {
    let error = with_heads(|text| text.replace("Probably no", "Perhaps not"));
    assert!(error.to_string().contains("'strict' has the unknown label 'Perhaps not'"), "{error}");
    assert!(matches!(error, Error::Unfit { .. }) && error.is_misuse());
    let error = with_heads(|text| text.replacen("\"Other\"", "\"Yes\"", 1));
    assert!(error.to_string().contains("has the label 'Yes' 2 times"), "{error}");
    let tiny = "crates/model/tests/tiny/bert-classifier";
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let error = refusal(&root.join(tiny));
    assert!(error.to_string().contains("it has no head 'strict', only classifier"), "{error}");
    assert!(error.to_string().contains("not a model for `grice interpret`"), "{error}");
}

#[test]
fn plain_apostrophes_in_labels_are_understood() {
    let model = copy("interpret");
    let path = model.path().join("grice.json");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("Y’s"));
    fs::write(&path, text.replace('’', "'")).unwrap();
    assert!(Interpreter::load(model.path()).is_ok());
}

#[test]
fn weights_that_are_no_numbers_give_an_error_and_no_reading() {
    let model = copy("interpret");
    let path = model.path().join("model.safetensors");
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end - 4_000..].fill(0xff);
    fs::write(&path, bytes).unwrap();
    let interpreter = Interpreter::load(model.path()).unwrap();
    let reading =
        interpreter.interpret(&[Asked { question: "who?", answer: "the king" }]).remove(0);
    let error = reading.unwrap_err();
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
    let open =
        |folder: PathBuf, task: &str| Interpreter::open(&registry(home.path(), &folder, task));
    assert_eq!(open(folder("interpret"), "classifier").unwrap().by(), MODEL);
    let error = open(folder("interpret"), "encoder").err().unwrap();
    assert!(error.to_string().contains("its task is encoder"), "{error}");
    let error = open(folder("none"), "classifier").err().unwrap();
    assert!(error.is_absence(), "{error}");
    let model = copy("interpret");
    fs::remove_file(model.path().join("model.safetensors")).unwrap();
    let error = open(model.path().to_owned(), "classifier").err().unwrap();
    assert!(matches!(error, Error::Registry(_)) && !error.is_absence(), "{error}");
}
